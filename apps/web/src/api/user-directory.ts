import {
  bulkUsersResponseSchema,
  invitationRoomSchema,
  inviteUsersResponseSchema,
  linkResponseSchema,
  userPageSchema,
  userPossessionsSchema,
  userReachSchema,
  type BulkUsersRequest,
  type BulkUsersResponse,
  type InviteUsersRequest,
  type InviteUsersResponse,
  type LinkResponse,
  type UserFilter,
  type UserSorting,
} from '@parlance/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { translateText } from '../lib/i18n.ts'
import { call, callRaw, callVoid } from './client.ts'

const base = '/api/v1/users'

export interface UserListRequest extends UserFilter {
  sort?: UserSorting | undefined
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  page_size?: number | undefined
}

/** A page of the users. Shows the page before until the next one is there. */
export function userPageQuery(request: UserListRequest) {
  const query = queryOf(request)
  return queryOptions({
    queryKey: ['users', 'page', query],
    queryFn: ({ signal }) => call(`${base}/search?${query}`, userPageSchema, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Every user that matches, as a CSV file. */
export async function exportUsers(filter: UserListRequest): Promise<{ blob: Blob; disposition: string | null }> {
  const response = await callRaw(`${base}/export?${queryOf(filter)}`, { accept: 'text/csv' })
  return { blob: await response.blob(), disposition: response.headers.get('content-disposition') }
}

/** Changes several users in one request. */
export async function changeUsers(request: BulkUsersRequest): Promise<BulkUsersResponse> {
  const answer = await call(`${base}/bulk`, bulkUsersResponseSchema, { method: 'POST', body: request })
  return {
    ...answer,
    outcomes: answer.outcomes.map((outcome) => ({
      ...outcome,
      detail: outcome.detail && translateText(outcome.detail, outcome.pattern, outcome.values),
    })),
  }
}

/** What a user owns, before they are deleted. */
export function possessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', userId, 'possessions'],
    queryFn: ({ signal }) => call(addressOf(userId, '/possessions'), userPossessionsSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** @param heirId who gets the areas and databases; null if there are none */
export function deleteUser(userId: string, heirId: string | null): Promise<void> {
  const query = heirId === null ? '' : `?${new URLSearchParams({ heir_id: heirId }).toString()}`
  return callVoid(addressOf(userId, query), { method: 'DELETE' })
}

/** What a user can reach. */
export function reachQuery(userId: string) {
  return queryOptions({
    queryKey: ['users', userId, 'reach'],
    queryFn: ({ signal }) => call(addressOf(userId, '/reach'), userReachSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** How many people can be invited, and whether they get an email. */
export const invitationRoomQuery = queryOptions({
  queryKey: ['users', 'invitations', 'room'],
  queryFn: ({ signal }) => call(`${base}/invitations/room`, invitationRoomSchema, { signal }),
  staleTime: 0,
  retry: false,
})

export async function inviteUsers(request: InviteUsersRequest): Promise<InviteUsersResponse> {
  const answer = await call(`${base}/invitations`, inviteUsersResponseSchema, { method: 'POST', body: request })
  return {
    ...answer,
    skipped: answer.skipped.map((one) => ({ ...one, detail: translateText(one.detail, one.pattern, one.values) })),
  }
}

/** Makes a new link of an invitation. */
export function resendInvitation(userId: string): Promise<LinkResponse> {
  return call(addressOf(userId, '/invitation'), linkResponseSchema, { method: 'POST' })
}

export function withdrawInvitation(userId: string): Promise<void> {
  return callVoid(addressOf(userId, '/invitation'), { method: 'DELETE' })
}

export function createResetLink(userId: string, delivery: 'email' | 'copy'): Promise<LinkResponse> {
  return call(addressOf(userId, '/reset-link'), linkResponseSchema, { method: 'POST', body: { delivery } })
}

function addressOf(userId: string, rest = ''): string {
  return `${base}/${encodeURIComponent(userId)}${rest}`
}

export function queryOf(request: UserListRequest): string {
  const entries = Object.entries(request).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
}
