import { formatMessage, message } from '@parlance/contract'
import type { Catalogue, ConnectionTestResult, DatabaseKind } from '@parlance/contract'
import { driverFor } from '@parlance/drivers'
import type { ConnectionConfig } from '@parlance/drivers'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { Connector } from './connector.ts'
import { ensureOwnApplication } from './own-application.ts'
import { checkSettings, withoutEmpty } from './settings.ts'
import { findConnectionRow, rememberFinding } from './store.ts'
import { copyVersion } from './sync-connection.ts'
import { rowAfter, runTest } from './test-connection.ts'
import type { OnStage, TestRun } from './test-connection.ts'

/** The catalog of a database, and the revision of the settings that it was read with. */
export interface ReadCatalogue {
  catalogue: Catalogue
  revision: number
}

export interface ConnectionTests {
  /**
   * Connects, names the failing stage, and stores the result. Two concurrent tests run once. Never throws if the
   * database cannot be used.
   * @throws AppError connection_not_found
   */
  test(id: string, onStage?: OnStage): Promise<ConnectionTestResult>
  /** Tests settings that are not stored, and stores nothing. @throws AppError bad_request */
  testSettings(
    kind: DatabaseKind,
    settings: Record<string, ConnectionConfig[string] | undefined>,
  ): Promise<ConnectionTestResult>
  /** Calls the listener with the result of a successful test before the test ends. */
  onRead(listener: (id: string, read: ReadCatalogue) => Promise<void>): void
}

export function createConnectionTests(context: AppContext, connector: Connector, audit: AuditService): ConnectionTests {
  const { store, now } = context
  const listeners: Parameters<ConnectionTests['onRead']>[0][] = []
  const running = new Map<string, Promise<ConnectionTestResult>>()

  async function testNow(row: ConnectionRow, onStage?: OnStage): Promise<ConnectionTestResult> {
    await connector.forget(row.id)
    const run = await runTest(row.kind, () => connector.lend(row), onStage)
    await copyVersion(context, connector, row)
    const isCurrent = await remember(row, run)
    if (!isCurrent) return changedMeanwhile(run.result)
    if (run.found !== null) {
      const { dialect } = (await driverFor(row.kind)).manifest
      const read = { catalogue: { dialect, ...run.found }, revision: row.revision }
      await Promise.all(listeners.map((listener) => listener(row.id, read)))
    }
    const outcome = run.result.success ? 'allowed' : 'failed'
    await audit.record({ action: 'connection.test', outcome, userId: null, targetKind: 'connection', targetId: row.id })
    return run.result
  }

  /** A usable connection without an application gets one, so that it can have business areas. */
  async function remember(row: ConnectionRow, run: TestRun): Promise<boolean> {
    const moment = now()
    return store.transaction(async (transaction) => {
      const isCurrent = await rememberFinding(transaction, row, rowAfter(run, moment))
      if (isCurrent && run.result.success) await ensureOwnApplication(transaction, row.id, moment.toISOString())
      return isCurrent
    })
  }

  return {
    test: async (id, onStage) => {
      const row = await findConnectionRow(store.db, id)
      if (row === null) throw new AppError('connection_not_found')
      const key = `${id} ${row.revision}`
      const known = running.get(key)
      if (known !== undefined) return known
      const run = testNow(row, onStage).finally(() => running.delete(key))
      running.set(key, run)
      return run
    },
    testSettings: async (kind, settings) => {
      const checked = checkSettings(kind, withoutEmpty(settings))
      return (await runTest(kind, () => connector.lendUnsaved(kind, checked))).result
    },
    onRead: (listener) => void listeners.push(listener),
  }
}

/** A test of the old settings says nothing about the new ones. */
function changedMeanwhile(result: ConnectionTestResult): ConnectionTestResult {
  return {
    ...result,
    success: false,
    message: formatMessage(message('The settings changed during the test.')),
    pattern: undefined,
    values: undefined,
    advice: formatMessage(message('Test the connection again.')),
    advice_pattern: undefined,
    advice_values: undefined,
  }
}
