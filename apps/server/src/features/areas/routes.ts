import { areaListItemSchema, editionLimitsSchema } from '@parlance/contract'
import { z } from 'zod'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { LicenseService } from '../license/service.ts'
import type { AreasService } from './service.ts'

const base = '/api/v1/business-areas'

export function areasRoutes(areas: AreasService, license: LicenseService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/`,
      summary: 'The business areas that the caller may use',
      access: 'user',
      query: z.object({ application_id: z.string().max(200).optional() }),
      response: z.array(areaListItemSchema),
      handler: ({ principal, query }) => areas.list(principal, query.application_id ?? null),
    }),
    route({
      method: 'GET',
      url: `${base}/default`,
      summary: "The caller's default business area; null when there is none",
      access: 'user',
      response: areaListItemSchema.nullable(),
      handler: ({ principal }) => areas.getDefault(principal),
    }),
    route({
      method: 'GET',
      url: `${base}/edition-limits`,
      summary: 'What the installed edition allows',
      access: 'user',
      response: editionLimitsSchema,
      handler: () => license.limits(),
    }),
  ]
}
