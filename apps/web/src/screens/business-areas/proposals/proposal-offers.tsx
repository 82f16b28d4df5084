import type { AreaListItem } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configurationsQuery } from '../../../api/databases.ts'
import { buttonClass } from '../../../ui/button.tsx'

/** More connections are found on their own page. */
const mostOffered = 6

/** Links to the proposed areas of tested connections that have no areas yet. */
export function ProposalOffers({ areas }: { areas: readonly AreaListItem[] }) {
  const { t } = useTranslation()
  const { data: databases = [] } = useQuery(configurationsQuery)
  const known = new Set(areas.map((area) => area.application_id))
  const offered = databases.filter(
    ({ is_valid: isTested, can_manage: isOwn, application_id: id }) =>
      isTested && isOwn && id !== null && !known.has(id),
  )
  if (offered.length === 0) return null
  return (
    <section className="mt-6 grid justify-items-center gap-2 text-center">
      <p className="text-muted">{t('Parlance can propose areas for databases that have none.')}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {offered.slice(0, mostOffered).map(({ id, name }) => (
          <li key={id}>
            <Link
              className={buttonClass({})}
              to="/business-areas/propose/$configId"
              params={{ configId: id }}
              // A proposal runs queries, so it starts only on a click.
              preload={false}
            >
              <bdi className="max-w-80 truncate">{t('Propose areas for {name}', { name })}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {offered.length > mostOffered && <Link to="/databases">{t('All databases')}</Link>}
    </section>
  )
}
