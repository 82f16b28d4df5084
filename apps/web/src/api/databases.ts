import {
  accessChangeResponseSchema,
  accessListSchema,
  applicationSchema,
  catalogueStatusSchema,
  valueIndexStatusSchema,
  connectionTestResultSchema,
  connectionUseListSchema,
  databaseConfigurationSchema,
  databaseTablesResponseSchema,
  databaseTypeListSchema,
  type DatabaseType,
  deleteConfigurationResponseSchema,
  syncHistorySchema,
  syncResponseSchema,
  testAllEventSchema,
  type Application,
  type CatalogueStatus,
  type ValueIndexStatus,
  type ConnectionTestResult,
  type DatabaseConfiguration,
  type TestAllEvent,
  grantedGroupsSchema,
  type ChangeGrantedGroupsRequest,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { areasKey } from './areas.ts'
import { translateText } from '../lib/i18n.ts'
import { call, callRaw, callVoid } from './client.ts'
import { readEvents } from './event-stream.ts'
import { translateConnection, translateSync, translateSyncs, translateTest } from './connection-texts.ts'

const base = '/api/v1/database-management'

/** A connection as this client can show it: a newer server may have kinds and states that this client does not know. */
export type Database = Omit<DatabaseConfiguration, 'db_type' | 'sync_status'> & {
  db_type: string
  sync_status: string | null
}

export const databaseSchema = databaseConfigurationSchema.extend({
  db_type: z.string(),
  sync_status: z.string().nullable(),
})
const databaseListSchema = z.union([
  z.array(databaseSchema),
  z.object({ configurations: z.array(databaseSchema) }).transform((answer) => answer.configurations),
])

/** Every connection that this user may select. */
export const configurationsQuery = queryOptions({
  queryKey: ['configurations'],
  queryFn: async ({ signal }): Promise<Database[]> =>
    (await call(`${base}/configurations`, databaseListSchema, { signal })).map(translateConnection),
  retry: false,
})

/** How the connections are used; administrators only. */
export const connectionUseQuery = queryOptions({
  queryKey: ['connection-use'],
  queryFn: ({ signal }) => call(`${base}/use`, connectionUseListSchema, { signal }),
  retry: false,
})

/** The kinds of database with their form fields. */
export const databaseTypesQuery = queryOptions({
  queryKey: ['database-types'],
  queryFn: async ({ signal }) => (await call(`${base}/types`, databaseTypeListSchema, { signal })).map(translateType),
  staleTime: 10 * 60_000,
  retry: false,
})

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: ({ signal }) => call(`${base}/applications`, z.array(applicationSchema), { signal }),
  retry: false,
})

export function createApplication(name: string, description: string | null): Promise<Application> {
  return call(`${base}/applications`, applicationSchema, { method: 'POST', body: { name, description } })
}

export function tablesQuery(configId: string | null) {
  return queryOptions({
    // The areas decide which tables a user may see.
    queryKey: [...areasKey, 'tables', configId],
    queryFn: ({ signal }) =>
      call(`${base}/tables?database_config_id=${encodeURIComponent(configId ?? '')}`, databaseTablesResponseSchema, {
        signal,
      }),
    enabled: configId !== null,
    retry: false,
  })
}

/** Selects the connection for this user; resolves to its current state. */
export function setActive(configId: string): Promise<Database> {
  return call(`${base}/configurations/set-active`, databaseSchema, { method: 'POST', body: { config_id: configId } })
}

/** Adds a connection, which is untested at first. */
export function createConfiguration(body: object): Promise<Database> {
  return call(`${base}/configurations`, databaseSchema, { method: 'POST', body })
}

/** Changes a connection; the server responds with 409 if it was changed after `expectedUpdatedAt`. */
export function updateConfiguration(configId: string, body: object, expectedUpdatedAt: string): Promise<Database> {
  return call(addressOf(configId), databaseSchema, {
    method: 'PUT',
    body: { ...body, expected_updated_at: expectedUpdatedAt },
  })
}

export function deleteConfiguration(configId: string): Promise<{ message: string }> {
  return call(addressOf(configId), deleteConfigurationResponseSchema, { method: 'DELETE' })
}

/** Tries to connect and reports how far it got; takes as long as the database makes it wait. */
export async function testConfiguration(configId: string, signal?: AbortSignal): Promise<ConnectionTestResult> {
  const result = await call(addressOf(configId, '/test'), connectionTestResultSchema, {
    method: 'POST',
    ...(signal !== undefined && { signal }),
  })
  return translateTest(result)
}

