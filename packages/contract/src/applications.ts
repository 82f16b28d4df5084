import { z } from 'zod'

export const applicationSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
})
export type Application = z.infer<typeof applicationSchema>

export const createApplicationRequestSchema = z.strictObject({
  name: z.string().trim().min(1, 'Application name is required').max(200),
  description: z.string().max(2000).nullish(),
})
