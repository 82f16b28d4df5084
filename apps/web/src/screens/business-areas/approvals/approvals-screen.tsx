import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { BackToChat } from '../../../components/back-to-chat.tsx'
import { PageTop } from '../../../components/page-top.tsx'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ApprovalList } from './approval-list.tsx'
import styles from '../../../components/admin-page.module.css'

/** The page of changes that are waiting for an administrator. */
export function ApprovalsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Approvals'))
  return (
    <>
      <PageTop>
        <Link className={buttonClass({ size: 'small' })} to="/business-areas">
          <Icon of={ArrowLeft} />
          {t('Business areas')}
        </Link>
        <BackToChat />
      </PageTop>
      <main className={cn(styles.page, styles.narrow)}>
        <div className={styles.content}>
          <div className="page-head">
            <div className="grow">
              <h1>{t('Approvals')}</h1>
              <p>
                {t(
                  'Area owners who are not administrators need your approval to show more data from protected tables.',
                )}{' '}
                <a href="/docs/protected-tables">{t('How protection works')}</a>
              </p>
            </div>
          </div>
          <ApprovalList />
        </div>
      </main>
    </>
  )
}
