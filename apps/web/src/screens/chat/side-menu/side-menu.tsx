import { Link } from '@tanstack/react-router'
import { PanelLeft, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { actions } from '../../../actions/definitions.ts'
import { ActionButton } from '../../../components/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Logo } from '../../../ui/logo.tsx'
import type { Chat } from '../state/use-chat.ts'
import { AreaButtons } from './area-buttons.tsx'
import { AreaPicker } from './area-picker.tsx'
import { DatabasePicker } from './database-picker.tsx'
import { SessionList } from './session-list.tsx'
import { UserMenu } from '../../../components/user-menu.tsx'
import styles from './side-menu.module.css'

interface SideMenuProps {
  chat: Chat
  onClose: () => void
  /** Called when a choice leaves the menu. */
  onLeave: () => void
  onDialog: (dialog: MenuDialog, form?: string) => void
}

type MenuDialog = 'areas' | 'databases' | 'connections'

export function SideMenu({ chat, onClose, onLeave, onDialog }: SideMenuProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.topBar}>
        <Link className="brand" to="/" aria-label="Parlance">
          <Logo />
        </Link>
        <Button kind="quiet" size="small" square aria-label={t('Close side menu')} onClick={onClose}>
          <Icon of={PanelLeft} />
        </Button>
      </div>
      <div className={styles.body}>
        <ActionButton action={actions.newConversation} icon={Plus} className={styles.newConversation} />
        <div className={styles.sectionHead}>
          <span className="eyebrow">{t('Connected Database')}</span>
        </div>
        <DatabasePicker chat={chat} onLeave={onLeave} onDialog={onDialog} />
        <div className={styles.sectionHead}>
          <span className="eyebrow">{t('Business area')}</span>
          {chat.user.role === 'ADMIN' && <AreaButtons />}
        </div>
        <AreaPicker chat={chat} onOpen={(form) => onDialog('areas', form)} />
        <div className={styles.sectionHead}>
          <span className="eyebrow">{t('Conversation History')}</span>
          <ActionButton action={actions.clearAll} kind="quiet" size="small" />
        </div>
        <SessionList chat={chat} onLeave={onLeave} />
      </div>
      <UserMenu user={chat.user} onLeave={onLeave} />
    </>
  )
}
