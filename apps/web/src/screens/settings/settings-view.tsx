import { Tabs } from '@base-ui/react/tabs'
import type { User } from '@parlance/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { useLeaveQuestion } from '../../components/use-leave-question.ts'
import { translate } from '../../lib/i18n.ts'
import { openTab, settingsTabLabels, tabsOf, type SettingsTab } from '../../lib/settings-tabs.ts'
import { Note } from '../../ui/note.tsx'
import type { OnForm } from '../../components/use-open-form.ts'
import { UsersView } from '../users/users-view.tsx'
import { EnvironmentTab } from './environment-tab.tsx'
import { LicenseTab } from './license-tab.tsx'
import { LlmTab } from './llm-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { DirtyProvider, useDirtyForms } from './use-dirty.ts'
import styles from './settings.module.css'

export interface SettingsViewProps {
  me: User
  heading?: ReactNode
  /** The tab in the address; users without that tab get another. */
  tab: SettingsTab | undefined
  onTab: (tab: SettingsTab) => void
  /** The open dialog of the user management. */
  form: string | undefined
  onForm: OnForm
  onReconfigure: () => void
}

/** The settings, used by their own page and by the chat's dialog. */
export function SettingsView({ me, heading, tab, onTab, form, onForm, onReconfigure }: SettingsViewProps) {
  const { t } = useTranslation()
  const isAdmin = me.role === 'ADMIN'
  const open = openTab(isAdmin, tab)
  const { isDirty, report } = useDirtyForms()
  useLeaveQuestion(isDirty)
  return (
    <DirtyProvider value={report}>
      {heading !== undefined && <div className="page-head">{heading}</div>}
      <Tabs.Root className={styles.settings} value={open} onValueChange={(value: SettingsTab) => onTab(value)}>
        <Tabs.List className={styles.tabs} aria-label={t('Settings')}>
          {tabsOf(isAdmin).map((name) => (
            <Tabs.Tab key={name} value={name} className={cn('ring-in', styles.tabItem)}>
              {translate(t, settingsTabLabels[name])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={open} className={styles.panel}>
          {!isAdmin && tab === 'environment' && (
            <Note tone="info">{t('Only administrators can configure outbound email.')}</Note>
          )}
          {open === 'profile' && <ProfileTab me={me} />}
          {open === 'llm' && <LlmTab />}
          {open === 'environment' && <EnvironmentTab onReconfigure={onReconfigure} />}
          {open === 'license' && <LicenseTab isAdmin={isAdmin} />}
          {open === 'users' && <UsersView me={me} form={form} onForm={onForm} />}
        </Tabs.Panel>
      </Tabs.Root>
    </DirtyProvider>
  )
}
