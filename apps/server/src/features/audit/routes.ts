import { Readable } from 'node:stream'
import { auditExportSchema, auditPageSchema, auditQuerySchema } from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { AuditService } from './service.ts'

export function auditRoutes(audit: AuditService, now: () => Date): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/v1/audit',
      operationId: 'listAuditRecords',
      summary: 'List audit records',
      description: 'Newest first.',
      access: 'admin',
      query: auditQuerySchema,
      response: auditPageSchema,
      handler: ({ query }) => audit.list(query),
    }),
    route({
      method: 'GET',
      url: '/api/v1/audit/export',
      operationId: 'exportAuditLog',
      summary: 'Export the audit log',
      description: 'Returns every record that matches the filters, as a CSV file or as JSON Lines.',
      access: 'admin',
      rateLimit: { max: 20, window: 60_000, by: 'user' },
      query: auditExportSchema,
      handler: async ({ principal, query: { format, ...filter }, reply }) => {
        await audit.record({
          action: 'audit.export',
          outcome: 'allowed',
          userId: principal.userId,
          detail: { filters: Object.keys(filter).join(', '), format },
        })
        reply.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="audit_${fileTime(now())}.${format}"`)
        return reply.send(Readable.from(audit.exportAs(format, filter)))
      },
    }),
  ]
}

/** yyyy-MM-dd_HH-mm-ss, UTC. */
function fileTime(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')
}
