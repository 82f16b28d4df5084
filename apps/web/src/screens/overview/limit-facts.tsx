import { message, type LicenseStatus, type LimitedKind, type Message } from '@parlance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { licenseQuery, licenseUsageQuery } from '../../api/license.ts'
import { describeError } from '../../lib/api-error.ts'
import { formatCount, formatDate } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { OverviewSection } from './overview-section.tsx'

const names: Record<LimitedKind, Message> = {
  users: message('Users'),
  databases: message('Databases'),
  business_areas: message('Business areas'),
}
/** The share of a limit from which its bar warns. */
const nearShare = 0.8

/** How much of the edition's limits is used, and when the license ends. */
export function LimitFacts({ countedAt }: { countedAt: number }) {
  const { t } = useTranslation()
  const usage = useQuery({ ...licenseUsageQuery(countedAt), enabled: countedAt > 0, placeholderData: keepPreviousData })
  const license = useQuery(licenseQuery)
  return (
    <OverviewSection
      title={t('Limits')}
      aside={
        <Link className="meta" to="/settings/license">
          {t('License')}
        </Link>
      }
    >
      {usage.isError && (
        <p role="alert" className="py-2 text-(length:--text-dense) text-danger">
          {describeError(usage.error, t('Could not load the limits. Reload the page.'))}
        </p>
      )}
      {usage.data?.limits.map((limit) => (
        <LimitLine key={limit.kind} {...limit} />
      ))}
      {license.data !== undefined && <LicenseEnd status={license.data} />}
    </OverviewSection>
  )
}

function LimitLine({ kind, used, max }: { kind: LimitedKind; used: number; max: number }) {
  const { t } = useTranslation()
  const isLimited = max >= 0
  const isNear = isLimited && used >= max * nearShare
  const name = translate(t, names[kind])
  return (
    <div className="border-b border-line py-2 text-(length:--text-dense)">
      <div className="flex justify-between gap-3">
        <span>{name}</span>
        <span className="text-muted tabular-nums">
          {isLimited ? t('{used, number} of {max, number}', { used, max }) : formatCount(used)}
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

/** What is installed, when it ends, and what happens then. */
function LicenseEnd({ status }: { status: LicenseStatus }) {
  const { t } = useTranslation()
  const info = status.license_info
  if (info === null || !status.is_valid) {
    return (
      <p className="py-2 text-(length:--text-dense) text-muted">
        {t('No license is installed. The limits of the personal edition apply.')}
      </p>
    )
  }
  return (
    <div className="py-2 text-(length:--text-dense)">
      <div className="flex justify-between gap-3">
        <span>{t('License')}</span>
        <span className="text-muted tabular-nums">
          {t('{n, plural, one {# day left} other {# days left}}', { n: info.days_remaining })}
        </span>
      </div>
      <p className="meta mt-1 text-muted">
        {t('After {date}, the limits of the personal edition apply. Your data stays.', {
          date: formatDate(info.expiry_date),
        })}
      </p>
    </div>
  )
}
