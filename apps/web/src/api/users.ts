import { roles, type Role } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call, callVoid } from './client.ts'

const base = '/api/v1/users'

const amountSchema = z
  .number()
  .nullish()
  .transform((count) => count ?? 0)
const textSchema = z
  .string()
  .nullish()
  .transform((text) => text ?? null)
const limitSchema = z
  .number()
  .nullish()
  .transform((limit) => limit ?? null)

/** An account as administrators see it, with what the documents give where the server leaves something out. */
const accountSchema = z
  .object({
    user_id: z.string(),
    email: z.string(),
    username: textSchema,
    user_name: textSchema,
    organization: textSchema,
    role: textSchema.transform(readRole),
    status: z.string(),
    is_active: z.boolean(),
    is_premium: z
      .boolean()
      .nullish()
      .transform((isPremium) => isPremium ?? false),
    created_at: textSchema,
    last_login_at: textSchema,
    daily_query_limit: limitSchema,
    monthly_query_limit: limitSchema,
    daily_query_count: amountSchema,
    monthly_query_count: amountSchema,
    daily_query_reset_at: textSchema,
    monthly_query_reset_at: textSchema,
    tenant_id: textSchema,
    tenant_name: textSchema,
    dept_id: textSchema,
    attributes: z
      .record(z.string(), z.string())
      .nullish()
      .transform((attributes) => attributes ?? {}),
    updated_at: textSchema,
  })
  .transform(({ user_name, ...account }) => ({
    ...account,
    username: user_name || account.username || account.email,
    organization: account.organization || 'Unknown',
    isPending: account.status === 'N',
  }))

/** A role of null is one that this client does not know. */
export type Account = z.output<typeof accountSchema>

const accountListSchema = z.union([
  z.array(accountSchema),
  z.object({ users: z.array(accountSchema) }).transform((answer) => answer.users),
])

/** Every account, the ones that wait for approval included. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }): Promise<Account[]> => call(`${base}/`, accountListSchema, { signal }),
  retry: false,
})

/** One account as it is now. */
export function userQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', userId],
    queryFn: ({ signal }): Promise<Account> => call(addressOf(userId), accountSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** What can be changed of an account; absent fields stay as they are. */
export interface AccountChange {
  role?: Role
  is_active?: boolean
  daily_query_limit?: number | null
  monthly_query_limit?: number | null
  tenant_id?: string | null
  tenant_name?: string | null
  dept_id?: string | null
  attributes?: Record<string, string>
}

/** Changes an account; refused with 409 when it was changed after `expectedUpdatedAt`. */
export function updateUser(userId: string, change: AccountChange, expectedUpdatedAt: string | null): Promise<void> {
  const body = expectedUpdatedAt === null ? change : { ...change, expected_updated_at: expectedUpdatedAt }
  return callVoid(addressOf(userId), { method: 'PATCH', body })
}

export function updateRole(userId: string, role: Role): Promise<void> {
  return callVoid(addressOf(userId, '/role'), { method: 'PATCH', body: { role } })
}

export function approveUser(userId: string, role: Role): Promise<void> {
  return callVoid(addressOf(userId, '/approve'), { method: 'POST', body: { role } })
}

/** Deletes the registration. */
export function rejectUser(userId: string): Promise<void> {
  return callVoid(addressOf(userId, '/reject'), { method: 'POST' })
}

export function activateUser(userId: string): Promise<void> {
  return callVoid(addressOf(userId, '/activate'), { method: 'POST' })
}

export function deactivateUser(userId: string): Promise<void> {
  return callVoid(addressOf(userId, '/deactivate'), { method: 'POST' })
}

function readRole(text: string | null): Role | null {
  if (text === null || text === '') return 'GENERAL'
  return roles.find((role) => role === text) ?? null
}

function addressOf(userId: string, rest = ''): string {
  return `${base}/${encodeURIComponent(userId)}${rest}`
}
