import {
  applicationSchema,
  createApplicationRequestSchema,
  databaseConfigurationListSchema,
  databaseConfigurationSchema,
  setActiveRequestSchema,
  tableListSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { CatalogService } from '../catalog/service.ts'
import type { LicenseService } from '../license/service.ts'
import type { ApplicationsService } from './applications-service.ts'
import { accessRoutes } from './access-routes.ts'
import { managementRoutes } from './management-routes.ts'
import type { ConnectionsService } from './service.ts'

const managementBase = '/api/v1/database-management'
const tablesQuerySchema = z.object({ database_config_id: z.string().max(200).optional() })

export interface ConnectionsRoutesOptions {
  connections: ConnectionsService
  applications: ApplicationsService
  catalog: CatalogService
  license: LicenseService
}

export function connectionsRoutes(options: ConnectionsRoutesOptions): RouteDefinition[] {
  return [
    ...selectionRoutes(options),
    ...managementRoutes(options),
    ...accessRoutes(options.connections.access),
    ...applicationRoutes(options),
    ...tableRoutes(options),
  ]
}

function selectionRoutes({ connections }: ConnectionsRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${managementBase}/configurations`,
      summary: 'The databases that the caller may ask',
      access: 'user',
      response: databaseConfigurationListSchema,
      handler: ({ principal }) => connections.list(principal),
    }),
    route({
      method: 'GET',
      url: `${managementBase}/configurations/active`,
      summary: 'The database that the caller has selected; null when there is none',
      access: 'user',
      response: databaseConfigurationSchema.nullable(),
      handler: ({ principal }) => connections.getActive(principal),
    }),
    route({
      method: 'POST',
      url: `${managementBase}/configurations/set-active`,
      summary: 'Select a tested database',
      access: 'user',
      body: setActiveRequestSchema,
      response: databaseConfigurationSchema,
      handler: ({ principal, body }) => connections.setActive(principal, body.config_id),
    }),
    route({
      method: 'GET',
      url: `${managementBase}/configurations/:id`,
      summary: 'One database',
      access: 'user',
      params: idParamsSchema,
      response: databaseConfigurationSchema,
      handler: ({ principal, params }) => connections.get(principal, params.id),
    }),
  ]
}

function applicationRoutes({ applications }: ConnectionsRoutesOptions): RouteDefinition[] {
  return [managementBase, '/api/v1/env-config'].flatMap((prefix) => [
    route({
      method: 'GET',
      url: `${prefix}/applications`,
      summary: 'Every application',
      access: 'user',
      response: z.array(applicationSchema),
      handler: () => applications.list(),
    }),
    route({
      method: 'POST',
      url: `${prefix}/applications`,
      summary: 'Create an application',
      access: 'admin',
      body: createApplicationRequestSchema,
      response: applicationSchema,
      handler: ({ principal, body }) =>
        applications.create({ name: body.name, description: body.description ?? null }, principal.userId),
    }),
  ])
}

/** The documents have two addresses for the same list. */
function tableRoutes({ catalog }: ConnectionsRoutesOptions): RouteDefinition[] {
  return [`${managementBase}/tables`, '/api/v1/business-areas/database-tables'].map((url) =>
    route({
      method: 'GET',
      url,
      summary: 'The tables of a database; of the selected one when none is named',
      access: 'user',
      reaches: ['database', 'credentials'],
      query: tablesQuerySchema,
      response: tableListSchema,
      handler: ({ principal, query }) => catalog.tables(principal, query.database_config_id ?? null),
    }),
  )
}
