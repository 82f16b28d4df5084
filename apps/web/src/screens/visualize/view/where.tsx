import type { AreaListItem } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../../api/databases.ts'

/** The source of the query. */
export function Where({ database, area }: { database: Database; area: AreaListItem | null }) {
  const { t } = useTranslation()
  return (
    <p data-source className="mt-1 mb-4 text-muted wrap-anywhere">
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
