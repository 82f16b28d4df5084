import type { DatabaseKind, SqlDialect, TestResult, Catalogue } from '@parlance/contract'
import { driverFor } from '@parlance/drivers'
import type { Connection } from '@parlance/drivers'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { LicenseService } from '../license/service.ts'
import { createConnector, filePathOf } from './connector.ts'
import { createConnection } from './new-connection.ts'
import type { NewConnection } from './new-connection.ts'
import { connectionError, describeTestFailure } from './driver-error.ts'
import { refuseOwnStore } from './own-store.ts'
import { createSelection } from './selection.ts'
import type { SelectionService } from './selection.ts'
import { findByOrigin, findConnectionRow, listTestedKinds, updateConnection } from './store.ts'

/** A database connection lent for one query; only `features/query/run-query` may ask for it. */
export interface OpenConnection {
  connection: Connection
  id: string
  name: string
  kind: DatabaseKind
  dialect: SqlDialect
  applicationId: string | null
  release(): Promise<void>
}

export interface ConnectionsService extends Omit<SelectionService, 'usable'> {
  /**
   * Checks access and lends a connection: for the one door alone.
   * @throws AppError connection_not_found, connection_untested, database_unreachable, unavailable
   */
  open(principal: Principal, id: string): Promise<OpenConnection>
  /** @returns its id */
  create(connection: NewConnection): Promise<string>
  /** Connects, names the failing stage, remembers the outcome. Never throws for a database that cannot be used. */
  test(id: string): Promise<TestResult>
  /** For the catalogue: reads the engine's own. @throws AppError database_unreachable */
  introspect(id: string): Promise<Catalogue>
  /** The connection that the installation itself made under this name; null when there is none. */
  findByOrigin(origin: string): Promise<{ id: string; isTested: boolean; file: string | null } | null>
  /** Points an embedded database at another file; test it afterwards. */
  moveFile(id: string, file: string): Promise<void>
  /** The kinds of the tested connections, oldest connection first. */
  testedKinds(): Promise<DatabaseKind[]>
  /** The file behind a connection; null for a database behind an address. */
  filePath(id: string): Promise<string | null>
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
  const { store, now } = context
  const connector = createConnector(context)
  const selection = createSelection(context)

  async function lend(row: ConnectionRow): Promise<OpenConnection> {
    try {
      const lease = await connector.lend(row)
      const { manifest } = await driverFor(row.kind as DatabaseKind)
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

  return {
    ...selection,
    open: async (principal, id) => {
      const { connection } = await selection.usable(principal, id)
      if (connection.is_valid === 0) throw new AppError('connection_untested')
      return lend(connection)
    },
    create: (connection) => createConnection(context, license, connection),
    test: async (id) => {
      const row = await required(id)
      await connector.forget(id)
      const result = await testConnection(
        () => connector.lend(row),
        (outcome) => updateConnection(store.db, id, { ...outcome, last_tested: now().toISOString() }),
      )
      const outcome = result.success ? 'allowed' : 'failed'
      await audit.record({ action: 'connection.test', outcome, userId: null, targetKind: 'connection', targetId: id })
      return result
    },
    introspect: async (id) => {
      const lent = await lend(await required(id))
      try {
        const tables = await Array.fromAsync(lent.connection.introspect())
        refuseOwnStore(tables)
        return { dialect: lent.dialect, defaultSchema: lent.connection.defaultSchema, tables }
      } catch (error) {
        throw connectionError(error, lent.name)
      } finally {
        await lent.release()
      }
    },
    findByOrigin: async (origin) => {
      const row = await findByOrigin(store.db, origin)
      return row === null ? null : { id: row.id, isTested: row.is_valid === 1, file: filePathOf(row) }
    },
    moveFile: (id, file) => updateConnection(store.db, id, { config: JSON.stringify({ database: file }) }),
    testedKinds: () => listTestedKinds(store.db),
    filePath: async (id) => filePathOf(await required(id)),
    close: () => connector.close(),
  }
}

type TestOutcome = Pick<ConnectionRow, 'is_valid' | 'test_error' | 'driver_info' | 'warnings' | 'table_count'>

async function testConnection(
  lend: () => Promise<{ connection: Connection; release(): Promise<void> }>,
  remember: (outcome: TestOutcome) => Promise<void>,
): Promise<TestResult> {
  let stage = 'reach'
  try {
    const lease = await lend()
    try {
      const report = await lease.connection.test((reached) => {
        stage = reached
      })
      refuseOwnStore(await Array.fromAsync(lease.connection.introspect()))
      await remember({
        is_valid: 1,
        test_error: null,
        driver_info: report.engine,
        warnings: JSON.stringify(report.warnings),
        table_count: report.tableCount,
      })
      return { success: true, message: 'Connection successful', table_count: report.tableCount }
    } finally {
      await lease.release()
    }
  } catch (error) {
    const message = error instanceof AppError ? error.detail : describeTestFailure(error, stage)
    await remember({ is_valid: 0, test_error: message, driver_info: null, warnings: '[]', table_count: null })
    return { success: false, message }
  }
}
