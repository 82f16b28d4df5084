import { Menu } from '@base-ui/react/menu'
import { message, type Message, type User } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import {
  Cable,
  Check,
  ChevronsUpDown,
  Crown,
  Database,
  House,
  Info,
  Keyboard,
  Layers,
  LogOut,
  Monitor,
  Moon,
  Search,
  Settings,
  Sun,
  UserRound,
  Users,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { keysOf, useAvailableActions } from '../actions/actions-provider.tsx'
import { actions, type ActionDefinition } from '../actions/definitions.ts'
import { shortcutText } from '../actions/shortcut.ts'
import { translate } from '../lib/i18n.ts'
import { chooseTheme, themes, type Theme } from '../lib/theme-store.ts'
import { useTheme } from '../lib/use-theme.ts'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { KeyboardKey } from '../ui/keyboard-key.tsx'
import { MenuDivider, MenuItem, menuItemClass, MenuPopup } from '../ui/menu.tsx'

const themeLooks: Record<Theme, { icon: LucideIcon; label: Message }> = {
  system: { icon: Monitor, label: message('System theme') },
  light: { icon: Sun, label: message('Light theme') },
  dark: { icon: Moon, label: message('Dark theme') },
}

/** Actions that a role may not use are not registered for it. */
const menuActions: { action: ActionDefinition; icon: LucideIcon }[] = [
  { action: actions.openOverview, icon: House },
  { action: actions.openSettings, icon: Settings },
  { action: actions.openProfile, icon: UserRound },
  { action: actions.viewAreas, icon: Layers },
  { action: actions.viewConnections, icon: Cable },
  { action: actions.manageDatabases, icon: Database },
  { action: actions.manageUsers, icon: Users },
]

interface UserMenuProps {
  user: User
  /** Called when a choice leaves the menu. */
  onLeave: () => void
}

/** Shows who is signed in, with the actions of the user rather than of a conversation. */
export function UserMenu({ user, onLeave }: UserMenuProps) {
  const { t } = useTranslation()
  const role = user.role === 'ADMIN' ? t('Administrator') : t('General')
  return (
    <Menu.Root>
      <Menu.Trigger className="group/user @container/user flex min-h-14 w-full flex-none items-center gap-2.5 border-t border-line px-4 text-left hover:bg-hover data-popup-open:bg-hover">
        <span
          className="inline-grid size-7 flex-none place-items-center rounded-full bg-ink text-[12px] font-semibold text-page"
          aria-hidden
        >
          {(user.username || user.email).slice(0, 2).toUpperCase()}
        </span>
        <span className="min-w-0 flex-1">
          <bdi className="truncate min-w-0 block font-medium">{user.email}</bdi>
          <span className="flex items-center gap-2">
            <span className="text-meta text-faint group-hover/user:text-muted group-data-popup-open/user:text-muted">
              {role}
            </span>
            {user.is_premium && (
              <Badge>
                <Icon of={Crown} />
                <span className="@max-[280px]/user:sr-only">{t('Premium')}</span>
              </Badge>
            )}
          </span>
        </span>
        <Icon of={ChevronsUpDown} className="text-faint group-hover/user:text-muted" />
      </Menu.Trigger>
      <MenuPopup side="top" className="w-(--anchor-width)">
        <ThemeChoice />
        <MenuDivider />
        {menuActions.map(({ action, icon }) => (
          <ActionItem key={action.id} action={action} icon={icon} onLeave={onLeave} />
        ))}
        {user.role === 'ADMIN' && (
          <Menu.LinkItem
            className={menuItemClass}
            closeOnClick
            render={<Link to="/env-config" state={{ changesSetup: true }} />}
          >
            <Icon of={Wrench} />
            {translate(t, actions.reconfigure.label)}
          </Menu.LinkItem>
        )}
        <MenuDivider />
        <ActionItem action={actions.openPalette} icon={Search} onLeave={onLeave} />
        <ActionItem action={actions.showShortcuts} icon={Keyboard} onLeave={onLeave} />
        <ActionItem action={actions.openAbout} icon={Info} onLeave={onLeave} />
        <ActionItem action={actions.logOut} icon={LogOut} onLeave={onLeave} />
      </MenuPopup>
    </Menu.Root>
  )
}

function ThemeChoice() {
  const { t } = useTranslation()
  const theme = useTheme()
  return (
    <Menu.RadioGroup value={theme} onValueChange={(value: Theme) => chooseTheme(value)} aria-label={t('Theme')}>
      {themes.map((choice) => (
        <Menu.RadioItem key={choice} value={choice} className={menuItemClass} closeOnClick={false}>
          <Icon of={themeLooks[choice].icon} />
          {translate(t, themeLooks[choice].label)}
          <Menu.RadioItemIndicator className="ml-auto flex">
            <Icon of={Check} small className="text-accent-text" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

interface ActionItemProps {
  action: ActionDefinition
  icon: LucideIcon
  onLeave: () => void
}

/** The menu item of an action, with its keys; empty if the open page does not have the action. */
function ActionItem({ action, icon, onLeave }: ActionItemProps) {
  const { t } = useTranslation()
  const available = useAvailableActions()
  const perform = available.get(action.id)
  const keys = keysOf(action, available)
  if (perform === undefined) return null
  const choose = () => {
    onLeave()
    perform()
  }
  return (
    <MenuItem onClick={choose}>
      <Icon of={icon} />
      <span>{translate(t, action.label)}</span>
      {keys !== null && (
        <KeyboardKey className="ml-auto" aria-hidden>
          {shortcutText(keys, t)}
        </KeyboardKey>
      )}
    </MenuItem>
  )
}
