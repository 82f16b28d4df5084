import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateUser, usersQuery, type Account } from '../../api/users.ts'
import { ApiError, describeError } from '../../lib/api-error.ts'
import { changesOf, formOf, problemsOf, type UserForm, type UserProblems } from './edit-user-form.ts'

export interface UserEditor {
  form: UserForm
  problems: UserProblems
  isDirty: boolean
  isSaving: boolean
  failure: string | null
  /** Another administrator was faster. */
  isOutdated: boolean
  edit: (change: Partial<UserForm>) => void
  /** Sends what changed; null when it could not be saved, else whether there was anything to send. */
  save: () => Promise<boolean | null>
}

/** The state of one account's form. */
export function useEditUser(user: Account): UserEditor {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [form, setForm] = useState(() => formOf(user))
  const [failure, setFailure] = useState<{ text: string; isOutdated: boolean } | null>(null)
  const [isSaving, setSaving] = useState(false)
  const saving = useRef(false)
  const changes = changesOf(form, user)
  const problems = problemsOf(form)

  const save = async () => {
    if (saving.current || Object.keys(problems).length > 0) return null
    if (Object.keys(changes).length === 0) return false
    saving.current = true
    setSaving(true)
    setFailure(null)
    try {
      const expected = user.updated_at === null ? {} : { expected_updated_at: user.updated_at }
      await updateUser(user.user_id, { ...changes, ...expected })
      await queryClient.invalidateQueries({ queryKey: usersQuery.queryKey, exact: true })
      return true
    } catch (error) {
      const isRoleAlone = Object.keys(changes).join() === 'role'
      setFailure({
        text: describeError(error, t(isRoleAlone ? 'Failed to update user role' : 'Failed to update user')),
        isOutdated: error instanceof ApiError && error.code === 'conflict',
      })
      return null
    } finally {
      saving.current = false
      setSaving(false)
    }
  }
  return {
    form,
    problems,
    isDirty: Object.keys(changes).length > 0 || Object.keys(problems).length > 0,
    isSaving,
    failure: failure?.text ?? null,
    isOutdated: failure?.isOutdated ?? false,
    edit: (change) => setForm((current) => ({ ...current, ...change })),
    save,
  }
}
