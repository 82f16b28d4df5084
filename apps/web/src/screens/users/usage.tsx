import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/users.ts'
import { formatCount } from '../../lib/format.ts'
import { formatTimestamp } from '../../lib/timestamp.ts'
import { ValueSource } from './value-source.tsx'

/** The used share of the daily and monthly limits, and when the counts reset. */
export function Usage({ user }: { user: Account }) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-x-6 gap-y-3">
      <UsageLine
        label={t('Daily usage')}
        count={user.daily_query_count}
        limit={user.effective_daily_query_limit}
        groups={user.value_sources.daily_query_limit}
        resetAt={user.daily_query_reset_at}
      />
      <UsageLine
        label={t('Monthly usage')}
        count={user.monthly_query_count}
        limit={user.effective_monthly_query_limit}
        groups={user.value_sources.monthly_query_limit}
        resetAt={user.monthly_query_reset_at}
      />
    </div>
  )
}

/** Browsers style the parts of a bar by their own names. */
const bar =
  'my-[5px] block h-1 w-full appearance-none overflow-hidden rounded-[2px] border-0 bg-hover text-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent data-[full=true]:[&::-webkit-progress-value]:bg-danger [&::-moz-progress-bar]:bg-accent data-[full=true]:[&::-moz-progress-bar]:bg-danger'

interface UsageLineProps {
  label: string
  count: number
  limit: number | null
  /** The groups that give the limit. */
  groups: readonly string[]
  resetAt: string | null
}

function UsageLine({ label, count, limit, groups, resetAt }: UsageLineProps) {
  const { t } = useTranslation()
  const share = shareOf(count, limit)
  const text = `${formatCount(count)} / ${limit === null ? '∞' : formatCount(limit)}`
  return (
    <div className="tabular-nums">
      <p className="flex gap-2 text-meta text-ink">
        <span className="text-muted min-w-0 flex-1">{label}</span>
        <span>
          {text}
          {limit === null && <span className="sr-only"> ({t('unlimited')})</span>}
        </span>
      </p>
      <progress
        className={bar}
        aria-label={label}
        aria-valuetext={text}
        data-full={share >= 100}
        max={100}
        value={share}
      />
      <ValueSource groups={groups} />
      <p className="text-meta text-faint">{resetText(resetAt, t)}</p>
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
