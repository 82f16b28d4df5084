import { message } from '@parlance/contract'
import type { CatalogueTable, Message, QuestionOutcome, TokenPrices } from '@parlance/contract'
import type { TurnAnswer } from '../../agent/contract.ts'
import { ModelMeter } from '../../agent/model-meter.ts'
import { gatherPlace, prepareTurn } from '../../agent/prepare-turn.ts'
import type { AgentEnvironment } from '../../agent/prepare-turn.ts'
import { runTurn } from '../../agent/turn.ts'
import { AppError } from '../../lib/errors.ts'
import type { Keys } from '../../secrets/keys.ts'
import type { EvaluationQuestionRow, EvaluationResultRow } from '../../store/schema.ts'
import { openRows } from './expected-rows.ts'
import { declinedReason, hashOf, judge, ordersRows, outcomeOf, reasonOf, resultOfRows, runSql } from './judge.ts'
import type { RunPlace } from './run-place.ts'

/** One question asked, as it is stored. */
export interface AskedQuestion {
  row: EvaluationResultRow
  /** The error that ended it, to decide whether the run can continue. */
  error: AppError | null
}

export interface AskOptions {
  runId: string
  keys: Pick<Keys, 'dataKey' | 'hashSalt'>
  prices: TokenPrices | null
  /** Milliseconds for one question. */
  timeoutMs: number
  signal: AbortSignal
}

/** Asks one question through the real pipeline, without a conversation, and compares the answer. Stores nothing. */
export async function askQuestion(
  place: RunPlace,
  question: EvaluationQuestionRow,
  { runId, keys, prices, timeoutMs, signal: stop }: AskOptions,
): Promise<AskedQuestion> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
  const meter = new ModelMeter()
  const channel = { emit: () => undefined, signal, meter, purpose: 'evaluation' as const }
  const started = performance.now()
  const end = await runTurn(channel, () =>
    prepareTurn(
      withContext(place.environment, question.context),
      {
        question: question.question,
        principal: place.principal,
        connectionId: place.connectionId,
        areaId: place.areaId,
        history: [],
      },
      channel,
    ),
  )
  const ms = Math.round(performance.now() - started)
  const isNamed = await namesOf(place, question.question)
  const base = { ...emptyRow(runId, question), ms, ...costOf(meter, prices) }
  if (end.answer === null) {
    const error = end.error ?? tooSlow()
    const end_ = { outcome: outcomeOf(error), reason: JSON.stringify(reasonOf(error, isNamed)) }
    return { row: { ...base, ...end_ }, error }
  }
  const { result, text } = end.answer
  if (result === null) {
    const reason = JSON.stringify(declinedReason(text, isNamed))
    return { row: { ...base, outcome: 'declined', reason }, error: null }
  }
  const warnings = JSON.stringify([...new Set(result.warnings.map(({ kind }) => kind))])
  const answered = { ...base, warnings, actual_sql: result.sql }
  return compare(place, question, { answered, answer: end.answer, keys, isNamed, signal })
}

/**
 * Adds the context of a question to the instructions of the area, as its owner would write it. Only a model reads it.
 */
function withContext(environment: AgentEnvironment, context: string | null): AgentEnvironment {
  if (context === null) return environment
  return {
    ...environment,
    hintsOf: async (principal, place) => {
      const hints = (await environment.hintsOf?.(principal, place)) ?? null
      const instructions = [hints?.instructions ?? '', context].filter((text) => text !== '').join('\n')
      return hints && { ...hints, instructions }
    },
  }
}

interface Compared {
  answered: EvaluationResultRow
  answer: TurnAnswer
  keys: AskOptions['keys']
  isNamed: (word: string) => boolean
  signal: AbortSignal
}

