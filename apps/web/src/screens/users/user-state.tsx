import { message, type ListedUser, type Message, type UserState } from '@parlance/contract'
import { Ban, Check, Clock, Mail, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n.ts'
import { shortDay } from '../../lib/time-ago.ts'
import { readTimestamp } from '../../lib/timestamp.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The states in the order of the filter, with their names. */
export const stateNames: Record<UserState, Message> = {
  active: message('Active'),
  limit_reached: message('Limit reached'),
  invited: message('Invited'),
  pending: message('Waiting for approval'),
  inactive: message('Deactivated'),
}

const looks: Record<UserState, { icon: LucideIcon; tone: BadgeTone }> = {
  active: { icon: Check, tone: 'success' },
  limit_reached: { icon: TriangleAlert, tone: 'warning' },
  invited: { icon: Mail, tone: 'info' },
  pending: { icon: Clock, tone: 'warning' },
  inactive: { icon: Ban, tone: 'plain' },
}

/** The state of a user in the list, such as "Invited Nov 21". */
export function StateBadge({ user, now }: { user: ListedUser; now: Date }) {
  const { t } = useTranslation()
  const { icon, tone } = looks[user.state]
  const invited = user.invited_at === null ? null : readTimestamp(user.invited_at)
  const isExpired = user.invitation_expires_at !== null && user.invitation_expires_at <= now.toISOString()
  let text = translate(t, stateNames[user.state])
  if (user.state === 'invited' && invited !== null) {
    text = isExpired ? t('Invitation expired') : t('Invited {day}', { day: shortDay(invited, now) })
  }
  return (
    <Badge tone={tone}>
      <Icon of={icon} />
      {text}
    </Badge>
  )
}
