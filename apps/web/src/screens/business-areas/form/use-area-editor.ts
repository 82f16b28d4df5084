import {
  checkAreaRequestSchema,
  message,
  pickFields,
  type Area,
  type AreaEditable,
  type AreaEditionLimits,
  type AreaProblem,
  type Message,
  type RowCount,
  type SavedDraft,
} from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { savedDraftQuery, saveDraft } from '../../../api/area-drafts.ts'
import { areasKey, checkArea, getArea, problemsOf } from '../../../api/areas.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'

import { useZodForm } from '../../../lib/use-zod-form.ts'
import { useAvailableTables } from './use-available-tables.ts'
import {
  changesPublished,
  createRequestOf,
  draftOf,
  formOfArea,
  isChanged,
  isSameForm,
  isVersioned,
  newAreaForm,
  openingTableMode,
  tablesOfText,
  type AreaForm,
  type EditForm,
} from './area-form.ts'
import { countChanges } from './count-changes.ts'
import { areaFormSchema, type AreaRules } from './check-area-form.ts'
import { failureOfStep, saveArea, type SaveOutcome, type SaveStep } from './save-area.ts'

export interface SaveFailure {
  step: SaveStep | 'check' | 'draft'
  title: string
  /** The server's reason; empty if it sent none. */
  text: string
  /** Another user changed the area in the meantime, or it is gone. */
  isOutdated: boolean
}

export type AreaEditor = ReturnType<typeof useAreaEditor>
export type AreaFields = AreaEditor['fields']

/** What the form of an area opens with. */
export interface AreaStart {
  /** The area as loaded; null for a new one. */
  stored: Area | null
  limits: AreaEditionLimits
  /** Unsaved input from another form of the same area; null for none. */
  draft: AreaForm | null
}

interface EditorStart extends AreaStart {
  applicationId: string | null
  /** What a new area starts with; undefined for an empty one. */
  start?: Partial<AreaEditable> | undefined
  /** The draft of the area, if the form shows it; its problems are shown from the start. */
  savedDraft?: SavedDraft | null
}

