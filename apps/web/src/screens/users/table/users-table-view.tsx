import type { BulkUsersResponse, InviteUsersResponse, ListedUser, User, UserBulkAction } from '@parlance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { changeUsers, invitationRoomQuery, userPageQuery } from '../../../api/user-directory.ts'
import { refreshUsers, userQuery } from '../../../api/users.ts'
import { LimitBanner } from '../../../components/limit-banner.tsx'
import { useMessage } from '../../../components/use-message.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { AccessDialog } from '../access-dialog.tsx'
import type { BulkKind } from '../bulk-kinds.ts'
import { BulkDialog } from '../dialogs/bulk-dialog.tsx'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { InviteDialog } from '../dialogs/invite-dialog.tsx'
import { LinkDialog } from '../dialogs/link-dialog.tsx'
import { ReachDialog } from '../dialogs/reach-dialog.tsx'
import { EditUserDialog } from '../edit-user-dialog.tsx'
import { filterOf, isFiltered, noFilters, pageSize, requestOf, type UsersSearch } from '../users-search.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkOutcome } from './bulk-outcome.tsx'
import { PageButtons } from './page-buttons.tsx'
import { RowMenu } from './row-menu.tsx'
import { SelectionLine } from './selection-line.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import { UserTable } from './user-table.tsx'
import { useRowActions, type ShownLinks } from './use-row-actions.ts'
import { useSelection } from './use-selection.ts'
import { useTypedSearch } from './use-typed-search.ts'
import { LiveRegion } from '../../../ui/live-region.tsx'

interface UsersTableViewProps {
  me: User
  search: UsersSearch
  /** @param isReplaced whether the change replaces the entry in the browser's history */
  onSearch: (change: Partial<UsersSearch>, isReplaced?: boolean) => void
}

