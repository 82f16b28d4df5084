import { message, type LimitedKind, type Message } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../lib/format.ts'
import { translate } from '../lib/i18n.ts'

const names: Record<LimitedKind, Message> = {
  users: message('Active users'),
  databases: message('Database connections'),
  business_areas: message('Business areas'),
}
/** The share of a limit from which its bar warns. */
const nearShare = 0.8

/** How much of one limit of the edition is in use. */
export function LimitLine({ kind, used, max }: { kind: LimitedKind; used: number; max: number }) {
  const { t } = useTranslation()
  const isLimited = max >= 0
  const isNear = isLimited && used >= max * nearShare
  const name = translate(t, names[kind])
  return (
    <div className="border-b border-line py-2 text-(length:--text-dense)">
      <div className="flex justify-between gap-3">
        <span>{name}</span>
        <span className="text-muted tabular-nums">
          {isLimited
            ? t('{used, number} of {max, number}', { used, max })
            : t('{used} (no limit)', { used: formatCount(used) })}
        </span>
      </div>
      {isLimited && <meter className="sr-only" min={0} max={Math.max(1, max)} value={used} aria-label={name} />}
      {isLimited && (
        <div aria-hidden className="mt-1.5 h-1 overflow-hidden rounded-full bg-hover">
          <div
            className={isNear ? 'h-full bg-warning' : 'h-full bg-accent'}
            style={{ width: `${Math.min(100, (used / Math.max(1, max)) * 100)}%` }}
          />
        </div>
      )}
    </div>
  )
}
