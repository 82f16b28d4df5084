import { z } from 'zod'
import { roleSchema, userSchema } from './auth.ts'

/** An account as administrators see it; limits of null are unlimited. */
export const managedUserSchema = userSchema.extend({
  daily_query_limit: z.number().nullable(),
  monthly_query_limit: z.number().nullable(),
  daily_query_count: z.number(),
  monthly_query_count: z.number(),
  daily_query_reset_at: z.string().nullable(),
  monthly_query_reset_at: z.string().nullable(),
})
export type ManagedUser = z.infer<typeof managedUserSchema>

export const userListSchema = z.array(managedUserSchema)

export const approveUserRequestSchema = z.strictObject({ role: roleSchema.default('GENERAL') })
