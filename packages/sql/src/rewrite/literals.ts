import { message, type Cell, type SqlDialect } from '@parlance/contract'
import { dialectOf } from '../dialects/index.ts'
import { RuleTextError } from '../rule-text-error.ts'

/**
 * A text literal of this dialect under the session modes that the drivers pin (R09).
 * @throws RangeError for control characters, which no rule needs
 */
export function textLiteral(value: string, dialect: SqlDialect): string {
  if (/\p{Cc}/u.test(value) || !value.isWellFormed())
    throw new RuleTextError(message('The text of a rule contains a control character. Remove it.'))
  return dialectOf(dialect).values.quoteText(value)
}

/** A number literal. @throws RangeError when it isn't a finite number */
export function numberLiteral(value: number): string {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new RuleTextError(message('A range mask needs finite numbers.'))
  return value < 0 ? `(${String(value)})` : String(value)
}

/** A bound value as a literal, for an engine that can't bind (R09). @throws RangeError as the two above */
export function valueLiteral(value: Cell, dialect: SqlDialect): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'number' ? numberLiteral(value) : textLiteral(value, dialect)
}
