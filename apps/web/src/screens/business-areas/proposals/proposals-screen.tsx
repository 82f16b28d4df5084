import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { BackToChat } from '../../../components/back-to-chat.tsx'
import { PageTop } from '../../../components/page-top.tsx'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProposalsView } from './proposals-view.tsx'
import adminPageStyles from '../../../components/admin-page.module.css'

const route = getRouteApi('/business-areas/propose/$configId')

/** The page that proposes business areas for a connection. */
export function ProposalsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Set up business areas'))
  const { configId } = route.useParams()
  return (
    <>
      <PageTop>
        <Link className={buttonClass({ size: 'small' })} to="/business-areas">
          <Icon of={ArrowLeft} />
          {t('Business areas')}
        </Link>
        <BackToChat />
      </PageTop>
      <main className={adminPageStyles.page}>
        <ProposalsView key={configId} configId={configId} />
      </main>
    </>
  )
}
