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
import { uploadRoutes } from './upload-routes.ts'

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
    ...uploadRoutes(options.connections),
    ...accessRoutes(options.connections.access),
    ...applicationRoutes(options),
  ]
}

function selectionRoutes({ connections }: ConnectionsRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${managementBase}/configurations`,
      operationId: 'listConnections',
      summary: 'List connections',
      description: 'Lists the connections that you can query.',
      access: 'user',
      response: databaseConfigurationListSchema,
      handler: ({ principal }) => connections.list(principal),
    }),
    route({
      method: 'GET',
      url: `${managementBase}/configurations/active`,
      operationId: 'getSelectedConnection',
      summary: 'Get the selected connection',
      description: 'Returns `null` if you have not selected a connection.',
      access: 'user',
      response: databaseConfigurationSchema.nullable(),
      handler: ({ principal }) => connections.getActive(principal),
    }),
    route({
      method: 'POST',
      url: `${managementBase}/configurations/set-active`,
      operationId: 'selectConnection',
      summary: 'Select a connection',
      description: 'You can select a connection after its test succeeds.',
      access: 'user',
      body: setActiveRequestSchema,
      response: databaseConfigurationSchema,
      handler: ({ principal, body }) => connections.setActive(principal, body.config_id),
    }),
    route({
      method: 'GET',
      url: `${managementBase}/configurations/:id`,
      operationId: 'getConnection',
      summary: 'Get a connection',
      access: 'user',
      params: idParamsSchema,
      response: databaseConfigurationSchema,
      handler: ({ principal, params }) => connections.get(principal, params.id),
    }),
  ]
}

function applicationRoutes({ applications }: ConnectionsRoutesOptions): RouteDefinition[] {
  const setup = '/api/v1/env-config'
  const description = `\`${managementBase}/applications\` and \`${setup}/applications\` are the same.`
  return [
    { prefix: managementBase, suffix: '' },
    { prefix: setup, suffix: 'InSetup' },
  ].flatMap(({ prefix, suffix }) => [
    route({
      method: 'GET',
      url: `${prefix}/applications`,
      operationId: `listApplications${suffix}`,
      summary: 'List applications',
      description,
      access: 'user',
      response: z.array(applicationSchema),
      handler: ({ principal }) => applications.listFor(principal),
    }),
    route({
      method: 'POST',
      url: `${prefix}/applications`,
      operationId: `createApplication${suffix}`,
      summary: 'Create an application',
      description,
      access: 'admin',
      body: createApplicationRequestSchema,
      response: applicationSchema,
      handler: ({ principal, body }) =>
        applications.create({ name: body.name, description: body.description ?? null }, principal.userId),
    }),
  ])
}
