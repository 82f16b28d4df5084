import { areaRuleTexts, type AreaEditionLimits } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { areaTablesQuery } from '../../api/areas.ts'
import { configurationsQuery } from '../../api/databases.ts'
import { translate } from '../../lib/i18n.ts'
import type { ShowBanner } from './use-banner.ts'

/** Milliseconds before the dialog opens; longer if the tables must be loaded first, so that it shows them. */
const opensAfter = { known: 100, unknown: 500 }

interface NewAreaOptions {
  limits: AreaEditionLimits
  /** The number of existing areas. */
  count: number
  show: ShowBanner
  onOpen: () => void
}

/** The application of the selected database, which is the default of a new area; null if no database is selected. */
export function useActiveApplication() {
  const { data, isPending } = useQuery(configurationsQuery)
  const active = data?.find((database) => database.is_active) ?? null
  return { id: active?.application_id ?? active?.application?.id ?? null, active, isPending }
}

/** Opens the dialog for a new area, or says that the edition's limit is reached. */
export function useNewArea({ limits, count, show, onOpen }: NewAreaOptions) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, active, isPending } = useActiveApplication()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { edition, max_business_areas: most } = limits
  return {
    applicationId: id,
    isReady: !isPending,
    open: () => {
      if (most !== -1 && count >= most) return show('failure', translate(t, areaRuleTexts.areaLimit(edition, most)))
      const tables = active === null ? null : areaTablesQuery(active.id)
      const isKnown = tables !== null && queryClient.getQueryData(tables.queryKey) !== undefined
      const mustLoad = isPending || (tables !== null && !isKnown)
      if (tables !== null && mustLoad) void queryClient.prefetchQuery(tables)
      clearTimeout(timer.current)
      timer.current = setTimeout(onOpen, mustLoad ? opensAfter.unknown : opensAfter.known)
      return undefined
    },
  }
}
