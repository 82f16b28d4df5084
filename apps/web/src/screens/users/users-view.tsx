import type { User } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userQuery } from '../../api/users.ts'
import { LimitBanner } from '../../components/limit-banner.tsx'
import { ApiError, describeError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useMessage } from '../../components/use-message.ts'
import type { OnForm } from '../../components/use-open-form.ts'
import { AccessDialog } from './access-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { countsOf, stateOf, type UserFilter } from './find-users.ts'
import { UserFilters } from './user-filters.tsx'
import { UserList } from './user-list.tsx'
import { useAccounts } from './use-accounts.ts'
import { useTypedSearch } from './table/use-typed-search.ts'
import { useUserActions } from './use-user-actions.ts'
import { MessageBar, PageContent } from '../../components/page.tsx'

export interface UsersViewProps {
  me: User
  /** The open dialog in the address: the id of an account to edit, or `access.` and the id. */
  form: string | undefined
  onForm: OnForm
}

const accessPrefix = 'access.'

/** User management, used by its own page, by the chat's dialog and by a settings tab. */
export function UsersView({ me, form, onForm }: UsersViewProps) {
  const { t } = useTranslation()
  const messages = useMessage()
  const actions = useUserActions(messages)
  const [wanted, setWanted] = useState<string | undefined>()
  const [search, setSearch] = useTypedSearch(wanted, setWanted)
  const [filter, setFilter] = useState<UserFilter>('all')
  const accounts = useAccounts({ search: wanted, state: stateOf[filter], sort: 'waiting' })
  const { query: users } = accounts
  const accessId = form?.startsWith(accessPrefix) === true ? form.slice(accessPrefix.length) : null
  const editId = form !== undefined && accessId === null ? form : null
  const accessUser = useQuery({ ...userQuery(accessId ?? ''), enabled: accessId !== null })
  const close = (done: string | null) => {
    if (done !== null) messages.success(done)
    onForm(undefined, { isSaved: done !== null })
  }
  return (
    <PageContent>
      <MessageBar>
        {messages.message !== null && <Note tone={messages.message.tone}>{messages.message.text}</Note>}
      </MessageBar>
      <LimitBanner kinds={['users']} isAdmin={me.role === 'ADMIN'} countedAt={users.dataUpdatedAt} />
      {users.isPending && <p className="text-muted">{t('Loading users...')}</p>}
      {users.isError && (
        <Note tone="danger">
          <p>{describeError(users.error, t('Failed to load users'))}</p>
          <Button size="small" className="mt-2" disabled={users.isFetching} onClick={() => void users.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {accounts.newest !== undefined && accounts.users !== undefined && (
        <>
          <UserFilters
            counts={countsOf(accounts.newest)}
            filter={filter}
            search={search}
            found={accounts.matching}
            onFilter={setFilter}
            onSearch={setSearch}
          />
          <UserList
            users={accounts.users}
            rest={accounts.rest}
            onMore={accounts.onMore}
            me={me}
            search={wanted ?? ''}
            actions={actions}
            onClearSearch={() => (setSearch(''), setWanted(undefined))}
            onEdit={(user) => onForm(user.user_id)}
            onAccess={(user) => onForm(accessPrefix + user.user_id)}
          />
        </>
      )}
      <EditUserDialog userId={editId} me={me} onClose={(updated) => close(updated ? t('User updated.') : null)} />
      <AccessDialog
        user={accessId === null ? null : (accessUser.data ?? null)}
        isMissing={accessId !== null && accessUser.error instanceof ApiError && accessUser.error.code === 'not_found'}
        me={me}
        onClose={(changed) => close(changed ? t('Access updated.') : null)}
      />
    </PageContent>
  )
}
