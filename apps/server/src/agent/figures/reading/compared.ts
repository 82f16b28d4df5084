import { textBefore } from '../../plain-text.ts'
import { approximateWords, nearlyWords } from '../cues.ts'
import { isAverage, type FactColumn } from '../facts.ts'
import { isMoney } from '../related-columns.ts'
import type { Mention, NameGroup } from '../statement.ts'
import {
  agreed,
  allRows,
  columnsSpoken,
  comparedColumns,
  figuresOf,
  has,
  isCellOf,
  placesOf,
  rowsOf,
  sumOf,
  valuesOf,
  type Context,
  type Verdict,
} from './context.ts'
import { endOf, type Degree } from './degrees.ts'
import { seriesOf, yearBefore } from './series.ts'

/** Smaller figures count things. */
const leastTelling = 10

/** Two sides of a comparison; each is one row, or several that are added up. */
type Pair = readonly [readonly number[], readonly number[]]

/** “A had more than B”, “C weighs 7 kg more than D”, “A had more than B and C together”. */
export function comparisonsHold(context: Context): Verdict {
  const { part } = context
  const [token, ...more] = part.tokens.filter(({ kind }) => kind === 'comparative')
  if (token?.kind !== 'comparative' || more.length > 0) return null
  const pair = pairHolds(context, token.degree)
  if (pair !== undefined) return pair
  // “A is cheaper than B and has a better rating”: the second one is of both, too.
  const isOfBefore = !part.tokens.some(({ kind }) => kind === 'than' || kind === 'rows' || kind === 'figure')
  const before =
    isOfBefore && context.previous?.tokens.some(({ kind }) => kind === 'comparative') ? context.previous : part
  const than = before.tokens.find(({ kind }) => kind === 'than')
  const figures = figuresOf(part)
  if (!than || (isOfBefore && !context.isSpoken && token.degree.concept === null)) return null
  if (figures.some(({ condition }) => condition !== null)) return null
  if (part.tokens.some(({ kind }) => kind === 'every')) return null
  const columnwise = columnsCompared(context, { degree: token.degree, than: than.start })
  if (columnwise !== null) return columnwise
  const sides = sidesOf(context, than.start)
  const pairs = has(context, 'earlier')
    ? earlierPairs(context, sides.left)
    : pairsOf(context, { ...sides, than: than.start })
  if (pairs === null || pairs.length === 0) return null
  const { isSpoken, previous } = context
  const isBefore = !part.tokens.some(({ kind, start }) => kind === 'rows' && start < than.start)
  // “A has 12 orders, more than B”: more of what the figure is of.
  const said =
    isBefore && previous ? figuresOf(previous).filter(({ mention }) => (mention.value ?? 0) >= leastTelling) : []
  const isWide = pairs.some((pair) => pair.some((rows) => rows.length > 1))
  const [lefts, rights] = [pairs.flatMap(([left]) => left), pairs.flatMap(([, right]) => right)]
  const columns = averaged(context, comparedColumns(context, token.degree)).filter(
    (column) =>
      (!isWide || isAdditive(column)) &&
      (isSpoken ||
        !isBefore ||
        said.every(({ mention }) => isCellOf(mention, column, lefts) || isSumOf(mention, column, lefts))) &&
      figures.every(({ mention, start }) => start < than.start || isCellOf(mention, column, rights)),
  )
  const verdict = agreed(context, columns, {
    isCertain: figures.every(({ start }) => start > than.start),
    holds: (column) =>
      pairs.every(([left, right]) => {
        const [one, other] = [valuesOf(column, left), valuesOf(column, right)]
        if (one.length < left.length || other.length < right.length) return false
        const gap = sumOf(one) - sumOf(other)
        return endOf(token.degree, column.name) === 'high' ? gap > 0 : gap < 0
      }),
  })
  const isFitting = ({ mention, start }: (typeof figures)[number]): boolean =>
    start > than.start ||
    isGap(mention, { columns, pairs }) ||
    (part.tokens[part.tokens.findIndex((one) => one.start === start) + 1]?.kind !== 'comparative' &&
      columns.some((column) => isCellOf(mention, column, lefts)))
  return verdict === true && !figures.every(isFitting) ? null : verdict

  function sidesOf({ groups }: Context, at: number): { left: readonly NameGroup[]; right: readonly NameGroup[] } {
    const right = groups.filter(({ start }) => start > at)
    const own = groups.filter(({ start }) => start < at)
    // “…, ahead of B”: what comes before is ahead.
    const left = own.length === 0 ? context.before : own
    // “A handled more urgent tickets than B”: the urgent ones of B.
    const columns = new Set(right.flatMap(({ names }) => names.map(({ column }) => column)))
    const shared =
      right.length === 0 ? [] : left.filter(({ names }) => names.every(({ column }) => !columns.has(column)))
    return { left, right: [...right, ...shared] }
  }
}

