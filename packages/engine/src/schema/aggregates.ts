import type { SqlDialect } from '@parlance/contract'
import { tokenize, type ExpressionPiece, type Token } from '@parlance/sql/text'

/** A call of an aggregate: its name, whether it takes each value once, and its argument. Null is `COUNT(*)`. */
export interface AggregateCall {
  fn: string
  isDistinct: boolean
  argument: ExpressionPiece[] | null
}

/** An expression of a metric in parts: SQL between the aggregates, and the aggregates. */
export type MetricPart = ExpressionPiece | AggregateCall

/** Aggregates of one argument that ignore NULL, so that CASE can leave rows out. */
const known = new Set(
  'sum avg min max count total stddev stddev_samp stddev_pop stdev stdevp variance var_samp var_pop var varp median'.split(
    ' ',
  ),
)

/** Words behind an aggregate that change which rows it reads. */
const further = new Set(['filter', 'over', 'within', 'respect', 'ignore'])

/** A character that stands for a column while the expression is split. No SQL contains it outside of a text. */
const column = 'x_column_'

/**
 * Splits an expression into its aggregates.
 * @returns null if it contains none, or one that can't be limited to some rows
 */
export function aggregateParts(pieces: readonly ExpressionPiece[], dialect: SqlDialect): MetricPart[] | null {
  const { text, columns } = written(pieces)
  const tokens = tokenize(text, dialect)
  if (!Array.isArray(tokens)) return null
  const parts: MetricPart[] = []
  let from = 0
  for (let at = 0; at < tokens.length; at++) {
    const name = wordAt(text, tokens[at]).toLowerCase()
    if (!known.has(name) || wordAt(text, tokens[at + 1]) !== '(') continue
    const close = closing(text, tokens, at + 1)
    const call = close === null ? null : callOf(text, tokens, at, close, columns)
    if (close === null || call === null) return null
    parts.push(...split(text.slice(from, tokens[at]?.start), columns), { ...call, fn: name })
    from = tokens[close]?.end ?? text.length
    at = close
  }
  if (parts.length === 0) return null
  parts.push(...split(text.slice(from), columns))
  return parts
}

function callOf(
  text: string,
  tokens: readonly Token[],
  at: number,
  close: number,
  columns: readonly string[],
): Omit<AggregateCall, 'fn'> | null {
  if (further.has(wordAt(text, tokens[close + 1]).toLowerCase())) return null
  const [open, first, end] = [tokens[at + 1], tokens[at + 2], tokens[close]]
  if (open === undefined || first === undefined || end === undefined) return null
  const inner = text.slice(open.end, end.start).trim()
  if (inner === '*') return { isDistinct: false, argument: null }
  const isDistinct = wordAt(text, first).toLowerCase() === 'distinct'
  const argument = text.slice(isDistinct ? first.end : open.end, end.start).trim()
  if (argument === '' || isNested(text, tokens, at + 2, close) || hasComma(text, tokens, at + 1, close)) return null
  return { isDistinct, argument: split(argument, columns) }
}

function isNested(text: string, tokens: readonly Token[], from: number, to: number): boolean {
  return tokens
    .slice(from, to)
    .some((one, at) => known.has(wordAt(text, one).toLowerCase()) && wordAt(text, tokens[from + at + 1]) === '(')
}

/** Whether a call has several arguments. */
function hasComma(text: string, tokens: readonly Token[], open: number, close: number): boolean {
  let depth = 0
  return tokens.slice(open, close).some((one) => {
    const sign = wordAt(text, one)
    if (sign === '(') depth++
    if (sign === ')') depth--
    return sign === ',' && depth === 1
  })
}

function closing(text: string, tokens: readonly Token[], open: number): number | null {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    const sign = wordAt(text, tokens[at])
    if (sign === '(') depth++
    else if (sign === ')' && --depth === 0) return at
  }
  return null
}

function wordAt(text: string, token: Token | undefined): string {
  return token?.kind === 'word' || token?.kind === 'symbol' ? text.slice(token.start, token.end) : ''
}

/** The expression as one text in which each column is a numbered word. */
function written(pieces: readonly ExpressionPiece[]): { text: string; columns: string[] } {
  const columns: string[] = []
  const texts = pieces.map((piece) => {
    if (typeof piece === 'string') return piece
    columns.push(piece.column)
    return `${column}${columns.length - 1}_`
  })
  return { text: texts.join(''), columns }
}

function split(text: string, columns: readonly string[]): ExpressionPiece[] {
  return text
    .split(/(x_column_\d+_)/)
    .map((one): ExpressionPiece => {
      const [, at] = /^x_column_(\d+)_$/.exec(one) ?? []
      const name = at === undefined ? undefined : columns[Number(at)]
      return name === undefined ? one : { column: name }
    })
    .filter((one) => one !== '')
}
