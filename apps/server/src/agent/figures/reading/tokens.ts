import type { Condition } from '../claims/condition.ts'
import { conditionsIn, limitAfter } from '../claims/conditions.ts'
import { degreeOf } from './degrees.ts'
import { textBefore } from '../../plain-text.ts'
import { aboveWords, belowWords, fallWords, globally, inclusiveWords, riseWords, unchangedWords } from '../cues.ts'
import { clarity, clarityOf, isOfLabel } from '../columns-named.ts'
import { isAverage, speaksOf, type FactColumn } from '../facts.ts'
import { conceptsOf, stemOf, type SentenceWord } from '../concepts.ts'
import { unitAfter } from '../measures.ts'
import type { Clause } from '../sentences.ts'
import { groupsOf, type Mention, type Statement } from '../statement.ts'
import { orderPhrases, rangesIn, topRows } from './phrases.ts'
import type { Token } from './token.ts'
import {
  longestLimit,
  neutral,
  ordinalPlaces,
  phrases,
  placeOf,
  placePhrases,
  quantifiedStart,
  rankPhrase,
} from './words.ts'
import { matchesIn } from '../../../lib/matches-in.ts'

/** The parts of a sentence in order. A word that is none of ours is unknown. */
export function tokensOf(statement: Statement): Token[] {
  const { text, mentions, words, facts, isKnown } = statement
  const found: Token[] = [
    ...groupsOf(statement).map((group): Token => ({ kind: 'rows', start: group.start, end: group.end, group })),
    ...topRows(statement),
    ...matchesIn(text, rankPhrase).map(({ 0: written, 1: ordinal = '', index }): Token => {
      const degree = { direction: 'high' as const, concept: null, isOfSize: false, isJudgment: true }
      return { kind: 'degree', start: index, end: index + written.length, degree, place: placeOf(ordinal) }
    }),
    ...(isKnown('lead') ? placePhrases.filter(([pattern]) => !pattern.source.includes('leads')) : placePhrases).flatMap(
      ([pattern, direction, place, concept = null]) =>
        matchesIn(text, pattern).map(({ 0: written, index }): Token => {
          const degree = { direction, concept, isOfSize: false, isJudgment: /rank|c[ao]me|finish/i.test(written) }
          return { kind: 'degree', start: index, end: index + written.length, degree, place }
        }),
    ),
    ...rangesIn(statement),
    ...mentions.filter(isFigure(statement)).map((mention) => figureToken(statement, mention)),
    ...orderPhrases(statement),
    ...moves(text),
    ...phrasesIn(text),
  ]
  const taken: Token[] = []
  for (const token of found) {
    // “the average rate” is `average_rate`.
    if (token.kind === 'mean' && namesColumn(statement, token)) continue
    if (!taken.some(({ start, end }) => start < token.end && token.start < end)) taken.push(token)
  }
  const silent = mentions.filter((mention) => isWholeOf(statement, mention) || isAskedYear(statement, mention))
  for (const word of words) {
    if ([...taken, ...silent].some(({ start, end }) => start < word.end && word.start < end)) continue
    const place = { start: word.start, end: word.end }
    if (isPartOfTerm(statement, word)) continue
    if (isUnitOf(statement, place) && !facts.numbers.some((column) => speaksOf(word, column))) continue
    if (namesColumn(statement, place)) {
      taken.push({ ...place, kind: 'column' })
      continue
    }
    const measured = measuredBy(statement, word)
    if (measured !== null) {
      taken.push(measured)
      continue
    }
    const degree = degreeOf(word.text)
    if (degree && !isQualified(text.slice(word.end))) {
      const [, ordinal = ''] = ordinalBefore.exec(text.slice(Math.max(0, word.start - 9), word.start)) ?? []
      if (degree.isMost)
        taken.push({
          ...place,
          kind: 'degree',
          degree,
          place: Math.max(0, ordinalPlaces.indexOf(ordinal.toLowerCase())) + 1,
        })
      else taken.push({ ...place, kind: 'comparative', degree })
    } else if (degree || /\p{L}{3}est$/iu.test(word.text) || isStrange(statement, word))
      taken.push({ ...place, kind: 'unknown' })
    else if (isBare(statement, word))
      taken.push({ ...place, kind: isInName(word, facts.numbers) ? 'column' : 'unknown' })
    else if (
      clearest(word, facts.numbers) > (neutral.has(word.text.toLowerCase()) ? clarity.meaning : clarity.none) &&
      clearest(word, facts.numbers) > thingClarity(statement, word)
    )
      taken.push({ ...place, kind: 'column' })
    else if (
      !neutral.has(word.text.toLowerCase()) &&
      !isKnown(word.text) &&
      !isRole(statement, word, taken) &&
      !ordinalPlaces.includes(word.text.toLowerCase())
    )
      taken.push({ ...place, kind: 'unknown' })
  }
  return taken.toSorted((a, b) => a.start - b.start)
}

