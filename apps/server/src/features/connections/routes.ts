import {
  applicationSchema,
  createApplicationRequestSchema,
  databaseConfigurationListSchema,
  databaseConfigurationSchema,
  setActiveRequestSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { LicenseService } from '../license/service.ts'
import type { ApplicationsService } from './applications-service.ts'
import { accessRoutes } from './access-routes.ts'
import { managementRoutes } from './management-routes.ts'
import type { RefreshedCatalogue } from './management-routes.ts'
import type { ConnectionsService } from './service.ts'

const managementBase = '/api/v1/database-management'

export interface ConnectionsRoutesOptions {
  connections: ConnectionsService
  applications: ApplicationsService
  catalog: RefreshedCatalogue
  license: LicenseService
}

export function connectionsRoutes(options: ConnectionsRoutesOptions): RouteDefinition[] {
  return [
    ...selectionRoutes(options),
    ...managementRoutes(options),
    ...accessRoutes(options.connections.access),
    ...applicationRoutes(options),
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
