import { aboveWords, approximateWords, belowWords, nearlyWords } from '../cues.ts'
import type { FactColumn } from '../facts.ts'
import { textBefore } from '../../plain-text.ts'
import type { Clause } from '../sentences.ts'
import { columnsFor, type Statement } from '../statement.ts'
import { isAscending } from './comparisons.ts'
import { placesOf, rowInPlace } from './placings.ts'
import type { Judged } from './quantified.ts'
import { ordinals } from './superlative-words.ts'
import { matchesIn } from '../../../lib/matches-in.ts'

const gapWords =
  /(?<!\p{L})(?:gap|(?:difference|distance)(?= (?:\p{L}+ )?between)|separates?|separated|apart|behind|ahead of|clear of|lead over|margin|unterschied|abstand|hinter|diferencia|écart)(?!\p{L})/iu
const place =
  /(?<!\p{L})(?:(?<rank>(?<!(?<!\p{L})(?:a|one|per|each) )(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?: place| position| rank)?)(?! (?:quarter|half|year|month|week|day|time))|(?<high>best|highest|largest|biggest|strongest|longest|top|leader|winner)|(?<low>worst|lowest|smallest|weakest|shortest|last|bottom))(?!\p{L})/giu

/** “Six points separate third and fourth place”, “five points behind second place”: the difference of two places. */
export function rankGaps(statement: Statement): Judged {
  const { text, mentions, names } = statement
  const none: Judged = { problem: null, settled: [] }
  if (!gapWords.test(text)) return none
  const places = matchesIn(text, place).map(({ 0: written, index, groups = {} }) => ({
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
    ({ kind, value, isTyped }) =>
      isTyped && value !== null && (kind === 'value' || kind === 'bound' || kind === 'percent'),
  )
  const [figure, ...more] = figures
  if (!isPair || !figure || more.length > 0) return none
  const gaps = columnsFor(statement, { start: 0, end: text.length }).flatMap((column) => {
    const values = [
      ...places.map((one) => valueAt(statement, column, one)),
      ...(places.length === 2 ? [] : things.map(({ rows: [row = -1] }) => column.numbers[row])),
    ]
    const [one, other] = values
    return typeof one === 'number' && typeof other === 'number' ? [Math.abs(one - other)] : []
  })
  if (gaps.length === 0) return none
  if (!gaps.some((gap) => isAsSaid(gap, figure.value ?? Number.NaN, textBefore(text, figure.start))))
    return { problem: 'The gap is another one.', settled: [] }
  const parts: Clause[] = [figure, ...places]
  return {
    problem: null,
    settled: [{ start: Math.min(...parts.map(({ start }) => start)), end: Math.max(...parts.map(({ end }) => end)) }],
  }
}

function isAsSaid(gap: number, written: number, before: string): boolean {
  if (nearlyWords.test(before)) return gap <= written + roomOf(written) && gap >= written * 0.9
  if (aboveWords.test(before)) return gap > written
  if (belowWords.test(before)) return gap < written
  return Math.abs(gap - written) <= (approximateWords.test(before) ? written * 0.05 : roomOf(written))
}

/** Of a competition, the number in a place; else, the number with a rank. */
function valueAt(
  { facts }: Statement,
  column: FactColumn,
  { rank, isLow }: { rank: number; isLow: boolean },
): number | undefined {
  const { numbers } = column
  if (placesOf(facts, column.step) !== null || isAscending(column))
    return numbers[rowInPlace(facts, column.step, isLow ? -rank : rank) ?? -1] ?? undefined
  const known = numbers.filter((one) => one !== null).toSorted((a, b) => b - a)
  return isLow ? known.at(-rank) : known[rank - 1]
}

/** Half a unit of the last digit that is written. */
function roomOf(value: number): number {
  return 0.5 / 10 ** (String(value).split('.')[1]?.length ?? 0)
}