const ordinalBefore = /(?<!\p{L})(second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)[ -]$/iu

/** “most expensive”, “least popular”: a superlative whose adjective says what it compares. */
function measuredBy({ facts, words }: Statement, word: SentenceWord): Token | null {
  if (!/^(?:most|least)$/i.test(word.text)) return null
  const next = words.find(({ start }) => start === word.end + 1)
  const degree = degreeOf(word.text)
  if (!next || !degree) return null
  if (/^(?:common|frequent|frequently|often|commonly)$/i.test(next.text)) {
    const hasCounts = facts.numbers.some(({ isCount }) => isCount)
    return hasCounts
      ? { kind: 'degree', start: word.start, end: next.end, degree: { ...degree, isJudgment: false }, place: 1 }
      : null
  }
  if (!/^(?:expensive|popular|profitable|punctual)$/i.test(next.text)) return null
  const [concept, ...more] = [...conceptsOf(next.stem)].filter((one) =>
    facts.numbers.some(({ concepts }) => concepts.has(one)),
  )
  // “expensive” is of prices and of costs.
  const columns = facts.numbers.filter(({ concepts }) => [concept, ...more].some((one) => one && concepts.has(one)))
  if (concept === undefined || new Set(columns.map(({ step }) => step)).size < columns.length) return null
  return { kind: 'degree', start: word.start, end: next.end, degree: { ...degree, concept }, place: 1 }
}

/** “by value”, “in terms of volume”: a word that usually says nothing, but here what is compared. */
function isBare({ text, facts }: Statement, word: SentenceWord): boolean {
  return (
    neutral.has(word.text.toLowerCase()) &&
    /(?<!\p{L})(?:by|in terms of) (?:total )?$/iu.test(text.slice(Math.max(0, word.start - 20), word.start)) &&
    !/^(?:about|around|roughly|approximately|nearly|almost|just|only|an?|far)$/i.test(word.text) &&
    clearest(word, facts.numbers) < clarity.form
  )
}

function isInName({ stem }: SentenceWord, columns: readonly FactColumn[]): boolean {
  return columns.some(({ allStems }) => allStems.has(stem))
}

function clearest(word: SentenceWord, columns: readonly FactColumn[]): number {
  return Math.max(0, ...columns.map((column) => clarityOf(word, column)))
}

/** “the best customer” speaks of the column `customer`, and not of the orders that customers have. */
function thingClarity({ facts }: Statement, word: SentenceWord): number {
  const own = clearest(
    word,
    facts.columns.filter(({ role }) => role === 'name'),
  )
  return own === clarity.name && clearest(word, facts.numbers) === clarity.meaning ? clarity.meaning : clarity.none
}

/** “satisfaction score” is `satisfaction`, and “return rate” a column of percentages. */
function isPartOfTerm({ words, facts }: Statement, word: SentenceWord): boolean {
  const match = /^(?:scores?|ratings?|levels?|figures?|(rates?|percentages?))$/i.exec(word.text)
  if (match === null || clearest(word, facts.numbers) >= clarity.form) return false
  const before = words.find(({ end }) => end === word.start - 1)
  return (
    before !== undefined &&
    facts.numbers.some(
      (column) => clarityOf(before, column) === clarity.name && (match[1] === undefined || column.isPercent),
    )
  )
}

/** “A is the largest team”, “A was our top seller”: a word for what A is. */
function isRole({ text }: Statement, { start, end }: SentenceWord, taken: readonly Token[]): boolean {
  const degree = taken.find((token) => token.kind === 'degree' && token.end + 1 === start)
  return (
    degree !== undefined &&
    isBefore.test(text.slice(Math.max(0, degree.start - 30), degree.start)) &&
    /^(?:[.,;:()]|$| (?:in|at|with|by|for|and|of) )/u.test(text.slice(end))
  )
}

const isBefore =
  /(?<!\p{L})(?:is|are|was|were|remains|remained|became) (?:by far |clearly |still |also |again )?(?:the |our |its )?$/iu

