import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { ProtectionView } from './protection-view.tsx'
import { Page } from '../../../components/page.tsx'

const route = getRouteApi('/administration/databases/$configId/protection')

/** The page that shows which areas contain which tables of a database, with which rules. */
export function ProtectionScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Protected tables'))
  const { configId } = route.useParams()
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page width="wide">
      <ProtectionView
        key={configId}
        configId={configId}
        q={q}
        onSearch={(text) => void navigate({ search: { q: text === '' ? undefined : text }, replace: true })}
      />
    </Page>
  )
}
