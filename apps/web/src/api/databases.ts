import {
  accessChangeResponseSchema,
  accessListSchema,
  applicationSchema,
  catalogueStatusSchema,
  connectionTestResultSchema,
  databaseConfigurationSchema,
  databaseTablesResponseSchema,
  databaseTypeListSchema,
  deleteConfigurationResponseSchema,
  syncHistorySchema,
  syncResponseSchema,
  type Application,
  type CatalogueStatus,
  type ConnectionTestResult,
  type DatabaseConfiguration,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { areasKey } from './areas.ts'
import { call, callVoid } from './client.ts'

const base = '/api/v1/database-management'

/** A connection as this client can show it: a newer server may have kinds and states that are unknown here. */
export type Database = Omit<DatabaseConfiguration, 'db_type' | 'sync_status'> & {
  db_type: string
  sync_status: string | null
}

const databaseSchema = databaseConfigurationSchema.extend({ db_type: z.string(), sync_status: z.string().nullable() })
const databaseListSchema = z.union([
  z.array(databaseSchema),
  z.object({ configurations: z.array(databaseSchema) }).transform((answer) => answer.configurations),
])

/** Every connection that this user may choose. */
export const configurationsQuery = queryOptions({
  queryKey: ['configurations'],
  queryFn: ({ signal }): Promise<Database[]> => call(`${base}/configurations`, databaseListSchema, { signal }),
  retry: false,
})

/** The kinds of database with the fields of their forms. */
export const databaseTypesQuery = queryOptions({
  queryKey: ['database-types'],
  queryFn: ({ signal }) => call(`${base}/types`, databaseTypeListSchema, { signal }),
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
    // Which tables a person may know of depends on the areas.
    queryKey: [...areasKey, 'tables', configId],
    queryFn: ({ signal }) =>
      call(`${base}/tables?database_config_id=${encodeURIComponent(configId ?? '')}`, databaseTablesResponseSchema, {
        signal,
      }),
    enabled: configId !== null,
    retry: false,
  })
}

/** Selects the connection for this user; answers it as it is now. */
export function setActive(configId: string): Promise<Database> {
  return call(`${base}/configurations/set-active`, databaseSchema, { method: 'POST', body: { config_id: configId } })
}

/** Adds a connection; it is untested. */
export function createConfiguration(body: object): Promise<Database> {
  return call(`${base}/configurations`, databaseSchema, { method: 'POST', body })
}

/** Changes a connection; `expectedUpdatedAt` is refused with 409 when somebody else was faster. */
export function updateConfiguration(configId: string, body: object, expectedUpdatedAt: string): Promise<Database> {
  return call(addressOf(configId), databaseSchema, {
    method: 'PUT',
    body: { ...body, expected_updated_at: expectedUpdatedAt },
  })
}

export function deleteConfiguration(configId: string): Promise<{ message: string }> {
  return call(addressOf(configId), deleteConfigurationResponseSchema, { method: 'DELETE' })
}

/** Connects and says how far it came; takes as long as the database lets it wait. */
export function testConfiguration(configId: string, signal?: AbortSignal): Promise<ConnectionTestResult> {
  return call(addressOf(configId, '/test'), connectionTestResultSchema, {
    method: 'POST',
    ...(signal !== undefined && { signal }),
  })
}

/** Copies the sheets of a Google Sheets connection anew. */
export function syncConfiguration(configId: string) {
  return call(addressOf(configId, '/sync'), syncResponseSchema, { method: 'POST' })
}

/** Who may use a restricted connection. */
export function accessQuery(configId: string) {
  return queryOptions({
    queryKey: ['configurations', configId, 'access'],
    queryFn: ({ signal }) => call(addressOf(configId, '/access'), accessListSchema, { signal }),
    retry: false,
  })
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

/** The last syncs of a database whose data is copied, newest first. */
export function syncHistoryQuery(configId: string) {
  return queryOptions({
    queryKey: ['configurations', configId, 'syncs'],
    queryFn: ({ signal }) => call(addressOf(configId, '/sync'), syncHistorySchema, { signal }),
    retry: false,
  })
}

/** What is known of a connection's tables; asked again every second while they are read. */
export function catalogueQuery(configId: string) {
  return queryOptions({
    queryKey: ['configurations', configId, 'catalogue'],
    queryFn: ({ signal }) => call(addressOf(configId, '/catalogue'), catalogueStatusSchema, { signal }),
    refetchInterval: ({ state }) => (state.data?.refresh ? 1000 : false),
    retry: false,
  })
}

/** Begins to read the tables anew; `catalogueQuery` tells how far it is. */
export function refreshCatalogue(configId: string): Promise<CatalogueStatus> {
  return call(addressOf(configId, '/catalogue'), catalogueStatusSchema, { method: 'POST', body: {} })
}

function addressOf(configId: string, rest = ''): string {
  return `${base}/configurations/${encodeURIComponent(configId)}${rest}`
}
