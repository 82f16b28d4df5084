import type { FactColumn } from '../facts.ts'
import type { Mention } from '../statement.ts'
import {
  agreed,
  allRows,
  comparedColumns,
  figuresOf,
  has,
  isCellOf,
  rowsOf,
  type Context,
  type Verdict,
} from './context.ts'
import { seriesOf, yearBefore, type Series } from './series.ts'
import type { Token } from './tokens.ts'

/** From which row to which other one. */
type Move = readonly [from: number, to: number]

/** “Sales rose in May”, “fell from 20 in May to 12 in June”, “were up by 5% on a year earlier”. */
export function movesHold(context: Context): Verdict {
  const { part } = context
  const [token, ...more] = part.tokens.filter(({ kind }) => kind === 'move')
  if (token?.kind !== 'move' || more.length > 0) return null
  const moves = movesOf(context)
  if (moves === null || moves.length === 0) return null
  const figures = figuresOf(part)
  if (figures.some(({ condition }) => condition !== null)) return null
  const columns = comparedColumns(context, { concept: null, isOfSize: false })
  const near = columns.filter((column) => figures.every((figure) => fitsMove(context, figure, { column, moves })))
  const isFigured = figures.length > 0 && near.length > 0
  const verdict = agreed(context, isFigured ? near : columns, {
    isCertain: figures.length === 0 || isFigured,
    holds: (column) =>
      moves.every(([from, to]) => {
        const [before, after] = [column.numbers[from] ?? null, column.numbers[to] ?? null]
        return before !== null && after !== null && Math.sign(after - before) === token.sign
      }),
  })
  return verdict === true && figures.length > 0 && !isFigured ? null : verdict
}

/** The moves that a part speaks of; null if that isn't certain. */
function movesOf(context: Context): Move[] | null {
  const { step, groups, part } = context
  const times = groups.filter(({ names }) => names.every(({ isDate }) => isDate))
  const things = groups.filter((group) => !times.includes(group))
  const series = seriesOf(step, rowsOf(things, step) ?? allRows(step))
  if (series === null || has(context, 'every') || has(context, 'peryear')) return null
  const rows = times.map((group) => (rowsOf([group], step) ?? []).filter((row) => series.rows.includes(row)))
  if (rows.some((own) => own.length !== 1)) return null
  const [first = -1, second] = rows.flat()
  if (rows.length > 2) return null
  if (rows.length === 0) return wholeSeries(series)
  if (second !== undefined)
    return has(context, 'from') || has(context, 'than') ? [orderOf(series, first, second)] : null
  if (!has(context, 'earlier') && (has(context, 'since') || has(context, 'from')))
    return [[first, series.rows.at(-1) ?? first]]
  const earlier = part.tokens.find((one) => one.kind === 'earlier')
  const before =
    earlier?.kind === 'earlier' && earlier.isYear
      ? yearBefore(step, series, first)
      : (series.rows[series.rows.indexOf(first) - 1] ?? null)
  return before === null ? null : [[before, first]]
}

function wholeSeries({ rows }: Series): Move[] {
  return [[rows[0] ?? -1, rows.at(-1) ?? -1]]
}

function orderOf({ rows }: Series, one: number, other: number): Move {
  return rows.indexOf(one) < rows.indexOf(other) ? [one, other] : [other, one]
}

/** “from 5 to 7”, “by 2”, “by 40%”. */
function fitsMove(
  { part }: Context,
  figure: Extract<Token, { kind: 'figure' }>,
  { column, moves }: { column: FactColumn; moves: readonly Move[] },
): boolean {
  const before = part.tokens[part.tokens.indexOf(figure) - 1]
  return moves.every(([from, to]) => {
    if (before?.kind === 'to') return isCellOf(figure.mention, column, [to])
    if (before?.kind === 'from') return isCellOf(figure.mention, column, [from])
    return isChange(figure.mention, { column, rows: [from, to] })
  })
}

function isChange({ meanings }: Mention, { column, rows }: { column: FactColumn; rows: readonly number[] }): boolean {
  return meanings.some(
    (one) =>
      (one.op === 'diff' || one.op === 'change') &&
      one.column === column &&
      one.rows?.length === 2 &&
      rows.every((row) => one.rows?.includes(row)),
  )
}
