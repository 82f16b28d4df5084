import { message } from '@parlance/contract'
import { parseFormula } from '../compile/formula.ts'
import { FileError, type Place } from './file-error.ts'

/** A formula of an area divides by nothing that is 0, so it needs no NULLIF. */
const guardedDivisor = /\/\s*NULLIF\s*\(\s*(\{[^{}]*\})\s*,\s*0(?:\.0+)?\s*\)/gi

/**
 * Writes SQL whose metrics are in braces as a formula of an area.
 * @throws FileError if it has more than metrics, numbers, and basic arithmetic
 */
export function formulaOf(sql: string, place: Place): string {
  const formula = sql.replaceAll(guardedDivisor, '/ $1').trim()
  if (!('problem' in parseFormula(formula))) return formula
  throw new FileError(message('A formula has only metrics, numbers, and + - * / ( ). Define this one by hand.'), place)
}
