import { message, type Edition, type LicenseStatus, type LicenseUsage, type Message } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'

/** The name of each edition. */
export const editionNames: Record<Edition, Message> = {
  personal: message('Personal'),
  standard: message('Standard'),
  enterprise: message('Enterprise'),
  demo: message('Demo'),
}

/** What is installed and when it ends, in a sentence. */
export function licenseSentence({ is_valid: isValid, license_info: info }: LicenseStatus, t: TFunction): string {
  if (!isValid || info === null) return t('No license is in force. The limits of the Personal edition apply.')
  const values = {
    edition: translate(t, editionNames[info.edition]),
    date: formatDate(info.expiry_date),
  }
  return info.origin === 'trial'
    ? t('You are in the trial of the {edition} edition. It ends on {date}.', values)
    : t('You have the {edition} edition. The license ends on {date}.', values)
}

/** What happens when the license ends, or what its absence means now. For administrators, with their numbers. */
export function LicenseEnd({ status, usage }: { status: LicenseStatus; usage: LicenseUsage | undefined }) {
  const { t } = useTranslation()
  const isOver = !status.is_valid || status.license_info === null
  return (
    <>
      <h3 className="text-[15px] leading-5 font-semibold">{isOver ? t('What this means') : t('What happens then')}</h3>
      <div className="grid gap-4 text-(length:--text-dense) leading-5 md:grid-cols-2">
        <Sentences title={isOver ? t('Works') : t('Keeps working')} texts={whatWorks(t)} />
        <Sentences title={isOver ? t('Does not work') : t('Stops')} texts={whatStops(usage, isOver, t)} />
      </div>
    </>
  )
}

function Sentences({ title, texts }: { title: string; texts: string[] }) {
  return (
    <div>
      <p className="font-medium">{title}</p>
      <ul className="mt-1 list-disc pl-4 text-muted">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

function whatWorks(t: TFunction): string[] {
  return [
    t('Every user can sign in and ask. Nothing is deleted, not even old conversations.'),
    t('Connections and business areas above the limits stay, and can be used and edited.'),
    t('Row rules, column masks, and restricted areas still protect the data.'),
  ]
}

/** What stops without the license, in sentences; only what it includes can stop. */
export function whatStops(usage: LicenseUsage | undefined, isOver: boolean, t: TFunction): string[] {
  if (usage === undefined) return [t('Adding more than the Personal edition includes.')]
  const { current, without_license: after } = usage
  const used = (kind: LicenseUsage['limits'][number]['kind']) =>
    usage.limits.find((limit) => limit.kind === kind)?.used ?? 0
  const lost = (isIncluded: boolean, isIncludedAfter: boolean) => !isIncludedAfter && (isIncluded || isOver)
  return [
    t('Adding active users above {max, number}. You have {used, number}.', {
      max: after.max_users,
      used: used('users'),
    }),
    t('Adding database connections above {max, number}. You have {used, number}.', {
      max: after.max_databases,
      used: used('databases'),
    }),
    t('Adding business areas above {max, number}. You have {used, number}.', {
      max: after.max_business_areas,
      used: used('business_areas'),
    }),
    t('Adding tables to a business area above {max, number}.', { max: after.max_tables_per_area }),
    ...(lost(current.row_security_enabled, after.row_security_enabled)
      ? [t('Changing row rules and column masks. They cannot be removed either.')]
      : []),
    ...(lost(current.restricted_visibility_enabled, after.restricted_visibility_enabled)
      ? [t('Making more business areas restricted.')]
      : []),
    ...(isOver || current.export_formats.length > after.export_formats.length
      ? [t('Exports other than {formats}.', { formats: after.export_formats.join(', ').toUpperCase() })]
      : []),
  ]
}
