import { catalogueStatusSchema, refreshCatalogueRequestSchema } from '@parlance/contract'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { reachRate } from '../connections/service.ts'
import type { CatalogService } from './service.ts'

const url = '/api/v1/database-management/configurations/:id/catalogue'

export function catalogueRoutes(catalog: CatalogService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url,
      operationId: 'getCatalogStatus',
      summary: 'Get the catalog status of a connection',
      description: 'Shows when the server last read the tables, whether it is reading them now, and what changed.',
      access: 'user',
      params: idParamsSchema,
      response: catalogueStatusSchema,
      handler: ({ principal, params }) => catalog.status(principal, params.id),
    }),
    route({
      method: 'POST',
      url,
      operationId: 'refreshCatalog',
      summary: 'Refresh the catalog of a connection',
      description: 'Reads the tables of the database again.',
      access: 'user',
      reaches: ['database', 'credentials'],
      rateLimit: reachRate,
      params: idParamsSchema,
      body: refreshCatalogueRequestSchema.optional(),
      response: catalogueStatusSchema,
      handler: ({ principal, params, body }) => catalog.refreshFor(principal, params.id, body?.wait ?? false),
    }),
  ]
}
