import { changeName } from '../claims/conditions.ts'
import { textBefore } from '../../plain-text.ts'
import type { FactColumn } from '../facts.ts'
import { textOf, type Mention } from '../statement.ts'
import { agreed, allRows, comparedColumns, figuresOf, has, isCellOf, type Context, type Verdict } from './context.ts'
import { panelOf } from './panel.ts'
import { periodColumnOf, seriesOf, yearBefore, type Series } from './series.ts'
import type { Token } from './token.ts'

/** From which row to which other one. */
type Move = readonly [from: number, to: number]

type FigureToken = Extract<Token, { kind: 'figure' }>

/** “Sales rose in May”, “fell from 20 in May to 12 in June”, “were up by 5% on a year earlier”, “all shops grew”. */
export function movesHold(context: Context): Verdict {
  const { part } = context
  const [token, ...more] = part.tokens.filter(({ kind }) => kind === 'move')
  if (token?.kind !== 'move' || more.length > 0) return null
  const { text } = context.statement
  const isNear = nearly.test(textBefore(text, token.start)) || nearlyInside.test(textOf(context.statement, token))
  const kind = { sign: token.sign, room: isNear ? mostNear : 0 }
  const figures = figuresOf(part)
  if (figures.some(({ condition }) => condition !== null)) return null
  const columns = comparedColumns(context, { concept: null, isOfSize: false })
  const quantified = quantifiedMoves(context, figures)
  if (quantified === null) return null
  const moves = movesOf(context)
  if (quantified !== undefined) {
    const verdict = agreed(context, columns, {
      isCertain: true,
      holds: (column) => quantified((move) => isMoved(column, move, kind)),
    })
    const isFitting = (column: FactColumn): boolean =>
      figures.every((figure) => fitsMove(context, figure, { column, moves: moves ?? [] }))
    return verdict === true && has(context, 'steady') && !columns.some(isFitting) ? null : verdict
  }
  if (moves === null || moves.length === 0) return null
  // “… before slipping to 4”: from where isn't certain.
  if (context.previous?.tokens.some(({ kind }) => kind === 'move') && timesNamed(context) === 0) return null
  const near = columns.filter((column) => figures.every((figure) => fitsMove(context, figure, { column, moves })))
  const isFigured = figures.length > 0 && near.length > 0
  const verdict = agreed(context, isFigured ? near : columns, {
    isCertain: figures.length === 0 || isFigured,
    holds: (column) => moves.every((move) => isMoved(column, move, kind)),
  })
  return verdict === true && figures.length > 0 && !isFigured ? null : verdict
}

function isMoved({ numbers }: FactColumn, [from, to]: Move, { sign, room }: { sign: number; room: number }): boolean {
  const [before, after] = [numbers[from] ?? null, numbers[to] ?? null]
  if (before === null || after === null) return false
  const isSame = sign === 0 && Math.abs(after - before) <= Math.abs(before) * room
  return isSame || Math.sign(after - before) === sign
}

/** “almost flat” is at most this much off. */
const mostNear = 0.05
const nearly = /(?<!\p{L})(?:almost|nearly|roughly|about|relatively|largely|fairly|practically|virtually|mostly) $/iu

const nearlyInside = /(?<!\p{L})(?:almost|nearly|roughly|about)(?!\p{L})/iu

/** “The largest jump was in May”, “A had the biggest drop from 2024 to 2025”: of the periods, or of the things. */
export function largestMoveHolds(context: Context): Verdict {
  const { part } = context
  const [degree, ...more] = part.tokens.filter(({ kind }) => kind === 'degree')
  const [move, ...moreMoves] = part.tokens.filter(({ kind }) => kind === 'move')
  if (degree?.kind !== 'degree' || move?.kind !== 'move' || more.length + moreMoves.length > 0) return null
  const { direction, concept, isJudgment } = degree.degree
  const isFast = concept === 'speed'
  if (move.sign === 0 || degree.place > 1 || (concept !== null && !isFast) || isJudgment || has(context, 'every'))
    return null
  const among = movesAmong(context)
  const figures = figuresOf(part)
  if (among === null || figures.some(({ condition }) => condition !== null)) return null
  const columns = comparedColumns(context, { concept: null, isOfSize: false })
  const numbers = context.statement.facts.numbers.filter(({ step }) => step === context.step)
  // A column of changes says more than its own changes do.
  if (columns.some(({ name }) => changeName.test(name))) return null
  const verdict = agreed(context, columns, {
    isCertain: context.isSpoken || numbers.length === 1,
    holds: ({ numbers: own }) =>
      // The fastest growth is that in percent.
      (isFast ? [growthOf] : [changeOf, growthOf]).some((measure) => {
        const sizeOf = ([from, to]: Move): number => move.sign * measure(own[from] ?? null, own[to] ?? null)
        const moved = among.all.map(sizeOf).filter((size) => size > 0)
        return sizeOf(among.own) === ((direction === 'high') === isFast ? Math.min(...moved) : Math.max(...moved))
      }),
  })
  const isFitting = (column: FactColumn): boolean =>
    figures.every((figure) => fitsMove(context, figure, { column, moves: [among.own] }))
  return verdict === true && !columns.some(isFitting) ? null : verdict
}

