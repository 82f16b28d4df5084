import { message, type Message } from '@parlance/contract'
import { Ban, Check, Clock, Crown, Shield, User as Person, UserCheck, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/users.ts'
import { cn } from '../../lib/cn.ts'
import { translate } from '../../lib/i18n.ts'
import { Icon } from '../../ui/icon.tsx'

type Tone = 'success' | 'warning' | 'accent' | 'info' | 'secondary'

export function StatusBadge({ user }: { user: Account }) {
  const { t } = useTranslation()
  if (user.isPending) return <Badge tone="warning" icon={Clock} text={t('Pending Approval')} />
  if (user.is_active) return <Badge tone="success" icon={Check} text={t('Active')} />
  return <Badge tone="secondary" icon={Ban} text={t('Deactivated')} />
}

/** The user's status, role and plan, with 'You' first if it is the reader. */
export function UserBadges({ user, isSelf }: { user: Account; isSelf: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-1">
      {isSelf && <Badge tone="accent" icon={UserCheck} text={t('You')} />}
      <StatusBadge user={user} />
      <Badge
        tone={user.role === 'ADMIN' ? 'info' : 'secondary'}
        icon={user.role === 'ADMIN' ? Shield : Person}
        text={translate(t, roleName(user.role))}
      />
      {user.is_premium && <Badge tone="secondary" icon={Crown} text={t('Premium')} />}
    </div>
  )
}

export function roleName(role: Account['role']): Message {
  if (role === 'ADMIN') return message('Administrator')
  return role === 'GENERAL' ? message('General') : message('Unknown')
}

function Badge({ tone, icon, text }: { tone: Tone; icon: LucideIcon; text: string }) {
  return (
    <span className={cn('badge', tone !== 'secondary' && `badge-${tone}`)}>
      <Icon of={icon} />
      {text}
    </span>
  )
}