/** “A had more than B (111 vs. 96)”. @returns undefined if a part has no figures of both sides */
function pairHolds(context: Context, degree: Degree): Verdict | undefined {
  const { part, step, groups } = context
  const [one, between, other, ...more] = part.tokens.slice(-3)
  if (one?.kind !== 'figure' || between?.kind !== 'than' || other?.kind !== 'figure' || more.length > 0)
    return undefined
  if (figuresOf(part).length > 2 || one.condition !== null || other.condition !== null) return null
  const rows = groups.map((group) => rowsOf([group], step) ?? [])
  const [left, named, ...others] = rows
  if (left?.length !== 1 || others.length > 0) return null
  // “A has the higher score (7 vs. 3)”: than any other one.
  const unnamed = allRows(step).filter((row) => !left.includes(row) && hasFigure(other, row))
  const right = groups.length === 1 ? unnamed : named
  if (right?.length === 0 || !right || (groups.length > 1 && right.length !== 1)) return null
  const columns = comparedColumns(context, degree).filter(
    (column) => isCellOf(one.mention, column, left) && isCellOf(other.mention, column, right),
  )
  return agreed(context, columns, {
    isCertain: true,
    holds: (column) => {
      const [first, second] = [valuesOf(column, left)[0], valuesOf(column, right)[0]]
      if (first === undefined || second === undefined) return false
      return endOf(degree, column.name) === 'high' ? first > second : first < second
    },
  })
}

function isSumOf({ meanings }: Mention, column: FactColumn, rows: readonly number[]): boolean {
  return meanings.some(
    (one) =>
      one.op === 'sum' &&
      one.column === column &&
      one.rows?.length === rows.length &&
      rows.every((row) => one.rows?.includes(row)),
  )
}

function hasFigure({ mention }: { mention: Mention }, row: number): boolean {
  return mention.meanings.some(({ op, rows }) => op === 'cell' && rows?.includes(row) === true)
}

/** “A produced four times as much as B”. */
export function ratioHolds(context: Context): Verdict {
  const { part, step, groups, isSpoken, columns } = context
  const than = part.tokens.find(({ kind }) => kind === 'than')
  const [figure, ...more] = figuresOf(part)
  if (!than || !figure || figure.start > than.start) return null
  const [first, second] = more
  // “(10 vs. 5)”.
  if (more.length > 0 && (more.length !== 2 || part.tokens.at(-2)?.kind !== 'than')) return null
  const [left, right] = [false, true].map((isRight) => groups.filter(({ start }) => start > than.start === isRight))
  const isOfBefore = left?.length === 0
  const [one, other] = [rowsOf(isOfBefore ? context.before : (left ?? []), step), rowsOf(right ?? [], step)]
  if (has(context, 'others')) return null
  if (isOfBefore && context.previous?.tokens.some(({ kind }) => kind === 'sum'))
    return sumsHaveRatio(context, { mention: figure.mention, one, other })
  if (one?.length !== 1 || other?.length !== 1) return null
  const { condition } = figure
  if (condition !== null) {
    if (!isSpoken || more.length > 0 || has(context, 'mean')) return null
    return agreed(context, columns, {
      isCertain: true,
      holds: (column) => condition.holds(sumOf(valuesOf(column, one)) / sumOf(valuesOf(column, other))),
    })
  }
  const isRatio = figure.mention.meanings.some(
    ({ op, column, rows }) =>
      op === 'ratio' &&
      column?.step === step &&
      (!isSpoken || columns.includes(column)) &&
      rows?.length === 2 &&
      rows[0] === one[0] &&
      rows[1] === other[0] &&
      (!has(context, 'mean') || isAverage(column)) &&
      (!first || isCellOf(first.mention, column, one)) &&
      (!second || isCellOf(second.mention, column, other)),
  )
  if (isRatio) return true
  return isSpoken && more.length === 0 && !has(context, 'mean') ? false : null
}

/** “A sold 72 in total, twice as much as B”. */
function sumsHaveRatio(
  { columns, statement }: Context,
  { mention, one, other }: { mention: Mention; one: number[] | null; other: number[] | null },
): Verdict {
  const [column, ...more] = columns
  if (!column || more.length > 0 || !one || !other || mention.value === null) return null
  const [left, right] = [valuesOf(column, one), valuesOf(column, other)]
  if (left.length < one.length || right.length < other.length || one.length * other.length === 0) return null
  const before = textBefore(statement.text, mention.start)
  const room = nearlyWords.test(before) || approximateWords.test(before) ? roughly : exactly
  return Math.abs(sumOf(left) / sumOf(right) - mention.value) <= mention.value * room
}

/** How far a ratio may be from how it is written. */
const exactly = 0.05
const roughly = 0.1

