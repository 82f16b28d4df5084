import { visualizationRowsRequestSchema } from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { VisualizationService } from './service.ts'

export function visualizationRoutes(visualization: VisualizationService): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: '/api/v1/query/visualization',
      operationId: 'getChartRows',
      summary: 'Get the rows of a chart',
      description: 'Streams at most 100,000 rows, as one JSON object per line.',
      access: 'user',
      rateLimit: { max: 60, window: 60_000, by: 'user' },
      reaches: ['database'],
      body: visualizationRowsRequestSchema,
      handler: async ({ principal, body, signal, reply }) => {
        const rows = await visualization.rows(principal, body, signal)
        reply.type('application/x-ndjson; charset=utf-8')
        return reply.send(rows)
      },
    }),
  ]
}
