import type { Condition } from '../claims/condition.ts'
import { meets } from '../claims/condition-columns.ts'
import { unitProblem } from '../claims/units.ts'
import { fitsNoun } from '../claims/column-fit.ts'
import { isAverage, type FactColumn } from '../facts.ts'
import { unitAfter, unitOfName } from '../measures.ts'
import { textOf, type Mention, type Statement } from '../statement.ts'
import type { Meaning } from '../meaning.ts'
import { relationWords } from '../related-columns.ts'
import {
  areNamed,
  agreed,
  allRows,
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
import type { Token } from './token.ts'

type FigureToken = Extract<Token, { kind: 'figure' }>

/** “A had 12 orders”, “A and B together had 30”, “all of them had 90 orders in total”, “A had more than 10”. */
export function figuresHold(context: Context): Verdict {
  const { groups, step, part } = context
  const figures = figuresOf(part)
  const rows = rowsOf(groups, step)
  if (figures.length === 0 || (rows !== null && rows.length === 0)) return null
  if (figures.some(({ condition, mention }) => condition !== null && mention.kind === 'ratio')) return null
  const verdicts = figures.map((figure) =>
    figure.condition
      ? boundHolds(context, figure, rows)
      : isStated(context, figure, rows) || (isOfOtherRows(context, figure, rows) ? false : null),
  )
  if (verdicts.includes(false) || (rows === null && areApart(context, figures))) return false
  return verdicts.includes(null) ? null : true
}

/** “There are 40 tracks that cost 2”, if no row has both. */
function areApart({ columns, step, part }: Context, figures: readonly FigureToken[]): boolean {
  const sets = figures.map(({ mention, condition }) =>
    condition === null && mention.kind === 'value' && mention.meanings.every(({ op }) => op === 'cell')
      ? mention.meanings.flatMap(({ column, rows }) => (column && columns.includes(column) ? (rows ?? []) : []))
      : [],
  )
  const [one, other, ...more] = sets
  if (!one?.length || !other?.length || more.length > 0 || columns.length !== 2 || step.result.rows.length < 2)
    return false
  return !part.tokens.some(({ kind }) => kind === 'from' || kind === 'sum') && !one.some((row) => other.includes(row))
}

/** “A had 12 orders”, if that is what another row has, or what follows from nothing. */
function isOfOtherRows(context: Context, { mention }: FigureToken, rows: readonly number[] | null): boolean {
  const { columns, groups, part, step, statement } = context
  const [column, ...more] = columns
  if (
    aPeriod.test(statement.text.slice(mention.end)) ||
    !part.tokens.some(({ kind }) => kind === 'rows' || kind === 'column')
  )
    return false
  const isPartOfTotal = mention.meanings.every((one) => one.op === 'sum' && hasOtherTotal(context, one))
  if (rows === null && has(context, 'sum') && mention.meanings.length > 0 && isPartOfTotal) return true
  const isCount = Number.isInteger(mention.value) && (mention.value ?? 0) <= step.result.rows.length
  if (mention.meanings.length === 0 && mention.kind !== 'ratio' && !isCount) return true
  if (!column || more.length > 0 || !areNamed(context) || mention.kind !== 'value' || has(context, 'mean')) return false
  if (rows?.length !== 1 || placesOf(groups) !== 1) return false
  const isOfRow = ({ rows: own }: Meaning): boolean => own === null || own.some((row) => rows.includes(row))
  return !mention.meanings.some((one) => one.op !== 'cell' || one.column !== column || isOfRow(one))
}

/** “$20 a month”: another measure than that of a column. */
const aPeriod = /^\s?%? (?:an?|per|each|every) (?:day|week|month|quarter|year|hour)(?!\p{L})/iu

/** Whether a figure follows from these rows as the words say. */
export function isStated(context: Context, { mention }: FigureToken, rows: readonly number[] | null): boolean {
  const { statement, columns, isSpoken, step } = context
  const isSum = has(context, 'sum')
  const isMean = has(context, 'mean')
  const isMedian = has(context, 'median')
  // “hydraulic ones broke down 30 times”: what all of them have.
  const isOfMany = rows !== null && rows.length > placesOf(context.groups)
  const isOfRows = (own: readonly number[] | null): boolean =>
    rows === null
      ? own === null || own.length === allRows(step).length
      : own?.length === rows.length && own.every((row) => rows.includes(row))
  const isSpokenOf = ({ column, from }: Meaning): boolean => {
    if (!isSpoken) return columns.length === 0 || columns.some((one) => one === column || from?.of.includes(one))
    if (!from) return column !== null && columns.includes(column)
    return from.isPercent || from.relation === 'per'
      ? from.of.every((one) => columns.includes(one))
      : from.of.some((one) => columns.includes(one))
  }
  // “half of its beds” are a part of the row's own ones.
  const isShare =
    mention.kind === 'percent' &&
    columns.length === 1 &&
    !/(?<!\p{L})(?:its|their|his|her|own)(?!\p{L})/iu.test(statement.text)
  const fitting = mention.meanings.filter((meaning) => {
    const { op, column, rows: own, from, isOfOther = false } = meaning
    if (column?.step !== step || !isSpokenOf(meaning)) return false
    if (from && !relationWords[from.relation].test(statement.text)) return false
    if (isMedian || op === 'median') return isMedian && op === 'median' && isOfRows(own) && isSpoken
    // The total of a limited list isn't that of all.
    if (op === 'sum' && rows === null && hasOtherTotal(context, meaning)) return false
    if (op === 'sum') return isOfRows(own) && (isSum || (rows === null && isSpoken) || isOfMany) && !isMean
    // “over all of them”: also of those without a number.
    if (op === 'avg') return isOfRows(own) && isMean && !(isSum && column.numbers.includes(null))
    if (op === 'share') return isShare && !isOfOther && isOfRows(own) && rows !== null
    const isOnly = step.result.rows.length === 1
    if (op === 'cell')
      return (rows !== null || isOnly) && own !== null && isOfRows(own) && !isSum && (!isMean || isAverage(column))
    return op === 'derived' && isOfRows(own) && (rows !== null || isSum || isMean)
  })
  // A small number fits many things; the words must say which.
  const isNoun = fitsNoun(statement, mention)
  const left = fitting.filter((meaning) => hasUnit(statement, mention, meaning) && (isSpoken || isNoun(meaning)))
  // “six are new and four open”: four of the same.
  const isElliptic = columns.length === 1 && context.previous !== null && figuresOf(context.previous).length === 1
  const isTelling = isSpoken ? areNamed(context) : isElliptic || Math.abs(mention.value ?? 0) >= leastTelling
  return isTelling && left.length > 0 && unitProblem(statement, mention, left) === null
}

/** “A and B had one order each”, “all of them have 12”. */
export function eachHolds(context: Context): Verdict {
  const { part, groups, step, columns, isSpoken, statement } = context
  const [figure, ...more] = figuresOf(part)
  const rows = rowsOf(groups, step) ?? allRows(step)
  const [second, ...others] = more
  if (figure && second && others.length === 0) return countOfEach(context, figure, second)
  if (!figure || more.length > 0 || figure.condition !== null || !isSpoken) return null
  if (/(?<!\p{L})for (?:every|each)(?!\p{L})/iu.test(textOf(statement, part))) return null
  if (rows.length < 2 || (groups.length > 0 && rows.length > placesOf(groups))) return null
  return agreed(context, columns, {
    isCertain: areNamed(context) && groups.length > 0,
    holds: (column) => rows.every((row) => isCellOf(figure.mention, column, [row])),
  })
}

/** “Six towns have two shops each, among them A and B”. */
function countOfEach(context: Context, count: FigureToken, each: FigureToken): Verdict {
  const { groups, step, columns, isSpoken, part } = context
  const every = part.tokens.find(({ kind }) => kind === 'every')
  if (!isSpoken || count.condition !== null || each.condition !== null || !every || every.start < each.end) return null
  if (groups.some(({ start }) => start < each.end)) return null
  const named = rowsOf(groups, step) ?? []
  return agreed(context, columns, {
    isCertain: areNamed(context),
    holds: (column) => {
      const rows = allRows(step).filter((row) => isCellOf(each.mention, column, [row]))
      return rows.length === count.mention.value && named.every((row) => rows.includes(row))
    },
  })
}

/** “They range from 5 to 9”: the lowest and the highest number of these rows. */
export function rangeHolds({ part, groups, step, columns, isSpoken, statement }: Context): Verdict {
  const [range, ...more] = part.tokens.filter((token) => token.kind === 'range')
  const rows = rowsOf(groups, step) ?? allRows(step)
  if (!range || more.length > 0 || rows.length < 2) return null
  const isRange = (column: FactColumn): boolean => {
    const values = valuesOf(column, rows)
    const ends = [Math.min(...values), Math.max(...values)]
    return [range.low, range.high].every((mention, at) =>
      rows.some((row) => column.numbers[row] === ends[at] && isCellOf(mention, column, [row])),
    )
  }
  const among = isSpoken ? columns : statement.facts.numbers.filter((column) => column.step === step)
  return among.some(isRange) ? true : null
}

/** “The gap between A and B is 12”. */
export function gapHolds({ part, groups, step, columns, isSpoken }: Context): Verdict {
  const figures = figuresOf(part)
  const rows = rowsOf(groups, step)
  if (figures.length !== 1 || rows?.length !== 2 || placesOf(groups) !== 2) return null
  return figures.every(
    ({ mention, condition }) =>
      condition === null &&
      mention.meanings.some(
        ({ op, column, rows: own }) =>
          op === 'diff' &&
          column?.step === step &&
          (!isSpoken || columns.includes(column)) &&
          own?.length === 2 &&
          rows.every((row) => own.includes(row)),
      ),
  )
    ? true
    : null
}

/** Whether another result has the total of a column. */
function hasOtherTotal({ statement, step }: Context, { column, value }: Meaning): boolean {
  return statement.facts.numbers.some(
    (other) =>
      other.step !== step && other.name === column?.name && other.numbers.length === 1 && other.numbers[0] !== value,
  )
}

/** “220 hours” aren't a number of things. */
function hasUnit({ text }: Statement, { end }: Mention, { column, from }: Meaning): boolean {
  const unit = unitAfter(text.slice(end))
  if (unit === null || column === null || from) return true
  const own = unitOfName(column.name, unit.quantity)
  return own ? own.factor === unit.factor : !column.isCount
}

const leastTelling = 10

/** “had more than 10”: each of the rows, or all of them together. */
function boundHolds(context: Context, { condition }: FigureToken, rows: readonly number[] | null): Verdict {
  const { columns, isSpoken, groups } = context
  const isSum = has(context, 'sum')
  if (condition === null || !isSpoken || has(context, 'mean')) return null
  const share = rows === null ? null : shareBound(context, condition, rows)
  if (share !== null) return share
  const own = rows ?? (isSum ? allRows(context.step) : null)
  if (own === null || (!isSum && own.length > placesOf(groups))) return null
  const isOfPercent = condition.mention?.kind === 'percent'
  const fitting = columns.filter((column) => !isOfPercent || column.isPercent || column.isFraction)
  return agreed(context, fitting, {
    isCertain: true,
    holds: (column) => {
      const values = valuesOf(column, own)
      if (values.length < own.length) return false
      return isSum ? meets(condition, column, sumOf(values)) : values.every((value) => meets(condition, column, value))
    },
  })
}

/** “A accounts for more than half of all orders”. */
function shareBound(
  { columns, statement, part, step }: Context,
  condition: Condition,
  rows: readonly number[],
): Verdict {
  const shared = columns.filter(({ isPercent, isFraction }) => !isPercent && !isFraction)
  if (condition.mention?.kind !== 'percent' || !accounting.test(textOf(statement, part))) return null
  if (shared.length !== 1 || columns.length !== 1 || rows.length === 0) return null
  return shared.every((column) =>
    condition.holds((sumOf(valuesOf(column, rows)) / sumOf(valuesOf(column, allRows(step)))) * 100),
  )
}

const accounting =
  /(?<!\p{L})(?:accounts?|accounted|makes? up|made up|represents?|represented|contributes?|contributed)(?!\p{L})/iu
