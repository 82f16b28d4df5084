import { formatMessage, message } from '@parlance/contract'
import type { Catalogue, ConnectionTestResult, DatabaseKind, TestAllSummary } from '@parlance/contract'
import { driverFor } from '@parlance/drivers'
import type { ConnectionConfig } from '@parlance/drivers'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import { eachFewAtOnce } from '../../lib/few-at-once.ts'
import type { Principal } from '../../http/principal.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { Connector } from './connector.ts'
import { ensureOwnApplication } from './own-application.ts'
import { checkSettings, withoutEmpty } from './settings.ts'
import { findConnectionRow, rememberFinding } from './store.ts'
import type { SelectionService } from './selection.ts'
import { copyVersion } from './sync-connection.ts'
import { rowAfter, runTest } from './test-connection.ts'
import type { OnStage, TestRun } from './test-connection.ts'

/** The catalog of a database, and the revision of the settings that it was read with. */
export interface ReadCatalogue {
  catalogue: Catalogue
  revision: number
}

/** Follows the tests of all connections. */
export interface TestAllListener {
  onStart: (id: string) => void
  onResult: (id: string, result: ConnectionTestResult) => void
}

/** The number of connections that are tested at a time, so that many unreachable ones don't open many sockets. */
const atOnce = 4

export interface ConnectionTests {
  /**
   * Connects, names the failing stage, and stores the result. Two concurrent tests run once. Never throws if the
   * database cannot be used.
   * @throws AppError connection_not_found
   */
  test(id: string, onStage?: OnStage): Promise<ConnectionTestResult>
  /** Like `test`, for the server's own schedule: the audit log does not record it. */
  testQuietly(id: string): Promise<ConnectionTestResult>
  /**
   * Tests every connection that the caller may use, a few at a time, and records it once.
   * @param signal starts no further test once it is aborted
   */
  testAll(principal: Principal, listener: TestAllListener, signal: AbortSignal): Promise<TestAllSummary>
  /** Tests settings that are not stored, and stores nothing. @throws AppError bad_request */
  testSettings(
    kind: DatabaseKind,
    settings: Record<string, ConnectionConfig[string] | undefined>,
  ): Promise<ConnectionTestResult>
  /** Calls the listener with the result of a successful test before the test ends. */
  onRead(listener: (id: string, read: ReadCatalogue) => Promise<void>): void
}

export function createConnectionTests(
  context: AppContext,
  { connector, audit, selection }: { connector: Connector; audit: AuditService; selection: SelectionService },
): ConnectionTests {
  const { store, now } = context
  const listeners: Parameters<ConnectionTests['onRead']>[0][] = []
  const running = new Map<string, Promise<ConnectionTestResult>>()

  async function testNow(row: ConnectionRow, onStage?: OnStage): Promise<ConnectionTestResult> {
    await connector.forget(row.id)
    const run = await runTest(row.kind, () => connector.lend(row), { onStage })
    await copyVersion(context, connector, row)
    const isCurrent = await remember(row, run)
    if (!isCurrent) return changedMeanwhile(run.result)
    if (run.found !== null) {
      const { dialect } = (await driverFor(row.kind)).manifest
      const read = { catalogue: { dialect, ...run.found }, revision: row.revision }
      await Promise.all(listeners.map((listener) => listener(row.id, read)))
    }
    return run.result
  }

  async function testOnce(id: string, onStage?: OnStage): Promise<{ result: ConnectionTestResult; isOwn: boolean }> {
    const row = await findConnectionRow(store.db, id)
    if (row === null) throw new AppError('connection_not_found')
    const key = `${id} ${row.revision}`
    const known = running.get(key)
    if (known !== undefined) return { result: await known, isOwn: false }
    const run = testNow(row, onStage).finally(() => running.delete(key))
    running.set(key, run)
    return { result: await run, isOwn: true }
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
      const { result, isOwn } = await testOnce(id, onStage)
      const outcome = result.success ? 'allowed' : 'failed'
      if (isOwn) {
        await audit.record({ action: 'connection.test', outcome, userId: null, targetKind: 'connection', targetId: id })
      }
      return result
    },
    testQuietly: async (id) => (await testOnce(id)).result,
    testAll: async (principal, { onStart, onResult }, signal) => {
      const ids = (await selection.list(principal)).map(({ id }) => id)
      const summary = { total: ids.length, passed: 0, failed: 0 }
      await eachFewAtOnce(ids, { most: atOnce, signal }, async (id) => {
        onStart(id)
        const result = await testOnce(id).then((each) => each.result, ignoreDeleted)
        if (result === null) return
        summary[result.success ? 'passed' : 'failed'] += 1
        onResult(id, result)
      })
      const detail = { ...summary, stopped: signal.aborted }
      await audit.record({ action: 'connection.test-all', outcome: 'allowed', userId: principal.userId, detail })
      return summary
    },
    testSettings: async (kind, settings) => {
      const checked = checkSettings(kind, withoutEmpty(settings))
      return (await runTest(kind, () => connector.lendUnsaved(kind, checked))).result
    },
    onRead: (listener) => void listeners.push(listener),
  }
}

/** A connection that was deleted after the list was read has no result. */
function ignoreDeleted(error: unknown): null {
  if (error instanceof AppError && error.code === 'connection_not_found') return null
  throw error
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
