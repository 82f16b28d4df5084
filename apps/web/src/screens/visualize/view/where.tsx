import type { AreaListItem } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import type { Database } from '../../../api/databases.ts'
import styles from '../visualize.module.css'

/** The source of the query. */
export function Where({ database, area }: { database: Database; area: AreaListItem | null }) {
  const { t } = useTranslation()
  return (
    <p className={cn('muted', styles.source)}>
      {t('Database')}: <bdi className="font-semibold">{database.name}</bdi>
      {area !== null && (
        <>
          {' · '}
          {t('Business area')}: <bdi className="font-semibold">{area.area_name}</bdi>
        </>
      )}
    </p>
  )
}
