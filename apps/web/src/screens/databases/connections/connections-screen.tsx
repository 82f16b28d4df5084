import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { meQuery } from '../../../api/auth.ts'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { ConnectionsList } from './connections-list.tsx'
import styles from '../../../components/admin-page.module.css'

/** The read-only list of connections as a page. */
export function ConnectionsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Database Connections'))
  const { data: user } = useSuspenseQuery(meQuery)
  return (
    <main className={cn(styles.page, styles.narrow)}>
      <div className="page-head">
        <h1 className="min-w-0 flex-1">{t('Database Connections')}</h1>
      </div>
      <ConnectionsList user={user} onSession={() => undefined} />
    </main>
  )
}
