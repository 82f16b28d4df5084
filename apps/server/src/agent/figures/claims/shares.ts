import type { FactColumn } from '../facts.ts'
import { partSums } from '../part-sums.ts'
import { aboveWords, belowWords, nearlyWords } from '../cues.ts'
import { textBefore } from '../../plain-text.ts'
import {
  columnsFor,
  commonRows,
  isNegated,
  isSettled,
  namesFor,
  spokenColumns,
  textOf,
  type Check,
  type Mention,
  type Statement,
} from '../statement.ts'
import { ofOwn } from './column-fit.ts'
import { saysReferences } from './referenced.ts'
import { exceptWords, limitsPercentages } from './conditions.ts'

/** “more than a quarter of the revenue”, “under 10%”: against the share of what the sentence names. */
export const shareBoundsHold: Check = (statement) => {
  for (const mention of statement.mentions) {
    if (isSettled(statement, mention)) continue
    if (!isBoundShare(statement.text, mention) || mention.value === null || limitsPercentages(statement, mention))
      continue
    if (saysReferences(statement, mention)) continue
    const limit = mention.value
    const before = textBefore(statement.text, mention.start)
    const isAbove = aboveWords.test(before)
    const shares = sharesFor(statement, mention, isAbove)
    if (shares.length === 0) return `${textOf(statement, mention)} does not follow from the rows.`
    const fits = (share: number): boolean => (isAbove ? share > limit : share < limit)
    if (!shares.some(fits))
      return `The share is not ${before.trim().split(' ').at(-1) ?? ''} ${textOf(statement, mention)}.`
  }
  return null
}

/** Whether a percentage is a limit and not a figure: “more than half of the revenue”. */
export function isBoundShare(text: string, { start, kind }: Pick<Mention, 'start' | 'kind'>): boolean {
  const before = textBefore(text, start)
  return kind === 'percent' && (aboveWords.test(before) || belowWords.test(before)) && !nearlyWords.test(before)
}

const mostNamed = 6

/** The shares of the named rows: of a column's sum, as a percentage that is in the rows, or as the part of a whole. */
function sharesFor(statement: Statement, mention: Mention, isAbove: boolean): number[] {
  const { text, facts } = statement
  const near = namesFor(statement, mention)
  const names = near.length > 0 ? near : statement.names
  if (byBefore.test(textBefore(text, mention.start))) return changesOf(statement)
  const part = { start: mention.start, end: Math.min(text.length, mention.end + 30) }
  const spoken = spokenColumns(statement, { start: 0, end: text.length })
  const related = facts.derived.filter(
    ({ relation, of }) => relation === 'part' && of.some((one) => spoken.includes(one)),
  )
  const own = related.filter(({ of: [, part] }) => spoken.includes(part))
  const parts = own.length > 0 ? own : related
  const groups = partSums(facts, { text, names: statement.names, isPercent: true })
  const ofGroups = names.length === 0 ? groups.map(({ value }) => value) : []
  const ofParts = parts.flatMap(({ numbers, total, step }) => {
    const rows = commonRows(names, step.id)
    // “A and B, with less than 6% each”: the one that is nearest to the limit.
    if (rows !== null && rows.length <= mostNamed) {
      const values = rows.flatMap((row) => numbers[row] ?? [])
      return values.length === 0 ? [] : [isAbove ? Math.min(...values) : Math.max(...values)]
    }
    if (rows !== null) return []
    return numbers.length === 1 ? [numbers[0] ?? Number.NaN] : [total ?? Number.NaN]
  })
  const ofColumns = columnsFor(statement, part).flatMap((column) => {
    const rows = commonRows(names, column.step.id)
    if (rows === null || rows.length === 0) return []
    const values = rows.flatMap((row) => column.numbers[row] ?? [])
    if (column.isFraction) return values.map((value) => value * 100)
    if (column.isPercent) return values
    const total = column.numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    const own = values.reduce((sum, one) => sum + one, 0)
    const within = withinNames(statement, column)
    if (within !== null) return [within]
    return column.isComplete && total > 0 ? [(own / total) * 100] : []
  })
  if (ofGroups.length > 0) return ofGroups
  const after = text.slice(mention.start, mention.end + 40)
  if (ofOwn.test(after) && ofParts.length > 0) return ofParts
  return ofTotal.test(after) && ofColumns.length > 0 ? ofColumns : [...ofParts, ...ofGroups, ...ofColumns]
}

/** “60% of the total budget” isn't a part of the row's own budget. */
const ofTotal = /(?<!\p{L})(?:total|overall|all|whole|entire|gesamt\p{L}*|totale?s?)(?!\p{L})/iu
const byBefore =
  /(?<!\p{L})(?:by|um|en|de|di)\s(?:more than|over|less than|under|at least|mehr als|más de|plus de)\s$/iu

/** “two thirds of Austria's responses are about Basic”: of the rows of the first name, those that also have the second. */
function withinNames({ names }: Statement, column: FactColumn): number | null {
  const [first, ...others] = names.filter(({ step, isDate }) => step === column.step.id && !isDate)
  const second = others.find((name) => first !== undefined && name.column !== first.column)
  if (!first || !second || first.rows.length < 2 || second.rows.length < 2) return null
  const sumOf = (rows: readonly number[]): number => rows.reduce((sum, row) => sum + (column.numbers[row] ?? 0), 0)
  const whole = sumOf(first.rows)
  return whole > 0 ? (sumOf(first.rows.filter((row) => second.rows.includes(row))) / whole) * 100 : null
}

/** “from March to April, it dropped by more than a fifth”: between the two dates, in percent. */
function changesOf(statement: Statement): number[] {
  const [from, to] = statement.names.filter(({ isDate, rows }) => isDate && rows.length === 1)
  return columnsFor(statement, { start: 0, end: statement.text.length }).flatMap(({ numbers, step }) => {
    const [one, two] = [numbers[from?.rows[0] ?? -1], numbers[to?.rows[0] ?? -1]]
    return from?.step === step.id && to?.step === step.id && one && typeof two === 'number'
      ? [Math.abs(two / one - 1) * 100]
      : []
  })
}

/** “83 invoices every year except 2025”: all other rows have the number, and the named ones don't. */
export const exceptionsHold: Check = (statement) => {
  const { text, names, mentions } = statement
  const match = exceptWords.exec(text)
  const [mention] = mentions.filter(({ kind, value }) => kind === 'value' && value !== null)
  if (!match || !mention || !/\b(?:every|each|all|jede|alle|cada|todos|chaque|tous)\b/i.test(text)) return null
  const excluded = names.filter(({ start }) => start > match.index)
  const isTrue = mention.meanings.some(({ op, column, value }) => {
    if (op !== 'cell' || column === null) return false
    const rows = commonRows(excluded, column.step.id) ?? []
    return (
      column.isComplete && rows.length > 0 && column.numbers.every((one, row) => (one === value) !== rows.includes(row))
    )
  })
  return isTrue === !isNegated(text) ? null : 'The exception is another one.'
}
