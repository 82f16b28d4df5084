import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refreshUsers, updateUser, type Account } from '../../api/users.ts'
import { ApiError, describeError } from '../../lib/api-error.ts'
import { useZodForm } from '../../lib/use-zod-form.ts'
import { changesOf, formOf, userFormSchema } from './edit-user-form.ts'

export type UserEditor = ReturnType<typeof useEditUser>

/**
 * The state of one account's form.
 * @param onSaved receives whether there was anything to send.
 */
export function useEditUser(user: Account, onSaved: (isChanged: boolean) => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useZodForm(userFormSchema, formOf(user), { mode: 'onChange' })
  const [failure, setFailure] = useState<{ text: string; isOutdated: boolean } | null>(null)
  const { trigger } = form
  // An account can have a role that this client does not know, so show that problem at once.
  useEffect(() => void trigger(), [trigger])
  const checked = userFormSchema.safeParse(form.watch())

  const save = form.submit(async (values) => {
    const changes = changesOf(values, user)
    if (Object.keys(changes).length === 0) return onSaved(false)
    setFailure(null)
    try {
      const expected = user.updated_at === null ? {} : { expected_updated_at: user.updated_at }
      await updateUser(user.user_id, { ...changes, ...expected })
      await refreshUsers(queryClient)
      return onSaved(true)
    } catch (error) {
      const isOnlyRole = Object.keys(changes).join() === 'role'
      setFailure({
        text: describeError(error, isOnlyRole ? t('Failed to update user role') : t('Failed to update user')),
        isOutdated: error instanceof ApiError && error.code === 'conflict',
      })
      return undefined
    }
  })
  return {
    form,
    failure,
    isInvalid: !checked.success,
    isDirty: !checked.success || Object.keys(changesOf(checked.data, user)).length > 0,
    isSaving: form.formState.isSubmitting,
    save,
  }
}
