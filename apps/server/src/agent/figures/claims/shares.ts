import { aboveWords, belowWords, nearlyWords } from '../cues.ts'
import { textBefore } from '../../plain-text.ts'
import {
  columnsFor,
  commonRows,
  isNegated,
  namesFor,
  textOf,
  type Check,
  type Mention,
  type Statement,
} from '../statement.ts'
import { limitsPercentages } from './quantities.ts'

/** “more than a quarter of the revenue”, “under 10%”: against the share of what the sentence names. */
export const shareBoundsHold: Check = (statement) => {
  for (const mention of statement.mentions) {
    if (!isBoundShare(statement.text, mention) || mention.value === null || limitsPercentages(statement, mention))
      continue
    const limit = mention.value
    const before = textBefore(statement.text, mention.start)
    const isAbove = aboveWords.test(before)
    const shares = sharesFor(statement, mention)
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

/** The shares of the named rows: of a column's sum, or as a percentage that is in the rows. */
function sharesFor(statement: Statement, mention: Mention): number[] {
  const names = namesFor(statement, mention)
  const all = names.length > 0 ? names : statement.names
  return columnsFor(statement, {
    start: mention.start,
    end: Math.min(statement.text.length, mention.end + 30),
  }).flatMap((column) => {
    const rows = commonRows(all, column.step.id)
    if (rows === null || rows.length === 0) return []
    const values = rows.flatMap((row) => column.numbers[row] ?? [])
    if (column.isFraction) return values.map((value) => value * 100)
    if (column.isPercent) return values
    const total = column.numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    return column.isComplete && total > 0 ? [(values.reduce((sum, one) => sum + one, 0) / total) * 100] : []
  })
}

const except = /(?<!\p{L})(?:except(?: for| in)?|apart from|other than|außer|excepto|salvo|sauf|tranne)(?!\p{L})/iu

/** “83 invoices every year except 2025”: all other rows have the number, and the named ones don't. */
export const exceptionsHold: Check = (statement) => {
  const { text, names, mentions } = statement
  const match = except.exec(text)
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
