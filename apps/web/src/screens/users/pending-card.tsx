import type { Role } from '@parlance/contract'
import { Check, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/users.ts'
import { formatTimestamp } from '../../lib/timestamp.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StatusBadge } from './user-badges.tsx'
import type { UserActions } from './use-user-actions.ts'
import { UserFacts, UserHead } from './user-head.tsx'
import { Card, CardActions, CardFoot } from '../../components/card.tsx'
import { Select } from '../../ui/select.tsx'

interface PendingCardProps {
  user: Account
  actions: UserActions
  onRemoved: () => void
}

/** A user who registered and is waiting for approval. */
export function PendingCard({ user, actions, onRemoved }: PendingCardProps) {
  const { t } = useTranslation()
  const id = useId()
  const [role, setRole] = useState<Role>('GENERAL')
  const work = actions.workOf(user.user_id)
  const finish = async (done: Promise<boolean>) => {
    if (await done) onRemoved()
  }
  return (
    <Card isPending aria-labelledby={id}>
      <UserHead user={user} headingId={id} badges={<StatusBadge user={user} />} />
      <UserFacts
        facts={[
          [t('Username'), user.username],
          [t('Organization'), user.organization],
          [t('Registered'), (user.created_at !== null && formatTimestamp(user.created_at)) || t('Unknown')],
        ]}
      />
      <CardFoot>
        <label className="flex items-center gap-2">
          <span className="text-meta text-muted">{t('Role')}</span>
          <Select
            small
            value={role}
            disabled={work !== null}
            onChange={(event) => setRole(event.target.value === 'ADMIN' ? 'ADMIN' : 'GENERAL')}
          >
            <option value="GENERAL">{t('General')}</option>
            <option value="ADMIN">{t('Administrator')}</option>
          </Select>
        </label>
        <CardActions>
          <Button size="small" kind="danger" disabled={work !== null} onClick={() => void finish(actions.reject(user))}>
            <Icon of={X} />
            {work === 'reject' ? t('Rejecting...') : t('Reject')}
          </Button>
          <Button
            size="small"
            kind="success"
            disabled={work !== null}
            onClick={() => void finish(actions.approve(user, role))}
          >
            <Icon of={Check} />
            {work === 'approve' ? t('Approving...') : t('Approve')}
          </Button>
        </CardActions>
      </CardFoot>
    </Card>
  )
}
