import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../../api/auth.ts'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { ConnectionsList } from './connections-list.tsx'
import { Page, PageHead } from '../../../components/page.tsx'

/** The read-only list of connections as a page. */
export function ConnectionsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Database Connections'))
  const { data: user } = useSuspenseQuery(meQuery)
  return (
    <Page width="narrow">
      <PageHead>
        <h1 className="min-w-0 flex-1">{t('Database Connections')}</h1>
      </PageHead>
      <ConnectionsList user={user} onSession={() => undefined} />
    </Page>
  )
}
