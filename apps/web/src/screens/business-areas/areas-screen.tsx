import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/auth.ts'
import { ApprovalsBanner } from '../../components/approvals-banner.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { AreasView } from './areas-view.tsx'
import { Page } from '../../components/page.tsx'

const route = getRouteApi('/administration/business-areas')

/** Business area management as a page. */
export function AreasScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Business areas'))
  const { data: me } = useSuspenseQuery(meQuery)
  const { form } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <ApprovalsBanner user={me} />
      <Page>
        <AreasView
          me={me}
          heading={<h1>{t('Business areas')}</h1>}
          form={form}
          onForm={(target, { isSaved } = { isSaved: false }) =>
            void navigate({ search: { form: target }, replace: isSaved, ignoreBlocker: isSaved })
          }
        />
      </Page>
    </>
  )
}
