import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { areasQuery } from '../../api/areas.ts'
import { labelClass } from '../../ui/label.tsx'

/** In pixels. */
const listHeight = 300

/** The business areas of the application that the new database joins; empty if there are none. */
export function ApplicationAreas({ applicationId }: { applicationId: string | null }) {
  const { t } = useTranslation()
  const id = useId()
  const areas = useQuery(areasQuery(applicationId)).data ?? []
  if (areas.length === 0) return null
  return (
    <section className="col-span-full" aria-labelledby={id}>
      <h3 id={id} className={labelClass}>
        {t('Business areas in this application')}
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable list must be reachable by
          keyboard. */}
      <ul className="overflow-auto" style={{ maxHeight: listHeight }} tabIndex={0} aria-labelledby={id}>
        {areas.map((area) => (
          <li key={area.area_id} className="flex justify-between gap-3 py-1">
            <bdi className="font-semibold wrap-anywhere">{area.area_name}</bdi>
            <span className="text-meta text-muted tabular-nums">
              {t('{n, plural, one {# table} other {# tables}}', { n: area.table_count })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
