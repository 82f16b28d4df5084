import { z } from 'zod'

export const auditOutcomes = ['allowed', 'denied', 'failed'] as const

/** One record: who did what to what, when, from where, with which result. Never a secret or a value. */
export const auditRecordSchema = z.object({
  id: z.string(),
  at: z.string(),
  /** Null: nobody signed in, or the installation itself. */
  user_id: z.string().nullable(),
  /** Null also when the account is gone. */
  user_email: z.string().nullable(),
  /** Noun and verb, such as `user.approve`. */
  action: z.string(),
  outcome: z.enum(auditOutcomes),
  target_kind: z.string().nullable(),
  target_id: z.string().nullable(),
  /** What it was called at that time, where that outlives it. */
  target_name: z.string().nullable(),
  /** Names, counts and codes. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Where the request came from; null for what the server did by itself. */
  address: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditRecordSchema>

const moment = z.iso.datetime({ offset: true, error: 'Enter a time such as 2026-11-21T09:00:00Z.' })

/** Filters of the list and of its export; all must hold. */
export const auditFilterSchema = z.strictObject({
  user_id: z.string().min(1).max(200).optional(),
  action: z.string().min(1).max(100).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  /** Inclusive. */
  from: moment.optional(),
  /** Exclusive. */
  to: moment.optional(),
})
export type AuditFilter = z.infer<typeof auditFilterSchema>

export const auditQuerySchema = auditFilterSchema.extend({
  /** The `next_cursor` of the page before. */
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
})
export type AuditQuery = z.infer<typeof auditQuerySchema>

/** Newest first; `next_cursor` is null on the last page. */
export const auditPageSchema = z.object({
  records: z.array(auditRecordSchema),
  next_cursor: z.string().nullable(),
  /** Every action that this product records, for a filter to offer. */
  actions: z.array(z.string()),
})
export type AuditPage = z.infer<typeof auditPageSchema>