/** “A is busier on weekends than on weekdays”: two columns of the same row. */
function columnsCompared(context: Context, { degree, than }: { degree: Degree; than: number }): Verdict {
  const { part, step, statement, groups } = context
  const rows = rowsOf(groups, step)
  if (rows === null || rows.length === 0 || groups.some(({ start }) => start > than) || figuresOf(part).length > 0)
    return null
  const sideOf = (isRight: boolean): FactColumn[] =>
    columnsSpoken(statement, step, { ...part, tokens: part.tokens.filter(({ start }) => start > than === isRight) })
  const [left = null, ...moreLeft] = sideOf(false)
  const [right = null, ...moreRight] = sideOf(true)
  if (!left || !right || moreLeft.length + moreRight.length > 0 || left === right) return null
  return rows.every((row) => {
    const [one, other] = [left.numbers[row] ?? null, right.numbers[row] ?? null]
    if (one === null || other === null) return false
    return endOf(degree, left.name) === 'high' ? one > other : one < other
  })
}

function pairsOf(
  context: Context,
  { left, right, than }: { left: readonly NameGroup[]; right: readonly NameGroup[]; than: number },
): Pair[] | null {
  const { step, part } = context
  const one = rowsOf(left, step)
  // “than all others combined”, “than any other”.
  const isOfOthers = part.tokens.some(({ kind, start }) => kind === 'others' && start > than)
  if (isOfOthers && right.length > 0) return null
  const other = isOfOthers ? allRows(step).filter((row) => one?.includes(row) === false) : rowsOf(right, step)
  if (one === null || other === null || one.length === 0 || other.length === 0) return null
  const sums = part.tokens.filter(({ kind }) => kind === 'sum')
  const isSummed = (isRight: boolean): boolean => sums.some(({ start }) => start > than === isRight)
  const parts = (rows: readonly number[], isSum: boolean): number[][] =>
    isSum ? [[...rows]] : rows.map((row) => [row])
  // A name of several rows means what they have together.
  const [isWideLeft, isWideRight] = [
    one.length > placesOf(left),
    !isOfOthers && !isSummed(true) && other.length > placesOf(right),
  ]
  if ((isWideLeft && placesOf(left) > 1) || (isWideRight && placesOf(right) > 1)) return null
  if ((isWideLeft || isWideRight) && !areAlike([left, right])) return null
  return parts(one, isSummed(false) || isWideLeft).flatMap((own) =>
    parts(other, isSummed(true) || isWideRight).map((rows): Pair => [own, rows]),
  )
}

/** “than a year earlier”, “than in the same quarter of 2025”: each period with its own earlier one. */
function earlierPairs({ step, part }: Context, left: readonly NameGroup[]): Pair[] | null {
  const rows = rowsOf(left, step)
  const series = seriesOf(step, allRows(step))
  if (rows === null || series === null) return null
  const isYear = part.tokens.some((token) => token.kind === 'earlier' && token.isYear)
  const pairs = rows.map((row): [number, number | null] => [
    row,
    isYear ? yearBefore(step, series, row) : (series.rows[series.rows.indexOf(row) - 1] ?? null),
  ])
  return pairs.every(([, earlier]) => earlier !== null)
    ? pairs.map(([row, earlier]): Pair => [[row], [earlier ?? row]])
    : null
}

/** Whether both sides are names of one column, so that they are compared as groups. */
function areAlike(sides: readonly (readonly NameGroup[])[]): boolean {
  const columns = sides.map((side) => new Set(side.flatMap(({ names }) => names.map(({ column }) => column))))
  return columns.every((own) => own.size === 1) && new Set(columns.flatMap((own) => [...own])).size === 1
}

/** What rows have together means something only for counts and amounts. */
function isAdditive(column: FactColumn): boolean {
  return !column.isPercent && !column.isFraction && !isAverage(column) && (column.isCount || isMoney(column))
}

/** “cost less on average”: the columns of averages, or what follows for each. */
function averaged(context: Context, columns: readonly FactColumn[]): readonly FactColumn[] {
  if (!has(context, 'mean')) return columns
  const own = columns.filter(isAverage)
  if (own.length > 0) return own
  return context.statement.facts.derived.filter(
    ({ step, relation, of }) => step === context.step && relation === 'per' && of.every((one) => columns.includes(one)),
  )
}

function isGap(
  { meanings }: Mention,
  { columns, pairs }: { columns: readonly FactColumn[]; pairs: readonly Pair[] },
): boolean {
  return meanings.some(
    ({ op, column, rows }) =>
      (op === 'diff' || op === 'change' || op === 'ratio') &&
      column !== null &&
      columns.includes(column) &&
      rows?.length === 2 &&
      pairs.every((pair) => pair.flat().every((row) => rows.includes(row))),
  )
}
