import {
  applicationSchema,
  createApplicationRequestSchema,
  createConfigurationRequestSchema,
  databaseConfigurationListSchema,
  databaseConfigurationSchema,
  setActiveRequestSchema,
  tableListSchema,
  testResultSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { CatalogService } from '../catalog/service.ts'
import type { ApplicationsService } from './applications-service.ts'
import { toNewConnection } from './new-connection.ts'
import type { ConnectionsService } from './service.ts'

const base = '/api/v1/database-management'
const tablesQuerySchema = z.object({ database_config_id: z.string().max(200).optional() })

export interface ConnectionsRoutesOptions {
  connections: ConnectionsService
  applications: ApplicationsService
  catalog: CatalogService
}

export function connectionsRoutes(options: ConnectionsRoutesOptions): RouteDefinition[] {
  return [...selectionRoutes(options), ...applicationRoutes(options), ...tableRoutes(options)]
}

function selectionRoutes({ connections, catalog }: ConnectionsRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/configurations`,
      summary: 'The databases that the caller may ask',
      access: 'user',
      response: databaseConfigurationListSchema,
      handler: ({ principal }) => connections.list(principal),
    }),
    route({
      method: 'POST',
      url: `${base}/configurations`,
      summary: 'Add a database; test it before it is used',
      access: 'admin',
      reaches: ['credentials'],
      body: createConfigurationRequestSchema,
      response: databaseConfigurationSchema,
      handler: async ({ principal, body }) =>
        connections.get(principal, await connections.create(toNewConnection(body, principal.userId))),
    }),
    route({
      method: 'GET',
      url: `${base}/configurations/active`,
      summary: 'The database that the caller has selected; null when there is none',
      access: 'user',
      response: databaseConfigurationSchema.nullable(),
      handler: ({ principal }) => connections.getActive(principal),
    }),
    route({
      method: 'POST',
      url: `${base}/configurations/set-active`,
      summary: 'Select a tested database',
      access: 'user',
      body: setActiveRequestSchema,
      response: databaseConfigurationSchema,
      handler: ({ principal, body }) => connections.setActive(principal, body.config_id),
    }),
    route({
      method: 'GET',
      url: `${base}/configurations/:id`,
      summary: 'One database',
      access: 'user',
      params: idParamsSchema,
      response: databaseConfigurationSchema,
      handler: ({ principal, params }) => connections.get(principal, params.id),
    }),
    route({
      method: 'POST',
      url: `${base}/configurations/:id/test`,
      summary: 'Connect to a database and say what fails',
      access: 'admin',
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      response: testResultSchema,
      handler: async ({ principal, params }) => {
        await connections.get(principal, params.id)
        const result = await connections.test(params.id)
        if (result.success) await catalog.refresh(params.id)
        return result
      },
    }),
  ]
}

function applicationRoutes({ applications }: ConnectionsRoutesOptions): RouteDefinition[] {
  return [base, '/api/v1/env-config'].flatMap((prefix) => [
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
  return [`${base}/tables`, '/api/v1/business-areas/database-tables'].map((url) =>
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