/** Tests all connections, a few at a time, and yields what happens. Aborting stops it. Throws ApiError. */
export async function* testAllConfigurations(signal: AbortSignal): AsyncGenerator<TestAllEvent> {
  const options = { method: 'POST', signal, accept: 'text/event-stream' } as const
  for await (const event of readEvents(await callRaw(`${base}/configurations/test-all`, options), testAllEventSchema)) {
    yield event.type === 'tested' ? { ...event, result: translateTest(event.result) } : event
  }
}

/** Copies the sheets of a Google Sheets connection again. */
export async function syncConfiguration(configId: string) {
  return translateSync(await call(addressOf(configId, '/sync'), syncResponseSchema, { method: 'POST' }))
}

/** The users with access to a restricted connection. */
export function accessQuery(configId: string) {
  return queryOptions({
    queryKey: ['configurations', configId, 'access'],
    queryFn: ({ signal }) => call(addressOf(configId, '/access'), accessListSchema, { signal }),
    retry: false,
  })
}

/** The groups with access to a restricted database; administrators only. */
export function grantedGroupsQuery(configId: string) {
  return queryOptions({
    queryKey: ['configurations', configId, 'groups'],
    queryFn: ({ signal }) => call(addressOf(configId, '/groups'), grantedGroupsSchema, { signal }),
    retry: false,
  })
}

/** @returns the groups with access afterwards */
export function changeGrantedGroups(configId: string, change: ChangeGrantedGroupsRequest) {
  return call(addressOf(configId, '/groups'), grantedGroupsSchema, { method: 'PUT', body: change })
}

export function grantAccess(configId: string, email: string) {
  return call(addressOf(configId, '/access'), accessChangeResponseSchema, {
    method: 'POST',
    body: { user_email: email },
  })
}

export function revokeAccess(configId: string, userId: string): Promise<void> {
  return callVoid(addressOf(configId, `/access/${encodeURIComponent(userId)}`), { method: 'DELETE' })
}

/** The last syncs of a copied database, newest first. */
export function syncHistoryQuery(configId: string) {
  return queryOptions({
    queryKey: ['configurations', configId, 'syncs'],
    queryFn: async ({ signal }) =>
      translateSyncs(await call(addressOf(configId, '/sync'), syncHistorySchema, { signal })),
    retry: false,
  })
}

/** The state of a connection's tables; polls every second while they are being read. */
export function catalogueQuery(configId: string) {
  return queryOptions({
    queryKey: ['configurations', configId, 'catalogue'],
    queryFn: ({ signal }) => call(addressOf(configId, '/catalogue'), catalogueStatusSchema, { signal }),
    refetchInterval: ({ state }) => (state.data?.refresh ? 1000 : false),
    retry: false,
  })
}

/** Starts reading the tables again; `catalogueQuery` reports the progress. */
export function refreshCatalogue(configId: string): Promise<CatalogueStatus> {
  return call(addressOf(configId, '/catalogue'), catalogueStatusSchema, { method: 'POST', body: {} })
}

/** The state of a connection's stored values; polls every two seconds while they are being read. */
export function storedValuesQuery(configId: string) {
  return queryOptions({
    queryKey: ['configurations', configId, 'values'],
    queryFn: ({ signal }) => call(addressOf(configId, '/values'), valueIndexStatusSchema, { signal }),
    refetchInterval: ({ state }) => (state.data?.is_running ? 2000 : false),
    retry: false,
  })
}

/** Switches stored values on or off; off also deletes them. */
export function changeStoredValues(configId: string, isOn: boolean): Promise<ValueIndexStatus> {
  return call(addressOf(configId, '/values'), valueIndexStatusSchema, { method: 'PUT', body: { is_on: isOn } })
}

/** Starts reading the values again; `storedValuesQuery` reports the progress. */
export function readStoredValues(configId: string): Promise<ValueIndexStatus> {
  return call(addressOf(configId, '/values'), valueIndexStatusSchema, { method: 'POST', body: {} })
}

function addressOf(configId: string, rest = ''): string {
  return `${base}/configurations/${encodeURIComponent(configId)}${rest}`
}

/** @returns the type with its labels, hints, and note in the user's language */
function translateType(type: DatabaseType): DatabaseType {
  return {
    ...type,
    note: translateText(type.note),
    fields: type.fields.map((field) => ({
      ...field,
      label: translateText(field.label),
      hint: field.hint === null ? null : translateText(field.hint),
      options: field.options.map((option) => ({ ...option, label: translateText(option.label) })),
    })),
  }
}
