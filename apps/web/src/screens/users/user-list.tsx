import type { User } from '@parlance/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/users.ts'
import { Button } from '../../ui/button.tsx'
import { MoreButton } from './more-button.tsx'
import { PendingCard } from './pending-card.tsx'
import { UserCard } from './user-card.tsx'
import type { UserActions } from './use-user-actions.ts'
import { cardListClass } from '../../components/page.tsx'
import { cardGridClass } from '../../components/card.tsx'

interface UserListProps {
  /** Those that are loaded. */
  users: Account[]
  /** The number of users that are not loaded yet. */
  rest: number
  /** Loads more. Null while it loads. */
  onMore: (() => void) | null
  me: User
  search: string
  actions: UserActions
  onClearSearch: () => void
  onEdit: (user: Account) => void
  onAccess: (user: Account) => void
}

/** The accounts as cards. */
export function UserList({ users, rest, onMore, me, search, actions, onClearSearch, onEdit, onAccess }: UserListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLElement>(null)
  if (users.length === 0) {
    return (
      <div className="py-12 text-center">
        {search.trim() === '' ? (
          <p className="text-muted">{t('No users with this status.')}</p>
        ) : (
          <>
            <p className="wrap-anywhere">{t('No users found matching "{search}"', { search: search.trim() })}</p>
            <Button className="mt-2" onClick={onClearSearch}>
              {t('Clear Search')}
            </Button>
          </>
        )}
      </div>
    )
  }
  return (
    <section className={cardListClass} aria-label={t('Users')} ref={list} tabIndex={-1}>
      <div className={cardGridClass}>
        {users.map((user) =>
          user.isPending ? (
            <PendingCard key={user.user_id} user={user} actions={actions} onRemoved={() => list.current?.focus()} />
          ) : (
            <UserCard
              key={user.user_id}
              user={user}
              isSelf={user.user_id === me.user_id}
              actions={actions}
              onEdit={() => onEdit(user)}
              onAccess={() => onAccess(user)}
            />
          ),
        )}
      </div>
      {rest > 0 && <MoreButton rest={rest} onMore={onMore} />}
    </section>
  )
}
