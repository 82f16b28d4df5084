import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { meQuery } from '../../../api/auth.ts'
import { PageTop } from '../../../components/page-top.tsx'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ConnectionsList } from './connections-list.tsx'
import styles from '../../../components/admin-page.module.css'

/** The read-only list of connections as a page. */
export function ConnectionsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Database Connections'))
  const { data: user } = useSuspenseQuery(meQuery)
  return (
    <>
      <PageTop>
        <Link className={buttonClass({ size: 'small' })} to="/chat" search={{}}>
          <Icon of={ArrowLeft} />
          {t('Back to Chat')}
        </Link>
      </PageTop>
      <main className={cn(styles.page, styles.narrow)}>
        <div className="page-head">
          <h1 className="grow">{t('Database Connections')}</h1>
        </div>
        <ConnectionsList user={user} onSession={() => undefined} />
      </main>
    </>
  )
}
