import { message, type LicenseUsage, type LimitedKind, type Message } from '@parlance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { licenseUsageQuery } from '../api/license.ts'
import { translate } from '../lib/i18n.ts'
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
  const state = stateOf(used, max)
  return (
    <Note tone={state === 'near' ? 'info' : 'warning'}>{translate(t, texts[state][kind]({ used, max, edition }))}</Note>
  )
}

type LimitState = 'near' | 'reached' | 'exceeded'

/** Existing items can exceed the limit of a smaller license. */
function stateOf(used: number, max: number): LimitState {
  if (used < max) return 'near'
  return used > max ? 'exceeded' : 'reached'
}

interface LimitValues {
  used: number
  max: number
  edition: string
}

const texts: Record<LimitState, Record<LimitedKind, (values: LimitValues) => Message>> = {
  near: {
    users: ({ used, max, edition }) =>
      message('You have {used, plural, one {# user} other {# users}}. The {edition} edition allows {max, number}.', {
        used,
        max,
        edition,
      }),
    databases: ({ used, max, edition }) =>
      message(
        'You have {used, plural, one {# database connection} other {# database connections}}. The {edition} edition allows {max, number}.',
        { used, max, edition },
      ),
    business_areas: ({ used, max, edition }) =>
      message(
        'You have {used, plural, one {# business area} other {# business areas}}. The {edition} edition allows {max, number}.',
        { used, max, edition },
      ),
  },
  reached: {
    users: ({ max, edition }) =>
      message(
        'You have reached the limit of {max, plural, one {# user} other {# users}} in the {edition} edition. To add more, upgrade your license.',
        { max, edition },
      ),
    databases: ({ max, edition }) =>
      message(
        'You have reached the limit of {max, plural, one {# database connection} other {# database connections}} in the {edition} edition. To add more, upgrade your license.',
        { max, edition },
      ),
    business_areas: ({ max, edition }) =>
      message(
        'You have reached the limit of {max, plural, one {# business area} other {# business areas}} in the {edition} edition. To add more, upgrade your license.',
        { max, edition },
      ),
  },
  exceeded: {
    users: ({ used, max, edition }) =>
      message(
        'You have {used, plural, one {# user} other {# users}}, but the {edition} edition allows {max, number}. Existing users can still sign in. To add more, upgrade your license.',
        { used, max, edition },
      ),
    databases: ({ used, max, edition }) =>
      message(
        'You have {used, plural, one {# database connection} other {# database connections}}, but the {edition} edition allows {max, number}. Existing connections keep working. To add more, upgrade your license.',
        { used, max, edition },
      ),
    business_areas: ({ used, max, edition }) =>
      message(
        'You have {used, plural, one {# business area} other {# business areas}}, but the {edition} edition allows {max, number}. Existing business areas keep working. To add more, upgrade your license.',
        { used, max, edition },
      ),
  },
}
