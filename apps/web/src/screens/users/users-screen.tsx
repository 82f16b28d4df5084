import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/auth.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { UsersPage } from './users-page.tsx'
import { UsersView } from './users-view.tsx'

const route = getRouteApi('/administration/users')

/** User management as a page. */
export function UsersScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('User Management'))
  const { data: me } = useSuspenseQuery(meQuery)
  const { form } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <UsersPage>
      <UsersView
        me={me}
        form={form}
        onForm={(target, { isSaved } = { isSaved: false }) =>
          void navigate({ search: { form: target }, replace: isSaved, ignoreBlocker: isSaved })
        }
      />
    </UsersPage>
  )
}
