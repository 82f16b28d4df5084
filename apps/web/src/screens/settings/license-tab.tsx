import type { LicenseStatus } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { licenseQuery } from '../../api/license.ts'
import { LimitBanner } from '../../components/limit-banner.tsx'
import { cn } from '../../lib/cn.ts'
import { formatCount } from '../../lib/format.ts'
import { formatTimestamp } from '../../lib/timestamp.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Facts } from './facts.tsx'
import { LicenseForm } from './license-form.tsx'
import { LoadState, SettingsSection } from './settings-section.tsx'

type Tone = 'danger' | 'warning' | 'success'

const toneClasses: Record<Tone, string> = {
  danger: 'text-danger',
  warning: 'text-warning',
  success: 'text-success',
}

/** The installed license, and how many more users it allows. */
export function LicenseTab({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation()
  const license = useQuery(licenseQuery)
  return (
    <>
      <SettingsSection title={t('License')}>
        <LimitBanner
          kinds={['users', 'databases', 'business_areas']}
          isAdmin={isAdmin}
          countedAt={license.dataUpdatedAt}
        />
        <LoadState query={license} fallback={t('Failed to load license status')} />
        {license.data !== undefined && <LicenseView status={license.data} isAdmin={isAdmin} />}
      </SettingsSection>
      {isAdmin && <LicenseForm installed={license.data?.license_info ?? null} />}
    </>
  )
}

function LicenseView({ status, isAdmin }: { status: LicenseStatus; isAdmin: boolean }) {
  const { t } = useTranslation()
  const { is_valid: isValid, error_message: problem, license_info: info, user_stats: users } = status
  return (
    <>
      <p>
        <span className={cn('badge', isValid ? 'badge-success' : 'badge-danger')}>
          <Icon of={isValid ? BadgeCheck : CircleAlert} />
          {isValid ? t('Valid') : t('No valid license')}
        </span>
      </p>
      {problem !== null && <Note tone="warning">{problem}</Note>}
      {!isValid && !isAdmin && <p>{t('Please contact your administrator to upload a license.')}</p>}
      {info !== null && <LicenseFacts info={info} />}
      <h3>{t('Users')}</h3>
      <Facts
        className="tabular-nums"
        facts={[
          [t('Total'), amount(users.total_users)],
          [t('Administrators'), amount(users.admin_users)],
          [t('General'), amount(users.general_users)],
          [t('Allowed'), amount(users.max_users)],
          [t('Remaining'), amount(users.remaining_slots)],
          [t('Used'), `${usedPercent(users)}%`],
        ]}
      />
    </>
  )
}

function LicenseFacts({ info }: { info: NonNullable<LicenseStatus['license_info']> }) {
  const { t } = useTranslation()
  const dateOf = (text: string) => formatTimestamp(text) ?? t('Invalid date')
  return (
    <>
      <Facts
        className="tabular-nums"
        facts={[
          [t('Edition'), info.edition],
          [t('Customer'), info.customer_name ?? t('N/A')],
          [t('Domain'), info.domain],
          [t('Issued'), dateOf(info.issued_date)],
          [t('Expires'), dateOf(info.expiry_date)],
        ]}
      />
      <p
        className={cn('tabular-nums', toneClasses[daysTone(info.days_remaining)])}
        data-tone={daysTone(info.days_remaining)}
      >
        {t('{n, plural, one {# day remaining} other {# days remaining}}', { n: info.days_remaining })}
      </p>
      <h3>{t('Edition features')}</h3>
      <Facts
        className="tabular-nums"
        facts={[
          [t('Users'), amount(info.features.max_users)],
          [t('Databases'), amount(info.features.max_databases)],
          [t('Business areas'), info.features.business_areas ? t('Included') : t('Not included')],
          [t('API access'), info.features.api_access ? t('Included') : t('Not included')],
          [t('Support'), info.features.support],
        ]}
      />
    </>
  )
}

function amount(count: number): string {
  return count < 0 ? '∞' : formatCount(count)
}

function usedPercent({ total_users: total, max_users: max }: LicenseStatus['user_stats']): number {
  return max <= 0 ? 0 : Math.round((total / max) * 100)
}

function daysTone(days: number): Tone {
  if (days <= 7) return 'danger'
  return days <= 30 ? 'warning' : 'success'
}
