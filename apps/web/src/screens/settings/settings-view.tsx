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
import { PageHead } from '../../components/page.tsx'

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

const tabsLook = 'mb-6 flex flex-wrap gap-x-1 border-b border-line max-md:gap-1.5 max-md:pb-4 in-[[role=dialog]]:-mt-3'
const tabLook =
  '-mb-px min-h-10 border-b-2 border-transparent px-3 font-medium text-muted hover:text-ink data-active:border-accent data-active:text-ink max-md:mb-0 max-md:rounded-full max-md:border max-md:border-line-strong max-md:text-(length:--text-dense) max-md:data-active:bg-(--accent-soft) max-md:data-active:text-accent-text'

/** The settings, used by their own page and by the chat's dialog. */
export function SettingsView({ me, heading, tab, onTab, form, onForm, onReconfigure }: SettingsViewProps) {
  const { t } = useTranslation()
  const isAdmin = me.role === 'ADMIN'
  const open = openTab(isAdmin, tab)
  const { isDirty, report } = useDirtyForms()
  useLeaveQuestion(isDirty)
  return (
    <DirtyProvider value={report}>
      {heading !== undefined && <PageHead>{heading}</PageHead>}
      <Tabs.Root value={open} onValueChange={(value: SettingsTab) => onTab(value)}>
        <Tabs.List className={tabsLook} aria-label={t('Settings')}>
          {tabsOf(isAdmin).map((name) => (
            <Tabs.Tab key={name} value={name} className={cn('focus-visible:-outline-offset-2', tabLook)}>
              {translate(t, settingsTabLabels[name])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={open} className="rounded-control *:data-[part=note]:mb-6">
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
