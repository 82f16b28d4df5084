import type { User } from '@parlance/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../../ui/modal.tsx'
import { useQuestions } from '../../ui/questions.tsx'
import { UsersView } from '../users/users-view.tsx'
import { SettingsView, type SettingsViewProps } from './settings-view.tsx'

interface SettingsDialogsProps extends Pick<SettingsViewProps, 'tab' | 'onTab' | 'form' | 'onForm'> {
  user: User
  /** Which of the two dialogs the address opens; null for none. */
  open: 'settings' | 'users' | null
  onClose: () => void
}

/** The settings and the user management as dialogs of the chat; the latter only for administrators. */
export function SettingsDialogs({ user, open, onClose, ...view }: SettingsDialogsProps) {
  const { t } = useTranslation()
  // Ask above the dialogs: the notice must outlive the closing dialog, which may first ask about changes.
  const { tell } = useQuestions()
  const reconfigures = useRef(false)
  useEffect(() => {
    if (open !== null || !reconfigures.current) return
    reconfigures.current = false
    void tell(t('To reconfigure the environment, choose "Reconfigure Environment" in the main menu.'))
  }, [open, t, tell])
  const close = (toReconfigure: boolean) => {
    reconfigures.current = toReconfigure
    onClose()
  }
  const isUsers = open === 'users' && user.role === 'ADMIN'
  return (
    <>
      <Modal open={isUsers} onClose={onClose} title={t('User Management')} width={1200} large>
        <UsersView me={user} form={view.form} onForm={view.onForm} />
      </Modal>
      <Modal
        open={open !== null && !isUsers}
        onClose={() => close(false)}
        title={t('Settings')}
        width={800}
        className="h-[min(860px,calc(100dvh-32px))]"
      >
        <SettingsView me={user} onReconfigure={() => close(true)} {...view} />
      </Modal>
    </>
  )
}
