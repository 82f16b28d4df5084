import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { DatabasesView } from './databases-view.tsx'
import { Page } from '../../components/page.tsx'

const route = getRouteApi('/administration/databases')

/** Database management as a page. */
export function DatabasesScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Databases'))
  const { form, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page>
      <DatabasesView
        heading={<h1>{t('Databases')}</h1>}
        form={form}
        onForm={(target, { isSaved } = { isSaved: false }) =>
          void navigate({ search: { form: target, ...filter }, replace: isSaved, ignoreBlocker: isSaved })
        }
        filter={filter}
        onFilter={(next) => void navigate({ search: { form, ...next }, replace: true })}
        onSession={() => undefined}
      />
    </Page>
  )
}
