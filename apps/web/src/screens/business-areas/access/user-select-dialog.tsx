import type { ListedUser } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userPageQuery } from '../../../api/user-directory.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Input } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'

const shownAtMost = 50

interface UserSelectDialogProps {
  title: string
  /** The text of the button. */
  confirm: string
  /** Whether to select several users instead of one. */
  several?: boolean
  isLeftOut: (user: ListedUser) => boolean
  /** Resolves to whether the choice was carried out. */
  onChoose: (users: ListedUser[]) => Promise<boolean>
  onClose: () => void
}

/** Selects active users from a list that the server searches. */
export function UserSelectDialog({
  title,
  confirm,
  several = false,
  isLeftOut,
  onChoose,
  onClose,
}: UserSelectDialogProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const page = useQuery(userPageQuery({ search: wanted, state: 'active', page_size: shownAtMost }))
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedUser>>(new Map())
  const [isWorking, setWorking] = useState(false)
  const choose = async () => {
    if (chosen.size === 0 || isWorking) return
    setWorking(true)
    const isDone = await onChoose([...chosen.values()])
    setWorking(false)
    if (isDone) onClose()
  }
  const toggle = (user: ListedUser) => {
    const next = new Map(several ? chosen : [])
    if (chosen.has(user.user_id) && several) next.delete(user.user_id)
    else next.set(user.user_id, user)
    setChosen(next)
  }
  return (
    <Modal open onClose={onClose} title={title} width={520}>
      {page.isPending && <p className="text-muted">{t('Loading users...')}</p>}
      {page.isError && (
        <Note tone="danger">
          <p>{usersFailure(page.error, t('Only administrators can grant access to users'), t)}</p>
          {!isDenied(page.error) && (
            <Button size="small" className="mt-2" onClick={() => void page.refetch()}>
              {t('Retry')}
            </Button>
          )}
        </Note>
      )}
      {page.data !== undefined && (
        <Candidates
          users={page.data.users.filter((user) => !isLeftOut(user))}
          matching={page.data.matching}
          search={search}
          onSearch={setSearch}
          several={several}
          isChosen={({ user_id: id }) => chosen.has(id)}
          onToggle={toggle}
        />
      )}
      <ModalFoot>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button kind="primary" disabled={chosen.size === 0 || isWorking} onClick={() => void choose()}>
          {confirm}
        </Button>
      </ModalFoot>
    </Modal>
  )
}

interface CandidatesProps {
  users: ListedUser[]
  /** How many users match the search on the server. */
  matching: number
  search: string
  onSearch: (search: string) => void
  several: boolean
  isChosen: (user: ListedUser) => boolean
  onToggle: (user: ListedUser) => void
}

function Candidates({ users, matching, search, onSearch, several, isChosen, onToggle }: CandidatesProps) {
  const { t } = useTranslation()
  const name = useId()
  if (users.length === 0 && search === '')
    return <p className="text-muted">{t('There are no other users to select.')}</p>
  return (
    <>
      <Input
        type="search"
        aria-label={t('Search users')}
        placeholder={t('Search users...')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <fieldset className="mt-2 grid max-h-75 overflow-auto" aria-label={t('Users')}>
        {users.map((user) => (
          <Checkbox
            key={user.user_id}
            className="flex min-h-11 flex-wrap px-1"
            type={several ? 'checkbox' : 'radio'}
            name={name}
            checked={isChosen(user)}
            onChange={() => onToggle(user)}
          >
            <bdi className="truncate min-w-0">{user.username}</bdi>
            <bdi className="text-meta text-faint truncate min-w-0">{user.email}</bdi>
          </Checkbox>
        ))}
      </fieldset>
      {users.length === 0 && <p className="text-muted">{t('No users match your search.')}</p>}
      {matching > shownAtMost && (
        <p className="mt-1.5 text-meta text-faint">
          {t('Showing {shown, number} of {n, number} users.', { shown: users.length, n: matching })}
        </p>
      )}
    </>
  )
}

function isDenied(error: Error): boolean {
  return error instanceof ApiError && error.status === 403
}

function usersFailure(error: Error, denied: string, t: TFunction): string {
  if (isDenied(error)) return denied
  const status = error instanceof ApiError ? error.statusText || error.message : error.message
  return t('Failed to load users: {status}', { status })
}
