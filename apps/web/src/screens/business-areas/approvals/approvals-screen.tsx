import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../../api/auth.ts'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { ApprovalList } from './approval-list.tsx'
import { ExampleQueue } from './example-queue.tsx'
import { Page, PageContent, PageHead } from '../../../components/page.tsx'

/** The page of what waits for this user: changes of areas for administrators, and verified examples for owners too. */
export function ApprovalsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Approvals'))
  const { data: me } = useSuspenseQuery(meQuery)
  const isAdmin = me.role === 'ADMIN'
  return (
    <Page width="narrow">
      <PageContent>
        <PageHead>
          <div className="min-w-0 flex-1 max-md:basis-full">
            <h1>{t('Approvals')}</h1>
            <p>
              {isAdmin
                ? t(
                    'Area owners who are not administrators need your approval to show more data from protected tables. Answers that users marked as right become examples when you approve them.',
                  )
                : t('Answers that users marked as right in your areas become examples when you approve them.')}{' '}
              {isAdmin && <a href="/docs/protected-tables">{t('How protection works')}</a>}
            </p>
          </div>
        </PageHead>
        {isAdmin && <ApprovalList />}
        <ExampleQueue />
      </PageContent>
    </Page>
  )
}
