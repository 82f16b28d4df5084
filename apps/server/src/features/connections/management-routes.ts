import {
  connectionTestResultSchema,
  connectionUseListSchema,
  createConfigurationRequestSchema,
  databaseConfigurationSchema,
  deleteConfigurationResponseSchema,
  message,
  syncHistorySchema,
  syncResponseSchema,
  testAllSummarySchema,
  updateConfigurationRequestSchema,
  wireMessage,
} from '@parlance/contract'
import type { ConnectionTestResult, TestAllEvent } from '@parlance/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../../http/principal.ts'
import { openEventStream } from '../../http/event-stream.ts'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { LicenseService } from '../license/service.ts'
import { toNewConnection } from './create-connection.ts'
import { reachRate } from './reach-rate.ts'
import type { ConnectionsService } from './service.ts'

const url = '/api/v1/database-management/configurations'

/** The catalog of a database, which is read again after a copy. */
export interface RefreshedCatalogue {
  refresh(connectionId: string): Promise<unknown>
}

interface ManagementRoutesOptions {
  connections: ConnectionsService
  catalog: RefreshedCatalogue
  license: LicenseService
}

/** The routes that administrators use for connections. */
export function managementRoutes(options: ManagementRoutesOptions): RouteDefinition[] {
  return [...changeRoutes(options), ...testRoutes(options)]
}

function changeRoutes({ connections }: ManagementRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/v1/database-management/use',
      operationId: 'listConnectionUse',
      summary: 'List how connections are used',
      description: 'Lists the connections that you can use.',
      access: 'admin',
      response: connectionUseListSchema,
      handler: ({ principal }) => connections.uses(principal),
    }),
    route({
      method: 'POST',
      url,
      operationId: 'createConnection',
      summary: 'Create a connection',
      description: 'Test the connection before you use it.',
      access: 'admin',
      reaches: ['credentials'],
      body: createConfigurationRequestSchema,
      response: databaseConfigurationSchema,
      handler: async ({ principal, body }) =>
        connections.get(principal, await connections.create(toNewConnection(body, principal.userId))),
    }),
    route({
      method: 'PUT',
      url: `${url}/:id`,
      operationId: 'updateConnection',
      summary: 'Update a connection',
      description:
        'Absent fields keep their values. If the settings of the database change, test the connection again.',
      access: 'admin',
      reaches: ['credentials'],
      params: idParamsSchema,
      body: updateConfigurationRequestSchema,
      response: databaseConfigurationSchema,
      handler: async ({ principal, params, body }) => {
        await connections.update(principal, params.id, body)
        return connections.get(principal, params.id)
      },
    }),
    route({
      method: 'DELETE',
      url: `${url}/:id`,
      operationId: 'deleteConnection',
      summary: 'Delete a connection',
      description: 'You cannot delete the connection that you have selected. Conversations about it remain.',
      access: 'admin',
      params: idParamsSchema,
      response: deleteConfigurationResponseSchema,
      handler: async ({ principal, params: { id } }) => {
        const name = await connections.remove(principal, id)
        return { id, config_id: id, name, ...wireMessage(message('Database configuration deleted successfully')) }
      },
    }),
  ]
}

function testRoutes({ connections, catalog, license }: ManagementRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${url}/:id/test`,
      operationId: 'testConnection',
      summary: 'Test a connection',
      description: 'Send `Accept: text/event-stream` to follow the test stage by stage.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      rateLimit: reachRate,
      params: idParamsSchema,
      response: connectionTestResultSchema,
      handler: async ({ principal, params, raw, reply }) => {
        await connections.requireManaged(principal, params.id)
        const is_premium = await license.isPremium()
        if (raw.headers.accept?.includes('text/event-stream') === true) {
          return streamTest({ connections, id: params.id, is_premium, raw, reply })
        }
        return { ...(await connections.test(params.id)), is_premium }
      },
    }),
    route({
      method: 'POST',
      url: `${url}/test-all`,
      operationId: 'testAllConnections',
      summary: 'Test all connections',
      description:
        'Tests every connection that you can use, four at a time, and returns how many passed. Send `Accept: text/event-stream` to get each result when it arrives. To stop, close the stream.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      rateLimit: { ...reachRate, max: 6 },
      response: testAllSummarySchema,
      handler: async ({ principal, raw, reply }) => {
        if (raw.headers.accept?.includes('text/event-stream') === true) {
          return streamTestAll({ connections, principal, raw, reply })
        }
        const gone = new AbortController()
        raw.raw.once('close', () => gone.abort())
        return connections.testAll(principal, { onStart: () => undefined, onResult: () => undefined }, gone.signal)
      },
    }),
    route({
      method: 'POST',
      url: `${url}/:id/sync`,
      operationId: 'syncConnection',
      summary: 'Sync a Google Sheets connection',
      description: 'Copies the sheets again.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      rateLimit: reachRate,
      params: idParamsSchema,
      response: syncResponseSchema,
      handler: async ({ principal, params }) => {
        await connections.requireManaged(principal, params.id)
        const outcome = await connections.sync(params.id)
        const { is_valid: isTested } = await connections.get(principal, params.id)
        if (outcome.success && isTested) await catalog.refresh(params.id)
        return outcome
      },
    }),
    route({
      method: 'GET',
      url: `${url}/:id/sync`,
      operationId: 'listConnectionSyncs',
      summary: 'List the syncs of a Google Sheets connection',
      description: 'Newest first.',
      access: 'admin',
      reaches: ['credentials'],
      params: idParamsSchema,
      response: syncHistorySchema,
      handler: async ({ principal, params }) => {
        await connections.requireManaged(principal, params.id)
        return connections.syncHistory(params.id)
      },
    }),
  ]
}

/** Sends an event when a test begins and ends, and how many passed at the end. A client that leaves stops the tests. */
async function streamTestAll({
  connections,
  principal,
  raw,
  reply,
}: Omit<StreamedTest, 'id' | 'is_premium'> & { principal: Principal }): Promise<void> {
  const stream = openEventStream(reply, raw.server.eventStreams)
  const send = (data: TestAllEvent) => void stream.send({ data })
  try {
    const listener = {
      onStart: (id: string) => send({ type: 'started', id }),
      onResult: (id: string, result: ConnectionTestResult) => send({ type: 'tested', id, result }),
    }
    const summary = await connections.testAll(principal, listener, stream.signal)
    await stream.send({ data: { type: 'ended', ...summary } satisfies TestAllEvent })
  } finally {
    stream.end()
  }
}

interface StreamedTest {
  connections: ConnectionsService
  id: string
  is_premium: boolean
  raw: FastifyRequest
  reply: FastifyReply
}

/** Sends `{stages}` after each step, then `{result}`. */
async function streamTest({ connections, id, is_premium, raw, reply }: StreamedTest): Promise<void> {
  const stream = openEventStream(reply, raw.server.eventStreams)
  try {
    const result = await connections.test(id, (stages) => void stream.send({ data: { stages } }))
    await stream.send({ data: { result: { ...result, is_premium } } })
  } finally {
    stream.end()
  }
}
