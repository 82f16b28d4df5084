import type { ReactNode } from 'react'
import { SubNavigation, type SubPage } from '../../components/sub-navigation.tsx'
import { useLeaveQuestion } from '../../components/use-leave-question.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { DirtyProvider, useDirtyForms } from './use-dirty.ts'
import { Page, PageHead } from '../../components/page.tsx'

interface SettingsPageProps {
  title: string
  intro?: string
  /** The pages that share the title. */
  pages?: readonly SubPage[]
  children: ReactNode
}

/** A page with forms of settings; it asks before unsaved changes are lost. */
export function SettingsPage({ title, intro, pages, children }: SettingsPageProps) {
  useDocumentTitle(title)
  const { isDirty, report } = useDirtyForms()
  useLeaveQuestion(isDirty)
  return (
    <Page>
      <PageHead>
        <div>
          <h1>{title}</h1>
          {intro !== undefined && <p>{intro}</p>}
        </div>
      </PageHead>
      {pages !== undefined && <SubNavigation label={title} pages={pages} />}
      <DirtyProvider value={report}>{children}</DirtyProvider>
    </Page>
  )
}