/** The word after a figure that says its unit, which is compared with the column. */
function isUnitOf({ text, mentions }: Statement, { start }: Clause): boolean {
  return mentions.some(({ end }) => end < start && start <= end + 2 && unitAfter(text.slice(end)) !== null)
}

/** “the highest salary” of a department is its `highest_salary`: words with which the name of a column begins. */
function namesColumn({ text, facts, words }: Statement, { start, end }: Clause): boolean {
  const own = formsOf(text.slice(start, end))
  const next = words.find((word) => word.start > end && word.start <= end + 1)
  return (
    own.length > 0 &&
    next !== undefined &&
    facts.numbers.some(({ allStems }) => allStems.has(next.stem) && own.some((form) => allStems.has(form)))
  )
}

/** How names of columns write “highest”, “lowest”, and “average”. */
const columnForms = ['highest maximum max largest', 'lowest minimum min smallest', 'average avg mean']

function formsOf(word: string): string[] {
  const [forms = ''] = columnForms.filter((one) => one.split(' ').includes(word.toLowerCase()))
  return forms.split(' ').map(stemOf)
}

/** “most punctual”, “closest to its target”, “the longest here”: not by the column alone. */
function isQualified(after: string): boolean {
  return (
    /^ (?:punctual|reliable|profitable|efficient|successful|popular|expensive|to |of (?:the|its|all|their) )/i.test(
      after,
    ) && !/^ of (?:the|all) (?:\p{L}+|\d+)[.,;]?$/iu.test(after)
  )
}

/** A word for what a masked column or none measures, or for a share that a column may not be. */
function isStrange({ facts, text, isKnown }: Statement, word: SentenceWord): boolean {
  // The larger a loss is, the smaller is the number.
  if (/^(?:loss|losses|deficits?|shortfalls?)$/i.test(word.text))
    return !facts.numbers.some(({ allStems }) => allStems.has(word.stem))
  if (facts.columns.some((column) => column.role === 'masked' && speaksOf(word, column))) return true
  if (/^(?:share|rate|ratio|percentage|proportion)s?$/i.test(word.text))
    return (
      !/(?:est|most) $/i.test(text.slice(0, word.start)) &&
      !facts.numbers.some(
        (column) => (column.isPercent || column.isFraction || isAverage(column)) && column.allStems.has(word.stem),
      )
    )
  return (
    conceptsOf(word.stem).size > 0 &&
    !facts.columns.some((column) => speaksOf(word, column)) &&
    !neutral.has(word.text.toLowerCase()) &&
    !(
      /s$/i.test(word.text) &&
      isKnown(word.text) &&
      countedBefore.test(text.slice(Math.max(0, word.start - 20), word.start))
    )
  )
}

/** “nine of the ten movies”: a word of the question for what the rows are. */
const countedBefore =
  /(?<!\p{L})(?:of the|all|every|each|most|of the (?:two|three|four|five|six|seven|eight|nine|ten|\d{1,4})) $/iu

/** A year of a column, or a day of a name, isn't a figure. */
function isFigure(statement: Statement): (mention: Mention) => boolean {
  const { names, facts, text } = statement
  const isPeriod = (written: string): boolean =>
    /^(?:19|20)\d\d$/.test(written) && facts.numbers.some(({ name }) => name.includes(written))
  const isLabel = ({ start, end }: Mention): boolean =>
    isOfLabel(textBefore(text, start), text.slice(start, end), facts.numbers)
  return (mention) =>
    isOwn(mention) && !isWholeOf(statement, mention) && !isAskedYear(statement, mention) && !isLabel(mention)

  function isOwn({ start, end, kind }: Mention): boolean {
    return (
      kind !== 'text' &&
      !(kind === 'rank' && /^[ -]\p{L}+(?:est|most)(?!\p{L})/u.test(text.slice(end))) &&
      !isPeriod(text.slice(start, end)) &&
      !names.some((name) => start >= name.start && end <= name.end)
    )
  }
}

/** “of the five”, “of the 240 orders”: it only says how many there are. */
function isWholeOf({ text, facts }: Statement, { start, end, value, meanings }: Mention): boolean {
  if (!wholeBefore.test(textBefore(text, start)) || !/^ (?:\p{L}|$)/u.test(text.slice(end))) return false
  return (
    facts.steps.some(({ result }) => result.rows.length > 1 && result.rows.length === value) ||
    meanings.some(
      ({ op, column, rows }) =>
        (op === 'sum' && rows === null && column?.isCount === true) ||
        (op === 'cell' && column?.step.result.rows.length === 1),
    )
  )
}

