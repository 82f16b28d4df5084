import type { LicenseUsage, LimitedKind } from '@parlance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { licenseUsageQuery } from '../api/license.ts'
import { Note } from '../ui/note.tsx'

/** The share of a limit from which administrators see the banner. */
const nearShare = 0.8

interface LimitBannerProps {
  kinds: readonly LimitedKind[]
  isAdmin: boolean
  /** When the counted items were last loaded, in milliseconds: the usage loads after that. 0: not yet. */
  countedAt: number
}

/** Shows administrators that a limit of the edition is near or reached. */
export function LimitBanner({ kinds, isAdmin, countedAt }: LimitBannerProps) {
  const usage = useQuery({
    ...licenseUsageQuery(countedAt),
    placeholderData: keepPreviousData,
    enabled: isAdmin && countedAt > 0,
  })
  if (usage.data === undefined || !isAdmin) return null
  const { edition, limits } = usage.data
  return limits
    .filter(({ kind, used, max }) => kinds.includes(kind) && max >= 0 && used >= max * nearShare)
    .map((limit) => <LimitNote key={limit.kind} edition={edition} limit={limit} />)
}

function LimitNote({
  edition,
  limit: { kind, used, max },
}: {
  edition: string
  limit: LicenseUsage['limits'][number]
}) {
  const { t } = useTranslation()
  const isReached = used >= max
  const values = { used, max, edition, kind: nounOf(kind, max, t) }
  const rest = t('What exists stays; to add more, install a larger license.')
  return (
    <Note tone={isReached ? 'warning' : 'info'} className="limit-note">
      {isReached ? `${reachedText(used, max, t, values)} ${rest}` : nearText(t, values)}
    </Note>
  )
}

function nearText(t: TFunction, values: Record<string, unknown>): string {
  return t('{used} of {max} {kind} of the {edition} edition are in use.', values)
}

/** Existing items can exceed the limit of a smaller license. */
function reachedText(used: number, max: number, t: TFunction, values: Record<string, unknown>): string {
  if (used > max) return t('{used} are in use, and the {edition} edition allows {max} {kind}.', values)
  if (max === 0) return t('The {edition} edition allows no {kind}.', values)
  if (max === 1) return t('The one {kind} of the {edition} edition is in use.', values)
  return t('All {max} {kind} of the {edition} edition are in use.', values)
}

function nounOf(kind: LimitedKind, count: number, t: TFunction): string {
  const one: Record<LimitedKind, string> = {
    users: t('user'),
    databases: t('database connection'),
    business_areas: t('business area'),
  }
  const many: Record<LimitedKind, string> = {
    users: t('users'),
    databases: t('database connections'),
    business_areas: t('business areas'),
  }
  return (count === 1 ? one : many)[kind]
}