async function compare(
  place: RunPlace,
  question: EvaluationQuestionRow,
  { answered, answer, keys, isNamed, signal }: Compared,
): Promise<AskedQuestion> {
  try {
    const found = answer.result?.result
    if (found === undefined) throw new AppError('internal')
    // An answer has as many rows as a screen shows.
    const actual = found.truncated ? await runSql(place, answered.actual_sql ?? '', signal) : found
    const expected = await expectedOf(place, question, keys, signal)
    if (actual.truncated || expected.truncated) throw tooLarge()
    const { outcome, comparison, reason } = judge(expected, actual, expected.isOrdered)
    const row: EvaluationResultRow = {
      ...answered,
      outcome,
      reason: reason && JSON.stringify(reason),
      columns: comparison.columns,
      expected_row_count: expected.rows.length,
      expected_column_count: expected.columns.length,
      actual_row_count: actual.rows.length,
      actual_column_count: actual.columns.length,
      differing_values: comparison.difference?.differentCells ?? 0,
      actual_hash: hashOf(keys, `${answered.run_id} ${question.id}`, actual),
    }
    return { row, error: null }
  } catch (error) {
    const known = signal.aborted ? tooSlow() : asAppError(error)
    const why = reasonOf(known, isNamed)
    return { row: { ...answered, outcome: 'failed', reason: JSON.stringify(notCompared(why)) }, error: known }
  }
}

function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('internal', { cause: error })
}

function notCompared(why: Message): Message {
  return message('Could not compare the answer with the expected result. {why}', { why })
}

async function expectedOf(
  place: RunPlace,
  question: EvaluationQuestionRow,
  keys: AskOptions['keys'],
  signal: AbortSignal,
) {
  if (question.expected_rows !== null) {
    const rows = openRows(keys, question.id, question.expected_rows)
    return { ...resultOfRows(rows), truncated: false, isOrdered: rows.ordered }
  }
  const sql = question.expected_sql ?? ''
  const { dialect } = await place.environment.catalogueOf(place.connectionId)
  return { ...(await runSql(place, sql, signal)), isOrdered: ordersRows(sql, dialect) }
}

/** Names of tables and columns, and the words of the question. They may be in a stored reason. */
async function namesOf(place: RunPlace, asked: string): Promise<(word: string) => boolean> {
  const text = asked.toLowerCase()
  const tables = await visibleTables(place)
  return (word) => {
    const wanted = word.toLowerCase()
    if (text.includes(wanted)) return true
    return tables.some(
      ({ name, columns }) =>
        name.toLowerCase() === wanted || columns.some((column) => column.name.toLowerCase() === wanted),
    )
  }
}

async function visibleTables({ environment, principal, connectionId, areaId }: RunPlace): Promise<CatalogueTable[]> {
  try {
    return (await gatherPlace(environment, principal, { connectionId, areaId })).catalogue.tables
  } catch (error) {
    // The question failed for the same reason.
    if (error instanceof AppError) return []
    throw error
  }
}

function costOf({ calls, usage }: ModelMeter, prices: TokenPrices | null) {
  const cost =
    prices === null
      ? null
      : ((usage?.prompt_tokens ?? 0) * prices.prompt_per_million +
          (usage?.completion_tokens ?? 0) * prices.completion_per_million) /
        1_000_000
  return { model_calls: calls, tokens: usage?.total_tokens ?? 0, cost }
}

function emptyRow(runId: string, question: EvaluationQuestionRow): EvaluationResultRow {
  return {
    run_id: runId,
    question_id: question.id,
    position: question.position,
    question: question.question,
    author_id: question.author_id,
    tags: question.tags,
    outcome: 'failed' satisfies QuestionOutcome,
    warnings: '[]',
    reason: null,
    columns: null,
    expected_sql: question.expected_sql,
    actual_sql: null,
    expected_row_count: question.row_count,
    expected_column_count: question.column_count,
    actual_row_count: null,
    actual_column_count: null,
    differing_values: null,
    actual_hash: null,
    ms: 0,
    model_calls: 0,
    tokens: 0,
    cost: null,
  }
}

function tooSlow(): AppError {
  return new AppError('query_timeout', { detail: message('The answer took too long and was stopped.') })
}

function tooLarge(): AppError {
  return new AppError('result_too_large', { detail: message('The result has too many rows to compare.') })
}
