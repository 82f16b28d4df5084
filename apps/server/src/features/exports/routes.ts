import { exportFormatsSchema, fullResultsRequestSchema } from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { ExportService } from './service.ts'

export function exportRoutes(exports: ExportService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/v1/query/export-formats',
      operationId: 'listExportFormats',
      summary: 'List export formats',
      description: 'Lists the file formats of the installed edition.',
      access: 'user',
      response: exportFormatsSchema,
      handler: async () => ({ formats: await exports.formats() }),
    }),
    route({
      method: 'POST',
      url: '/api/v1/query/full-results',
      operationId: 'runQuery',
      summary: 'Run a query',
      description: 'Streams all rows as JSON, or as a file if the request has a `format`.',
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
