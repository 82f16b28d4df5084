import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usersQuery, type Account } from '../../../api/users.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'

const shownAtMost = 50

interface UserSelectDialogProps {
  title: string
  /** The text of the button. */
  confirm: string
  /** Whether to select several users instead of one. */
  several?: boolean
  isLeftOut: (user: Account) => boolean
  /** Resolves to whether the choice was carried out. */
  onChoose: (users: Account[]) => Promise<boolean>
  onClose: () => void
}

/** Selects active users from a list. */
export function UserSelectDialog({
  title,
  confirm,
  several = false,
  isLeftOut,
  onChoose,
  onClose,
}: UserSelectDialogProps) {
  const { t } = useTranslation()
  const users = useQuery(usersQuery)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isWorking, setWorking] = useState(false)
  const candidates = (users.data ?? []).filter((user) => user.is_active && !isLeftOut(user))
  const choose = async () => {
    if (chosen.length === 0 || isWorking) return
    setWorking(true)
    const isDone = await onChoose(candidates.filter(({ user_id: id }) => chosen.includes(id)))
    setWorking(false)
    if (isDone) onClose()
  }
  return (
    <Modal open onClose={onClose} title={title} width={520}>
      {users.isPending && <p className="text-muted">{t('Loading users...')}</p>}
      {users.isError && (
        <Note tone="danger">
          <p>{usersFailure(users.error, t('Only administrators can grant access to users'), t)}</p>
          {!isDenied(users.error) && (
            <Button size="small" className="mt-2" onClick={() => void users.refetch()}>
              {t('Retry')}
            </Button>
          )}
        </Note>
      )}
      {users.data !== undefined && (
        <Candidates users={candidates} chosen={chosen} several={several} onChoose={setChosen} />
      )}
      <ModalFoot>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button kind="primary" disabled={chosen.length === 0 || isWorking} onClick={() => void choose()}>
          {confirm}
        </Button>
      </ModalFoot>
    </Modal>
  )
}

interface CandidatesProps {
  users: Account[]
  chosen: readonly string[]
  several: boolean
  onChoose: (userIds: readonly string[]) => void
}

function Candidates({ users, chosen, several, onChoose }: CandidatesProps) {
  const { t } = useTranslation()
  const name = useId()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const found = users.filter((user) => `${user.username} ${user.email}`.toLowerCase().includes(wanted))
  const choose = (id: string) => {
    if (!several) onChoose([id])
    else onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  }
  if (users.length === 0) return <p className="text-muted">{t('There are no other users to select.')}</p>
  return (
    <>
      <input
        type="search"
        className="input"
        aria-label={t('Search users')}
        placeholder={t('Search users...')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <fieldset className="mt-2 grid max-h-75 overflow-auto" aria-label={t('Users')}>
        {found.slice(0, shownAtMost).map((user) => (
          <label className="check flex min-h-11 flex-wrap px-1" key={user.user_id}>
            <input
              type={several ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(user.user_id)}
              onChange={() => choose(user.user_id)}
            />
            <bdi className="truncate min-w-0">{user.username}</bdi>
            <bdi className="text-meta text-faint truncate min-w-0">{user.email}</bdi>
          </label>
        ))}
      </fieldset>
      {found.length === 0 && <p className="text-muted">{t('No users match your search.')}</p>}
      {found.length > shownAtMost && (
        <p className="mt-1.5 text-meta text-faint">
          {t('Showing {shown, number} of {n, number} users.', { shown: shownAtMost, n: found.length })}
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
