import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { ProposalsView } from './proposals-view.tsx'
import { Page } from '../../../components/page.tsx'

const route = getRouteApi('/administration/business-areas/propose/$configId')

/** The page that proposes business areas for a connection. */
export function ProposalsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Set up business areas'))
  const { configId } = route.useParams()
  return (
    <Page>
      <ProposalsView key={configId} configId={configId} />
    </Page>
  )
}
