import type { SqlDialect } from '@parlance/contract'
import { prepareSql } from './lexer/prepare.ts'
import { plainFragment } from './policy/fragments.ts'
import type { Token } from './tokens/token.ts'

/** A piece of an expression: SQL text, or a column of the expression's table. */
export type ExpressionPiece = string | { column: string }

/** A table as an expression names it. */
export interface ExpressionTable {
  name: string
  columns: readonly { name: string }[]
}

const lead = 'SELECT '

/** Words that an expression may contain without naming anything: operators, CASE, types, and parts of dates. */
const sqlWords = new Set(
  (
    'and or not null is in like ilike between case when then else end as distinct from true false unknown escape all any ' +
    'some filter where within group order by asc desc nulls first last cast try_cast extract interval at time zone collate ' +
    'int integer int4 int8 int64 bigint smallint tinyint numeric number decimal real float float4 float8 float64 double ' +
    'precision text varchar nvarchar char nchar character varying string date datetime datetime2 timestamp timestamptz ' +
    'timestamp_ntz boolean bool bit signed unsigned without local year quarter month week day dow doy hour minute second ' +
    'epoch isodow isoweek isoyear years months weeks days hours minutes seconds div mod xor rlike regexp glob similar to ' +
    'current_date current_timestamp localtimestamp both leading trailing overlaps'
  ).split(' '),
)

/**
 * Splits an expression over the columns of one table, so that each column can be written with another alias.
 * @returns null if the expression isn't one, or if it may name anything except these columns and functions
 */
export function expressionPieces(sql: string, dialect: SqlDialect, table: ExpressionTable): ExpressionPiece[] | null {
  const fragment = plainFragment(sql, dialect)
  if (typeof fragment !== 'string') return null
  const prepared = prepareSql(lead + fragment, dialect)
  if ('problem' in prepared) return null
  const { text, tokens } = prepared.prepared
  const pieces: ExpressionPiece[] = []
  let from = lead.length
  for (let at = 1; at < tokens.length; at++) {
    const found = nameAt(text, tokens, at, table)
    if (found === null) return null
    if (found === 'text') continue
    const { first, last } = { first: tokens[at], last: tokens[found.last] }
    if (first === undefined || last === undefined) return null
    pieces.push(text.slice(from, first.start), { column: found.column })
    from = last.end
    at = found.last
  }
  pieces.push(text.slice(from).trimEnd())
  return pieces.filter((one) => one !== '')
}

/** What a token is: plain SQL, a column with the position of its last token, or null for an unknown name. */
function nameAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  table: ExpressionTable,
): 'text' | { column: string; last: number } | null {
  const token = tokens[at]
  if (token === undefined || (token.kind !== 'word' && token.kind !== 'quoted')) return 'text'
  const sign = (position: number) => {
    const one = tokens[position]
    return one?.kind === 'symbol' ? text.slice(one.start, one.end) : ''
  }
  if (sign(at + 1) === '.') {
    if (!isNamed(text, token, table.name)) return null
    const own = tokens[at + 2]
    const column = own === undefined || sign(at + 3) === '.' ? null : columnOf(text, own, table)
    return column === null ? null : { column, last: at + 2 }
  }
  if (sign(at + 1) === '(' && token.kind === 'word') return isSubquery(text, tokens[at]) ? null : 'text'
  const word = token.kind === 'word' ? text.slice(token.start, token.end).toLowerCase() : null
  // `DATE '2026-01-01'` and `EXTRACT(YEAR FROM …)`: words of SQL, even if a column has the name.
  const before = tokens[at - 2]
  const isField = sign(at - 1) === '(' && before !== undefined && wordOf(text, before) === 'extract'
  const isType =
    tokens[at + 1]?.kind === 'string' || wordOf(text, tokens[at - 1]) === 'as' || sign(at - 1).endsWith(':')
  if (word !== null && sqlWords.has(word) && (isField || isType)) return 'text'
  const column = columnOf(text, token, table)
  if (column !== null) return { column, last: at }
  return word !== null && sqlWords.has(word) ? 'text' : null
}

function wordOf(text: string, token: Token | undefined): string {
  return token?.kind === 'word' ? text.slice(token.start, token.end).toLowerCase() : ''
}

function isSubquery(text: string, token: Token | undefined): boolean {
  return ['select', 'exists', 'values', 'table'].includes(wordOf(text, token))
}

function isNamed(text: string, token: Token, name: string): boolean {
  return nameOf(text, token).toLowerCase() === name.toLowerCase()
}

/** A quoted name without its quotes. */
function nameOf(text: string, token: Token): string {
  const written = text.slice(token.start, token.end)
  if (token.kind !== 'quoted') return written
  const close = written.at(-1) ?? ''
  return written.slice(1, -1).replaceAll(close + close, close)
}

function columnOf(text: string, token: Token, { columns }: ExpressionTable): string | null {
  if (token.kind !== 'word' && token.kind !== 'quoted') return null
  const name = nameOf(text, token)
  const exact = columns.find((one) => one.name === name)
  const found = exact ?? columns.find((one) => one.name.toLowerCase() === name.toLowerCase())
  return found?.name ?? null
}
