import { dialectFacts, wireMessage, type Message, type ResultWarning } from '@parlance/contract'
import type { Examination } from '@parlance/sql'
import type { CollectedResult } from '../../door/contract.ts'
import type { AgentTurn } from '../contract.ts'

/** A result and its query. */
export interface Checked {
  found: Examination
  result: CollectedResult
  turn: AgentTurn
  /** How many milliseconds the query took. */
  databaseMs: number
  /** Whether the result says nothing. */
  isEmpty: boolean
}

/** Looks for one reason why a result may be wrong. */
export interface Check {
  /** A note accompanies a correct answer; another warning means that the query may be wrong. */
  isNote: boolean
  /** Whether the message as a whole reveals data, so that it goes to a model only if data may be shared. */
  quotesData: boolean
  /** Reads data only through the door. A check that fails or is late finds nothing. */
  find(checked: Checked): ResultWarning[] | Promise<ResultWarning[]>
}

export type WarningKind = ResultWarning['kind']

/** A warning with its message. */
export function warning(
  kind: WarningKind,
  text: Message,
  more: Pick<ResultWarning, 'table' | 'column' | 'value' | 'nearest'> = {},
): ResultWarning {
  return { kind, ...more, ...wireMessage(text) }
}

/** How many columns or subqueries one check looks up for a result. */
export const lookUpLimit = 4
/** Data is read to check a query only if it took no longer than this, in milliseconds, unless the turn has more patience. */
const quickMs = 1_000

/** Whether a check may run another query of about the same work. */
export function mayRead({ turn, databaseMs }: Checked): boolean {
  return databaseMs <= (turn.patienceMs ?? quickMs) && !dialectFacts[turn.catalogue.dialect].billsBytesRead
}
