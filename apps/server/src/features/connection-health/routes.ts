import { healthChecksSchema } from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { ConnectionHealth } from './service.ts'

const url = '/api/v1/database-management/health-checks'

export function connectionHealthRoutes(health: ConnectionHealth): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url,
      operationId: 'getHealthChecks',
      summary: 'Get how often connections are checked',
      access: 'admin',
      response: healthChecksSchema,
      handler: async () => ({ interval: await health.interval() }),
    }),
    route({
      method: 'PUT',
      url,
      operationId: 'updateHealthChecks',
      summary: 'Set how often connections are checked',
      description:
        'A check signs in and reads no rows. If a connection starts to fail or works again, its owner and the administrators get an email.',
      access: 'admin',
      body: healthChecksSchema,
      response: healthChecksSchema,
      handler: async ({ principal, body }) => {
        await health.setInterval(body.interval, principal.userId)
        return { interval: await health.interval() }
      },
    }),
  ]
}
