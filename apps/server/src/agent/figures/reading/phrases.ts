import { matchesIn } from '../../../lib/matches-in.ts'
import type { FactColumn } from '../facts.ts'
import type { Statement } from '../statement.ts'
import type { Token } from './token.ts'
import { longestLimit, quantifiedStart } from './words.ts'

/** “the top three”: the first rows of a result that is sorted. */
export function topRows({ text, facts }: Statement): Token[] {
  return matchesIn(text, topWords).flatMap(({ 0: written, 1: end = '', 2: size = '', index }): Token[] => {
    const names = facts.steps.flatMap((step) => {
      const rows = [...step.result.rows.keys()]
      const count = sizeOf(size)
      const column = facts.columns.find((one) => one.step === step && one.role === 'name')
      if (!column || count >= rows.length || !isDescending(facts.numbers.filter((one) => one.step === step))) return []
      const own = /^top$/i.test(end) ? rows.slice(0, count) : rows.slice(-count)
      return [
        { start: index, end: index + written.length, step: step.id, column: column.index, rows: own, isDate: false },
      ]
    })
    const place = { start: index, end: index + written.length }
    // All rows.
    if (facts.steps.some(({ result }) => result.rows.length === sizeOf(size))) return [{ ...place, kind: 'aside' }]
    return names.length === 1 ? [{ ...place, kind: 'rows', group: { ...place, names } }] : []
  })
}

function sizeOf(written: string): number {
  return Number(written) || countWords.indexOf(written.toLowerCase()) + 2
}

/** Whether rows are sorted by the only column of numbers that has such an order. */
function isDescending(columns: readonly FactColumn[]): boolean {
  const sorted = columns.filter(({ numbers }) =>
    numbers.every((one, at) => at === 0 || (one !== null && one <= (numbers[at - 1] ?? -Infinity))),
  )
  return sorted.length === 1
}

const countWords = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const topWords =
  /(?<!\p{L})(?:the )?(top|bottom) (two|three|four|five|six|seven|eight|nine|ten|\d{1,2})(?![\p{L}\d])/giu

/** “ranges from 5 to 9”, “between 5 and 9 each”. */
export function rangesIn({ text, mentions }: Statement): Token[] {
  if (quantifiedStart.test(text)) return []
  return mentions.flatMap((low, at): Token[] => {
    const high = mentions[at + 1]
    const [before] = rangeBefore.exec(text.slice(Math.max(0, low.start - longestLimit), low.start)) ?? []
    if (before === undefined || !high || low.kind !== high.kind || high.start > low.end + longestLimit) return []
    if (!/^\s?%?(?: \p{L}+)? (?:and|to) [$€£]?$/iu.test(text.slice(low.end, high.start))) return []
    return [{ kind: 'range', low, high, start: low.start - before.length, end: high.end }]
  })
}

const rangeBefore =
  /(?<!\p{L})(?:(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying)) (?:from|between)|(?<!(?:gap|difference) )between) (?:about |around |roughly )?[$€£]?$/iu

/** “ahead of B”, “twice as many orders as B”: words for a comparison with what follows. */
export function orderPhrases({ text, names, mentions }: Statement): Token[] {
  const isNamed = (at: number): boolean => names.some(({ start }) => start >= at && start <= at + farthestName)
  const ahead = matchesIn(text, aheadWords).flatMap(({ 0: written, index }): Token[] => {
    const end = index + written.length
    if (!isNamed(end)) return []
    const direction = /^(?:behind|trail|lag)/i.test(written) ? 'low' : 'high'
    const degree = { direction, concept: null, isJudgment: true, isOfSize: false } as const
    return [
      { kind: 'comparative', degree, start: index, end: end - 2 },
      { kind: 'than', start: end - 2, end },
    ]
  })
  const followed = matchesIn(text, followedWords).flatMap(({ 0: written, index }): Token[] =>
    isNamed(index + written.length) ? [{ kind: 'next', start: index, end: index + written.length }] : [],
  )
  const times = matchesIn(text, timesAs).flatMap(({ 0: written, index }): Token[] =>
    mentions.some(({ kind, end }) => kind === 'ratio' && end <= index && end + 1 >= index)
      ? [
          { kind: 'aside', start: index, end: index + 2 },
          { kind: 'aside', start: index + 2, end: index + written.indexOf(' ', 3) },
          { kind: 'than', start: index + written.length - 2, end: index + written.length },
        ]
      : [],
  )
  // “only 2022”: a name, and not a number.
  const only = matchesIn(text, /(?<!\p{L})only(?= \d)/giu).flatMap(({ index }): Token[] =>
    names.some(({ start }) => start === index + 5) ? [{ kind: 'only', start: index, end: index + 4 }] : [],
  )
  return [...ahead, ...followed, ...times, ...only]
}

const farthestName = 6
const aheadWords =
  /(?<!\p{L})(?:ahead of|behind|outsold|outperform(?:s|ed)|outpace[sd]|surpass(?:es|ed)|exceed(?:s|ed)|trail(?:s|ed)|lags? behind|lagged behind)(?!\p{L})/giu
const followedWords =
  /(?<!\p{L})followed (?:closely |narrowly |directly |immediately |at some distance )?by(?!\p{L})/giu
const timesAs = /(?<!\p{L})as (?:many|much|high|large|big|long|old|tall|expensive|far)(?: \p{L}+){1,4}? as(?!\p{L})/giu