const wholeBefore =
  /(?<!\p{L})(?:of its|(?:(?:of|across|in|over) )?(?:the|our|all|these|all the|all of the))(?: top)? $/iu

/** “in 2025”: the only year of the question and the SQL, which is that of all rows. */
function isAskedYear({ text, facts }: Statement, { start, end, isStated }: Mention): boolean {
  return (
    isStated &&
    facts.onlyYear === text.slice(start, end) &&
    /(?<!\p{L})(?:in|for|during|of|throughout|year)(?: all of)? $/iu.test(textBefore(text, start))
  )
}

/** A figure with the words that make it a limit: “more than 20”. */
function figureToken(statement: Statement, mention: Mention): Token {
  const range = rangeFrom(statement, mention)
  if (range !== null) return { kind: 'figure', start: range.start, end: range.end, mention, condition: range }
  const condition =
    conditionsIn(statement).find((one) => one.mention === mention) ??
    limitOfRatio(statement, mention) ??
    limitOfPart(statement, mention)
  const before = statement.text.slice(Math.max(0, mention.start - longestLimit), mention.start)
  const words = condition === null ? null : (aboveWords.exec(before) ?? belowWords.exec(before))
  const after =
    condition === null ? null : limitAfter.exec(statement.text.slice(mention.end, mention.end + longestLimit))
  return {
    kind: 'figure',
    start: mention.start - (words?.[0].length ?? 0),
    end: mention.end + (after?.[0].length ?? 0),
    mention,
    condition,
  }
}

/** “two of them cost between 5 and 9”: a limit on both sides, if the sentence says of how many rows. */
function rangeFrom({ text, mentions }: Statement, mention: Mention): Condition | null {
  const [between] = /(?<!\p{L})between [$€£]?$/iu.exec(textBefore(text, mention.start)) ?? []
  if (between === undefined || !quantifiedStart.test(text)) return null
  const next = mentions.find(({ start }) => start > mention.end && start <= mention.end + longestLimit)
  if (!next || next.kind !== mention.kind || !/^\s?%? and [$€£]?$/i.test(text.slice(mention.end, next.start)))
    return null
  const { value: low } = mention
  const { value: high } = next
  if (low === null || high === null || low > high) return null
  const start = mention.start - between.length
  return {
    holds: (value) => value >= low && value <= high,
    start,
    end: next.end,
    limits: [low, high],
    mention,
    columns: null,
  }
}

/** “more than twice as many as B”. */
function limitOfRatio({ text }: Statement, mention: Mention): Condition | null {
  const { value: limit, kind, start, end } = mention
  const before = textBefore(text, start)
  const isAbove = aboveWords.test(before)
  if (kind !== 'ratio' || limit === null || !(isAbove || belowWords.test(before))) return null
  const holds = (value: number): boolean => (isAbove ? value > limit : value < limit)
  return { holds, start, end, limits: [limit], mention, columns: null }
}

/** “at least 90% of its seats”: a limit for a part of what each row has. */
function limitOfPart({ text }: Statement, mention: Mention): Condition | null {
  const before = textBefore(text, mention.start)
  const isAbove = aboveWords.test(before)
  const { start, end, kind, value: limit } = mention
  if (kind !== 'percent' || limit === null || !(isAbove || belowWords.test(before))) return null
  const includes = inclusiveWords.test(before)
  const holds = (value: number): boolean => (isAbove ? value > limit : value < limit) || (includes && value === limit)
  return { holds, start, end, limits: [limit], mention, columns: null }
}

const moveWords = [
  [globally(riseWords), 1],
  [globally(fallWords), -1],
  [globally(unchangedWords), 0],
] as const

function moves(text: string): Token[] {
  return moveWords.flatMap(([pattern, sign]) =>
    matchesIn(text, pattern).map(({ 0: written, index }): Token => ({
      kind: 'move',
      sign,
      start: index,
      end: index + written.length,
    })),
  )
}

function phrasesIn(text: string): Token[] {
  return (Object.keys(phrases) as (keyof typeof phrases)[]).flatMap((kind) =>
    matchesIn(text, phrases[kind]).map(({ 0: written, index }): Token => {
      const place = { start: index, end: index + written.length }
      return kind === 'earlier' ? { ...place, kind, isYear: /year|season|same/i.test(written) } : { ...place, kind }
    }),
  )
}
