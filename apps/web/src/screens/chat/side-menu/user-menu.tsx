import { Menu } from '@base-ui/react/menu'
import type { User } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import {
  Cable,
  Check,
  ChevronsUpDown,
  Crown,
  Database,
  Info,
  Keyboard,
  Layers,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Sun,
  Users,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAvailableActions } from '../../../actions/actions-provider.tsx'
import { actions, type ActionDefinition } from '../../../actions/definitions.ts'
import { isAppleKeyboard, shortcutKeys } from '../../../actions/shortcut.ts'
import { chooseTheme, themes, type Theme } from '../../../lib/theme-store.ts'
import { useTheme } from '../../../lib/use-theme.ts'
import { Icon } from '../../../ui/icon.tsx'

const themeLooks: Record<Theme, { icon: LucideIcon; label: string }> = {
  system: { icon: Monitor, label: 'System theme' },
  light: { icon: Sun, label: 'Light theme' },
  dark: { icon: Moon, label: 'Dark theme' },
}

interface UserMenuProps {
  user: User
  onDialog: (dialog: 'about' | 'areas' | 'databases' | 'connections' | 'settings' | 'users') => void
}

/** Who is signed in, and what belongs to the person rather than to a conversation. */
export function UserMenu({ user, onDialog }: UserMenuProps) {
  const { t } = useTranslation()
  const role = user.role === 'ADMIN' ? t('Administrator') : t('General')
  return (
    <Menu.Root>
      <Menu.Trigger className="who">
        <span className="ava" aria-hidden>
          {(user.username || user.email).slice(0, 2).toUpperCase()}
        </span>
        <span className="grow">
          <span className="cut block font-medium">{user.email}</span>
          <span className="meta faint">{role}</span>
        </span>
        {user.is_premium && (
          <span className="badge">
            <Icon of={Crown} />
            {t('Premium')}
          </span>
        )}
        <Icon of={ChevronsUpDown} className="faint" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="pop" side="top" align="start" sideOffset={4}>
          <Menu.Popup className="menu w-(--anchor-width)">
            <ThemeChoice />
            <Menu.Separator className="menu-sep" />
            <Menu.Item className="menu-i" onClick={() => onDialog('settings')}>
              <Icon of={Settings} />
              {t('Settings')}
            </Menu.Item>
            <Menu.Item className="menu-i" onClick={() => onDialog('areas')}>
              <Icon of={Layers} />
              {t('View Business Areas')}
            </Menu.Item>
            <Menu.Item className="menu-i" onClick={() => onDialog('connections')}>
              <Icon of={Cable} />
              {t('View Database Connections')}
            </Menu.Item>
            {user.role === 'ADMIN' && (
              <>
                <Menu.Item className="menu-i" onClick={() => onDialog('databases')}>
                  <Icon of={Database} />
                  {t('Database Management')}
                </Menu.Item>
                <Menu.Item className="menu-i" onClick={() => onDialog('users')}>
                  <Icon of={Users} />
                  {t('User Management')}
                </Menu.Item>
                <Menu.LinkItem className="menu-i" closeOnClick render={<Link to="/env-config" />}>
                  <Icon of={Wrench} />
                  {t('Reconfigure Environment')}
                </Menu.LinkItem>
              </>
            )}
            <Menu.Separator className="menu-sep" />
            <ActionItem action={actions.showShortcuts} icon={Keyboard} />
            <Menu.Item className="menu-i" onClick={() => onDialog('about')}>
              <Icon of={Info} />
              {t('About')}
            </Menu.Item>
            <ActionItem action={actions.logOut} icon={LogOut} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function ThemeChoice() {
  const { t } = useTranslation()
  const theme = useTheme()
  return (
    <Menu.RadioGroup value={theme} onValueChange={(value: Theme) => chooseTheme(value)} aria-label={t('Theme')}>
      {themes.map((choice) => (
        <Menu.RadioItem key={choice} value={choice} className="menu-i" closeOnClick={false}>
          <Icon of={themeLooks[choice].icon} />
          {t(themeLooks[choice].label)}
          <Menu.RadioItemIndicator className="ml-auto flex">
            <Icon of={Check} small className="acc" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

function ActionItem({ action, icon }: { action: ActionDefinition; icon: LucideIcon }) {
  const { t } = useTranslation()
  const perform = useAvailableActions().get(action.id)
  return (
    <Menu.Item className="menu-i" disabled={perform === undefined} onClick={() => perform?.()}>
      <Icon of={icon} />
      {t(action.label)}
      {action.shortcut !== null && (
        <span className="kbd" aria-hidden>
          {shortcutKeys(action.shortcut, isAppleKeyboard()).join(' ')}
        </span>
      )}
    </Menu.Item>
  )
}
