import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import type { Account } from '../../api/users.ts'
import { formatCount } from '../../lib/format.ts'
import { formatTimestamp } from '../../lib/timestamp.ts'
import styles from './users.module.css'

/** The used share of the daily and monthly limits, and when the counts reset. */
export function Usage({ user }: { user: Account }) {
  const { t } = useTranslation()
  return (
    <div className={styles.usages}>
      <UsageLine
        label={t('Daily usage')}
        count={user.daily_query_count}
        limit={user.daily_query_limit}
        resetAt={user.daily_query_reset_at}
      />
      <UsageLine
        label={t('Monthly usage')}
        count={user.monthly_query_count}
        limit={user.monthly_query_limit}
        resetAt={user.monthly_query_reset_at}
      />
    </div>
  )
}

interface UsageLineProps {
  label: string
  count: number
  limit: number | null
  resetAt: string | null
}

function UsageLine({ label, count, limit, resetAt }: UsageLineProps) {
  const { t } = useTranslation()
  const share = shareOf(count, limit)
  const text = `${formatCount(count)} / ${limit === null ? '∞' : formatCount(limit)}`
  return (
    <div className={cn('tabular-nums', styles.usage)}>
      <p className="meta">
        <span className="muted grow">{label}</span>
        <span>
          {text}
          {limit === null && <span className="sr-only"> ({t('unlimited')})</span>}
        </span>
      </p>
      <progress aria-label={label} aria-valuetext={text} data-full={share >= 100} max={100} value={share} />
      <p className="meta faint">{resetText(resetAt, t)}</p>
    </div>
  )
}

/** The percentage of the limit, up to 100; any question exceeds a limit of zero. */
export function shareOf(count: number, limit: number | null): number {
  if (limit === null) return 0
  if (limit === 0) return count > 0 ? 100 : 0
  return Math.min(100, (count / limit) * 100)
}

function resetText(resetAt: string | null, t: TFunction): string {
  if (resetAt === null || resetAt === '') return t('Resets: Not set')
  const date = formatTimestamp(resetAt)
  return date === null ? t('Resets: Invalid date') : t('Resets: {date}', { date })
}
