import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { areasQuery } from '../../api/areas.ts'
import styles from './env-config.module.css'

/** In pixels. */
const listHeight = 300

/** The business areas of the application that the new database joins; empty if there are none. */
export function ApplicationAreas({ applicationId }: { applicationId: string | null }) {
  const { t } = useTranslation()
  const id = useId()
  const areas = useQuery(areasQuery(applicationId)).data ?? []
  if (areas.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="label">
        {t('Business areas in this application')}
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable list must be reachable by
          keyboard. */}
      <ul className={styles.areas} style={{ maxHeight: listHeight }} tabIndex={0} aria-labelledby={id}>
        {areas.map((area) => (
          <li key={area.area_id}>
            <bdi className="font-semibold">{area.area_name}</bdi>
            <span className="text-meta text-muted tabular-nums">
              {t('{n, plural, one {# table} other {# tables}}', { n: area.table_count })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
