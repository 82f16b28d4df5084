import type { SqlDialect } from '@parlance/contract'
import type { ColumnMask } from '../contract.ts'
import type { IndexedColumn } from '../prove/catalogue-index.ts'
import { quoteName } from '../prove/names.ts'
import { numberLiteral, textLiteral } from './literals.ts'
import { textFunctions } from './text-functions.ts'
import type { TextFunctions } from './text-functions.ts'

/** SQL of a mask; the salt is a value of its own, so that it never stands in any SQL. */
export type MaskPiece = string | { salt: true }

/**
 * The masked value of a column as SQL over the real one; NULL stays NULL.
 * @throws RangeError with a sentence for people when the mask cannot be made on this column or engine
 */
export function maskSql(column: IndexedColumn, mask: ColumnMask, dialect: SqlDialect): MaskPiece[] {
  const value = quoteName(column.name, dialect)
  const isText = column.column.kind === 'text'
  // A CASE that may give the column itself keeps the column's collation, which MySQL asks for in comparisons.
  const absent = dialect === 'mysql' && isText ? value : 'NULL'
  const text = dialect === 'mysql' && isText ? value : textFunctions(dialect).text(value)
  const ifPresent = (masked: MaskPiece[]): MaskPiece[] => [
    `CASE WHEN ${value} IS NULL THEN ${absent} ELSE `,
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
    case 'hash':
      return ifPresent(hash(dialect === 'sqlite' ? value : text, dialect))
    case 'range':
      return [range(value, column, mask.ranges ?? [], dialect)]
    case 'custom':
      throw new RangeError('A custom mask is made of its own SQL.')
    case 'disallow':
      throw new RangeError('A column that is not allowed has no value.')
  }
  // A mask that this version does not know must stop the query.
  throw new RangeError(`The mask ${String(mask.mask_type satisfies never)} is not known.`)
}

function partial(text: string, pattern: string, dialect: SqlDialect): string {
  const functions = textFunctions(dialect)
  const shown = pattern.split('#').length - 1
  if (shown > 0) return digitsPattern(text, pattern, shown, functions, dialect)
  if (pattern.includes('@')) return email(text, functions, dialect)
  return textLiteral(pattern, dialect)
}

/** Each `#` shows one of the last letters and digits, but never more than half of them: the others print X. */
function digitsPattern(
  text: string,
  pattern: string,
  shown: number,
  functions: TextFunctions,
  dialect: SqlDialect,
): string {
  if (shown > 64) throw new RangeError('A pattern shows 64 characters at most.')
  return joinPattern(functions.tail(text, shown), pattern, functions, dialect)
}

function joinPattern(tail: string, pattern: string, functions: TextFunctions, dialect: SqlDialect): string {
  const parts: string[] = []
  let used = 0
  const runs = pattern.match(/#+|[^#]+/g) ?? []
  const single = runs.filter((run) => run.startsWith('#')).length === 1
  for (const run of runs) {
    if (!run.startsWith('#')) parts.push(textLiteral(run, dialect))
    else {
      parts.push(single ? tail : functions.part(tail, used + 1, run.length))
      used += run.length
    }
  }
  return parts.length === 1 ? parts[0]! : functions.concat(parts)
}

/** The value's own domain; a text without exactly one `@` shows nothing. */
function email(text: string, functions: TextFunctions, dialect: SqlDialect): string {
  const stars = textLiteral('****', dialect)
  const marks = `${functions.length(text)} - ${functions.length(functions.withoutAt(text))}`
  const one =
    dialect === 'oracle'
      ? `${functions.length(text)} - COALESCE(${functions.length(functions.withoutAt(text))}, 0) = 1`
      : `${marks} = 1`
  return `CASE WHEN ${one} THEN ${functions.concat([stars, functions.fromAt(text)])} ELSE ${stars} END`
}

/** The first 16 hex digits of SHA-256 over the salt and the value's text, in UTF-8. */
function hash(text: string, dialect: SqlDialect): MaskPiece[] {
  const salt = { salt: true as const }
  switch (dialect) {
    case 'sqlite':
      return ['parlance_hash(', salt, `, ${text})`]
    case 'postgresql':
      return ['substr(encode(sha256(convert_to(CAST(', salt, ` AS text) || ${text}, 'UTF8')), 'hex'), 1, 16)`]
    case 'mysql':
      return ['SUBSTRING(SHA2(CONCAT(', salt, `, ${text}), 256), 1, 16)`]
    case 'tsql':
      return [
        "LOWER(SUBSTRING(CONVERT(VARCHAR(64), HASHBYTES('SHA2_256', CAST(CONCAT(",
        salt,
        `, ${text}) COLLATE Latin1_General_100_BIN2_UTF8 AS VARCHAR(8000))), 2), 1, 16))`,
      ]
    case 'oracle':
      return ['LOWER(SUBSTR(RAWTOHEX(STANDARD_HASH(', salt, ` || ${text}, 'SHA256')), 1, 16))`]
    case 'snowflake':
      return ['SUBSTR(SHA2(CONCAT(', salt, `, ${text}), 256), 1, 16)`]
    case 'bigquery':
      return ['SUBSTR(TO_HEX(SHA256(CONCAT(', salt, `, ${text}))), 1, 16)`]
    case 'hana':
      return ['LOWER(SUBSTRING(BINTOHEX(HASH_SHA256(STRTOBIN(CONCAT(', salt, `, ${text}), 'UTF-8'))), 1, 16))`]
    case 'dremio':
      return ['SUBSTR(LOWER(SHA256(CONCAT(', salt, `, ${text}))), 1, 16)`]
  }
}

function range(
  value: string,
  column: IndexedColumn,
  ranges: NonNullable<ColumnMask['ranges']>,
  dialect: SqlDialect,
): string {
  const { kind } = column.column
  if (kind !== 'integer' && kind !== 'number') throw new RangeError('A range mask needs a column of numbers.')
  if (ranges.length === 0) throw new RangeError('A range mask needs at least one range.')
  const cases = ranges.map(({ min, max, label }) => {
    const bounds: string[] = []
    if (min !== undefined && min !== null) bounds.push(`${value} >= ${numberLiteral(min)}`)
    if (max !== undefined && max !== null) bounds.push(`${value} < ${numberLiteral(max)}`)
    const holds = bounds.length > 0 ? bounds.join(' AND ') : `${value} IS NOT NULL`
    return `WHEN ${dialect === 'sqlite' ? `typeof(${value}) IN ('integer', 'real') AND ${holds}` : holds} THEN ${textLiteral(label, dialect)}`
  })
  return `CASE ${cases.join(' ')} END`
}
