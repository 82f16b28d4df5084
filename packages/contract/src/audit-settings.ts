import { z } from 'zod'
import { messageSchema } from './message-schema.ts'
import { message } from './messages.ts'
import { patternFields } from './wire-message.ts'

/** The fewest days for which the log can be kept. */
export const leastRetentionDays = 30

export const auditRetentionSchema = z.strictObject({
  /** Null keeps every record. */
  days: z
    .number()
    .int()
    .min(leastRetentionDays, message('Keep the audit log for at least 30 days.').text)
    .max(36_500)
    .nullable(),
})
export type AuditRetention = z.infer<typeof auditRetentionSchema>

export const syslogTransports = ['tls', 'tcp', 'udp'] as const

const webhookSettingsSchema = z.strictObject({
  kind: z.literal('webhook'),
  url: z.url({ protocol: /^https$/, error: message('Enter an address that begins with https://.').text }).max(2000),
})
const syslogSettingsSchema = z.strictObject({
  kind: z.literal('syslog'),
  host: z.string().trim().min(1, message('Enter the name or the address of the syslog server.').text).max(255),
  port: z.number().int().min(1).max(65_535),
  transport: z.enum(syslogTransports),
})

/** Where and how the log is sent. */
export const auditSinkSettingsSchema = z.discriminatedUnion('kind', [webhookSettingsSchema, syslogSettingsSchema])
export type AuditSinkSettings = z.infer<typeof auditSinkSettingsSchema>

export const saveAuditSinkSchema = z.strictObject({
  settings: auditSinkSettingsSchema,
  is_active: z.boolean().default(true),
  /** Signs what a webhook receives. Absent keeps the stored one. */
  secret: z.string().min(16, message('Enter a secret of at least 16 characters.').text).max(500).optional(),
})
export type SaveAuditSink = z.infer<typeof saveAuditSinkSchema>

export const testAuditSinkSchema = saveAuditSinkSchema.extend({
  /** Of a stored sink: its secret is used if none is given. */
  sink_id: z.string().max(100).optional(),
})
export type TestAuditSink = z.infer<typeof testAuditSinkSchema>

export const testAuditSinkResponseSchema = z.object({ success: z.boolean(), message: z.string(), ...patternFields })

/** Another system that receives the audit log. */
export const auditSinkSchema = z.object({
  sink_id: z.string(),
  settings: auditSinkSettingsSchema,
  is_active: z.boolean(),
  has_secret: z.boolean(),
  /** When it last received a record. */
  sent_at: z.string().nullable(),
  /** The time of the oldest record that it has not received. Null if there is none. */
  waiting_since: z.string().nullable(),
  /** Null after a success. */
  last_error: messageSchema.nullable(),
  failed_at: z.string().nullable(),
  next_try_at: z.string().nullable(),
})
export type AuditSink = z.infer<typeof auditSinkSchema>

export const auditSettingsSchema = z.object({
  retention_days: z.number().nullable(),
  sinks: z.array(auditSinkSchema),
})
export type AuditSettings = z.infer<typeof auditSettingsSchema>
