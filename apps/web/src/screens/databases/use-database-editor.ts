import type { DatabaseType } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery, createConfiguration, updateConfiguration, type Database } from '../../api/databases.ts'
import {
  checkForm,
  editRules,
  newRules,
  type FormProblems,
  type FormRules,
} from '../../components/database-form/check-form.ts'
import { toRequest } from '../../components/database-form/form-request.ts'
import {
  chooseType,
  emptyForm,
  formOf,
  managementPlace,
  setField,
  type FieldValue,
  type FormState,
} from '../../components/database-form/form-state.ts'
import { ApiError, describeError } from '../../lib/api-error.ts'

const noProblems: FormProblems = { summary: null, fields: {} }

export interface DatabaseEditor {
  /** As it was when the form opened, or as it was saved since; null for a new one. */
  base: Database | null
  state: FormState
  rules: FormRules
  problems: FormProblems
  /** Counts refused attempts, so that each of them moves the focus to the first wrong field. */
  refusals: number
  /** What the server said of the last attempt. */
  failure: string | null
  /** Somebody else changed the configuration meanwhile. */
  isOutdated: boolean
  isDirty: boolean
  isSaving: boolean
  edit: (change: Partial<Pick<FormState, 'name' | 'description' | 'applicationId' | 'visibility'>>) => void
  chooseType: (type: DatabaseType) => void
  setField: (name: string, value: FieldValue) => void
  /** Checks and saves; null when it was refused. */
  save: () => Promise<Database | null>
}

/** The state of the form for a new database, or for the stored one; what is saved becomes the stored one. */
export function useDatabaseEditor(stored: Database | null, storedType: DatabaseType | null): DatabaseEditor {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [base, setBase] = useState(stored)
  const [initial, setInitial] = useState(() =>
    stored === null || storedType === null ? emptyForm : formOf(stored, storedType),
  )
  const [state, setState] = useState(initial)
  const [checked, setChecked] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [failure, setFailure] = useState<{ text: string; isOutdated: boolean } | null>(null)
  const [isSaving, setSaving] = useState(false)
  const saving = useRef(false)
  // A type that was chosen anew has no stored secrets to keep.
  const keepsType = base !== null && state.type?.db_type === base.db_type
  const rules = keepsType ? editRules : newRules
  const problems = checked ? checkForm(state, rules) : noProblems

  /** Whether the server has another version by now; a name that is taken is a conflict as well. */
  const isChanged = async (known: Database | null): Promise<boolean> => {
    if (known === null) return false
    const list = await queryClient.fetchQuery({ ...configurationsQuery, staleTime: 0 }).catch(() => [])
    const current = list.find((database) => database.id === known.id)
    return current !== undefined && current.updated_at !== known.updated_at
  }
  /** What was saved is what the next change begins from; its secrets are the server's now. */
  const rebase = (saved: Database) => {
    const form = state.type === null ? emptyForm : formOf(saved, state.type)
    setBase(saved)
    setInitial(form)
    setState(form)
  }
  const send = async (): Promise<Database | null> => {
    const request = toRequest(state)
    try {
      const saved =
        base === null
          ? await createConfiguration(request)
          : await updateConfiguration(base.id, request, base.updated_at)
      queryClient.setQueryData(configurationsQuery.queryKey, (list) => upsert(list ?? [], saved))
      rebase(saved)
      return saved
    } catch (error) {
      const fallback = base === null ? 'Failed to create configuration' : 'Failed to update configuration'
      const isAnswer = error instanceof ApiError
      setFailure({
        text: describeError(error, t(isAnswer ? fallback : 'Failed to save configuration')),
        isOutdated: isAnswer && error.status === 409 && (await isChanged(base)),
      })
      return null
    }
  }

  return {
    base,
    state,
    rules,
    problems,
    refusals,
    failure: failure?.text ?? null,
    isOutdated: failure?.isOutdated ?? false,
    isDirty: JSON.stringify(state) !== JSON.stringify(initial),
    isSaving,
    edit: (change) => setState((current) => ({ ...current, ...change })),
    chooseType: (type) => setState((current) => chooseType(current, type, managementPlace)),
    setField: (name, value) => setState((current) => setField(current, name, value)),
    save: async () => {
      if (saving.current) return null
      setChecked(true)
      setFailure(null)
      if (checkForm(state, rules).summary !== null) {
        setRefusals((count) => count + 1)
        return null
      }
      saving.current = true
      setSaving(true)
      try {
        return await send()
      } finally {
        saving.current = false
        setSaving(false)
      }
    },
  }
}

function upsert(list: Database[], saved: Database): Database[] {
  return list.some((item) => item.id === saved.id)
    ? list.map((item) => (item.id === saved.id ? saved : item))
    : [...list, saved]
}
