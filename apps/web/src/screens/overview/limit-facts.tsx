import type { LicenseStatus } from '@parlance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { licenseQuery, licenseUsageQuery } from '../../api/license.ts'
import { LimitLine } from '../../components/limit-line.tsx'
import { describeError } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { editionNames } from '../settings/license-words.tsx'
import { OverviewSection } from './overview-section.tsx'

/** How much of the edition's limits is used, and when the license ends. */
export function LimitFacts({ countedAt }: { countedAt: number }) {
  const { t } = useTranslation()
  const usage = useQuery({ ...licenseUsageQuery(countedAt), enabled: countedAt > 0, placeholderData: keepPreviousData })
  const license = useQuery(licenseQuery)
  return (
    <OverviewSection
      title={t('Limits')}
      aside={
        <Link className="text-meta" to="/settings/license">
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

/** What is installed, when it ends, and what happens then. */
function LicenseEnd({ status }: { status: LicenseStatus }) {
  const { t } = useTranslation()
  const info = status.license_info
  const isTrial = info?.origin === 'trial'
  if (info === null || !status.is_valid) {
    return (
      <p className="py-2 text-(length:--text-dense) text-muted">
        {t('No license is in force. The limits of the Personal edition apply.')}
      </p>
    )
  }
  return (
    <div className="py-2 text-(length:--text-dense)">
      <div className="flex justify-between gap-3">
        <span>
          {isTrial
            ? t('Trial of {edition}', { edition: translate(t, editionNames[info.edition]) })
            : t('{edition} license', { edition: translate(t, editionNames[info.edition]) })}
        </span>
        <span className={info.days_remaining <= 7 ? 'text-warning tabular-nums' : 'text-muted tabular-nums'}>
          {t('{n, plural, one {# day left} other {# days left}}', { n: info.days_remaining })}
        </span>
      </div>
      <p className="text-meta mt-1 text-muted">
        {t('After {date}, the limits of the Personal edition apply. Your data stays.', {
          date: formatDate(info.expiry_date),
        })}{' '}
        <Link className="underline underline-offset-3" to="/settings/license">
          {t('What stops then')}
        </Link>
      </p>
    </div>
  )
}
