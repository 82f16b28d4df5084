import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { UserTabs } from './user-tabs.tsx'
import { Page, PageHead } from '../../components/page.tsx'

interface UsersPageProps {
  /** The buttons next to the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every page of "Users and groups": heading, tabs, and content. */
export function UsersPage({ actions, children }: UsersPageProps) {
  const { t } = useTranslation()
  return (
    <Page>
      <PageHead className="pb-3!">
        <div className="min-w-0 flex-1">
          <h1>{t('User Management')}</h1>
        </div>
        {actions}
      </PageHead>
      <UserTabs />
      {children}
    </Page>
  )
}
