import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { allAreasQuery } from '../../api/areas.ts'
import { connectionUseQuery, type Database } from '../../api/databases.ts'
import { formatSessionDate } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'

const namesShown = 3

/** The business areas that use a connection, and when the last question about it was asked. Nothing until both are known. */
export function CardUse({ database }: { database: Database }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const areas = useQuery(allAreasQuery)
  const uses = useQuery(connectionUseQuery)
  if (areas.data === undefined || uses.data === undefined) return null
  const names = areas.data
    .filter((area) => area.application_id !== null && area.application_id === database.application_id)
    .map((area) => area.area_name)
  const asked = uses.data.find(({ id }) => id === database.id)?.last_asked_at ?? null
  return (
    <p className="text-meta text-muted mt-2 wrap-anywhere tabular-nums">
      {names.length === 0
        ? t('Used by no business area')
        : t('Used by {areas}{more, plural, =0 {} other {, and # more}}', {
            areas: names.slice(0, namesShown).join(', '),
            more: Math.max(0, names.length - namesShown),
          })}
      {' · '}
      {asked === null ? t('Never asked') : t('Last asked: {when}', { when: formatSessionDate(asked, now) })}
    </p>
  )
}
