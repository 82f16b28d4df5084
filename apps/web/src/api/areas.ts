import {
  areaAccessListSchema,
  areaAudienceResponseSchema,
  areaEditionLimitsSchema,
  areaFileSchema,
  areaListItemSchema,
  areaProblemSchema,
  areaRowCountsResponseSchema,
  areaSchema,
  checkAreaResponseSchema,
  databaseTablesResponseSchema,
  joinedTablesResponseSchema,
  previewAreaResponseSchema,
  recommendAreaResponseSchema,
  searchTablesResponseSchema,
  suggestJoinsResponseSchema,
  tableColumnsResponseSchema,
  userAttributeCountsSchema,
  type Area,
  type AreaAudience,
  type AreaAudienceRequest,
  type AreaEditionLimits,
  type AreaFile,
  type AreaListItem,
  type AreaPreview,
  type AreaProblem,
  type AreaRecommendation,
  type AreaRowCounts,
  type AreaRowCountsRequest,
  type CheckAreaRequest,
  type CheckAreaResponse,
  type CreateAreaRequest,
  type PreviewAreaRequest,
  type PreviewNewAreaRequest,
  type UpdateAreaRequest,
} from '@parlance/contract'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { ApiError } from '../lib/api-error.ts'
import { call, callVoid } from './client.ts'

const base = '/api/v1/business-areas'

const areaListSchema = z.union([
  z.array(areaListItemSchema),
  z.object({ business_areas: z.array(areaListItemSchema) }).transform((answer) => answer.business_areas),
])

/** All queries about areas start with this key. */
export const areasKey = ['areas']

/**
 * The business areas of an application; empty if the database belongs to no application. The cache has all of them
 * (`fetchQuery` returns them all); `select` picks those for questions.
 */
export function areasQuery(applicationId: string | null) {
  return queryOptions({
    queryKey: [...areasKey, 'of', applicationId],
    queryFn: async ({ signal }): Promise<AreaListItem[]> => {
      if (applicationId === null) return []
      return call(`${base}/?application_id=${encodeURIComponent(applicationId)}`, areaListSchema, { signal })
    },
    select: askableAreas,
    retry: false,
  })
}

/** Leaves out other users' private areas, also for administrators, who see them on the management screen. */
export function askableAreas(areas: AreaListItem[]): AreaListItem[] {
  return areas.filter((area) => area.is_active && isOwnOrShared(area))
}

function isOwnOrShared(area: AreaListItem): boolean {
  return area.visibility !== 'private' || area.is_owner
}

/** Every area that the caller may see, active or not. */
export const allAreasQuery = queryOptions({
  queryKey: [...areasKey, 'all'],
  queryFn: ({ signal }): Promise<AreaListItem[]> => call(`${base}/`, areaListSchema, { signal }),
  retry: false,
})

