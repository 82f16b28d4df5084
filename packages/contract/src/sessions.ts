import { z } from 'zod'
import { turnEventSchema } from './events.ts'

/** The keys of a session's state are the documents'; unknown keys are refused. */
export const sessionStateSchema = z.strictObject({
  'user:id': z.string().max(200).optional(),
  'user:business_area_id': z.string().max(200).nullable().optional(),
  'user:database_config_id': z.string().max(200).nullable().optional(),
  'app:session_name': z.string().max(500).optional(),
  'app:created_at': z.string().max(64).optional(),
  'app:last_accessed': z.string().max(64).optional(),
  'app:recent_messages': z.array(z.unknown()).max(10).optional(),
  'app:last_message_time': z.string().max(64).optional(),
  /** The file of this conversation that its questions are asked of, as an id; null asks its database again. */
  'app:asked_file': z.string().max(200).nullable().optional(),
})
export type SessionState = z.infer<typeof sessionStateSchema>

export const createSessionRequestSchema = z.strictObject({ state: sessionStateSchema.optional() })
export const updateSessionRequestSchema = z.strictObject({ state_delta: sessionStateSchema })

/** A session in the list; the documents' `session_id` stands beside the protocol's `id`. */
export const sessionListItemSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  appName: z.string(),
  userId: z.string(),
  session_name: z.string(),
  created_at: z.string(),
  last_accessed: z.string(),
  business_area_id: z.string().nullable(),
  database_config_id: z.string().nullable(),
  /** True when its database was removed, or is no longer shared with the caller: its history stays readable. */
  database_removed: z.boolean().optional(),
  /** First 50 characters of the last message, with an ellipsis if longer; null without messages. */
  last_message: z.string().nullable(),
  state: sessionStateSchema,
})
export type SessionListItem = z.infer<typeof sessionListItemSchema>

export const sessionSchema = sessionListItemSchema.extend({
  events: z.array(turnEventSchema),
  /** The turn that is still being answered, to be followed by its events; null when none is. */
  running_turn_id: z.string().nullable(),
})
export type Session = z.infer<typeof sessionSchema>

export const clearAllResponseSchema = z.object({
  /** The requirement documents allow `frontend_delete`, by which a server asks its client to delete one by one. */
  action: z.enum(['deleted', 'frontend_delete']),
  deleted_count: z.number(),
})
