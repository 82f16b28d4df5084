import type { ResultWarning } from '@parlance/contract'
import type { Examination } from '@parlance/sql'
import type { CollectedResult } from '../door/contract.ts'
import { checks } from './checks/index.ts'
import type { Check, Checked } from './checks/check.ts'
import type { AgentTurn } from './contract.ts'
import { inTime } from './in-time.ts'

/** How many milliseconds an answer waits for the checks. */
const usualPatienceMs = 3_000

/**
 * Finds reasons why a result may be wrong although its query ran. Checks read data only through the door, so users never
 * learn what they may not see. Never throws except on cancellation; a check that fails or is late produces no warning.
 * @param databaseMs how long the query took; a slow database isn't asked to do the same work again
 */
export async function checkResult(
  found: Examination | null,
  result: CollectedResult,
  turn: AgentTurn,
  databaseMs = 0,
): Promise<ResultWarning[]> {
  if (!found) return []
  const patienceMs = turn.patienceMs ?? usualPatienceMs
  // What is late isn't needed any more.
  const late = AbortSignal.any([turn.signal, AbortSignal.timeout(patienceMs)])
  const checked = { found, result, turn: { ...turn, signal: late }, databaseMs, isEmpty: saysNothing(result) }
  const looked = await Promise.all(Object.values<Check>(checks).map((check) => warningsOf(check, checked, patienceMs)))
  turn.signal.throwIfAborted()
  return unique(looked.flat())
}

async function warningsOf(check: Check, checked: Checked, patienceMs: number): Promise<ResultWarning[]> {
  try {
    return await inTime(Promise.resolve(check.find(checked)), patienceMs, [])
  } catch {
    return []
  }
}

/** Whether the answer is correct and the warning only adds to it. */
export function isNote({ kind }: ResultWarning): boolean {
  return checks[kind].isNote
}

/** Whether the message as a whole reveals data. */
export function quotesData({ kind }: ResultWarning): boolean {
  return checks[kind].quotesData
}

/** True if the result has no rows, or only the zeros and NULLs that an aggregate over no rows returns. */
export function saysNothing({ rows }: CollectedResult): boolean {
  if (rows.length === 0) return true
  return rows.length === 1 && rows.every((row) => row.every((cell) => cell === null || Number(cell) === 0))
}

function unique(warnings: ResultWarning[]): ResultWarning[] {
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()]
}
