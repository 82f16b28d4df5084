import { Link } from '@tanstack/react-router'
import { PanelLeft, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { actions } from '../../../actions/definitions.ts'
import { ActionButton } from '../../../components/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { brandClass, Logo } from '../../../ui/logo.tsx'
import type { Chat } from '../state/use-chat.ts'
import { AreaButtons } from './area-buttons.tsx'
import { AreaPicker } from './area-picker.tsx'
import { DatabasePicker } from './database-picker.tsx'
import { SessionList } from './session-list.tsx'
import { UserMenu } from '../../../components/user-menu.tsx'

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
      <div className="flex h-(--header) flex-none items-center justify-between pr-3 pl-4 max-md:h-13">
        <Link className={brandClass} to="/" aria-label="Parlance">
          <Logo />
        </Link>
        <Button kind="quiet" size="small" square aria-label={t('Close side menu')} onClick={onClose}>
          <Icon of={PanelLeft} />
        </Button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col px-3 pt-1">
        <ActionButton
          action={actions.newConversation}
          icon={Plus}
          className="w-full flex-none justify-start pr-2 pl-2.5 [&>span]:ml-auto"
        />
        <div className="mt-4 flex h-7 flex-none items-center pl-2">
          <span className="text-meta font-medium text-faint flex-1">{t('Connected Database')}</span>
        </div>
        <DatabasePicker chat={chat} onLeave={onLeave} onDialog={onDialog} />
        <div className="mt-4 flex h-7 flex-none items-center pl-2">
          <span className="text-meta font-medium text-faint flex-1">{t('Business area')}</span>
          {chat.user.role === 'ADMIN' && <AreaButtons />}
        </div>
        <AreaPicker chat={chat} onOpen={(form) => onDialog('areas', form)} />
        <div className="mt-4 flex h-7 flex-none items-center pl-2">
          <span className="text-meta font-medium text-faint flex-1">{t('Conversation History')}</span>
          <ActionButton action={actions.clearAll} kind="quiet" size="small" />
        </div>
        <SessionList chat={chat} onLeave={onLeave} />
      </div>
      <UserMenu user={chat.user} onLeave={onLeave} />
    </>
  )
}
