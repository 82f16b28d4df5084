import type { DatabaseType } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery, createConfiguration, updateConfiguration, type Database } from '../../api/databases.ts'
import {
  checkForm,
  connectionFormSchema,
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
import { useZodForm } from '../../lib/use-zod-form.ts'

const noProblems: FormProblems = { summary: null, fields: {} }

export type DatabaseEditor = ReturnType<typeof useDatabaseEditor>

/** The state of the form for a new or a stored database; a saved one becomes the stored one. */
export function useDatabaseEditor(stored: Database | null, storedType: DatabaseType | null) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [base, setBase] = useState(stored)
  const [initial] = useState(() => (stored === null || storedType === null ? emptyForm : formOf(stored, storedType)))
  const [failure, setFailure] = useState<{ text: string; isOutdated: boolean } | null>(null)
  const form = useZodForm(
    connectionFormSchema((typed) => rulesOf(base, typed)),
    initial,
  )
  const state = form.watch()
  const rules = rulesOf(base, state)
  const { isSubmitted, isDirty, isSubmitting } = form.formState

  /** Whether the server has another version by now; a name already in use is a conflict too. */
  const isChanged = async (known: Database | null): Promise<boolean> => {
    if (known === null) return false
    const list = await queryClient.fetchQuery({ ...configurationsQuery, staleTime: 0 }).catch(() => [])
    const current = list.find((database) => database.id === known.id)
    return current !== undefined && current.updated_at !== known.updated_at
  }
  const send = async (typed: FormState): Promise<Database | null> => {
    const request = toRequest(typed)
    try {
      const saved =
        base === null
          ? await createConfiguration(request)
          : await updateConfiguration(base.id, request, base.updated_at)
      queryClient.setQueryData(configurationsQuery.queryKey, (list) => upsert(list ?? [], saved))
      // The next change starts from what was saved; the server has its secrets now.
      setBase(saved)
      form.restart(typed.type === null ? emptyForm : formOf(saved, typed.type))
      return saved
    } catch (error) {
      const fallback = base === null ? t('Failed to create configuration') : t('Failed to update configuration')
      const isAnswer = error instanceof ApiError
      setFailure({
        text: describeError(error, isAnswer ? fallback : t('Failed to save configuration')),
        isOutdated: isAnswer && error.status === 409 && (await isChanged(base)),
      })
      return null
    }
  }

  return {
    /** The database when the form opened, or as saved since; null for a new one. */
    base,
    element: form.element,
    state,
    rules,
    problems: isSubmitted ? checkForm(state, rules) : noProblems,
    /** The server's error for the last attempt. */
    failure,
    isDirty,
    isSaving: isSubmitting,
    edit: form.edit,
    chooseType: (type: DatabaseType) => form.edit(chooseType(form.getValues(), type, managementPlace)),
    setField: (name: string, value: FieldValue) => form.edit(setField(form.getValues(), name, value)),
    /** Checks and saves; resolves to null if it was refused. */
    save: async (): Promise<Database | null> => {
      let saved: Database | null = null
      setFailure(null)
      await form.submit(async (_checked, typed) => {
        saved = await send(typed)
      })()
      return saved
    },
  }
}

/** After a change of type, there are no stored secrets to keep. */
function rulesOf(base: Database | null, { type }: FormState): FormRules {
  return base !== null && type?.db_type === base.db_type ? editRules : newRules
}

function upsert(list: Database[], saved: Database): Database[] {
  return list.some((item) => item.id === saved.id)
    ? list.map((item) => (item.id === saved.id ? saved : item))
    : [...list, saved]
}
