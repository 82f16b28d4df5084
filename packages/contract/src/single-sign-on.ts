import { z } from 'zod'
import { emailDomain } from './email-address.ts'
import { message } from './messages.ts'
import { schemaText } from './schema-text.ts'
import { signOnProblemSchema } from './sign-on-problems.ts'
import { plainText } from './text.ts'
import { userAttributesSchema } from './users.ts'
import { patternFields } from './wire-message.ts'

export const signOnLimits = { providers: 10, domains: 50, groups: 200, adminValues: 50, breakGlass: 20 }

/** What happens when someone without an account signs in with a provider for the first time. */
export const accountCreations = ['automatic', 'approval', 'none'] as const
export type AccountCreation = (typeof accountCreations)[number]

const claimName = plainText(200).trim()

const issuerSchema = z
  .string()
  .trim()
  .max(500)
  .refine(isIssuer, 'Enter an issuer URL that begins with https://, such as https://login.example.com.')

/** What an administrator decides about a provider. */
const providerFields = {
  /** Chosen by the client, because the callback URL contains it. It never changes. */
  id: z.string().regex(/^[a-z0-9]{6,40}$/, 'The ID of a provider has 6 to 40 lower-case letters and digits.'),
  name: plainText(60).trim().min(1, 'Enter a name for the provider.'),
  issuer: issuerSchema,
  client_id: plainText(300).trim().min(1, 'Enter the client ID.'),
  is_enabled: z.boolean(),
  /** In addition to `openid email profile`. */
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5B\x5D-\x7E]{1,100}$/, 'A scope has no spaces, quotes, or backslashes.'))
    .max(20),
  allowed_domains: z
    .array(
      z
        .string()
        .max(254)
        .overwrite((domain) => emailDomain(domain) ?? domain)
        .refine((domain) => emailDomain(domain) !== null, 'Enter a domain such as example.com, without the @.'),
    )
    .max(signOnLimits.domains),
  /** Accept addresses about which the provider says nothing. */
  trusts_emails: z.boolean(),
  account_creation: z.enum(accountCreations),
  /** The claim that lists groups. Empty: none. */
  groups_claim: claimName,
  groups: z
    .array(
      z.strictObject({
        value: plainText(300).trim().min(1, 'Enter the value that the provider sends for the group.'),
        group_id: z.string().min(1, 'Choose a group.').max(200),
      }),
    )
    .max(signOnLimits.groups),
  /** The claim that decides who is an administrator. Empty: none. */
  role_claim: claimName,
  admin_values: z.array(plainText(300).trim().min(1)).max(signOnLimits.adminValues),
  /** The claim of each attribute. */
  attributes: userAttributesSchema,
}

export const saveSignOnProviderSchema = z.strictObject({
  ...providerFields,
  /** Absent keeps the stored one. Null removes it. */
  client_secret: plainText(2000).trim().min(1, 'Enter the client secret.').nullable().optional(),
})
export type SaveSignOnProvider = z.infer<typeof saveSignOnProviderSchema>

/** What a provider sent at an administrator's test, and what Parlance makes of it. */
export const signOnTestSchema = z.object({
  at: z.string(),
  email: z.string().nullable(),
  /** Null if the sign-in would work. */
  problem: signOnProblemSchema.nullable(),
  /** The claims, shortened. */
  claims: z.array(z.object({ name: z.string(), value: z.string() })),
  groups: z.array(z.string()),
  role: z.enum(['ADMIN', 'GENERAL']).nullable(),
  attributes: z.record(z.string(), z.string()),
})
export type SignOnTest = z.infer<typeof signOnTestSchema>

export const signOnProviderSchema = z.object({
  ...providerFields,
  has_client_secret: z.boolean(),
  /** To enter at the provider. */
  callback_url: z.string(),
  /** Users who have signed in with it. */
  user_count: z.number(),
  /** The last test sign-in since the provider was changed. */
  last_test: signOnTestSchema.nullable(),
})
export type SignOnProvider = z.infer<typeof signOnProviderSchema>

export const signOnHours = { least: 1, most: 720 }

const settingsFields = {
  /** Closes passwords, except for `break_glass_user_ids`. */
  is_only: z.boolean(),
  break_glass_user_ids: z.array(z.string().min(1).max(200)).max(signOnLimits.breakGlass),
  /** Hours after which a user must sign in with the provider again. */
  sign_in_hours: z
    .number()
    .int()
    .min(signOnHours.least, schemaText(message('Enter 1 to 720 hours.')))
    .max(signOnHours.most, schemaText(message('Enter 1 to 720 hours.'))),
}

/** GET /api/v1/single-sign-on. */
export const singleSignOnSchema = z.object({
  /** Whether the edition includes it. */
  is_included: z.boolean(),
  ...settingsFields,
  /** To enter at the providers: where they send users after signing out. */
  signed_out_url: z.string(),
  providers: z.array(signOnProviderSchema),
  /** Administrators with a password, who can be break-glass administrators, and whether a provider knows them. */
  administrators: z.array(z.object({ user_id: z.string(), email: z.string(), is_connected: z.boolean() })),
  groups: z.array(z.object({ group_id: z.string(), name: z.string() })),
  /** Clients send it as `expected_version`. */
  version: z.string(),
})
export type SingleSignOn = z.infer<typeof singleSignOnSchema>

/** PUT /api/v1/single-sign-on. Providers that aren't in the list are deleted. */
export const saveSingleSignOnSchema = z.strictObject({
  ...settingsFields,
  providers: z
    .array(saveSignOnProviderSchema)
    .max(
      signOnLimits.providers,
      schemaText(message('There can be at most {max} providers.', { max: signOnLimits.providers })),
    ),
  expected_version: z.string().max(100),
})
export type SaveSingleSignOn = z.infer<typeof saveSingleSignOnSchema>

/** POST /api/v1/single-sign-on/test. */
export const testSignOnProviderSchema = z.strictObject({ issuer: issuerSchema, client_id: z.string().max(300) })
export const testSignOnResponseSchema = z.object({ success: z.boolean(), message: z.string(), ...patternFields })

/** POST /api/v1/single-sign-on/providers/{id}/test-sign-in. */
export const beginTestSignInSchema = z.object({ url: z.string() })

/** Where OAuth clients of the MCP server sign in (RFC 9728): GET /.well-known/oauth-protected-resource. */
export const protectedResourceSchema = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  resource_name: z.string(),
})
export type ProtectedResource = z.infer<typeof protectedResourceSchema>

/** Plain HTTP is only for a provider on this machine. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, pathname, search, hash } = new URL(text)
  if (username !== '' || search !== '' || hash !== '' || pathname.includes('/.well-known/')) return false
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}
