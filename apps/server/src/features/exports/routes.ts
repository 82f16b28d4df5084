import { exportFormatsSchema, fullResultsRequestSchema } from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { ExportService } from './service.ts'

export function exportRoutes(exports: ExportService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/v1/query/export-formats',
      summary: 'The file formats that the edition exports',
      access: 'user',
      response: exportFormatsSchema,
      handler: async () => ({ formats: await exports.formats() }),
    }),
    route({
      method: 'POST',
      url: '/api/v1/query/full-results',
      summary: 'Run a query to its end and stream all rows, as JSON or as a file',
      access: 'user',
      rateLimit: { max: 60, window: 60_000, by: 'user' },
      reaches: ['database'],
      body: fullResultsRequestSchema,
      handler: async ({ principal, body, signal, reply }) => {
        const result = await exports.fullResults(principal, body, signal)
        reply.type(result.contentType)
        if (body.format) reply.header('content-disposition', `attachment; filename="${result.fileName}"`)
        return reply.send(result.body)
      },
    }),
  ]
}
