import type { Area, AreaEditionLimits, AreaProblem } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areasKey, checkArea, getArea, problemsOf } from '../../../api/areas.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { useAvailableTables, type AvailableTables } from '../tables/use-available-tables.ts'
import {
  createRequestOf,
  formOfArea,
  isChanged,
  newAreaForm,
  openingTableMode,
  settledForm,
  type AreaForm,
  type EditForm,
} from './area-form.ts'
import { checkAreaForm, type FormProblems } from './check-area-form.ts'
import { failureOfStep, saveArea, type SaveOutcome, type SaveStep } from './save-area.ts'

export interface SaveFailure {
  step: SaveStep | 'check'
  text: string
  /** Somebody else changed the area meanwhile, or it is gone. */
  isOutdated: boolean
}

export type AreaEditor = ReturnType<typeof useAreaEditor>

interface EditorStart {
  /** As it was read; null for a new one. */
  stored: Area | null
  applicationId: string | null
  limits: AreaEditionLimits
}

const noFormProblems: FormProblems = {}

/** The state of the dialog's form: what is typed, what is wrong with it, and how saving went. */
export function useAreaEditor({ stored, applicationId, limits }: EditorStart) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [base, setBase] = useState(stored)
  const [initial] = useState(() => (stored === null ? newAreaForm(applicationId) : formOfArea(stored)))
  const [state, setState] = useState(initial)
  const edit: EditForm = useCallback(
    (change) => setState((form) => ({ ...form, ...(typeof change === 'function' ? change(form) : change) })),
    [],
  )
  const available = useAvailableTables(state.applicationId)
  const form = opened(state, stored === null, available)
  // Which mode fits is decided once, by the tables that there were.
  if (form !== state) setState(form)

  const [isChecked, setChecked] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [found, setFound] = useState<AreaProblem[]>([])
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [proven, setProven] = useState<{ form: AreaForm; databases: number } | null>(null)
  const [work, setWork] = useState<'save' | 'check' | null>(null)
  const working = useRef(false)
  const problems = isChecked ? checkAreaForm(form, available.index, limits) : noFormProblems

  const fail = async (step: SaveFailure['step'], error: unknown, fallback: string, known: Area | null) => {
    setFound(problemsOf(error))
    const isOutdated = error instanceof ApiError && error.status === 409 && (await isOutdatedNow(known))
    setFailure({ step, text: describeError(error, t(fallback)), isOutdated })
  }
  /** The form as it is to be sent; null where something is wrong with it. */
  const settle = (): AreaForm | null => {
    const settled = settledForm(form, available.index)
    setState(settled)
    setChecked(true)
    setFailure(null)
    if (Object.keys(checkAreaForm(settled, available.index, limits)).length === 0) return settled
    setRefusals((count) => count + 1)
    return null
  }
  const once = async <T>(name: 'save' | 'check', perform: () => Promise<T>): Promise<T | null> => {
    if (working.current) return null
    working.current = true
    setWork(name)
    try {
      return await perform()
    } finally {
      working.current = false
      setWork(null)
    }
  }
  /** Null where the form itself was refused, or a save runs already. */
  const save = async (): Promise<SaveOutcome | null> => {
    const settled = settle()
    if (settled === null) return null
    setFound([])
    const outcome = await saveArea(base, settled)
    await queryClient.invalidateQueries({ queryKey: areasKey, refetchType: 'active' }).catch(() => undefined)
    if ('failed' in outcome) {
      if (outcome.reached !== null) setBase(outcome.reached)
      await fail(outcome.failed, outcome.error, failureOfStep(outcome.failed, base, settled), outcome.reached ?? base)
    }
    return outcome
  }
  const check = async (): Promise<void> => {
    const settled = settle()
    if (settled === null) return
    const { application_id, tables, joins, row_security_rules, column_security_rules } = createRequestOf(settled)
    try {
      const draft = { application_id, tables, joins, row_security_rules, column_security_rules }
      const { problems: proven, databases } = await checkArea(draft)
      setFound(proven)
      if (proven.length === 0) setProven({ form: settled, databases: databases.length })
    } catch (error) {
      await fail('check', error, 'Failed to check business area', base)
    }
  }

  return {
    base,
    form,
    edit,
    limits,
    available,
    problems,
    refusals,
    found,
    failure,
    /** How many databases the form, as it stands, was proven against; null where it was not. */
    proven: proven?.form === form ? proven.databases : null,
    isDirty: isChanged(form, initial),
    isSaving: work === 'save',
    isChecking: work === 'check',
    /** Goes on with the area as another call has left it. */
    rebase: setBase,
    save: () => once('save', save),
    /** Proves the draft without saving it. */
    check: () => once('check', check),
  }
}

/** The form with the way to enter tables that fits them, once it is known which there are. */
function opened(form: AreaForm, isNew: boolean, { isLoading, index }: AvailableTables): AreaForm {
  if (form.tableMode !== null || isLoading) return form
  return { ...form, tableMode: openingTableMode(form, isNew, index) }
}

/** Whether the server has another version by now; a name that is taken is a conflict as well. */
async function isOutdatedNow(known: Area | null): Promise<boolean> {
  if (known === null) return false
  const current = await getArea(known.area_id).catch(() => null)
  return current !== null && current.version !== known.version
}
