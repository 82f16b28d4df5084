import {
  changeGroupMembersResponseSchema,
  groupDeletionSchema,
  groupDetailSchema,
  groupListSchema,
  groupMembersSchema,
  type AccessChange,
  type ChangeGroupMembersRequest,
  type CreateGroupRequest,
  type GroupDetail,
  type UpdateGroupRequest,
} from '@parlance/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callVoid } from './client.ts'

const base = '/api/v1/groups'

/** What every answer about groups is stored under. */
export const groupsKey = ['groups']

/** The most entries of one page. */
export const groupPageSize = 50

interface PageRequest {
  search: string
  page: number
}

/** A page of the groups, by name; administrators only. */
export function groupPageQuery(request: PageRequest) {
  return queryOptions({
    queryKey: [...groupsKey, 'page', request],
    queryFn: ({ signal }) => call(`${base}?${pageOf(request)}`, groupListSchema, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** How many groups there are; administrators only. */
export const groupCountQuery = queryOptions({
  queryKey: [...groupsKey, 'count'],
  queryFn: async ({ signal }) => (await call(`${base}?limit=1`, groupListSchema, { signal })).total,
  retry: false,
})

/** One group with its conflicts. */
export function groupQuery(groupId: string) {
  return queryOptions({
    queryKey: [...groupsKey, groupId],
    queryFn: ({ signal }) => call(addressOf(groupId), groupDetailSchema, { signal }),
    staleTime: 0,
    retry: false,
  })
}

/** A page of a group's members, by email address. */
export function groupMembersQuery(groupId: string, request: PageRequest) {
  return queryOptions({
    queryKey: [...groupsKey, groupId, 'members', request],
    queryFn: ({ signal }) => call(addressOf(groupId, `/members?${pageOf(request)}`), groupMembersSchema, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** What the members lose with a group. */
export function groupDeletionQuery(groupId: string) {
  return queryOptions({
    queryKey: [...groupsKey, groupId, 'deletion'],
    queryFn: ({ signal }) => call(addressOf(groupId, '/deletion'), groupDeletionSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

export function createGroup(request: CreateGroupRequest): Promise<GroupDetail> {
  return call(base, groupDetailSchema, { method: 'POST', body: request })
}

/** The server responds with 409 if the group was changed after `expected_updated_at`. */
export function updateGroup(groupId: string, change: UpdateGroupRequest): Promise<GroupDetail> {
  return call(addressOf(groupId), groupDetailSchema, { method: 'PATCH', body: change })
}

export function deleteGroup(groupId: string): Promise<void> {
  return callVoid(addressOf(groupId), { method: 'DELETE' })
}

export function changeGroupMembers(groupId: string, change: ChangeGroupMembersRequest) {
  return call(addressOf(groupId, '/members'), changeGroupMembersResponseSchema, { method: 'POST', body: change })
}

/** Grants and revokes databases and areas, all or none. */
export function changeGroupAccess(groupId: string, changes: AccessChange[]): Promise<GroupDetail> {
  return call(addressOf(groupId, '/access'), groupDetailSchema, { method: 'PUT', body: { changes } })
}

function pageOf({ search, page }: PageRequest): string {
  const offset = String((page - 1) * groupPageSize)
  return new URLSearchParams({ search, offset, limit: String(groupPageSize) }).toString()
}

function addressOf(groupId: string, rest = ''): string {
  return `${base}/${encodeURIComponent(groupId)}${rest}`
}
