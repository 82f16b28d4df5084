import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupPageQuery, groupPageSize } from '../../../api/groups.ts'
import { describeError } from '../../../lib/api-error.ts'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { PageButtons } from '../table/page-buttons.tsx'
import { useTypedSearch } from '../table/use-typed-search.ts'
import { UsersPage } from '../users-page.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { GroupTable } from './group-table.tsx'

const route = getRouteApi('/administration/users/groups')

/** The groups, with what they give their members and where they disagree. */
export function GroupsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Groups'))
  const { q: search, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useTypedSearch(
    search,
    (q) => void navigate({ search: { q, page: undefined }, replace: true }),
  )
  const [isNew, setNew] = useState(false)
  const groups = useQuery(groupPageQuery({ search: search ?? '', page }))
  return (
    <UsersPage
      actions={
        <Button kind="primary" onClick={() => setNew(true)}>
          <Icon of={Plus} />
          {t('New group')}
        </Button>
      }
    >
      <SearchField
        className="mb-3"
        label={t('Search groups')}
        placeholder={t('Search groups')}
        value={typed}
        onChange={setTyped}
      />
      <Note tone="info" className="mb-3">
        {t(
          'Groups grant access to databases and areas, set limits, and give row-rule attributes. A user’s own value always wins. If two groups give different values, the user has no value and sees no rows.',
        )}
      </Note>
      {groups.isPending && <p className="text-muted">{t('Loading groups...')}</p>}
      {groups.isError && (
        <Note tone="danger">
          <p>{describeError(groups.error, t('Could not load the groups.'))}</p>
          <Button size="small" className="mt-2" disabled={groups.isFetching} onClick={() => void groups.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {groups.data?.total === 0 && (
        <p className="text-muted py-12 text-center">
          {search === undefined ? t('There are no groups yet.') : t('No groups match your search.')}
        </p>
      )}
      {groups.data !== undefined && groups.data.total > 0 && (
        <>
          <GroupTable groups={groups.data.groups} />
          <PageButtons
            page={page}
            size={groupPageSize}
            matching={groups.data.total}
            onPage={(next) => void navigate({ search: { q: search, page: next } })}
          />
        </>
      )}
      <GroupDialog
        open={isNew}
        group={null}
        onClose={() => setNew(false)}
        onSaved={({ group_id: groupId }) => void navigate({ to: '/users/groups/$groupId', params: { groupId } })}
      />
    </UsersPage>
  )
}
