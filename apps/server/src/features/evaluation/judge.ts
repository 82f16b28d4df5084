import { createHmac } from 'node:crypto'
import { errorTable, message } from '@parlance/contract'
import type { ErrorCode, ExpectedRows, Message, QuestionOutcome, ResultColumn } from '@parlance/contract'
import { compareResults, describeDifference, multisetLines, ordersRows } from '@parlance/evaluation'
import type { ComparedResult, Comparison } from '@parlance/evaluation'
import { collect } from '../../door/collect.ts'
import type { CollectedResult, QueryDoor } from '../../door/contract.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { Keys } from '../../secrets/keys.ts'
import { todayParameter } from './core.ts'

/** Where SQL runs, and as whom. */
export interface QueryPlace {
  principal: Principal
  connectionId: string
  areaId: string
  door: QueryDoor
  today: string
}

/** Runs SQL for a comparison and reads all of its rows. Throws like the door. */
export async function runSql(
  { principal, connectionId, areaId, door, today }: QueryPlace,
  sql: string,
  signal: AbortSignal,
): Promise<CollectedResult & { ms: number }> {
  const query = await door.run({
    principal,
    connectionId,
    areaId,
    sql,
    purpose: 'evaluation',
    signal,
    ...todayParameter(sql, today),
  })
  const result = await collect(query)
  return { ...result, ms: query.elapsedMs() }
}

/** Expected rows as a result. */
export function resultOfRows({ columns, rows }: ExpectedRows): ComparedResult {
  const kindOf = (at: number): ResultColumn['kind'] => {
    const types = new Set(
      rows
        .map((row) => row[at] ?? null)
        .filter((cell) => cell !== null)
        .map((cell) => typeof cell),
    )
    if (types.size !== 1) return 'other'
    if (types.has('number')) return 'number'
    return types.has('boolean') ? 'boolean' : 'text'
  }
  return { columns: columns.map((name, at) => ({ name, kind: kindOf(at) })), rows }
}

/** Whether an answer is right, with the reason if it isn't. */
export function judge(
  expected: ComparedResult,
  actual: ComparedResult,
  isOrdered: boolean,
): { outcome: QuestionOutcome; comparison: Comparison; reason: Message | null } {
  const comparison = compareResults(expected, actual, { ordered: isOrdered, mostCells: mostCells })
  const reason = comparison.outcome === 'right' ? null : describeDifference(comparison.difference)
  return { outcome: comparison.outcome, comparison, reason }
}

const mostCells = 1_000

export { ordersRows }

/** A keyed hash of a result, which tells whether a later result of the same question is equal. It reveals no value. */
export function hashOf({ hashSalt }: Pick<Keys, 'hashSalt'>, place: string, result: ComparedResult): string {
  const hmac = createHmac('sha256', hashSalt.reveal()).update(`evaluation ${place}\n`)
  for (const line of multisetLines(result)) hmac.update(`${line}\n`)
  return hmac.digest('base64url')
}

/** Codes whose text may quote a database or a model. */
const quotingCodes = new Set<ErrorCode>(['query_failed', 'model_failed', 'internal'])

/** Why a query or a model failed, in words that quote no value. */
export function reasonOf(error: unknown, isNamed: (word: string) => boolean): Message {
  const code = error instanceof AppError ? error.code : 'internal'
  if (error instanceof AppError && !quotingCodes.has(code)) return withoutValues(error.text, isNamed, code)
  return { text: errorTable[code].text }
}

/** Keeps a message only if all of its words are names or are in the question. */
export function withoutValues(text: Message, isNamed: (word: string) => boolean, code: ErrorCode): Message {
  return areNamed(text, isNamed) ? text : { text: errorTable[code].text }
}

/** Whether every value of a message is a name or in the question. Numbers may come from rows. */
export function areNamed({ values = {} }: Message, isNamed: (word: string) => boolean): boolean {
  return Object.values(values).every((value) => {
    if (typeof value === 'object') return areNamed(value, isNamed)
    return isNamed(String(value))
  })
}

/** Why a question without an answer was declined. The words of a model may quote values, so they are left out. */
export function declinedReason(text: Message, isNamed: (word: string) => boolean): Message {
  const error = text.values?.['error']
  // A model that finds no working query reports the last error.
  const why = typeof error === 'object' ? error : text
  return areNamed(why, isNamed) ? why : message('The question was not understood.')
}

/** Codes that mean that no query was allowed to answer. */
const declined = new Set<ErrorCode>(['query_refused', 'area_required'])

/** The outcome of a question that ended with an error. */
export function outcomeOf(error: unknown): QuestionOutcome {
  return error instanceof AppError && declined.has(error.code) ? 'declined' : 'failed'
}
