import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { BackToChat } from '../../../components/back-to-chat.tsx'
import { PageTop } from '../../../components/page-top.tsx'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProtectionView } from './protection-view.tsx'
import styles from '../../../components/admin-page.module.css'

const route = getRouteApi('/databases/$configId/protection')

/** The page that shows which areas contain which tables of a database, with which rules. */
export function ProtectionScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Protected tables'))
  const { configId } = route.useParams()
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageTop>
        <Link className={buttonClass({ size: 'small' })} to="/databases">
          <Icon of={ArrowLeft} />
          {t('Databases')}
        </Link>
        <BackToChat />
      </PageTop>
      <main className={cn(styles.page, styles.wide)}>
        <ProtectionView
          key={configId}
          configId={configId}
          q={q}
          onSearch={(text) => void navigate({ search: { q: text === '' ? undefined : text }, replace: true })}
        />
      </main>
    </>
  )
}
