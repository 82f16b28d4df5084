import { message, formatMessage, type Message } from '@parlance/contract'
import { driverFor, fileManifest, type Connection } from '@parlance/drivers'
import {
  compareResults,
  describeDifference,
  ordersRows,
  type ColumnVerdict,
  type ComparedResult,
  type MeasuredQuestion,
} from '@parlance/evaluation'
import { ModelMeter } from '../agent/model-meter.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../lib/errors.ts'
import { readWithin } from './read-rows.ts'

/** A question about a SQLite file, with the SQL that answers it. */
export interface EvalQuestion {
  database: string
  question: string
  /** What the asker must know about the data; null if there is nothing. */
  context: string | null
  expectedSql: string
}

/** A question and how it ended. */
export interface EvaluatedQuestion<Question extends EvalQuestion = EvalQuestion> extends MeasuredQuestion {
  question: Question
  /** The SQL of the answer; null without one. */
  sql: string | null
  /** Null unless the answer is right. */
  columns: ColumnVerdict | null
  /** Why it isn't right; null if it is. */
  reason: string | null
}

/** An answer with its result, or the reason for declining. */
export type Attempt = { sql: string; result: ComparedResult; isWarned: boolean } | { sql: null; reason: string }

/** A SQLite file and what answers questions about it. */
export interface EvalTarget {
  /**
   * @param meter counts the model calls
   * @throws anything; the question has failed then
   */
  ask(question: EvalQuestion, signal: AbortSignal, meter: ModelMeter): Promise<Attempt>
  close(): Promise<void>
}

/** How to ask. */
export interface EvalRun {
  config: Config
  fileOf: (database: string) => string
  /** Opens what answers, over a read-only connection that the run closes. */
  open: (path: string, connection: Connection) => Promise<EvalTarget>
  /** Ends the run after the results so far. */
  signal: AbortSignal
}

/** The largest expected or found result that is compared. */
export const mostRows = 100_000

/** Asks questions, one database after the other, and compares the results. */
export async function* evaluate<Question extends EvalQuestion>(
  questions: readonly Question[],
  run: EvalRun,
): AsyncGenerator<EvaluatedQuestion<Question>> {
  const driver = await driverFor(fileManifest.kind)
  for (const [database, asked] of Map.groupBy(questions, (one) => one.database)) {
    if (run.signal.aborted) return
    const path = run.fileOf(database)
    const connection = await driver.connect({ database: path })
    const target = await run.open(path, connection)
    try {
      for (const question of asked) {
        const meter = new ModelMeter()
        const ended = await evaluateOne(question, { target, connection, run, meter })
        if (run.signal.aborted) return
        yield { ...ended, ...spentOf(meter), question }
      }
    } finally {
      await Promise.all([target.close(), connection.close()])
    }
  }
}

type Ended = Omit<EvaluatedQuestion, 'question'>

/** What the model calls of a question used. Empty without a call. */
function spentOf({ calls, usage }: ModelMeter): Partial<MeasuredQuestion> {
  if (usage === null) return {}
  return { modelCalls: calls, inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens }
}

interface Means {
  target: EvalTarget
  connection: Connection
  run: EvalRun
  meter: ModelMeter
}

async function evaluateOne(question: EvalQuestion, { target, connection, run, meter }: Means): Promise<Ended> {
  const ended = { isWarned: false, ms: null, sql: null, columns: null }
  const limit = run.config.limits.turnTimeoutMs
  const timeLimit = AbortSignal.timeout(limit)
  const signal = AbortSignal.any([run.signal, timeLimit])
  const fail = (error: unknown, reason: (problem: string) => Message): Ended => {
    const isRefused = error instanceof AppError && error.code === 'query_refused'
    const problem = timeLimit.aborted ? `There was no answer within ${limit / 1000} seconds.` : wordsOf(error)
    return { ...ended, outcome: isRefused ? 'declined' : 'failed', reason: formatMessage(reason(problem)) }
  }
  let expected: ComparedResult
  try {
    // It runs as its author wrote it: the gate doesn't change it.
    expected = await readRows(connection, question.expectedSql, { config: run.config, signal })
  } catch (error) {
    return fail(error, (problem) => message('The expected SQL failed: {problem}', { problem }))
  }
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  try {
    const attempt = await target.ask(question, signal, meter)
    const ms = elapsed()
    if (attempt.sql === null) return { ...ended, ...attempt, ms, outcome: 'declined' }
    const { result, ...answer } = attempt
    const ordered = ordersRows(question.expectedSql, fileManifest.dialect)
    const { difference, ...compared } = compareResults(expected, result, { ordered })
    return { ...ended, ...answer, ...compared, ms, reason: difference && formatMessage(describeDifference(difference)) }
  } catch (error) {
    return { ...fail(error, (problem) => message('{problem}', { problem })), ms: elapsed() }
  }
}

/**
 * Runs SQL on a read-only connection and reads all rows.
 * @throws DriverError, or Error if there are more rows than can be compared
 */
export async function readRows(
  connection: Connection,
  sql: string,
  { config, signal }: Pick<EvalRun, 'config' | 'signal'>,
): Promise<ComparedResult> {
  const { chatTimeoutMs: timeoutMs, exportMaxBytes: maxBytes } = config.limits
  return readWithin(connection, sql, { timeoutMs, maxBytes, maxRows: mostRows, signal })
}

function wordsOf(error: unknown): string {
  if (error instanceof AppError && error.code !== 'internal') return error.detail
  const cause = error instanceof AppError ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
