import { Menu } from '@base-ui/react/menu'
import type { ListedUser } from '@parlance/contract'
import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuDivider, MenuItem, MenuPopup } from '../../../ui/menu.tsx'

export interface RowActions {
  edit: (user: ListedUser) => void
  access: (user: ListedUser) => void
  preview: (user: ListedUser) => void
  sendReset: (user: ListedUser) => void
  copyReset: (user: ListedUser) => void
  resend: (user: ListedUser) => void
  withdraw: (user: ListedUser) => void | Promise<void>
  approve: (user: ListedUser) => void
  decline: (user: ListedUser) => void
  disconnect: (user: ListedUser) => void | Promise<void>
  activate: (user: ListedUser) => void
  deactivate: (user: ListedUser) => void
  remove: (user: ListedUser) => void
}

interface RowMenuProps {
  user: ListedUser
  isSelf: boolean
  /** Whether links are sent by email. If not, they are copied. */
  isMailed: boolean
  actions: RowActions
}

/** What an administrator can do with one user. */
export function RowMenu({ user, isSelf, isMailed, actions }: RowMenuProps) {
  const { t } = useTranslation()
  const item = (label: string, perform: (user: ListedUser) => void | Promise<void>, isDangerous = false) => (
    <MenuItem className={isDangerous ? 'text-danger' : undefined} onClick={() => void perform(user)}>
      {label}
    </MenuItem>
  )
  return (
    <Menu.Root>
      <Menu.Trigger
        className={buttonClass({ kind: 'quiet', size: 'small', square: true })}
        aria-label={t('Actions for {name}', { name: user.username || user.email })}
      >
        <Icon of={Ellipsis} />
      </Menu.Trigger>
      <MenuPopup align="end">
        {user.state === 'pending' && (
          <>
            {item(t('Approve'), actions.approve)}
            {item(t('Reject'), actions.decline, true)}
          </>
        )}
        {user.state === 'invited' && (
          <>
            {item(isMailed ? t('Send the invitation again') : t('Copy a new invitation link'), actions.resend)}
            {item(t('Edit'), actions.edit)}
            {item(t('Withdraw the invitation'), actions.withdraw, true)}
          </>
        )}
        {user.state !== 'pending' && user.state !== 'invited' && (
          <>
            {item(t('Edit'), actions.edit)}
            {item(t('Manage access'), actions.access)}
            {item(t('Preview as…'), actions.preview)}
            {user.is_active && (
              <>
                <MenuDivider />
                {isMailed && item(t('Send a password reset link'), actions.sendReset)}
                {item(t('Copy a password reset link'), actions.copyReset)}
                {user.is_connected && item(t('Disconnect from sign-in providers'), actions.disconnect)}
              </>
            )}
            {!isSelf && (
              <>
                <MenuDivider />
                {user.is_active ? item(t('Deactivate'), actions.deactivate) : item(t('Activate'), actions.activate)}
                {item(t('Delete'), actions.remove, true)}
              </>
            )}
          </>
        )}
      </MenuPopup>
    </Menu.Root>
  )
}
