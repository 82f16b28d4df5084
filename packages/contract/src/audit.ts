import { z } from 'zod'
import { auditGroups } from './audit-actions.ts'

export const auditOutcomes = ['allowed', 'denied', 'failed'] as const

/** A name, a count, or a code. */
const auditValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type AuditValue = z.infer<typeof auditValueSchema>

/** One field before and after an action. Of a secret or a value, only that it changed. */
export const auditChangeSchema = z.object({
  field: z.string(),
  is_hidden: z.boolean(),
  before: auditValueSchema,
  after: auditValueSchema,
})
export type AuditChange = z.infer<typeof auditChangeSchema>

/** Who did what, when, from where, and with which outcome. It never contains a secret or a value. */
export const auditRecordSchema = z.object({
  id: z.string(),
  at: z.string(),
  /** Null for anonymous requests and for the installation itself. */
  user_id: z.string().nullable(),
  /** Also null if the user no longer exists. */
  user_email: z.string().nullable(),
  /** Noun and verb, such as `user.approve`. */
  action: z.string(),
  outcome: z.enum(auditOutcomes),
  target_kind: z.string().nullable(),
  target_id: z.string().nullable(),
  /** Name at that time, if it was stored. */
  target_name: z.string().nullable(),
  /** Names, counts and codes. */
  detail: z.record(z.string(), auditValueSchema),
  changes: z.array(auditChangeSchema),
  /** The current names of users, databases, and business areas that `detail` names by ID. */
  names: z.record(z.string(), z.string()),
  /** The entry as one English sentence. */
  sentence: z.string(),
  /** IP address of the request. Null for the server's own actions. */
  address: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditRecordSchema>

const moment = z.iso.datetime({ offset: true, error: 'Enter a time such as 2026-11-21T09:00:00Z.' })

/** Filters of the list and its export. A record must match all of them. */
export const auditFilterSchema = z.strictObject({
  user_id: z.string().min(1).max(200).optional(),
  action: z.string().min(1).max(100).optional(),
  group: z.enum(auditGroups).optional(),
  /** The ID of what the record is about: a user, a connection, or a business area. */
  target_id: z.string().min(1).max(200).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  /** Inclusive. */
  from: moment.optional(),
  /** Exclusive. */
  to: moment.optional(),
  /** Part of a name, an address, an action, or a detail. */
  search: z.string().trim().min(1).max(200).optional(),
})
export type AuditFilter = z.infer<typeof auditFilterSchema>

export const auditFormats = ['csv', 'jsonl'] as const
export type AuditFormat = (typeof auditFormats)[number]

export const auditExportSchema = auditFilterSchema.extend({ format: z.enum(auditFormats).default('csv') })

export const auditQuerySchema = auditFilterSchema.extend({
  /** The `next_cursor` of the previous page. */
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
})
export type AuditQuery = z.infer<typeof auditQuerySchema>

/** Newest first. `next_cursor` is null on the last page. A page of a search can have fewer records than its limit. */
export const auditPageSchema = z.object({
  records: z.array(auditRecordSchema),
  next_cursor: z.string().nullable(),
  /** Of a search that stopped before the page was full: the time of the oldest record that it read. */
  searched_to: z.string().nullable(),
  /** Every action that the product records, as options of a filter. */
  actions: z.array(z.string()),
})
export type AuditPage = z.infer<typeof auditPageSchema>
