import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allAreasQuery } from '../../api/areas.ts'
import type { Database } from '../../api/databases.ts'
import { buttonClass } from '../../ui/button.tsx'

interface SetUpAreasProps {
  database: Database
  /** Whether to show it even if the application has areas, as after a test. */
  isOffered: boolean
}

/** The link to the proposed business areas of a tested connection. */
export function SetUpAreas({ database, isOffered }: SetUpAreasProps) {
  const { t } = useTranslation()
  const areas = useQuery(allAreasQuery)
  const hasAreas = areas.data?.some((area) => area.application_id === database.application_id) ?? true
  if (!database.is_valid || !database.can_manage || (hasAreas && !isOffered)) return null
  return (
    <p className="mt-2">
      <Link
        className={buttonClass({ size: 'small', kind: isOffered && !hasAreas ? 'primary' : 'plain' })}
        to="/business-areas/propose/$configId"
        params={{ configId: database.id }}
        // A proposal runs queries, so it starts only on a click.
        preload={false}
      >
        {t('Set up business areas')}
      </Link>
    </p>
  )
}
