import { areaListItemSchema } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call, callVoid } from './client.ts'

const areaListSchema = z.union([
  z.array(areaListItemSchema),
  z.object({ business_areas: z.array(areaListItemSchema) }).transform((answer) => answer.business_areas),
])

/** The active business areas of an application; none where the database belongs to no application. */
export function areasQuery(applicationId: string | null) {
  return queryOptions({
    queryKey: ['areas', applicationId],
    queryFn: async ({ signal }) => {
      if (applicationId === null) return []
      const path = `/api/v1/business-areas/?application_id=${encodeURIComponent(applicationId)}`
      return (await call(path, areaListSchema, { signal })).filter((area) => area.is_active)
    },
    retry: false,
  })
}

export function setDefaultArea(areaId: string): Promise<void> {
  return callVoid(`/api/v1/business-areas/${encodeURIComponent(areaId)}/set-default`, { method: 'POST' })
}
