import {
  auditSettingsSchema,
  testAuditSinkResponseSchema,
  type AuditSettings,
  type AuditSink,
  type AuditSinkSettings,
  type TestAuditSink,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { withTranslation } from '../lib/i18n.ts'
import { call } from './client.ts'

export type { AuditSettings, AuditSink, AuditSinkSettings }
/** A form of a sink: without a secret, the stored one stays. */
export type SinkForm = Pick<TestAuditSink, 'settings' | 'is_active' | 'secret'>

const base = '/api/v1/audit'

/** How long the audit log is kept, and where it is sent. */
export const auditSettingsQuery = queryOptions({
  queryKey: ['audit-settings'],
  queryFn: ({ signal }) => call(`${base}/settings`, auditSettingsSchema, { signal }),
  staleTime: 0,
  retry: false,
})

export function saveRetention(days: number | null): Promise<AuditSettings> {
  return call(`${base}/retention`, auditSettingsSchema, { method: 'PUT', body: { days } })
}

/** @param id null for a new sink */
export function saveSink(id: string | null, body: SinkForm): Promise<AuditSettings> {
  return id === null
    ? call(`${base}/sinks`, auditSettingsSchema, { method: 'POST', body })
    : call(`${base}/sinks/${encodeURIComponent(id)}`, auditSettingsSchema, { method: 'PUT', body })
}

export function deleteSink(id: string): Promise<AuditSettings> {
  return call(`${base}/sinks/${encodeURIComponent(id)}`, auditSettingsSchema, { method: 'DELETE' })
}

/** Sends one entry. */
export function testSink(id: string | null, form: SinkForm) {
  const body = id === null ? form : { ...form, sink_id: id }
  return withTranslation(call(`${base}/sinks/test`, testAuditSinkResponseSchema, { method: 'POST', body }))
}
