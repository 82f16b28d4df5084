import { z } from 'zod'

/** Conversations by their last access. Each age includes the more recent ones. `older_than_month` is the rest. */
export const sessionStatisticsSchema = z.object({
  total_sessions: z.number(),
  sessions_by_age: z.object({
    last_24h: z.number(),
    last_week: z.number(),
    /** 30 days. */
    last_month: z.number(),
    older_than_month: z.number(),
  }),
  /** Size of the product's store. Null if unknown. */
  database_size_mb: z.number().nullable(),
})
export type SessionStatistics = z.infer<typeof sessionStatisticsSchema>

export const sessionResetFilters = ['all', 'older_than_1d', 'older_than_1w', 'older_than_1m'] as const
export const sessionResetQuerySchema = z.strictObject({
  filter: z.enum(sessionResetFilters, 'The filter must be all, older_than_1d, older_than_1w, or older_than_1m.'),
})
export type SessionResetFilter = (typeof sessionResetFilters)[number]

export const sessionResetResponseSchema = z.object({ message: z.string(), deleted_count: z.number() })