function changeOf(before: number | null, after: number | null): number {
  return before === null || after === null ? Number.NaN : after - before
}

function growthOf(before: number | null, after: number | null): number {
  return before === null || after === null || before <= 0 ? Number.NaN : after / before - 1
}

/** The move that a part names, and those that it is compared with; null if that isn't certain. */
function movesAmong(context: Context): { own: Move; all: readonly Move[] } | null {
  const { step } = context
  const times = timesOf(context)
  const things = thingsOf(context)
  if (times === null) return null
  if (things === null) {
    const series = seriesOf(step, allRows(step))
    if (series === null || otherNames(context).length > 0 || times.length === 0) return null
    const all = stepsOf(series.rows)
    const own = all.find(([from, to]) => times.includes(to) && (times.length === 1 || times.includes(from)))
    return own && times.length <= 2 ? { own, all } : null
  }
  const named = new Set(otherNames(context).flatMap(({ rows }) => rows))
  const moves = things.flatMap((rows) => {
    const move = moveWithin(context, { rows, times })
    return move ? [{ move, isNamed: rows.every((row) => named.has(row)) }] : []
  })
  const [own, ...more] = moves.filter(({ isNamed }) => isNamed)
  return own && more.length === 0 && moves.length > 1 ? { own: own.move, all: moves.map(({ move }) => move) } : null
}

/** “Sales doubled from May to June”. */
export function multiplesHold(context: Context): Verdict {
  const { part, step, columns, isSpoken, statement } = context
  const [figure, ...more] = figuresOf(part)
  const times = timesOf(context)
  const [from, to, ...others] = times ?? []
  if (!figure || more.length + others.length > 0 || from === undefined || to === undefined || !isSpoken) return null
  if (figure.mention.kind !== 'ratio' || figure.condition !== null || seriesOf(step, rowsOfOthers(context)) === null)
    return null
  const value = figure.mention.value ?? Number.NaN
  const room = nearlyInside.test(textOf(statement, part)) ? mostRough : mostNear
  return agreed(context, columns, {
    isCertain: true,
    holds: ({ numbers }) => Math.abs((numbers[to] ?? Number.NaN) / (numbers[from] ?? Number.NaN) / value - 1) <= room,
  })
}

/** “roughly doubled” is at most this much off. */
const mostRough = 0.1

type Quantified = (test: (move: Move) => boolean) => boolean

/** Of how many moves a part speaks: those of each period, or of each thing. @returns undefined if it speaks of one move */
function quantifiedMoves(context: Context, figures: readonly FigureToken[]): Quantified | null | undefined {
  const { step, part, statement } = context
  const isSteady = has(context, 'steady')
  const isEvery = isSteady || has(context, 'every') || has(context, 'peryear')
  const [none, only] = [has(context, 'none'), has(context, 'only')]
  const [count, ...others] = figures
  const isCount =
    count !== undefined &&
    count.mention.kind === 'value' &&
    Number.isInteger(count.mention.value) &&
    /^ (?:of (?:the|these|all) )?(?:\p{L}+ ){0,2}\p{L}+s(?!\p{L})/u.test(statement.text.slice(count.end))
  if (!isEvery && !none && !only && !isCount) return undefined
  const times = timesOf(context)
  if (times === null || has(context, 'earlier') || has(context, 'since')) return null
  if (isSteady || (isEvery && everyPeriod.test(textOf(statement, part)))) {
    const series = seriesOf(step, rowsOfOthers(context))
    if (series === null || (figures.length > 0 && !isSteady) || none || only) return null
    const [first, last] = [times[0] ?? series.rows[0], times.at(-1) ?? series.rows.at(-1)]
    const rows = series.rows.slice(series.rows.indexOf(first ?? -1), series.rows.indexOf(last ?? -1) + 1)
    return rows.length > 1 ? (test) => stepsOf(rows).every(test) : null
  }
  if (isCount && periodsAfter.test(statement.text.slice(count.end)) && !isEvery && !none) {
    const series = seriesOf(step, rowsOfOthers(context))
    if (series === null || others.length > 0 || times.length > 0 || inRow.test(statement.text)) return null
    return (test) => stepsOf(series.rows).filter(test).length === count.mention.value
  }
  const things = thingsOf(context)
  if (things === null || others.length > 0) return isCount && !isEvery && !none && !only ? undefined : null
  const moves = things.map((rows) => ({ rows, move: moveWithin(context, { rows, times }) }))
  if (moves.some(({ move }) => move === null)) return null
  const named = new Set(otherNames(context).flatMap(({ rows }) => rows))
  const passing = (test: (move: Move) => boolean) => moves.filter(({ move }) => move !== null && test(move))
  if (isEvery) {
    if (named.size > 0 || (count && count.mention.value !== moves.length)) return null
    return (test) => passing(test).length === moves.length
  }
  if (none) return named.size > 0 || count ? null : (test) => passing(test).length === 0
  if (only && named.size > 0) {
    if (count) return null
    return (test) =>
      moves.every(({ move, rows }) => (move !== null && test(move)) === rows.every((row) => named.has(row)))
  }
  return isCount && named.size === 0 ? (test) => passing(test).length === count.mention.value : null
}