/** The users as a table: found, sorted, and paged by the server, with actions for one and for several. */
export function UsersTableView({ me, search, onSearch }: UsersTableViewProps) {
  const { t } = useTranslation()
  const page = useQuery(userPageQuery(requestOf(search)))
  const isMailed = useQuery(invitationRoomQuery).data?.is_mailed ?? false
  const messages = useMessage()
  const [links, setLinks] = useState<ShownLinks | null>(null)
  const [bulkKind, setBulkKind] = useState<BulkKind | null>(null)
  const [outcome, setOutcome] = useState<BulkUsersResponse | null>(null)
  const selecting = useSelection(filterOf(search))
  const { selection, clear } = selecting
  const change = (part: Partial<UsersSearch>) => onSearch({ page: undefined, ...part }, true)
  const [typed, setTyped] = useTypedSearch(search.q, (q) => change({ q }))
  const openForm = (form: string | undefined) => onSearch({ form })
  const rowActions = useRowActions({ messages, onForm: openForm, onLinks: setLinks })
  const bulk = useBulk({ search, selection, messages, onDone: setOutcome, onClear: clear })
  const users = page.data?.users ?? []
  const matching = page.data?.matching ?? 0
  const count = selection.isAll ? matching : selection.users.size
  const close = (text: string | null) => {
    if (text !== null) messages.success(text)
    onSearch({ form: undefined }, text !== null)
  }
  return (
    <>
      <LiveRegion className="sticky top-(--offline) z-5 mb-3 grid gap-3 bg-page empty:hidden">
        {messages.message !== null && <Note tone={messages.message.tone}>{messages.message.text}</Note>}
        {outcome !== null && <BulkOutcome outcome={outcome} onClose={() => setOutcome(null)} />}
      </LiveRegion>
      <LimitBanner kinds={['users']} isAdmin countedAt={page.dataUpdatedAt} />
      <TableToolbar search={search} typed={typed} page={page.data} onType={setTyped} onChange={change} />
      {page.isPending && <p className="text-muted">{t('Loading users...')}</p>}
      {page.isError && (
        <Note tone="danger">
          <p>{describeError(page.error, t('Failed to load users'))}</p>
          <Button size="small" className="mt-2" disabled={page.isFetching} onClick={() => void page.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {page.data !== undefined && users.length === 0 && (
        <NoUsers search={search} onClear={() => (setTyped(''), change({ q: undefined, ...noFilters }))} />
      )}
      {users.length > 0 && (
        <UserList
          me={me}
          search={search}
          users={users}
          matching={matching}
          selecting={selecting}
          onSearch={onSearch}
          onChange={change}
          menuOf={(user) => (
            <RowMenu user={user} isSelf={user.user_id === me.user_id} isMailed={isMailed} actions={rowActions} />
          )}
        />
      )}
      {count > 0 && <BulkBar count={count} disabled={bulk.isPending} onAction={setBulkKind} onClear={clear} />}
      <BulkDialog
        kind={bulkKind}
        count={count}
        onClose={() => setBulkKind(null)}
        onConfirm={(action) => {
          setBulkKind(null)
          bulk.mutate(action)
        }}
      />
      <OpenForm
        me={me}
        form={search.form}
        onClose={close}
        onInvited={(answer) => {
          onSearch({ form: undefined }, true)
          setLinks(linksOf(answer, t('Invitation links')))
          messages.success(
            t('{n, plural, one {# person was} other {# people were}} invited.', { n: answer.invited.length }),
          )
          setOutcome(answer.skipped.length === 0 ? null : outcomeOf(answer))
        }}
      />
      <LinkDialog title={links?.title ?? ''} links={links?.links ?? null} onClose={() => setLinks(null)} />
    </>
  )
}

interface UserListProps {
  me: User
  search: UsersSearch
  users: ListedUser[]
  matching: number
  selecting: ReturnType<typeof useSelection>
  onSearch: UsersTableViewProps['onSearch']
  /** Changes the search and starts at its first page. */
  onChange: (part: Partial<UsersSearch>) => void
  menuOf: (user: ListedUser) => ReactNode
}

/** The page of the table, with its selection and the ways to other pages. */
function UserList({ me, search, users, matching, selecting, onSearch, onChange, menuOf }: UserListProps) {
  const { selection, toggle, selectAll, clear } = selecting
  return (
    <>
      <SelectionLine
        isWholePage={users.every(({ user_id: id }) => selection.users.has(id))}
        onPage={users.length}
        matching={matching}
        isAll={selection.isAll}
        onSelectAll={selectAll}
        onClear={clear}
      />
      <UserTable
        users={users}
        ownId={me.user_id}
        order={{ sort: search.sort ?? 'name', isDown: search.order === 'desc' }}
        onOrder={({ sort, isDown }) => onChange({ sort, order: isDown ? 'desc' : undefined })}
        isSelected={(user) => selection.isAll || selection.users.has(user.user_id)}
        onSelect={toggle}
        onOpen={({ user_id: id }) => onSearch({ form: id })}
        menuOf={menuOf}
      />
      <PageButtons
        page={search.page ?? 1}
        size={pageSize}
        matching={matching}
        onPage={(next) => onSearch({ page: next > 1 ? next : undefined })}
      />
    </>
  )
}

function NoUsers({ search, onClear }: { search: UsersSearch; onClear: () => void }) {
  const { t } = useTranslation()
  const isByFilter = search.q === undefined || isFiltered(search)
  return (
    <div className="py-12 text-center">
      <p className="wrap-anywhere">
        {isByFilter
          ? t('No users match these filters.')
          : t('No users found matching "{search}"', { search: search.q ?? '' })}
      </p>
      <Button className="mt-2" onClick={onClear}>
        {isByFilter ? t('Clear filters') : t('Clear Search')}
      </Button>
    </div>
  )
}

interface OpenFormProps {
  me: User
  /** The open dialog of the address. */
  form: string | undefined
  /** @param text what was done; null if nothing was changed */
  onClose: (text: string | null) => void
  onInvited: (answer: InviteUsersResponse) => void
}

/** The dialog that the address opens: an account by its id, or one of the others by their names. */
function OpenForm({ me, form, onClose, onInvited }: OpenFormProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const idOf = (kind: string) => (form?.startsWith(`${kind}.`) === true ? form.slice(kind.length + 1) : null)
  const [accessId, previewId, deleteId] = [idOf('access'), idOf('preview'), idOf('delete')]
  const isNamed = accessId !== null || previewId !== null || deleteId !== null || form === 'invite'
  const account = useQuery({ ...userQuery(accessId ?? ''), enabled: accessId !== null })
  return (
    <>
      <EditUserDialog
        userId={isNamed ? null : (form ?? null)}
        me={me}
        onClose={(updated) => onClose(updated ? t('User updated.') : null)}
      />
      <AccessDialog
        user={accessId === null ? null : (account.data ?? null)}
        isMissing={accessId !== null && account.error instanceof ApiError && account.error.code === 'not_found'}
        me={me}
        onClose={(changed) => {
          if (changed) void refreshUsers(queryClient)
          onClose(changed ? t('Access updated.') : null)
        }}
      />
      <ReachDialog userId={previewId} onClose={() => onClose(null)} />
      <DeleteDialog
        userId={deleteId}
        onClose={() => onClose(null)}
        onDeleted={(email) => {
          void refreshUsers(queryClient)
          onClose(t('{email} was deleted.', { email }))
        }}
      />
      <InviteDialog
        open={form === 'invite'}
        onClose={() => onClose(null)}
        onInvited={(answer) => {
          void refreshUsers(queryClient)
          onInvited(answer)
        }}
      />
    </>
  )
}

interface BulkOptions {
  search: UsersSearch
  selection: ReturnType<typeof useSelection>['selection']
  messages: ReturnType<typeof useMessage>
  onDone: (outcome: BulkUsersResponse) => void
  onClear: () => void
}

/** Changes the selected users in one request. */
function useBulk({ search, selection, messages, onDone, onClear }: BulkOptions) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: UserBulkAction) => {
      const filter = filterOf(search)
      return changeUsers({ action, ...(selection.isAll ? { filter } : { user_ids: [...selection.users.keys()] }) })
    },
    onSuccess: (answer) => {
      onDone(answer)
      onClear()
    },
    onError: (error) => messages.failure(describeError(error, t('Could not change the users. Try again.'))),
    onSettled: () => refreshUsers(queryClient),
  })
}

/** The links to copy, if invitations are not sent by email. */
function linksOf({ invited }: InviteUsersResponse, title: string): ShownLinks | null {
  const links = invited.flatMap(({ email, link, expires_at }) => (link === null ? [] : [{ email, link, expires_at }]))
  return links.length === 0 ? null : { title, links }
}

function outcomeOf({ invited, skipped }: InviteUsersResponse): BulkUsersResponse {
  return {
    changed: invited.length,
    unchanged: 0,
    skipped: skipped.length,
    outcomes: skipped.map(({ email, detail }) => ({ user_id: email, email, result: 'skipped', detail })),
  }
}
