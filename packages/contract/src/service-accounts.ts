import { z } from 'zod'
import { message } from './messages.ts'
import { schemaText } from './schema-text.ts'
import { plainText } from './text.ts'

/** RFC 2606: no one can ever receive email there. */
const serviceDomain = 'parlance.invalid'

/** The address of a new service account, which only tells it apart from others. */
export function serviceAddress(id: string): string {
  return `service-${id}@${serviceDomain}`
}

export function isServiceAddress(email: string): boolean {
  return email.endsWith(`@${serviceDomain}`)
}

/** A user that is a program. It has rights like any user, but signs in only with API tokens. */
export const serviceAccountSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  /** Valid tokens. */
  tokens: z.number(),
  /** When one of its tokens was last used. */
  last_used_at: z.string().nullable(),
  created_at: z.string(),
})
export type ServiceAccount = z.infer<typeof serviceAccountSchema>
export const serviceAccountListSchema = z.array(serviceAccountSchema)

export const createServiceAccountRequestSchema = z.strictObject({
  name: plainText(100, schemaText(message('The name must be at most {max} characters.', { max: 100 })))
    .trim()
    .min(1, 'Enter a name.'),
})
