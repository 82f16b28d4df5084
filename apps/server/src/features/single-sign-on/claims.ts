import { attributeLimits, emailDomain, emailKey, isEmail, isServiceAddress, normalizeEmail } from '@parlance/contract'
import type { Role, SignOnProblem } from '@parlance/contract'
import type { StoredProvider } from './provider-store.ts'

export type Claims = Readonly<Record<string, unknown>>

const longestText = 1000
const mostValues = 1000

/** What the claims of a user mean. */
export interface ReadClaims {
  email: string | null
  /** Whether the provider verified the address, or an administrator trusts it. */
  isEmailVerified: boolean
  username: string
  groupIds: string[]
  /** Null: the provider doesn't decide. */
  role: Role | null
  attributes: Record<string, string>
}

/** The parts of a provider that decide what claims mean. */
export type ClaimRules = Pick<
  StoredProvider,
  'trusts_emails' | 'allowed_domains' | 'groups_claim' | 'groups' | 'role_claim' | 'admin_values' | 'attributes'
>

/**
 * Joins the claims of the ID token with those of the user info, for the same user. The token wins. The address and
 * whether it is verified come from one source.
 */
export function joinClaims(token: Claims, info: Claims): Claims {
  const joined = { ...info, ...token }
  const source = [token, info].find(
    (claims) => claims['email'] === joined['email'] && claims['email_verified'] !== undefined,
  )
  return { ...joined, email_verified: source?.['email_verified'] }
}

/** Reads what claims mean, or why they can't be used. */
export function readClaims(claims: Claims, rules: ClaimRules): ReadClaims | { problem: SignOnProblem } {
  const names = [rules.groups_claim, rules.role_claim, ...Object.values(rules.attributes)].filter((name) => name !== '')
  const isLeftOut = names.some((name) => findClaim(claims, name) === undefined && isElsewhere(claims, name))
  if (isLeftOut) return { problem: 'groups_missing' }
  const used = [...names, 'email', 'name', 'preferred_username']
  if (used.some((name) => isTooLarge(findClaim(claims, name)))) return { problem: 'too_large' }
  const groups = new Set(textsOf(findClaim(claims, rules.groups_claim)))
  const roles = new Set(textsOf(findClaim(claims, rules.role_claim)))
  const isAdmin = rules.admin_values.some((value) => roles.has(value))
  const decidesRole = rules.role_claim !== '' && rules.admin_values.length > 0
  const roleOf = () => (isAdmin ? 'ADMIN' : 'GENERAL')
  return {
    ...addressOf(claims, rules),
    username: usernameOf(claims),
    groupIds: [...new Set(rules.groups.filter(({ value }) => groups.has(value)).map(({ group_id }) => group_id))],
    role: decidesRole ? roleOf() : null,
    attributes: attributesOf(claims, rules.attributes),
  }
}

/** Why an address can't be used to sign in. Null if it can. */
export function problemOfAddress(
  { email, isEmailVerified }: Pick<ReadClaims, 'email' | 'isEmailVerified'>,
  { allowed_domains: domains }: Pick<ClaimRules, 'allowed_domains'>,
): SignOnProblem | null {
  if (email === null) return 'email_missing'
  if (!isEmailVerified) return 'email_unverified'
  const key = emailKey(email)
  // No one receives email at the address of a service account, so no one may become one.
  if (isServiceAddress(key)) return 'domain_not_allowed'
  const domain = emailDomain(key.split('@').at(-1) ?? '')
  return domains.length === 0 || (domain !== null && domains.includes(domain)) ? null : 'domain_not_allowed'
}

/** Finds a claim by its name, or by a path such as `realm_access.roles`. */
export function findClaim(claims: Claims, name: string): unknown {
  if (name === '') return undefined
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (!isClaims(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

function isClaims(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null
}

/** Some providers replace a long list with a reference to it (OpenID Connect Core 5.6.2). */
function isElsewhere(claims: Claims, name: string): boolean {
  const elsewhere = claims['_claim_names']
  return isClaims(elsewhere) && Object.hasOwn(elsewhere, name)
}

function isTooLarge(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > mostValues || value.some((each) => textOf(each).length > longestText)
  return textOf(value).length > longestText
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== '')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function addressOf(claims: Claims, { trusts_emails: trusts }: Pick<ClaimRules, 'trusts_emails'>) {
  const email = normalizeEmail(textOf(claims['email']))
  if (!isEmail(email)) return { email: null, isEmailVerified: false }
  const verified = claims['email_verified']
  // Some providers send the word instead of the truth value.
  const isVerified = verified === true || verified === 'true'
  return { email, isEmailVerified: isVerified || (trusts && (verified === undefined || verified === null)) }
}

function usernameOf(claims: Claims): string {
  const name = textOf(claims['name']) || textOf(claims['preferred_username'])
  return name
    .replaceAll(/[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, '')
    .trim()
    .slice(0, 100)
}

/** An attribute is one value. A claim with several gives none, so that rules that need it hide every row. */
function attributesOf(claims: Claims, names: Record<string, string>): Record<string, string> {
  const found = Object.entries(names).flatMap(([key, name]) => {
    const [value = '', ...others] = textsOf(findClaim(claims, name))
    return others.length === 0 && isAttribute(value) ? [[key, value] as const] : []
  })
  return Object.fromEntries(found)
}

function isAttribute(value: string): boolean {
  return value !== '' && value.length <= attributeLimits.valueLength && !/\p{Cc}/u.test(value)
}