/** One area with its tables, joins and rules; reloaded each time it is opened. */
export function areaQuery(areaId: string) {
  return queryOptions({
    queryKey: [...areasKey, 'one', areaId],
    queryFn: ({ signal }) => getArea(areaId, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

export function getArea(areaId: string, signal?: AbortSignal): Promise<Area> {
  return call(addressOf(areaId), areaSchema, signal === undefined ? {} : { signal })
}

/** Used if the limits cannot be loaded; the server decides anyway. */
export const fallbackLimits: AreaEditionLimits = {
  edition: 'standard',
  max_business_areas: -1,
  current_business_areas: -1,
  max_tables_per_area: -1,
  row_security_enabled: true,
  column_security_enabled: true,
  restricted_visibility_enabled: false,
  max_databases: -1,
}

export const areaLimitsQuery = queryOptions({
  queryKey: [...areasKey, 'limits'],
  queryFn: ({ signal }) => call(`${base}/edition-limits`, areaEditionLimitsSchema, { signal }),
  retry: false,
})

export function createArea(body: CreateAreaRequest): Promise<Area> {
  return call(`${base}/`, areaSchema, { method: 'POST', body })
}

/** Changes the basic data and the rules; throws 409 if `version` is outdated. */
export function updateArea(areaId: string, version: number, body: UpdateAreaRequest): Promise<Area> {
  return put(areaId, '', version, body)
}

/** Withdraws a request that is waiting for an administrator; what is in effect stays. */
export function withdrawPendingApproval(areaId: string): Promise<Area> {
  return call(addressOf(areaId, '/pending-approval'), areaSchema, { method: 'DELETE' })
}

export function deleteArea(areaId: string): Promise<void> {
  return callVoid(addressOf(areaId), { method: 'DELETE' })
}

/** Removes a deleted area from every list at once; the lists reload anyway. */
export async function forgetArea(queryClient: QueryClient, areaId: string): Promise<void> {
  // A list requested earlier must not bring it back.
  await queryClient.cancelQueries({ queryKey: areasKey })
  for (const list of ['of', 'all']) {
    queryClient.setQueriesData<AreaListItem[]>({ queryKey: [...areasKey, list] }, (areas) =>
      areas?.filter((area) => area.area_id !== areaId),
    )
  }
}

/** Makes the area the caller's default for its application. */
export function setDefaultArea(areaId: string): Promise<void> {
  return callVoid(addressOf(areaId, '/set-default'), { method: 'POST' })
}

/** Proves a draft against the databases of its application without saving it. */
export function checkArea(draft: CheckAreaRequest, signal?: AbortSignal): Promise<CheckAreaResponse> {
  return call(`${base}/check`, checkAreaResponseSchema, {
    method: 'POST',
    body: draft,
    ...(signal !== undefined && { signal }),
  })
}

/** All queries about who will see what start with this key. */
export const audienceKey = ['area-audience']

/** Who would see what if a draft were saved. */
export function reviewAudience(draft: AreaAudienceRequest, signal: AbortSignal): Promise<AreaAudience> {
  return call(`${base}/audience`, areaAudienceResponseSchema, { method: 'POST', body: draft, signal })
}

/** How many rows users would see if a draft were saved. */
export function countAudienceRows(request: AreaRowCountsRequest, signal: AbortSignal): Promise<AreaRowCounts> {
  return call(`${base}/audience/row-counts`, areaRowCountsResponseSchema, { method: 'POST', body: request, signal })
}

/** What another user would get in an area that isn't saved yet. */
export function previewNewArea(request: PreviewNewAreaRequest, signal: AbortSignal): Promise<AreaPreview> {
  return call(`${base}/preview`, previewAreaResponseSchema, { method: 'POST', body: request, signal })
}

/** What another user would get under the area's saved rules, or under those of a draft. */
export function previewArea(areaId: string, request: PreviewAreaRequest, signal: AbortSignal): Promise<AreaPreview> {
  return call(addressOf(areaId, '/preview'), previewAreaResponseSchema, { method: 'POST', body: request, signal })
}

export const areaTablesKey = ['area-tables']

/** The tables of a database that areas can use. */
export function areaTablesQuery(configId: string) {
  return queryOptions({
    queryKey: [...areaTablesKey, configId],
    queryFn: ({ signal }) =>
      call(`${base}/database-tables?database_config_id=${encodeURIComponent(configId)}`, databaseTablesResponseSchema, {
        signal,
      }),
    staleTime: 60_000,
    retry: false,
  })
}

/** The tables of several databases that match a search, best first in each of them. */
export function tableSearchQuery(configIds: string[], query: string) {
  return queryOptions({
    queryKey: [...areaTablesKey, 'search', configIds, query],
    queryFn: ({ signal }) =>
      Promise.all(
        configIds.map((id) => {
          const parameters = new URLSearchParams({ database_config_id: id, query })
          return call(`${base}/database-tables/search?${parameters.toString()}`, searchTablesResponseSchema, { signal })
        }),
      ),
    staleTime: 60_000,
    retry: false,
  })
}

/** The other tables of some databases that foreign keys link with these, in either direction. */
export async function joinedTables(configIds: string[], tables: string[]): Promise<string[]> {
  const answers = await Promise.all(
    configIds.map((id) =>
      call(`${base}/database-tables/joined`, joinedTablesResponseSchema, {
        method: 'POST',
        body: { database_config_id: id, tables },
      }),
    ),
  )
  return answers.flatMap((answer) => answer.tables)
}

export function tableColumnsQuery(configId: string, table: string) {
  return queryOptions({
    queryKey: ['table-columns', configId, table],
    queryFn: ({ signal }) =>
      call(
        `/api/v1/database-management/tables/${encodeURIComponent(table)}/columns?database_config_id=${encodeURIComponent(configId)}`,
        tableColumnsResponseSchema,
        { signal },
      ),
    staleTime: 60_000,
    retry: false,
  })
}

/** The joins from the foreign keys between these tables. */
export function suggestedJoinsQuery(applicationId: string | null, tables: string[]) {
  return queryOptions({
    queryKey: ['suggested-joins', applicationId, tables],
    queryFn: ({ signal }) =>
      call(`${base}/suggest-joins`, suggestJoinsResponseSchema, {
        method: 'POST',
        body: { application_id: applicationId, tables },
        signal,
      }),
    enabled: applicationId !== null && tables.length > 1,
    staleTime: 60_000,
    retry: false,
  })
}

const userAttributesKey = ['user-attributes']

/** Reads again what depends on the attributes of users. */
export async function refreshAttributes(queryClient: QueryClient): Promise<void> {
  const keys = [audienceKey, userAttributesKey, ['users']]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** The attributes that row rules of an application can use, and how many active users have each. */
export function userAttributesQuery(applicationId: string | null) {
  return queryOptions({
    queryKey: [...userAttributesKey, applicationId],
    queryFn: ({ signal }) =>
      call(
        `${base}/user-attributes?application_id=${encodeURIComponent(applicationId ?? '')}`,
        userAttributeCountsSchema,
        {
          signal,
        },
      ),
    enabled: applicationId !== null,
    staleTime: 60_000,
    retry: false,
  })
}

/** The users with access to a restricted area in addition to its owner. */
export function areaAccessQuery(areaId: string) {
  return queryOptions({
    queryKey: [...areasKey, 'access', areaId],
    queryFn: ({ signal }) => call(addressOf(areaId, '/access'), areaAccessListSchema, { signal }),
    staleTime: 0,
    retry: false,
  })
}

/** Transfers the area to another user; administrators only. */
export function transferArea(areaId: string, userId: string): Promise<Area> {
  return call(addressOf(areaId, '/owner'), areaSchema, { method: 'PUT', body: { user_id: userId } })
}

export function exportArea(areaId: string): Promise<AreaFile> {
  return call(addressOf(areaId, '/export'), areaFileSchema)
}

/** Creates an area from a file, checked like one entered by hand. */
export function importArea(applicationId: string, areaName: string, file: AreaFile): Promise<Area> {
  return call(`${base}/import`, areaSchema, {
    method: 'POST',
    body: { application_id: applicationId, area_name: areaName, file },
  })
}

/** The area whose tables best fit a question; null if none does. */
export function recommendedAreaQuery(question: string | null, applicationId: string | null) {
  return queryOptions({
    queryKey: [...areasKey, 'recommended', question, applicationId],
    queryFn: async ({ signal }): Promise<AreaRecommendation | null> => {
      const body = { query: question, ...(applicationId !== null && { application_id: applicationId }) }
      return (await call(`${base}/recommend`, recommendAreaResponseSchema, { method: 'POST', body, signal }))
        .recommendation
    },
    enabled: question !== null && applicationId !== null,
    staleTime: 60_000,
    retry: false,
  })
}

/** The problems of an area that the server refused; empty for any other failure. */
export function problemsOf(error: unknown): AreaProblem[] {
  if (!(error instanceof ApiError)) return []
  const parsed = z.object({ problems: z.array(areaProblemSchema) }).safeParse(error.body)
  return parsed.success ? parsed.data.problems : []
}

function put(areaId: string, rest: string, version: number, body: unknown): Promise<Area> {
  return call(addressOf(areaId, rest), areaSchema, {
    method: 'PUT',
    headers: { 'if-match': `"${version}"` },
    body,
  })
}

function addressOf(areaId: string, rest = ''): string {
  return `${base}/${encodeURIComponent(areaId)}${rest}`
}
