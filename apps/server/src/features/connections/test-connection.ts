import { connectionStages, formatMessage, message, patternOf, wireMessage } from '@parlance/contract'
import type { Catalogue, ConnectionStage, ConnectionTestResult, Message, StageResult } from '@parlance/contract'
import { DriverError } from '@parlance/drivers'
import type { DriverErrorKind, TestReport } from '@parlance/drivers'
import { AppError } from '../../lib/errors.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import { adviceFor } from './advice.ts'
import { describeTestFailure } from './driver-error.ts'
import { refuseOwnStore } from './own-store.ts'
import type { Lease } from './pool.ts'

/** The result of a test for users, and the findings of a successful one. */
export interface TestRun {
  result: ConnectionTestResult
  failure: DriverErrorKind | null
  found: Omit<Catalogue, 'dialect'> | null
}

export type OnStage = (stages: StageResult[]) => void

export interface TestOptions {
  /** Receives the progress after each step. */
  onStage?: OnStage | undefined
  /** False for a test that stops before it reads the list of tables. */
  readsTables?: boolean
  /** How long the sign-in and the checks after it may each take. Without it, the driver's own limits apply. */
  patienceMs?: number
}

/** Connects stage by stage, down to the tables. Never throws if the database cannot be used. */
export async function runTest(
  kind: string,
  lend: () => Promise<Lease>,
  { onStage = () => undefined, readsTables = true, patienceMs }: TestOptions = {},
): Promise<TestRun> {
  const reached: ConnectionStage[] = []
  const arrive = (stage: ConnectionStage) => {
    if (!reached.includes(stage)) reached.push(stage)
    onStage(stagesOf(reached, null))
  }
  try {
    const lending = lend()
    const lease = await within(patienceMs, lending, () => void lending.then((late) => late.release()).catch(() => null))
    try {
      const report = await within(patienceMs, lease.connection.test(arrive))
      if (!readsTables) return success(report, null, reached)
      const tables = await Array.fromAsync(lease.connection.introspect())
      refuseOwnStore(tables)
      const { defaultSchema, database = null } = lease.connection
      return success(report, { tables, defaultSchema, database }, reached)
    } finally {
      await lease.release()
    }
  } catch (error) {
    return failed(kind, error, reached)
  }
}

/** @throws DriverError timeout, after which `onLate` clears up */
async function within<Result>(
  patienceMs: number | undefined,
  work: Promise<Result>,
  onLate: () => void = () => undefined,
): Promise<Result> {
  if (patienceMs === undefined) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new DriverError('timeout', message('The database did not answer in time.')))
    work.catch(() => undefined)
    onLate()
  }, patienceMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

function success(report: TestReport, found: TestRun['found'], reached: ConnectionStage[]): TestRun {
  return {
    result: {
      success: true,
      ...wireMessage(message('Connection successful')),
      table_count: report.tableCount,
      stage: null,
      advice: null,
      stages: stagesOf(reached, null, true),
      warnings: report.warnings.map((warning) => formatMessage(warning)),
      warning_messages: report.warnings,
      driver_info: report.engine,
    },
    failure: null,
    found,
  }
}

function failed(kind: string, error: unknown, reached: ConnectionStage[]): TestRun {
  const failure = error instanceof DriverError ? error.kind : null
  const stage =
    error instanceof AppError
      ? null
      : ((error instanceof DriverError ? error.stage : null) ?? reached.at(-1) ?? 'reach')
  const problem =
    error instanceof AppError
      ? { message: error.detail, ...(error.pattern && patternOf(error.pattern)) }
      : wireMessage(describeTestFailure(error, stage ?? 'reach'))
  return {
    result: {
      success: false,
      ...problem,
      stage,
      ...presentAdvice(adviceFor(kind, stage, failure)),
      stages: stagesOf(reached, stage),
      warnings: [],
      driver_info: null,
    },
    failure,
    found: null,
  }
}

function presentAdvice(advice: Message): Pick<ConnectionTestResult, 'advice' | 'advice_pattern' | 'advice_values'> {
  const { text, values } = advice
  return { advice: formatMessage(advice), ...(values && { advice_pattern: text, advice_values: values }) }
}

/** A skipped stage, such as TLS if it is not used, has passed if a later one was reached. */
function stagesOf(reached: ConnectionStage[], failedAt: ConnectionStage | null, isComplete = false): StageResult[] {
  const last = connectionStages.indexOf(failedAt ?? reached.at(-1) ?? 'resolve')
  return connectionStages.map((stage, index) => {
    if (stage === failedAt) return { stage, outcome: 'failed' }
    const isPassed = isComplete
      ? reached.includes(stage)
      : index < last && (failedAt !== null || reached.includes(stage))
    return { stage, outcome: isPassed ? 'passed' : 'not-run' }
  })
}

function messageJson({ pattern: text, values }: ConnectionTestResult): string | null {
  return text === undefined ? null : JSON.stringify({ text, values })
}

/** The changes of a test to the connection's row. */
export function rowAfter({ result, failure }: TestRun, now: Date): Partial<ConnectionRow> {
  return {
    is_valid: result.success ? 1 : 0,
    last_tested: now.toISOString(),
    test_error: result.success ? null : result.message,
    test_message: result.success ? null : messageJson(result),
    test_stage: result.stage,
    test_failure: failure,
    driver_info: result.driver_info,
    warnings: JSON.stringify(result.warning_messages ?? []),
    table_count: result.table_count ?? null,
  }
}