/** The state of an area's form: the input, its problems, and the progress of saving. */
export function useAreaEditor(opened: EditorStart) {
  const { stored, limits, savedDraft = null } = opened
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [base, setBase] = useState(stored)
  const [found, setFound] = useState<AreaProblem[]>(savedDraft?.problems ?? [])
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [proven, setProven] = useState<{ form: AreaForm; databases: number } | null>(null)
  const [openTables, setOpenTables] = useState<RowCount[]>([])
  const [work, setWork] = useState<'save' | 'check' | null>(null)
  const { form, initial, edit, available, fields } = useAreaFields(opened)

  const fail = async (step: SaveFailure['step'], error: unknown, fallback: Message, known: Area | null) => {
    setFound(problemsOf(error))
    const isConflict = error instanceof ApiError && error.status === 409
    const isOutdated = isConflict && (step === 'draft' || (await isOutdatedNow(known)))
    setFailure({ step, title: translate(t, fallback), text: describeError(error, ''), isOutdated })
  }
  /** Runs `perform` with the form to send, unless it has problems. */
  const attempt = async (name: 'save' | 'check', perform: (form: AreaForm) => Promise<void>): Promise<void> => {
    if (work !== null) return
    // Use the latest text even if typing has not stopped yet.
    if (form.tableMode === 'text') edit((now) => ({ tables: tablesOfText(now, available.index) }))
    setFailure(null)
    await fields.submit(async (_checked, typed) => {
      setWork(name)
      await perform(typed).finally(() => setWork(null))
    })()
  }
  const save = async (typed: AreaForm): Promise<SaveOutcome> => {
    setFound([])
    const outcome = await saveArea(base, typed)
    await queryClient.invalidateQueries({ queryKey: areasKey, refetchType: 'active' }).catch(() => undefined)
    if ('failed' in outcome) await fail(outcome.failed, outcome.error, failureOfStep(outcome.failed, base, typed), base)
    return outcome
  }
  const saveInDraft = async (typed: AreaForm): Promise<boolean> => {
    if (base === null) return false
    try {
      const made = await saveDraft(base.area_id, {
        revision: savedDraft?.revision ?? null,
        area_version: savedDraft?.area_version ?? base.version,
        content: draftOf(typed),
      })
      queryClient.setQueryData(savedDraftQuery(base.area_id).queryKey, made)
      return true
    } catch (error) {
      // Reloading must show what someone else saved.
      void queryClient.invalidateQueries({ queryKey: savedDraftQuery(base.area_id).queryKey })
      await fail('draft', error, message('Could not save the draft. Try again.'), base)
      return false
    }
  }
  const check = async (typed: AreaForm): Promise<void> => {
    try {
      const draft = pickFields(createRequestOf(typed), checkAreaRequestSchema.keyof().options)
      const { problems, databases } = await checkArea(draft)
      setFound(problems)
      if (problems.length === 0) setProven({ form: typed, databases: databases.length })
    } catch (error) {
      await fail('check', error, message('Could not check the business area. Try again.'), base)
    }
  }

  return {
    base,
    form,
    edit,
    fields,
    limits,
    available,
    found,
    failure,
    /** The rows of tables that everyone with access sees completely, as far as they are counted. */
    openTables,
    setOpenTables,
    /** In how many databases the current form was proven; null if it was not. */
    proven: proven !== null && isSameForm(proven.form, form) ? proven.databases : null,
    isDirty: isChanged(form, initial),
    /** Whether saving makes a new version, which can have a reason. */
    isVersioned: base !== null && isVersioned(form, initial),
    /** Whether something changed that has no draft. */
    changesPublished: changesPublished(form, initial),
    /** How many changes saving would make. */
    changes: countChanges(form, initial),
    isSaving: work === 'save',
    isChecking: work === 'check',
    /** Continues with the area that another request returned. */
    rebase: setBase,
    /** Saves; `onEnd` gets the outcome, unless the form itself was refused. */
    save: (onEnd: (outcome: SaveOutcome) => void) => attempt('save', async (typed) => onEnd(await save(typed))),
    /** Saves what the area says as its draft; `onEnd` is called after it was saved. */
    saveDraft: (onEnd: () => void) =>
      attempt('save', async (typed) => {
        if (await saveInDraft(typed)) onEnd()
      }),
    /** Proves the form's input without saving it. */
    check: () => attempt('check', check),
  }
}

/** The fields, and the tables available to choose from. */
function useAreaFields({ stored, applicationId, start, limits, draft }: EditorStart) {
  const { t } = useTranslation()
  const [initial] = useState(() => (stored === null ? newAreaForm(applicationId, start) : formOfArea(stored)))
  const [opening] = useState(draft ?? initial)
  const [known, setKnown] = useState<Pick<AreaRules, 'index' | 'tableMode'>>({ index: null, tableMode: null })
  const schema = useMemo(() => areaFormSchema({ ...known, limits, t }), [known, limits, t])
  const fields = useZodForm(schema, opening, { mode: 'onSubmit' })
  const typed = fields.watch()
  const available = useAvailableTables(typed.application_id === '' ? null : typed.application_id)
  const { isLoading, index } = available
  // Choose the mode once, by the tables that are available then.
  const tableMode =
    typed.tableMode === null && !isLoading ? openingTableMode(typed, stored === null, index) : typed.tableMode
  if (known.index !== index || known.tableMode !== tableMode) setKnown({ index, tableMode })
  const form: AreaForm = { ...typed, tableMode }
  const { edit: change, getValues, trigger } = fields
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  useEffect(() => latest.current({ tableMode }), [tableMode])
  const { isSubmitted } = fields.formState
  useEffect(() => {
    if (isSubmitted) void trigger('tables')
  }, [isSubmitted, trigger, known])
  const edit: EditForm = useCallback(
    (next) => latest.current(typeof next === 'function' ? next(getValues()) : next),
    [getValues],
  )
  return { form, initial, edit, available, fields }
}

/** Whether the server has another version by now; a name already in use is a conflict too. */
async function isOutdatedNow(known: Area | null): Promise<boolean> {
  if (known === null) return false
  const current = await getArea(known.area_id).catch(() => null)
  return current !== null && current.version !== known.version
}
