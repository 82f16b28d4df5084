import { meets } from '../claims/condition-columns.ts'
import { unitProblem } from '../claims/units.ts'
import { fitsNoun } from '../claims/column-fit.ts'
import { isAverage } from '../facts.ts'
import { unitAfter, unitOfName } from '../measures.ts'
import type { Mention, Statement } from '../statement.ts'
import type { Meaning } from '../meaning.ts'
import { relationWords } from '../related-columns.ts'
import {
  areNamed,
  agreed,
  allRows,
  figuresOf,
  has,
  placesOf,
  rowsOf,
  sumOf,
  valuesOf,
  type Context,
  type Verdict,
} from './context.ts'
import type { Token } from './tokens.ts'

type FigureToken = Extract<Token, { kind: 'figure' }>

/** “A had 12 orders”, “A and B together had 30”, “all of them had 90 orders in total”, “A had more than 10”. */
export function figuresHold(context: Context): Verdict {
  const { groups, step, part } = context
  const figures = figuresOf(part)
  const rows = rowsOf(groups, step)
  if (figures.length === 0 || (rows !== null && rows.length === 0)) return null
  const verdicts = figures.map((figure) =>
    figure.condition ? boundHolds(context, figure, rows) : isStated(context, figure, rows) || null,
  )
  if (verdicts.includes(false)) return false
  return verdicts.includes(null) ? null : true
}

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
    if (op === 'sum') return isOfRows(own) && (isSum || (rows === null && isSpoken) || isOfMany) && !isMean
    if (op === 'avg') return isOfRows(own) && isMean
    if (op === 'share') return isShare && !isOfOther && isOfRows(own) && rows !== null
    if (op === 'cell') return rows !== null && own !== null && isOfRows(own) && !isSum && (!isMean || isAverage(column))
    return op === 'derived' && isOfRows(own) && (rows !== null || isSum || isMean)
  })
  // A small number fits many things; the words must say which.
  const isNoun = fitsNoun(statement, mention)
  const left = fitting.filter((meaning) => hasUnit(statement, mention, meaning) && (isSpoken || isNoun(meaning)))
  const isTelling = isSpoken ? areNamed(context) : Math.abs(mention.value ?? 0) >= leastTelling
  return isTelling && left.length > 0 && unitProblem(statement, mention, left) === null
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
