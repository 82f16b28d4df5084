import { statSync } from 'node:fs'
import type { Catalogue, DatabaseKind, SqlDialect, SyncHistory } from '@parlance/contract'
import { allowMetadataAddresses, DriverError, driverFor } from '@parlance/drivers'
import type { Connection, ConnectionConfig } from '@parlance/drivers'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { LicenseService } from '../license/service.ts'
import { createAccessService } from './access-service.ts'
import type { AccessService } from './access-service.ts'
import { createConnectionChanges } from './connection-changes.ts'
import type { ConnectionChanges } from './connection-changes.ts'
import { createConnectionTests } from './connection-tests.ts'
import type { ConnectionTests, ReadCatalogue } from './connection-tests.ts'
import { createConnector, ownFile } from './connector.ts'
import { createConversationFiles } from './conversation-files.ts'
import type { ConversationFiles } from './conversation-files.ts'
import { createHealthChecks } from './health-check.ts'
import type { HealthChecks } from './health-check.ts'
import { databaseFile } from './database-files.ts'
import { connectionError } from './driver-error.ts'
import { inheritConnections, requireInheritable } from './inherit-connections.ts'
import { ensureOwnApplication } from './own-application.ts'
import { refuseOwnStore } from './own-store.ts'
import { mayRefresh } from './policy.ts'
import { createSelection } from './selection.ts'
import type { SelectionService } from './selection.ts'
import { copyVersion, isSyncDue, readSyncHistory, syncConnection } from './sync-connection.ts'
import type { SyncOutcome } from './sync-connection.ts'
import { startSyncSchedule } from './sync-schedule.ts'
import type { Handle } from './store.ts'
import { changeConnectionRow, findByOrigin, findConnectionRow, listTestedKinds, listTestedOfKind } from './store.ts'
import { createUploads } from './uploads/service.ts'
import type { Uploads } from './uploads/service.ts'

export type { ApplicationsService } from './applications-service.ts'
export type { CheckOutcome, HealthChecks } from './health-check.ts'
export type { ConversationFiles } from './conversation-files.ts'
export { requireApplication } from './create-connection.ts'
export type { NewConnection } from './create-connection.ts'
export { reachRate } from './reach-rate.ts'
export { wizardSettings, withoutEmpty } from './settings.ts'

/** A database connection borrowed for one query. Only `door/run-query` may request it. */
export interface OpenConnection {
  connection: Connection
  id: string
  name: string
  kind: DatabaseKind
  dialect: SqlDialect
  applicationId: string | null
  release(): Promise<void>
}

export interface ConnectionsService extends Omit<SelectionService, 'usable'>, ConnectionTests, ConnectionChanges {
  access: AccessService
  health: HealthChecks
  files: ConversationFiles
  uploads: Uploads
  /**
   * Checks access and lends a connection, only to `door/run-query`.
   * @throws AppError connection_not_found, connection_untested, database_unreachable, unavailable
   */
  open(principal: Principal, id: string): Promise<OpenConnection>
  /**
   * Lends a tested connection for the server's own work, only to the door.
   * @throws AppError connection_not_found, connection_untested, database_unreachable, unavailable
   */
  openForServer(id: string): Promise<OpenConnection>
  /** @throws AppError connection_not_found; forbidden if the user may not refresh its tables */
  requireRefreshable(principal: Principal, id: string): Promise<void>
  /** Copies the data again, if the kind supports it. @throws AppError bad_request for every other kind */
  sync(id: string): Promise<SyncOutcome>
  /** Lists the last syncs of this server's copy, newest first. Empty for other kinds. */
  syncHistory(id: string): Promise<SyncHistory>
  /** Reads the engine's own catalog. @throws AppError database_unreachable */
  introspect(id: string, onProgress?: (tablesSeen: number) => void): Promise<ReadCatalogue>
  /**
   * Lists the engine's identifiers of its physical database. Empty if it has none.
   * @throws AppError database_unreachable
   */
  identify(id: string): Promise<string[]>
  /** Lists the tested connections of the same kind, including this one. */
  idsOfKindOf(id: string): Promise<string[]>
  /**
   * Gives a connection an application if it has none.
   * @returns the application's id
   * @throws AppError connection_not_found
   */
  ensureApplication(principal: Principal, id: string): Promise<string>
  /** Finds the connection that the installation created under this name. Null if there is none. */
  findByOrigin(origin: string): Promise<{ id: string; isTested: boolean; file: string | null } | null>
  /** Points an embedded database to another file. Test it afterwards. */
  moveFile(id: string, file: string): Promise<void>
  /** Lists the kinds of the tested connections, oldest connection first. */
  testedKinds(): Promise<DatabaseKind[]>
  /** Changes when the database's file or copy does. Null for a database on a server. */
  sourceVersion(id: string): Promise<string | null>
  /** Gives every connection of one user to another, as a part of a transaction. @returns how many */
  inherit(db: Handle, from: string, to: string): Promise<number>
  /** @throws AppError conflict if the new owner has a connection of the same name */
  requireInheritable(db: Handle, from: string, to: string): Promise<void>
  close(): Promise<void>
}

export interface ConnectionsDependencies {
  license: LicenseService
  audit: AuditService
}

