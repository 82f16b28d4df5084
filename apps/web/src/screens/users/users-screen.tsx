import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LayoutGrid, List, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/auth.ts'
import { exportUsers } from '../../api/user-directory.ts'
import { ExportButton } from '../../components/export-button.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { UsersTableView } from './table/users-table-view.tsx'
import { UsersPage } from './users-page.tsx'
import { filterOf, type UsersSearch } from './users-search.ts'
import { UsersView } from './users-view.tsx'

const route = getRouteApi('/administration/users')

/** User management as a page: a table, or cards that show more about each user. */
export function UsersScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('User Management'))
  const { data: me } = useSuspenseQuery(meQuery)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (part: Partial<UsersSearch>, isReplaced = false) =>
    void navigate({ search: (current) => ({ ...current, ...part }), replace: isReplaced, ignoreBlocker: isReplaced })
  const isCards = search.view === 'cards'
  return (
    <UsersPage
      actions={
        <>
          <Button
            kind="quiet"
            square
            aria-label={isCards ? t('Show as table') : t('Show as cards')}
            title={isCards ? t('Show as table') : t('Show as cards')}
            onClick={() => change({ view: isCards ? undefined : 'cards' })}
          >
            <Icon of={isCards ? List : LayoutGrid} />
          </Button>
          {!isCards && (
            <span className="max-md:hidden">
              <ExportButton
                load={() => exportUsers(filterOf(search))}
                fileName="users.csv"
                failureText={t('Could not export the users. Try again.')}
              />
            </span>
          )}
          {!isCards && (
            <Button kind="primary" onClick={() => change({ form: 'invite' })}>
              <Icon of={Plus} />
              {t('Invite users')}
            </Button>
          )}
        </>
      }
    >
      {isCards ? (
        <UsersView
          me={me}
          form={search.form}
          onForm={(form, { isSaved } = { isSaved: false }) => change({ form }, isSaved)}
        />
      ) : (
        <UsersTableView me={me} search={search} onSearch={change} />
      )}
    </UsersPage>
  )
}
