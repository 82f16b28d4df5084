import type { User } from '@parlance/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/users.ts'
import { Button } from '../../ui/button.tsx'
import { PendingCard } from './pending-card.tsx'
import { UserCard } from './user-card.tsx'
import type { UserActions } from './use-user-actions.ts'
import { cardListClass } from '../../components/page.tsx'
import { cardGridClass } from '../../components/card.tsx'

const pageSize = 50

interface UserListProps {
  users: Account[]
  me: User
  search: string
  actions: UserActions
  onClearSearch: () => void
  onEdit: (user: Account) => void
  onAccess: (user: Account) => void
}

/** The accounts as cards, fifty at a time, pending ones first. */
export function UserList({ users, me, search, actions, onClearSearch, onEdit, onAccess }: UserListProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(pageSize)
  const list = useRef<HTMLElement>(null)
  const ordered = [...users.filter((user) => user.isPending), ...users.filter((user) => !user.isPending)]
  const rest = ordered.length - shown
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
        {ordered
          .slice(0, shown)
          .map((user) =>
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
      {rest > 0 && (
        <Button onClick={() => setShown(shown + pageSize)}>
          {t('Show {n} more', { n: Math.min(rest, pageSize) })}
        </Button>
      )}
    </section>
  )
}