export function createConnectionsService(
  context: AppContext,
  { license, audit }: ConnectionsDependencies,
): ConnectionsService {
  const { store, now, log, config } = context
  allowMetadataAddresses(config.allowMetadataAddresses)
  const connector = createConnector(context)
  const selection = createSelection(context)
  const tests = createConnectionTests(context, { connector, audit, selection })
  const schedule = startSyncSchedule(context, connector)
  const uploads = createUploads(context, { connector, tests, license, audit })
  const { unsubscribe, ...changes } = createConnectionChanges(context, { connector, license, audit })

  async function lend(row: ConnectionRow): Promise<OpenConnection> {
    try {
      const lease = await connector.lend(row)
      const { manifest } = await driverFor(row.kind)
      const { kind, dialect } = manifest
      return { ...lease, id: row.id, name: row.name, kind, dialect, applicationId: row.application_id }
    } catch (error) {
      throw connectionError(error, row.name)
    }
  }

  async function required(id: string): Promise<ConnectionRow> {
    const row = await findConnectionRow(store.db, id)
    if (row === null) throw new AppError('connection_not_found')
    return row
  }

  function syncInBackground(connection: ConnectionRow): void {
    syncConnection(context, connector, connection).catch((error: unknown) =>
      log.warn({ err: error, connection: connection.id }, 'could not sync a copy of Google Sheets'),
    )
  }

  return {
    ...selection,
    ...changes,
    ...tests,
    health: createHealthChecks(context, { connector, tests }),
    access: createAccessService(context, audit),
    files: createConversationFiles(context, connector),
    uploads,
    open: async (principal, id) => {
      const { connection } = await selection.usable(principal, id)
      if (connection.is_valid === 0) throw new AppError('connection_untested')
      if (isSyncDue(connection, now())) syncInBackground(connection)
      return lend(connection)
    },
    openForServer: async (id) => {
      const row = await required(id)
      if (row.is_valid === 0) throw new AppError('connection_untested')
      return lend(row)
    },
    requireRefreshable: async (principal, id) => {
      const { connection } = await selection.usable(principal, id)
      if (!mayRefresh(principal, connection)) throw new AppError('forbidden')
    },
    sync: async (id) => syncConnection(context, connector, await required(id)),
    syncHistory: async (id) => readSyncHistory(connector, await required(id)),
    introspect: async (id, onProgress) => {
      const row = await required(id)
      return { catalogue: await introspect(await lend(row), onProgress), revision: row.revision }
    },
    identify: async (id) => identify(await lend(await required(id))),
    idsOfKindOf: (id) => listTestedOfKind(store.db, id),
    ensureApplication: async (principal, id) => {
      await selection.usable(principal, id)
      await store.transaction((transaction) => ensureOwnApplication(transaction, id, now().toISOString()))
      const { application_id: applicationId } = await required(id)
      if (applicationId === null) throw new AppError('connection_not_found')
      return applicationId
    },
    findByOrigin: async (origin) => {
      const row = await findByOrigin(store.db, origin)
      return row === null ? null : { id: row.id, isTested: row.is_valid === 1, file: fileOf(context, row) }
    },
    moveFile: (id, file) => changeConnectionRow(store.db, id, { config: JSON.stringify({ database: file }) }),
    testedKinds: () => listTestedKinds(store.db),
    sourceVersion: async (id) => {
      const row = await required(id)
      return fileVersion(fileOf(context, row)) ?? copyVersion(context, connector, row)
    },
    inherit: (db, from, to) => inheritConnections(db, { from, to, now: now() }),
    requireInheritable,
    close: async () => {
      unsubscribe()
      // A running copy may take minutes. The connector stops it.
      void schedule.close()
      void uploads.close()
      await connector.close()
    },
  }
}

/** Reads the tables, and returns the connection. */
async function introspect(lent: OpenConnection, onProgress?: (tablesSeen: number) => void): Promise<Catalogue> {
  try {
    const tables = await Array.fromAsync(lent.connection.introspect({ onProgress }))
    refuseOwnStore(tables)
    const { defaultSchema, database = null } = lent.connection
    return { dialect: lent.dialect, defaultSchema, database, tables }
  } catch (error) {
    throw connectionError(error, lent.name)
  } finally {
    await lent.release()
  }
}

/** Asks which physical database it is, and returns the connection. */
async function identify(lent: OpenConnection): Promise<string[]> {
  try {
    return (await lent.connection.identify?.()) ?? []
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'permission') return []
    throw connectionError(error, lent.name)
  } finally {
    await lent.release()
  }
}

function fileOf({ config }: AppContext, row: ConnectionRow): string | null {
  return ownFile(config, row) ?? databaseFile(JSON.parse(row.config) as ConnectionConfig, row.kind, config)
}

/** The size and time of a file and its write-ahead log. */
function fileVersion(path: string | null): string | null {
  if (path === null) return null
  return [path, `${path}-wal`]
    .map((each) => statSync(each, { throwIfNoEntry: false }))
    .map((stats) => (stats === undefined ? 'none' : `${stats.ino}:${stats.size}:${stats.mtimeMs}`))
    .join(' ')
}
