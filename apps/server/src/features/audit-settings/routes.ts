import {
  auditRetentionSchema,
  auditSettingsSchema,
  saveAuditSinkSchema,
  testAuditSinkResponseSchema,
  testAuditSinkSchema,
  wireMessage,
} from '@parlance/contract'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { AuditSettingsService } from './service.ts'

const base = '/api/v1/audit'
const rateLimit = { max: 30, window: 60_000, by: 'user' } as const

export function auditSettingsRoutes(service: AuditSettingsService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/settings`,
      operationId: 'getAuditSettings',
      summary: 'Get how long the audit log is kept and where it is sent',
      access: 'admin',
      response: auditSettingsSchema,
      handler: () => service.read(),
    }),
    route({
      method: 'PUT',
      url: `${base}/retention`,
      operationId: 'updateAuditRetention',
      summary: 'Change how long the audit log is kept',
      access: 'admin',
      body: auditRetentionSchema,
      response: auditSettingsSchema,
      handler: ({ principal, body }) => service.keepFor(principal, body),
    }),
    route({
      method: 'POST',
      url: `${base}/sinks`,
      operationId: 'addAuditSink',
      summary: 'Send the audit log to another system',
      access: 'admin',
      rateLimit,
      body: saveAuditSinkSchema,
      response: auditSettingsSchema,
      handler: ({ principal, body }) => service.addSink(principal, body),
    }),
    route({
      method: 'POST',
      url: `${base}/sinks/test`,
      operationId: 'testAuditSink',
      summary: 'Send a test entry to another system',
      access: 'admin',
      rateLimit,
      body: testAuditSinkSchema,
      response: testAuditSinkResponseSchema,
      handler: async ({ principal, body }) => {
        const { success, text } = await service.testSink(principal, body)
        return { success, ...wireMessage(text) }
      },
    }),
    route({
      method: 'PUT',
      url: `${base}/sinks/:id`,
      operationId: 'updateAuditSink',
      summary: 'Change where the audit log is sent',
      access: 'admin',
      rateLimit,
      params: idParamsSchema,
      body: saveAuditSinkSchema,
      response: auditSettingsSchema,
      handler: ({ principal, params, body }) => service.changeSink(principal, params.id, body),
    }),
    route({
      method: 'DELETE',
      url: `${base}/sinks/:id`,
      operationId: 'deleteAuditSink',
      summary: 'Stop sending the audit log to another system',
      access: 'admin',
      params: idParamsSchema,
      response: auditSettingsSchema,
      handler: ({ principal, params }) => service.removeSink(principal, params.id),
    }),
  ]
}
