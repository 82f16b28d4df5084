import {
  attributeConflictSchema,
  roles,
  updateUserAccessResponseSchema,
  userPageMaximum,
  userPageSchema,
  userAccessSchema,
  valueSourcesSchema,
  type AccessChange,
  type Role,
  type UpdateUserAccessResponse,
  type UpdateUserRequest,
  type ValueSources,
} from '@parlance/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { z } from 'zod'
import { translateText } from '../lib/i18n.ts'
import { call, callVoid } from './client.ts'
import { queryOf, type UserListRequest } from './user-directory.ts'

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

const recordSchema = z
  .record(z.string(), z.string())
  .nullish()
  .transform((record) => record ?? {})
const noSources: ValueSources = { daily_query_limit: [], monthly_query_limit: [], attributes: {}, providers: {} }

/** An account as administrators see it, with the documented defaults for missing fields. */
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
    attributes: recordSchema,
    effective_daily_query_limit: limitSchema,
    effective_monthly_query_limit: limitSchema,
    effective_attributes: recordSchema,
    value_sources: valueSourcesSchema.nullish().transform((sources) => sources ?? noSources),
    attribute_conflicts: z
      .array(attributeConflictSchema)
      .nullish()
      .transform((conflicts) => conflicts ?? []),
    updated_at: textSchema,
  })
  .transform(({ user_name, ...account }) => ({
    ...account,
    /** Null if the user has no name; `username` is the email then. */
    name: user_name || account.username || null,
    username: user_name || account.username || account.email,
    organization: account.organization || t('Unknown'),
    isPending: account.status === 'N',
  }))

/** A role of null is one that this client does not know. */
export type Account = z.output<typeof accountSchema>

const accountPageSchema = userPageSchema.omit({ users: true }).extend({ users: z.array(accountSchema) })

/** Accounts on one page of a list. */
export const accountsPerPage = 50

/** The accounts that match, page after page. Shows the pages of the search before until the next ones are there. */
export function accountsQuery(request: Pick<UserListRequest, 'search' | 'state' | 'sort'>) {
  return infiniteQueryOptions({
    queryKey: ['users', 'page', 'accounts', request],
    queryFn: ({ signal, pageParam: page }) =>
      call(`${base}/search?${queryOf({ ...request, page, page_size: accountsPerPage })}`, accountPageSchema, {
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ matching }, _pages, page) => (page * accountsPerPage < matching ? page + 1 : null),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** The accounts with these IDs in their current state, up to as many as the server returns at once. */
export function accountsByIdQuery(ids: string[]) {
  const query = new URLSearchParams({ user_ids: ids.join(','), page_size: String(userPageMaximum) })
  return queryOptions({
    queryKey: ['users', 'page', 'ids', ids],
    queryFn: ({ signal }) => call(`${base}/search?${query.toString()}`, accountPageSchema, { signal }),
    select: ({ users }) => users,
    staleTime: 0,
    retry: false,
  })
}

/** Reads the lists of users again after a change, but not the user that an open dialog shows. */
export async function refreshUsers(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['users', 'page'] })
}

/** One account in its current state. */
export function userQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', userId],
    queryFn: ({ signal }): Promise<Account> => call(addressOf(userId), accountSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/**
 * Changes an account; absent fields stay. The server responds with 409 if it was changed after `expected_updated_at`.
 */
export function updateUser(userId: string, change: UpdateUserRequest): Promise<void> {
  return callVoid(addressOf(userId), { method: 'PATCH', body: change })
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

/** The access of one user to the restricted databases and areas that the caller may manage. */
export function userAccessQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', userId, 'access'],
    queryFn: ({ signal }) => call(addressOf(userId, '/access'), userAccessSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** The maximum number of changes that the server accepts in one call. */
const changesPerCall = 500

/** Grants and revokes; each change is independent. Throws if a call fails before anything was changed. */
export async function updateUserAccess(userId: string, changes: AccessChange[]): Promise<UpdateUserAccessResponse> {
  const sum: UpdateUserAccessResponse = { total: 0, succeeded: 0, message: null, failed: [] }
  for (let start = 0; start < changes.length; start += changesPerCall) {
    const part = await call(addressOf(userId, '/access'), updateUserAccessResponseSchema, {
      method: 'PUT',
      body: { changes: changes.slice(start, start + changesPerCall) },
    })
    sum.total += part.total
    sum.succeeded += part.succeeded
    sum.message ??= part.message && translateText(part.message, part.pattern, part.values)
    sum.failed.push(
      ...part.failed.map((change) => ({
        ...change,
        detail: translateText(change.detail, change.pattern, change.values),
      })),
    )
  }
  return sum
}

function readRole(text: string | null): Role | null {
  if (text === null || text === '') return 'GENERAL'
  return roles.find((role) => role === text) ?? null
}

function addressOf(userId: string, rest = ''): string {
  return `${base}/${encodeURIComponent(userId)}${rest}`
}