const periodsAfter = /^ (?:of the (?:\p{L}+ )?)?(?:year|month|quarter|week|day)s(?!\p{L})/iu
const inRow = /(?<!\p{L})(?:in a row|consecutive|straight|running|over|within|for)(?!\p{L})/iu
const everyPeriod = /(?<!\p{L})(?:every|each|both|all) (?:\p{L}+ )?(?:year|month|quarter|week|day)s?(?!\p{L})/iu

/** The rows of each thing in a table of things and times; null if a result isn't one. */
function thingsOf({ step }: Context): number[][] | null {
  const panel = panelOf(step)
  const time = periodColumnOf(step)
  if (panel === null || time === null || !panel.keys.includes(time)) return null
  const [thing] = panel.keys.filter((key) => key !== time)
  return [...Map.groupBy(allRows(step), (row) => step.result.rows[row]?.[thing ?? -1]).values()]
}

/** The move of a thing between the times that a part names: from its first to its last row if it names none. */
function moveWithin(
  { step }: Context,
  { rows, times }: { rows: readonly number[]; times: readonly number[] },
): Move | null {
  const series = seriesOf(step, rows)
  if (series === null) return null
  const named = new Set(times)
  const own = series.rows.filter((row) => named.has(row))
  const [first, last, ...more] = own
  if (more.length > 0) return null
  if (times.length === 0) return [series.rows[0] ?? -1, series.rows.at(-1) ?? -1]
  if (first === undefined) return null
  if (last !== undefined) return [first, last]
  const before = series.rows[series.rows.indexOf(first) - 1]
  return before === undefined ? null : [before, first]
}

/** The rows of the times that a part names, in their order; null if a time isn't in the rows of a series. */
function timesOf({ groups, step }: Context): number[] | null {
  const column = periodColumnOf(step)
  const names = groups.flatMap((group) => group.names.filter((name) => name.isDate || name.column === column))
  const rows = new Set(names.flatMap((name) => name.rows))
  return names.some((name) => name.step !== step.id) ? null : allRows(step).filter((row) => rows.has(row))
}

function otherNames({ groups, step }: Context) {
  const column = periodColumnOf(step)
  return groups.flatMap(({ names }) => names.filter((name) => !name.isDate && name.column !== column))
}

function rowsOfOthers(context: Context): number[] {
  const named = otherNames(context).map(({ rows }) => new Set(rows))
  return allRows(context.step).filter((row) => named.every((rows) => rows.has(row)))
}

function stepsOf(rows: readonly number[]): Move[] {
  return rows.slice(1).map((row, at): Move => [rows[at] ?? row, row])
}

/** The moves that a part speaks of; null if that isn't certain. */
function movesOf(context: Context): Move[] | null {
  const { step, part } = context
  const series = seriesOf(step, rowsOfOthers(context))
  const named = timesOf(context)
  if (series === null || named === null || has(context, 'only')) return null
  const rows = series.rows.filter((row) => named.includes(row))
  // “in 2025” may be several months.
  if (rows.length > 2 || timesNamed(context) !== rows.length) return null
  const [first = -1, second] = rows
  if (rows.length === 0) return wholeSeries(series)
  if (second !== undefined) return has(context, 'from') || has(context, 'than') ? [[first, second]] : null
  if (!has(context, 'earlier') && (has(context, 'since') || has(context, 'from')))
    return [[first, series.rows.at(-1) ?? first]]
  const earlier = part.tokens.find((one) => one.kind === 'earlier')
  const before =
    earlier?.kind === 'earlier' && earlier.isYear
      ? yearBefore(step, series, first)
      : (series.rows[series.rows.indexOf(first) - 1] ?? null)
  return before === null ? null : [[before, first]]
}

/** How many times a part names. */
function timesNamed({ groups, step }: Context): number {
  const column = periodColumnOf(step)
  const names = groups.flatMap((group) => group.names.filter((name) => name.isDate || name.column === column))
  return new Set(names.map(({ start }) => start)).size
}

function wholeSeries({ rows }: Series): Move[] {
  return [[rows[0] ?? -1, rows.at(-1) ?? -1]]
}

/** “from 5 to 7”, “by 2”, “by 40%”. */
function fitsMove(
  { part }: Context,
  figure: FigureToken,
  { column, moves }: { column: FactColumn; moves: readonly Move[] },
): boolean {
  const before = part.tokens[part.tokens.indexOf(figure) - 1]
  if (moves.length === 0) return false
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
