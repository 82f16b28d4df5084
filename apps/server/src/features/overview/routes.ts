import { overviewSchema } from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { OverviewService } from './service.ts'

export function overviewRoutes(overview: OverviewService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/v1/overview',
      operationId: 'getOverview',
      summary: 'Get what waits for an administrator',
      description: 'Lists what needs a decision or a repair, and counts the questions and ratings of the last 30 days.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      response: overviewSchema,
      handler: ({ principal }) => overview.read(principal),
    }),
  ]
}
