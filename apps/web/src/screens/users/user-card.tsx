import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/users.ts'
import { formatTimestamp } from '../../lib/timestamp.ts'
import { Button } from '../../ui/button.tsx'
import { Usage } from './usage.tsx'
import { UserBadges } from './user-badges.tsx'
import type { UserActions } from './use-user-actions.ts'
import { UserFacts, UserHead } from './user-head.tsx'
import { Card, CardActions, CardFoot } from '../../components/card.tsx'

interface UserCardProps {
  user: Account
  isSelf: boolean
  actions: UserActions
  onEdit: () => void
  onAccess: () => void
}

/** A user who may sign in, or could until deactivated. */
export function UserCard({ user, isSelf, actions, onEdit, onAccess }: UserCardProps) {
  const { t } = useTranslation()
  const id = useId()
  const work = actions.workOf(user.user_id)
  const dateOf = (text: string | null) => (text === null ? null : formatTimestamp(text))
  return (
    <Card aria-labelledby={id}>
      <UserHead user={user} headingId={id} badges={<UserBadges user={user} isSelf={isSelf} />} />
      <UserFacts
        facts={[
          [t('Username'), user.username],
          [t('Organization'), user.organization],
          [t('Created'), dateOf(user.created_at) ?? t('Unknown')],
          [t('Last login'), dateOf(user.last_login_at) ?? t('Never')],
        ]}
      />
      <div className="mt-3.5">
        <Usage user={user} />
      </div>
      <CardFoot>
        <Button size="small" kind="quiet" onClick={onAccess}>
          {t('Manage database and business area access')}
        </Button>
        <CardActions>
          {!isSelf && (
            <Button
              size="small"
              kind="quiet"
              disabled={work !== null}
              onClick={() => void (user.is_active ? actions.deactivate(user) : actions.activate(user))}
            >
              {stateLabel(user, work, t)}
            </Button>
          )}
          <Button size="small" onClick={onEdit}>
            {t('Edit')}
          </Button>
        </CardActions>
      </CardFoot>
    </Card>
  )
}

function stateLabel(user: Account, work: string | null, t: TFunction): string {
  if (work === 'activate') return t('Activating...')
  if (work === 'deactivate') return t('Deactivating...')
  return user.is_active ? t('Deactivate') : t('Activate')
}
