import { z } from 'zod'
import { message } from './messages.ts'
import { schemaText } from './schema-text.ts'
import { plainText } from './text.ts'

/**
 * What an API token may do: ask questions and run SQL, read earlier conversations, change business areas, or everything
 * that its owner may do as an administrator.
 */
export const apiTokenScopes = ['ask', 'read_results', 'manage_areas', 'administer'] as const
export const apiTokenScopeSchema = z.enum(apiTokenScopes)
export type ApiTokenScope = z.infer<typeof apiTokenScopeSchema>

/** How every API token starts, so that programs that look for leaked secrets find it. */
export const apiTokenPrefix = 'parlance_'

/** The longest time until a token expires, and how many valid tokens an account may have. */
export const apiTokenLimits = { days: 366, perOwner: 50, places: 100 } as const

export const apiTokenSchema = z.object({
  token_id: z.string(),
  name: z.string(),
  /** The first signs of the token, to recognize it. */
  token_start: z.string(),
  scopes: z.array(apiTokenScopeSchema),
  connection_ids: z.array(z.string()).nullable(),
  area_ids: z.array(z.string()).nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
})
export type ApiToken = z.infer<typeof apiTokenSchema>

export const apiTokenListSchema = z.array(apiTokenSchema)

/** A token for administrators, with its owner. */
export const ownedApiTokenSchema = apiTokenSchema.extend({
  /** The email is null for a service account, which has none. */
  owner: z.object({ user_id: z.string(), name: z.string(), email: z.string().nullable() }),
})
export type OwnedApiToken = z.infer<typeof ownedApiTokenSchema>
export const ownedApiTokenListSchema = z.object({ total: z.number(), tokens: z.array(ownedApiTokenSchema) })
export type OwnedApiTokenList = z.infer<typeof ownedApiTokenListSchema>

export const listAllApiTokensQuerySchema = z.strictObject({
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type ListAllApiTokensQuery = z.infer<typeof listAllApiTokensQuerySchema>

/** The only response that contains the token itself. */
export const createdApiTokenSchema = apiTokenSchema.extend({ token: z.string() })
export type CreatedApiToken = z.infer<typeof createdApiTokenSchema>

const places = z
  .array(z.string().min(1).max(200))
  .min(1, 'Choose at least one, or leave the limit out.')
  .max(
    apiTokenLimits.places,
    schemaText(message('Choose at most {max}. To allow more, leave the limit out.', { max: apiTokenLimits.places })),
  )
  .nullable()
  .default(null)

const wrongDays = schemaText(
  message('Enter a number of days from 1 to {max}, or leave it out if the token must not expire.', {
    max: apiTokenLimits.days,
  }),
)

export const createApiTokenRequestSchema = z
  .strictObject({
    name: plainText(100, schemaText(message('The name must be at most {max} characters.', { max: 100 })))
      .trim()
      .min(1, 'Enter a name.'),
    scopes: z.array(apiTokenScopeSchema, 'Choose what the token may do.').min(1, 'Choose what the token may do.'),
    connection_ids: places,
    area_ids: places,
    expires_in_days: z.int(wrongDays).min(1, wrongDays).max(apiTokenLimits.days, wrongDays).nullable().default(null),
  })
  .refine(
    ({ scopes, connection_ids, area_ids }) =>
      !scopes.includes('administer') || (connection_ids === null && area_ids === null),
    {
      error:
        'A token that administers cannot be limited to databases or business areas. Remove the limit or the scope.',
      path: ['scopes'],
    },
  )
export type CreateApiTokenRequest = z.infer<typeof createApiTokenRequestSchema>
