import type { AppContext } from '../../context/context.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import type { ConnectionTests } from './connection-tests.ts'
import type { Connector } from './connector.ts'
import { findConnectionRow, rememberFinding } from './store.ts'
import { rowAfter, runTest, type TestRun } from './test-connection.ts'

/** How long a database may take to answer a check. */
const patienceMs = 20_000
/** The failed checks in a row after which a connection counts as failed, so that one lost packet changes nothing. */
const failuresBefore = 2

/** What a check found: nothing new, a failure to confirm soon, or a change of the state. */
export type CheckOutcome = 'same' | 'doubtful' | 'failed' | 'recovered'

export interface HealthChecks {
  /**
   * Signs in on a separate connection and checks that it can only read, without reading tables or rows. A failure
   * counts after the second check. Null for a kind whose data is copied, and for a connection that is gone or untested.
   */
  check(id: string): Promise<CheckOutcome | null>
}

interface HealthCheckParts {
  connector: Connector
  tests: Pick<ConnectionTests, 'testQuietly'>
}

export function createHealthChecks(context: AppContext, { connector, tests }: HealthCheckParts): HealthChecks {
  const { store, now } = context

  async function examine(row: ConnectionRow): Promise<TestRun> {
    return runTest(row.kind, () => connector.lendApart(row), { readsTables: false, patienceMs })
  }

  async function afterFailure(row: ConnectionRow, run: TestRun): Promise<CheckOutcome> {
    const check_failures = row.check_failures + 1
    if (row.is_valid === 0) return 'same'
    if (check_failures < failuresBefore) {
      await rememberFinding(store.db, row, { check_failures })
      return 'doubtful'
    }
    const change = { ...rowAfter(run, now()), check_failures, table_count: row.table_count, warnings: row.warnings }
    return (await rememberFinding(store.db, row, change)) ? 'failed' : 'same'
  }

  async function afterSuccess(row: ConnectionRow): Promise<CheckOutcome> {
    if (row.is_valid === 0) {
      // Its tables may have changed meanwhile, so it must pass the whole test.
      const { success } = await tests.testQuietly(row.id)
      if (!success) return 'same'
      await rememberFinding(store.db, row, { check_failures: 0 })
      return 'recovered'
    }
    await rememberFinding(store.db, row, { last_tested: now().toISOString(), check_failures: 0 })
    return 'same'
  }

  return {
    check: async (id) => {
      const row = await findConnectionRow(store.db, id)
      if (row === null || row.last_tested === null) return null
      if ((await connector.copying(row).catch(() => null)) !== null) return null
      const run = await examine(row)
      return run.result.success ? afterSuccess(row) : afterFailure(row, run)
    },
  }
}
