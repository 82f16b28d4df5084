import type { Role } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activateUser, approveUser, deactivateUser, refreshUsers, rejectUser, type Account } from '../../api/users.ts'
import { describeError } from '../../lib/api-error.ts'
import { useQuestions } from '../../ui/questions.tsx'
import type { MessageLine } from '../../components/use-message.ts'

export type UserWork = 'approve' | 'reject' | 'activate' | 'deactivate'

/** What the actions need of a user. */
type ActedUser = Pick<Account, 'user_id' | 'email'>

export interface UserActions {
  /** The running task of an account; null if there is none. */
  workOf: (userId: string) => UserWork | null
  /** Approves an account; resolves to whether it worked. */
  approve: (user: ActedUser, role: Role) => Promise<boolean>
  /** Asks first; resolves to whether the registration was deleted. */
  reject: (user: ActedUser) => Promise<boolean>
  activate: (user: ActedUser) => Promise<boolean>
  /** Asks first; resolves to whether it worked. */
  deactivate: (user: ActedUser) => Promise<boolean>
}

/** The actions on a listed account, one at a time for each. */
export function useUserActions(messages: MessageLine): UserActions {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const running = useRef(new Map<string, UserWork>())
  const [shown, setShown] = useState<Record<string, UserWork>>({})

  const perform = async (user: ActedUser, work: UserWork, task: () => Promise<void>, texts: [string, string]) => {
    if (running.current.has(user.user_id)) return false
    running.current.set(user.user_id, work)
    setShown(Object.fromEntries(running.current))
    try {
      await task()
      messages.success(texts[0])
      return true
    } catch (error) {
      messages.failure(describeError(error, texts[1]))
      return false
    } finally {
      // Also after a failure: another administrator may have acted first.
      await refreshUsers(queryClient)
      running.current.delete(user.user_id)
      setShown(Object.fromEntries(running.current))
    }
  }

  return {
    workOf: (userId) => shown[userId] ?? null,
    approve: (user, role) =>
      perform(user, 'approve', () => approveUser(user.user_id, role), [
        t('{email} was approved.', { email: user.email }),
        t('Failed to approve user'),
      ]),
    reject: async (user) => {
      const text = t('Are you sure you want to reject {email}? This will delete their registration.', {
        email: user.email,
      })
      if (running.current.has(user.user_id) || !(await ask({ text, confirm: t('Reject'), danger: true }))) return false
      return perform(user, 'reject', () => rejectUser(user.user_id), [
        t('The registration of {email} was deleted.', { email: user.email }),
        t('Failed to reject user'),
      ])
    },
    activate: (user) =>
      perform(user, 'activate', () => activateUser(user.user_id), [
        t('{email} was activated.', { email: user.email }),
        t('Failed to activate user'),
      ]),
    deactivate: async (user) => {
      const text = t(
        'Deactivate {email}? They are signed out, their running questions stop, and they cannot sign in. Their conversations and areas stay, and you can activate them again.',
        { email: user.email },
      )
      if (running.current.has(user.user_id) || !(await ask({ text, confirm: t('Deactivate'), danger: true }))) {
        return false
      }
      return perform(user, 'deactivate', () => deactivateUser(user.user_id), [
        t('{email} was deactivated.', { email: user.email }),
        t('Failed to deactivate user'),
      ])
    },
  }
}
