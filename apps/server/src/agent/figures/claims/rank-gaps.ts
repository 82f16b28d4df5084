import { aboveWords, belowWords } from '../cues.ts'
import type { FactColumn } from '../facts.ts'
import { textBefore } from '../../plain-text.ts'
import type { Clause } from '../sentences.ts'
import { columnsFor, type Statement } from '../statement.ts'
import type { Judged } from './quantified.ts'
import { ordinals } from './superlative-words.ts'

const gapWords =
  /(?<!\p{L})(?:gap|(?:difference|distance)(?= (?:\p{L}+ )?between)|separates?|separated|apart|behind|ahead of|clear of|lead over|margin|unterschied|abstand|hinter|diferencia|écart)(?!\p{L})/iu
const place =
  /(?<!\p{L})(?:(?<rank>(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?: place| position| rank)?)(?! (?:quarter|half|year|month|week|day|time))|(?<high>best|highest|largest|biggest|strongest|longest|top|leader)|(?<low>worst|lowest|smallest|weakest|shortest|last|bottom))(?!\p{L})/giu

/** “Six points separate third and fourth place”, “five points behind second place”: the difference of two places. */
export function rankGaps(statement: Statement): Judged {
  const { text, mentions, names } = statement
  const none: Judged = { problem: null, settled: [] }
  if (!gapWords.test(text)) return none
  const places = [...text.matchAll(place)].map(({ 0: written, index, groups = {} }) => ({
    start: index,
    end: index + written.length,
    rank:
      groups['rank'] === undefined
        ? 1
        : ['first', ...ordinals].indexOf(/^\p{L}+/u.exec(groups['rank'].toLowerCase())?.[0] ?? '') + 1,
    isLow: groups['low'] !== undefined,
  }))
  const things = names.filter(({ isDate, rows }) => !isDate && rows.length === 1)
  const isPair = places.length === 2 || (places.length === 1 && things.length === 1)
  const figures = mentions.filter(
    ({ kind, value, isTyped, start }) =>
      isTyped && value !== null && (kind === 'value' || kind === 'percent') && !isLimit(textBefore(text, start)),
  )
  const [figure, ...more] = figures
  if (!isPair || !figure || more.length > 0) return none
  const gaps = columnsFor(statement, { start: 0, end: text.length }).flatMap((column) => {
    const values = [
      ...places.map((one) => valueAt(column, one)),
      ...(places.length === 2 ? [] : things.map(({ rows: [row = -1] }) => column.numbers[row])),
    ]
    const [one, other] = values
    return typeof one === 'number' && typeof other === 'number' ? [Math.abs(one - other)] : []
  })
  if (gaps.length === 0) return none
  const written = figure.value ?? Number.NaN
  if (!gaps.some((gap) => Math.abs(gap - written) <= roomOf(written)))
    return { problem: 'The gap is another one.', settled: [] }
  const parts: Clause[] = [figure, ...places]
  return {
    problem: null,
    settled: [{ start: Math.min(...parts.map(({ start }) => start)), end: Math.max(...parts.map(({ end }) => end)) }],
  }
}

function isLimit(before: string): boolean {
  return aboveWords.test(before) || belowWords.test(before)
}

function valueAt({ numbers }: FactColumn, { rank, isLow }: { rank: number; isLow: boolean }): number | undefined {
  const known = numbers.filter((one) => one !== null).toSorted((a, b) => b - a)
  return isLow ? known.at(-rank) : known[rank - 1]
}

/** Half a unit of the last digit that is written. */
function roomOf(value: number): number {
  return Number.isInteger(value) ? 0.5 : 0.05
}
