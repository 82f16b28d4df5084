import { message, quoteName, type SqlDialect } from '@parlance/contract'
import type { ColumnMask } from '../contract.ts'
import { dialectOf } from '../dialects/index.ts'
import type { TextFunctions } from '../dialects/text-functions.ts'
import type { IndexedColumn } from '../prove/catalogue-index.ts'
import { numberLiteral, textLiteral } from '../rewrite/literals.ts'
import { RuleTextError } from '../rule-text-error.ts'

/** The SQL of a mask; the salt is a separate value, so it never becomes part of any SQL. */
export type MaskPiece = string | { salt: true }

/**
 * Writes the masked value of a column as SQL over the real one; NULL stays NULL.
 * @throws RangeError with a user-facing message when the mask isn't possible on this column or engine
 */
export function maskSql(column: IndexedColumn, mask: ColumnMask, dialect: SqlDialect): MaskPiece[] {
  const { masks } = dialectOf(dialect)
  const value = quoteName(column.name, dialect)
  const keepsCollation = masks.keepsCollation && column.column.kind === 'text'
  const text = keepsCollation ? value : masks.text.text(value)
  const ifPresent = (masked: MaskPiece[]): MaskPiece[] => [
    `CASE WHEN ${value} IS NULL THEN ${keepsCollation ? value : 'NULL'} ELSE `,
    ...masked,
    ' END',
  ]
  switch (mask.mask_type) {
    case 'partial':
      return ifPresent([partial(text, mask.pattern ?? 'XXXX-####', dialect)])
    case 'replace':
      return ifPresent([textLiteral(mask.replacement ?? '***', dialect)])
    case 'null':
      return [`CASE WHEN 1 = 0 THEN ${value} END`]
    case 'hash': {
      const [before, after] = masks.hash(text, value)
      return ifPresent([before, { salt: true }, after])
    }
    case 'range':
      return [range(value, column, mask.ranges ?? [], dialect)]
    case 'custom':
      throw new RuleTextError(message('A custom mask uses its own SQL.'))
    case 'disallow':
      throw new RuleTextError(message('A hidden column has no value.'))
  }
  // A mask that this version doesn't know must stop the query.
  throw new RuleTextError(message('The mask type {type} is unknown.', { type: String(mask.mask_type satisfies never) }))
}

function partial(text: string, pattern: string, dialect: SqlDialect): string {
  const shown = pattern.split('#').length - 1
  if (shown > 0) return digitsPattern(text, pattern, shown, dialect)
  if (pattern.includes('@')) return email(text, dialect)
  return textLiteral(pattern, dialect)
}

/** Each `#` shows one of the last letters and digits, but never more than half of them; the others print X. */
function digitsPattern(text: string, pattern: string, shown: number, dialect: SqlDialect): string {
  if (shown > 64) throw new RuleTextError(message('A pattern can show at most 64 characters.'))
  const functions = dialectOf(dialect).masks.text
  const tail = functions.tail?.(text, shown) ?? tailOf(text, shown, functions)
  return joinPattern(tail, pattern, dialect)
}

/** The tail of a text, if the engine's function for the last characters builds it. */
function tailOf(text: string, shown: number, functions: TextFunctions): string {
  const letters = functions.letters(text)
  const visible = functions.smaller(String(shown), functions.half(functions.length(letters)))
  const padded = functions.concat([`'${'X'.repeat(shown)}'`, functions.last(letters, visible)])
  return functions.last(padded, String(shown))
}

function joinPattern(tail: string, pattern: string, dialect: SqlDialect): string {
  const { part, concat } = dialectOf(dialect).masks.text
  const parts: string[] = []
  let used = 0
  const runs = pattern.match(/#+|[^#]+/g) ?? []
  const single = runs.filter((run) => run.startsWith('#')).length === 1
  for (const run of runs) {
    if (!run.startsWith('#')) parts.push(textLiteral(run, dialect))
    else {
      parts.push(single ? tail : part(tail, used + 1, run.length))
      used += run.length
    }
  }
  return parts.length === 1 ? parts[0]! : concat(parts)
}

/** The value's own domain; a text without exactly one `@` shows nothing. */
function email(text: string, dialect: SqlDialect): string {
  const { masks, values } = dialectOf(dialect)
  const { length, withoutAt, concat, fromAt } = masks.text
  const stars = textLiteral('****', dialect)
  const rest = length(withoutAt(text))
  const marks = `${length(text)} - ${values.emptyTextIsNull ? `COALESCE(${rest}, 0)` : rest}`
  return `CASE WHEN ${marks} = 1 THEN ${concat([stars, fromAt(text)])} ELSE ${stars} END`
}

function range(
  value: string,
  column: IndexedColumn,
  ranges: NonNullable<ColumnMask['ranges']>,
  dialect: SqlDialect,
): string {
  const { kind } = column.column
  if (kind !== 'integer' && kind !== 'number')
    throw new RuleTextError(message('A range mask works only on a numeric column.'))
  if (ranges.length === 0) throw new RuleTextError(message('A range mask needs at least one range.'))
  const { isNumber } = dialectOf(dialect).masks
  const cases = ranges.map(({ min, max, label }) => {
    const bounds: string[] = []
    if (min !== undefined && min !== null) bounds.push(`${value} >= ${numberLiteral(min)}`)
    if (max !== undefined && max !== null) bounds.push(`${value} < ${numberLiteral(max)}`)
    const holds = bounds.length > 0 ? bounds.join(' AND ') : `${value} IS NOT NULL`
    const condition = isNumber === null ? holds : `${isNumber(value)} AND ${holds}`
    return `WHEN ${condition} THEN ${textLiteral(label, dialect)}`
  })
  return `CASE ${cases.join(' ')} END`
}
