import type { ListedUser, LinkResponse } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createResetLink, resendInvitation, withdrawInvitation } from '../../../api/user-directory.ts'
import { disconnectIdentities } from '../../../api/single-sign-on.ts'
import { refreshUsers } from '../../../api/users.ts'
import type { MessageLine } from '../../../components/use-message.ts'
import { describeError } from '../../../lib/api-error.ts'
import { useQuestions } from '../../../ui/questions.tsx'
import type { PersonalLink } from '../dialogs/link-dialog.tsx'
import { useUserActions } from '../use-user-actions.ts'
import type { RowActions } from './row-menu.tsx'

export interface ShownLinks {
  title: string
  links: PersonalLink[]
}

interface RowActionsOptions {
  messages: MessageLine
  onForm: (form: string) => void
  onLinks: (links: ShownLinks) => void
}

/** What the menu of a row does. */
export function useRowActions({ messages, onForm, onLinks }: RowActionsOptions): RowActions {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const users = useUserActions(messages)
  const [isRunning, setRunning] = useState(false)

  const perform = async <T>(task: () => Promise<T>, failure: string): Promise<T | null> => {
    if (isRunning) return null
    setRunning(true)
    try {
      return await task()
    } catch (error) {
      messages.failure(describeError(error, failure))
      return null
    } finally {
      setRunning(false)
      await refreshUsers(queryClient)
    }
  }
  const deliver = async (user: ListedUser, title: string, sent: string, task: () => Promise<LinkResponse>) => {
    const made = await perform(task, t('Could not create the link. Try again.'))
    if (made === null) return
    if (made.link === null) messages.success(sent)
    else onLinks({ title, links: [{ email: user.email, link: made.link, expires_at: made.expires_at }] })
  }
  const account = ({ user_id, email }: ListedUser) => ({ user_id, email })
  return {
    edit: ({ user_id: id }) => onForm(id),
    access: ({ user_id: id }) => onForm(`access.${id}`),
    preview: ({ user_id: id }) => onForm(`preview.${id}`),
    remove: ({ user_id: id }) => onForm(`delete.${id}`),
    approve: (user) => void users.approve(account(user), 'GENERAL'),
    decline: (user) => void users.reject(account(user)),
    activate: (user) => void users.activate(account(user)),
    deactivate: (user) => void users.deactivate(account(user)),
    sendReset: (user) =>
      void deliver(user, t('Password reset link'), t('A reset link was sent to {email}.', { email: user.email }), () =>
        createResetLink(user.user_id, 'email'),
      ),
    copyReset: (user) => void deliver(user, t('Password reset link'), '', () => createResetLink(user.user_id, 'copy')),
    resend: (user) =>
      void deliver(
        user,
        t('Invitation link'),
        t('The invitation was sent to {email} again.', { email: user.email }),
        () => resendInvitation(user.user_id),
      ),
    disconnect: async (user) => {
      const text = t(
        'Disconnect {email} from all sign-in providers? Their sign-ins end, and groups and attributes from there go away. The next sign-in connects them again by their verified email address.',
        { email: user.email },
      )
      if (!(await ask({ text, confirm: t('Disconnect'), danger: true }))) return
      const done = await perform(
        () => disconnectIdentities(user.user_id),
        t('Could not disconnect the user. Try again.'),
      )
      if (done !== null) messages.success(done.message)
    },
    withdraw: async (user) => {
      const text = t('Withdraw the invitation of {email}? Their link stops working.', { email: user.email })
      if (!(await ask({ text, confirm: t('Withdraw the invitation'), danger: true }))) return
      const done = await perform(async () => {
        await withdrawInvitation(user.user_id)
        return true
      }, t('Could not withdraw the invitation. Try again.'))
      if (done === true) messages.success(t('The invitation of {email} was withdrawn.', { email: user.email }))
    },
  }
}
