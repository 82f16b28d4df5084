import { message, type Message } from '@parlance/contract'
import { Ban, Check, Clock, Crown, Shield, User as Person, UserCheck, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/users.ts'
import { translate } from '../../lib/i18n.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'

export function StatusBadge({ user }: { user: Account }) {
  const { t } = useTranslation()
  if (user.isPending) return <IconBadge tone="warning" icon={Clock} text={t('Pending Approval')} />
  if (user.is_active) return <IconBadge tone="success" icon={Check} text={t('Active')} />
  return <IconBadge icon={Ban} text={t('Deactivated')} />
}

/** The user's status, role and plan, with 'You' first if it is the reader. */
export function UserBadges({ user, isSelf }: { user: Account; isSelf: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-1">
      {isSelf && <IconBadge tone="accent" icon={UserCheck} text={t('You')} />}
      <StatusBadge user={user} />
      <IconBadge
        tone={user.role === 'ADMIN' ? 'info' : 'plain'}
        icon={user.role === 'ADMIN' ? Shield : Person}
        text={translate(t, roleName(user.role))}
      />
      {user.is_premium && <IconBadge icon={Crown} text={t('Premium')} />}
    </div>
  )
}

export function roleName(role: Account['role']): Message {
  if (role === 'ADMIN') return message('Administrator')
  return role === 'GENERAL' ? message('General') : message('Unknown')
}

function IconBadge({ tone, icon, text }: { tone?: BadgeTone; icon: LucideIcon; text: string }) {
  return (
    <Badge tone={tone}>
      <Icon of={icon} />
      {text}
    </Badge>
  )
}
