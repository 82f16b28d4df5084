import type { LicenseStatus, LicenseUsage } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleAlert } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { licenseQuery, licenseUsageQuery } from '../../api/license.ts'
import { LimitBanner } from '../../components/limit-banner.tsx'
import { LimitLine } from '../../components/limit-line.tsx'
import { cn } from '../../lib/cn.ts'
import { formatCount } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { formatTimestamp } from '../../lib/timestamp.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Facts } from './facts.tsx'
import { LicenseForm } from './license-form.tsx'
import { editionNames, LicenseEnd, licenseSentence } from './license-words.tsx'
import { LoadState, SettingsSection } from './settings-section.tsx'
import { Badge } from '../../ui/badge.tsx'

type Tone = 'danger' | 'warning' | 'success'

const toneClasses: Record<Tone, string> = {
  danger: 'text-danger',
  warning: 'text-warning',
  success: 'text-success',
}

/** The installed license in words, how much of it is in use, and what happens when it ends. */
export function LicenseTab({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation()
  const license = useQuery(licenseQuery)
  const countedAt = license.dataUpdatedAt
  const usage = useQuery({ ...licenseUsageQuery(countedAt), enabled: isAdmin && countedAt > 0 })
  return (
    <>
      <SettingsSection title={t('License')}>
        <LimitBanner kinds={['users', 'databases', 'business_areas']} isAdmin={isAdmin} countedAt={countedAt} />
        <LoadState query={license} fallback={t('Failed to load license status')} />
        {license.data !== undefined && <LicenseView status={license.data} usage={usage.data} isAdmin={isAdmin} />}
      </SettingsSection>
      {isAdmin && <LicenseForm installed={license.data?.license_info ?? null} usage={usage.data} />}
    </>
  )
}

interface LicenseViewProps {
  status: LicenseStatus
  /** Only for administrators. */
  usage: LicenseUsage | undefined
  isAdmin: boolean
}

function LicenseView({ status, usage, isAdmin }: LicenseViewProps) {
  const { t } = useTranslation()
  const { is_valid: isValid, error_message: problem, license_info: info, user_stats: users } = status
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={isValid ? 'success' : 'danger'}>
          <Icon of={isValid ? BadgeCheck : CircleAlert} />
          {isValid ? t('Valid') : t('No valid license')}
        </Badge>
        {info !== null && <DaysLeft days={info.days_remaining} />}
      </p>
      <p className="text-(length:--text-answer)">{licenseSentence(status, t)}</p>
      {problem !== null && <Note tone="warning">{problem}</Note>}
      {!isValid && !isAdmin && <p>{t('Please contact your administrator to upload a license.')}</p>}
      {usage !== undefined && usage.limits.length > 0 && (
        <div>
          <h3 className={subheading}>{t('In use')}</h3>
          {usage.limits.map((limit) => (
            <LimitLine key={limit.kind} {...limit} />
          ))}
        </div>
      )}
      <LicenseEnd status={status} usage={usage} />
      {isAdmin && (
        <p>
          {t('To keep or extend what you have, upload a license key below.')}{' '}
          <a className="underline underline-offset-3" href="/pricing">
            {t('Compare the editions')}
          </a>
        </p>
      )}
      {info !== null && <LicenseFacts info={info} />}
      <h3 className={subheading}>{t('Users')}</h3>
      <Facts
        className="tabular-nums"
        facts={[
          [t('Total'), amount(users.total_users, t)],
          [t('Administrators'), amount(users.admin_users, t)],
          [t('General'), amount(users.general_users, t)],
          [t('Allowed'), amount(users.max_users, t)],
          [t('Remaining'), amount(users.remaining_slots, t)],
          [t('Used'), `${usedPercent(users)}%`],
        ]}
      />
    </>
  )
}

const subheading = 'text-[15px] leading-5 font-semibold'

function DaysLeft({ days }: { days: number }) {
  const { t } = useTranslation()
  return (
    <span className={cn('tabular-nums', toneClasses[daysTone(days)])} data-tone={daysTone(days)}>
      {t('{n, plural, one {# day remaining} other {# days remaining}}', { n: days })}
    </span>
  )
}

function LicenseFacts({ info }: { info: NonNullable<LicenseStatus['license_info']> }) {
  const { t } = useTranslation()
  const dateOf = (text: string) => formatTimestamp(text) ?? t('Invalid date')
  return (
    <>
      <h3 className={subheading}>{t('Details')}</h3>
      <Facts
        className="tabular-nums"
        facts={[
          [t('Edition'), translate(t, editionNames[info.edition])],
          [t('Customer'), info.customer_name ?? t('N/A')],
          [t('Domain'), info.domain === '*' ? t('Any') : info.domain],
          [t('Issued'), dateOf(info.issued_date)],
          [t('Expires'), dateOf(info.expiry_date)],
        ]}
      />
      <h3 className={subheading}>{t('Edition features')}</h3>
      <Facts
        className="tabular-nums"
        facts={[
          [t('Users'), amount(info.features.max_users, t)],
          [t('Databases'), amount(info.features.max_databases, t)],
          [t('Business areas'), info.features.business_areas ? t('Included') : t('Not included')],
          [t('API access'), info.features.api_access ? t('Included') : t('Not included')],
          [t('Support'), info.features.support],
        ]}
      />
    </>
  )
}

function amount(count: number, t: TFunction): string {
  return count < 0 ? t('Unlimited') : formatCount(count)
}

function usedPercent({ total_users: total, max_users: max }: LicenseStatus['user_stats']): number {
  return max <= 0 ? 0 : Math.round((total / max) * 100)
}

function daysTone(days: number): Tone {
  if (days <= 7) return 'danger'
  return days <= 30 ? 'warning' : 'success'
}
