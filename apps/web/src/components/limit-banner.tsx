import type { LicenseUsage, LimitedKind } from '@parlance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { licenseUsageQuery } from '../api/license.ts'
import { Note } from '../ui/note.tsx'

/** From this share of a limit on administrators are told. */
const nearShare = 0.8

interface LimitBannerProps {
  kinds: readonly LimitedKind[]
  isAdmin: boolean
  /** When what is counted was last read, in milliseconds: the usage is asked for after it. 0: not yet. */
  countedAt: number
}

/** For administrators: that a limit of the edition is near or reached; nothing while there is room. */
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

function LimitNote({ edition, limit }: { edition: string; limit: LicenseUsage['limits'][number] }) {
  const { t } = useTranslation()
  const { kind, used, max } = limit
  const names: Record<LimitedKind, string> = {
    users: t('users'),
    databases: t('database connections'),
    business_areas: t('business areas'),
  }
  const values = { used, max, edition, kind: names[kind] }
  return (
    <Note tone={used >= max ? 'warning' : 'info'} className="limit-note">
      {used >= max
        ? t(
            'All {{max}} {{kind}} of the {{edition}} edition are in use. What exists stays; to add more, install a larger license.',
            values,
          )
        : t('{{used}} of {{max}} {{kind}} of the {{edition}} edition are in use.', values)}
    </Note>
  )
}
