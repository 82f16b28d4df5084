import { numbersIn, type WrittenNumber } from '../../numbers.ts'
import { textBefore } from '../../plain-text.ts'
import { stemOf } from '../concepts.ts'
import { speaksOf, type FactColumn } from '../facts.ts'
import type { Clause } from '../sentences.ts'
import { isRun } from './runs.ts'
import { clauseAt, type Statement } from '../statement.ts'
import { matchesIn } from '../../../lib/matches-in.ts'

/** Of how many rows a sentence says something: “four of the five wines”, “all wines”, “no wine”. */
export interface Quantifier extends Clause {
  /** Whether so many of all rows are as many as it says. */
  fits: (found: number, all: number) => boolean
  /** How many there are in all, if it says so. */
  whole: number | null
  /** Whether it is said of all or none of them. */
  isEvery: boolean
  /** What the rows are called. */
  kind: 'thing' | 'time' | 'person' | 'bare'
  /** The part of the sentence that is said about them. */
  predicate: Clause
}

/** How far “a third of the wines” may be from a third. */
const shareRoom = 0.03
const mostQuantifiers = 8

const article = String.raw`(?:(?:the|all|these|those|our|its|their|den|der|die|alle[nr]?|los|las|les|el|la|le|des|gli|i|os|as)\s){0,2}`
const ofThem = String.raw`\s(?:of|out of|von|der|de|des|di|sur|su|dos|das)\s${article}`
const oneWord = '(?:one|eine?[rs]?|un[oa]?|une|um|uma)'
const allWord =
  '(?:not )?(?:all|every|each|both|alle|jede[rs]?|beide|tod[oa]s(?: l[oa]s)?|tutt[ie](?: [ilg]\\p{L}*)?|cada|tous les|toutes les|chaque|ogni)'
const noWord = '(?:no|none|not one|neither|kein(?:e[rs]?)?|ning[uú]n[oa]?|aucune?|nessun[oa]?|nenhum[a]?)'
const everyone = '(?:everyone|everybody|all of them|each of them|both of them|alle von ihnen|todos ellos)'
const noOne = '(?:no(?: one|body)|none of them|neither of them|niemand|nadie|personne|keine[rs]? von ihnen)'
const most = '(?:most|the majority|(?:the )?(?:vast|clear) majority|die meisten|la mayoría|la plupart)'

// oxlint-disable no-restricted-globals -- made of our own words
const words = new RegExp(
  String.raw`(?<!\p{L})(?:(?<everyone>${everyone})|(?<noOne>${noOne})|(?<all>${allWord})(?=\s)|(?<no>${noWord})(?=\s)|(?<most>${most})(?=\s)|(?<one>${oneWord})(?=\s))(?!\p{L})`,
  'giu',
)
const ofWhole = new RegExp(String.raw`^${ofThem}`, 'iu')
const openingArticle = new RegExp(String.raw`^\s(?:of\s|von\s|de\s)?${article}`, 'iu')
// oxlint-enable no-restricted-globals
const onlyBefore = /(?<!\p{L})(?:only|just|exactly|precisely|nur|genau|sólo|solo|solamente|seulement|solo)\s$/iu
const atLeast = /(?<!\p{L})(?:at least|no fewer than|mindestens|al menos|au moins)\s$/iu
const atMost = /(?<!\p{L})(?:at most|no more than|höchstens|como máximo|au plus)\s$/iu
const moreThan = /(?<!\p{L})(?:more than|over|well over|mehr als|más de|plus de|più di)\s$/iu
const lessThan = /(?<!\p{L})(?:less than|fewer than|under|weniger als|menos de|moins de|meno di)\s$/iu
const allBut = /(?<!\p{L})(?:all but|all except|alle bis auf|todos menos|tous sauf)\s$/iu
const placeBefore =
  /(?<!\p{L})(?:in|for|on|at|during|im|bei|an|en|dans|pour|nei|em)\s(?:(?:only|just|exactly|about|at least|nur|sólo|solo|seulement)\s)?$/iu
const exactly = /(?<!\p{L})(?:only|just|exactly|at least|at most|nur|sólo|solo|seulement|genau)\s$/iu
const partEnd =
  /;\s|,\s(?:but|while|whereas|although|though|and|aber|während|pero|mientras|mais|tandis)\s|\s(?:while|whereas|während|mientras)\s/giu
/** Any of the rows: a word for a row of any result. */
const rowWords = new Set('row result entry record line item people person employee member'.split(' ').map(stemOf))

/** The quantifiers of a sentence whose things are the rows of a result. */
export function quantifiersIn(statement: Statement): Quantifier[] {
  const numbers = numbersIn(statement.text)
  const found = [...countsIn(statement, numbers), ...wordsIn(statement, numbers)]
    .toSorted((a, b) => a.start - b.start)
    .filter(({ kind, start }, at) => kind !== 'bare' || at > 0 || isAtStart(statement.text, start))
    .filter((one, at, all) => !all.some((other, place) => place < at && other.end > one.start))
    .slice(0, mostQuantifiers)
  return found.map((one, at) => ({
    ...one,
    isEvery: one.isEvery ?? false,
    predicate: predicateOf(statement, one, found[at + 1]?.start ?? null),
  }))
}

type Found = Omit<Quantifier, 'predicate' | 'isEvery'> & { isEvery?: boolean }
type Things = Pick<Quantifier, 'end' | 'whole' | 'kind'>

/** “of the five”, “across all months”: not what something is said about. */
const scopeBefore =
  /(?<!\p{L})(?:of|over|across|among|between|than|by|per|von|über|unter|als|de|entre|que|sur)\s(?:(?:all|the|these|those|our|its)\s){0,2}$/iu

/** “the top three”: some of the rows, which the numbers choose. */
const partBefore =
  /(?<!\p{L})(?:top|bottom|first|last|best|worst|next|other|remaining|past|\p{L}{3,}est|übrigen|anderen|autres|otros|otras)\s$/iu

/** Whether a quantifier begins what is said, and doesn't count what a name before it has. */
function isSubject(statement: Statement, start: number): boolean {
  const { text, names } = statement
  const before = textBefore(text, start)
  if (scopeBefore.test(before) && !moreThan.test(before) && !lessThan.test(before)) return false
  if (partBefore.test(before) || isRun(text, { start, end: start + 1 })) return false
  if (names.some((name) => start >= name.start && start < name.end)) return false
  const clause = clauseAt(statement, start)
  return (
    placeBefore.test(textBefore(text, start)) || !names.some((name) => name.start >= clause.start && name.end <= start)
  )
}

/** “Four of the five wines”, “two wines”, “half of the wines”. */
function countsIn(statement: Statement, numbers: readonly WrittenNumber[]): Found[] {
  const { text, facts } = statement
  const most = Math.max(0, ...facts.steps.map(({ result }) => result.rows.length))
  return numbers.flatMap(({ written, index, kind, readings }): Found[] => {
    const value = readings[0]?.value ?? Number.NaN
    if (!isSubject(statement, index)) return []
    const before = textBefore(text, index)
    const end = index + written.length
    // “these two topics” are those of the sentence before.
    if (value < most && /(?<!\p{L})(?:these|those)\s$/iu.test(before)) return []
    if (kind === 'percent') {
      const things = thingsAfter(statement, end, { isPart: true, numbers })
      return things ? [{ start: index, fits: shareFits(value / 100, before), ...things }] : []
    }
    if (!(kind === 'value' || kind === 'bound') || !Number.isInteger(value) || value > most) return []
    const things = thingsAfter(statement, end, { isPart: false, numbers })
    if (things) return [{ start: index, fits: countFits(value, before), ...things }]
    return isBare(text, { start: index, end })
      ? [{ start: index, end, fits: countFits(value, before), whole: null, kind: 'bare' }]
      : []
  })
}

/** “…, two became cheaper, and one kept its price”: the same things as before. */
function isBare(text: string, { start, end }: Clause): boolean {
  const isNext = /(?:,\s|;\s|(?<!\p{L})(?:and|while|but|und|y|et)\s)$/iu.test(textBefore(text, start))
  return isNext
    ? bareVerb.test(text.slice(end)) || barePlace.test(text.slice(end))
    : isAtStart(text, start) && /^\s(?:is|are|was|were)\s/iu.test(text.slice(end))
}

/** “Three are overdue, two are open”. */
function isAtStart(text: string, start: number): boolean {
  return /^[\s*_]*$/.test(text.slice(0, start))
}

const bareVerb =
  /^\s(?:became|become|got|is|are|was|were|stayed|remained|kept|went|\p{L}{3,12}ed|rose|fell|grew|shrank|lost|won|has|have|had|did|do|blieb\p{L}*|sind|waren|wurden|son|fueron|sont)(?!\p{L})/iu

/** “five are in Bern and three in Basel”. */
const barePlace = /^\s(?:in|from|at|aus|in|en)\s\p{Lu}[\p{L}\s]*[.,;]?$/u

function wordsIn(statement: Statement, numbers: readonly WrittenNumber[]): Found[] {
  const { text } = statement
  return matchesIn(text, words).flatMap(({ 0: written, index, groups = {} }): Found[] => {
    const end = index + written.length
    if (!isSubject(statement, index)) return []
    const isAll = (found: number, all: number): boolean => found === all
    if (groups['everyone'] || groups['noOne']) {
      const fits = groups['everyone'] ? isAll : (count: number): boolean => count === 0
      return [{ start: index, end, fits, whole: null, kind: 'person' }]
    }
    const isOne = groups['one'] !== undefined
    if (isOne && isBare(text, { start: index, end }))
      return [{ start: index, end, fits: countFits(1, ''), whole: null, kind: 'bare' }]
    if (isOne && !onlyBefore.test(textBefore(text, index)) && !ofWhole.test(text.slice(end))) return []
    const things = thingsAfter(statement, end, { isPart: false, numbers })
    if (!things || (groups['most'] && !/^\s(?:of\s(?:the|these|our|all)\s)?\p{L}+$/u.test(text.slice(end, things.end))))
      return []
    if (isOne) return [{ start: index, fits: countFits(1, textBefore(text, index)), ...things }]
    const isOther = /^\sother\s/i.test(text.slice(end))
    if (groups['no'])
      return [{ start: index, fits: (count) => count <= (isOther ? 1 : 0), isEvery: !isOther, ...things }]
    if (groups['most']) return [{ start: index, fits: (count, all) => count > all / 2, ...things }]
    const isNot = /^not /i.test(written) || /(?<!\p{L})(?:not|nicht)\s$/iu.test(textBefore(text, index))
    return [{ start: index, fits: isNot ? (count, all) => count < all : isAll, isEvery: true, ...things }]
  })
}

function countFits(value: number, before: string): Quantifier['fits'] {
  if (allBut.test(before)) return (found, all) => all - found === value
  if (atLeast.test(before)) return (found) => found >= value
  if (atMost.test(before)) return (found) => found <= value
  if (moreThan.test(before)) return (found) => found > value
  if (lessThan.test(before)) return (found) => found < value
  return (found) => found === value
}

function shareFits(share: number, before: string): Quantifier['fits'] {
  if (moreThan.test(before)) return (found, all) => found / all > share
  if (lessThan.test(before)) return (found, all) => found / all < share
  return (found, all) => Math.abs(found / all - share) <= shareRoom
}

/** The things after a number, if they are the rows: “of the five wines”, “wines”, “of the five”. */
function thingsAfter(
  statement: Statement,
  at: number,
  { isPart, numbers }: { isPart: boolean; numbers: readonly WrittenNumber[] },
): Things | null {
  const { text } = statement
  const noun = nounAt(statement, at)
  const of = ofWhole.exec(text.slice(at, at + 40))
  // “Deux librairies sur quatre”: the whole comes after the noun.
  const late = noun ? ofWhole.exec(text.slice(noun.end, noun.end + 40)) : null
  const opened = at + (openingArticle.exec(text.slice(at, at + 30))?.[0].length ?? 0)
  const afterNoun = late && noun ? noun.end + late[0].length : opened
  const place = of ? at + of[0].length : afterNoun
  const number = numbers.find(({ index, kind }) => index >= place && index <= place + 1 && kind === 'value')
  const whole = number?.readings[0]?.value ?? null
  const wholeEnd = number ? number.index + number.written.length : place
  const things = of || whole !== null ? nounAt(statement, wholeEnd) : noun
  if (whole !== null && !isWholeOf(statement, whole)) return null
  if (things && !late) return { end: things.end, whole, kind: things.kind }
  if (late && noun) return { end: wholeEnd, whole, kind: noun.kind }
  if (whole !== null)
    return { end: wholeEnd + (unknownNoun.exec(text.slice(wholeEnd))?.[0].length ?? 0), whole, kind: 'thing' }
  const isThem = of && !isPart && /^\s?(?:them|these|those)(?!\p{L})/iu.test(text.slice(place - 1))
  return isThem ? { end: place + 4, whole, kind: 'thing' } : null
}

/** A plural whose things no column names: “of the four reps”. */
const unknownNoun = /^\s(?!(?:has|is|was|does)(?!\p{L}))\p{L}{2,20}s(?!\p{L})/iu

function isWholeOf({ facts }: Statement, whole: number): boolean {
  return facts.steps.some(({ result }) => !result.truncated && result.rows.length === whole)
}

/** The noun for the rows right after a position, at most two words away. */
function nounAt({ words: all, facts, text, names }: Statement, at: number): (Clause & Pick<Quantifier, 'kind'>) | null {
  const next = all
    .filter((word) => word.start >= at && word.start <= at + 40 && /^[^.,;:(]*$/.test(text.slice(at, word.start)))
    .slice(0, 3)
  for (const word of next) {
    if (names.some(({ start, end }) => word.start >= start && word.start < end)) continue
    const label = facts.columns.find((column) => isLabel(column) && speaksOf(word, column))
    if (label && !facts.numbers.some((column) => column.stems.has(word.stem)))
      return { start: word.start, end: word.end, kind: label.role === 'time' ? 'time' : 'thing' }
    if (rowWords.has(word.stem) && !facts.numbers.some((column) => speaksOf(word, column)))
      return { start: word.start, end: word.end, kind: 'person' }
    if (
      notNoun.test(word.text) ||
      (/^others?$/i.test(word.text) && !/(?<!\p{L})no\s$/iu.test(textBefore(text, word.start)))
    )
      return null
  }
  return null
}

const notNoun =
  /^(?:ha[sd]|have|is|are|was|were|do|does|did|than|more|fewer|less|in|at|on|with|from|to|by|but|top|bottom|first|last|remaining|next|leading|main|best|worst|\p{L}{3,}est|hat|haben|sind|waren|mit|tiene[n]?|son|con|ont|sont|avec)$/iu

/** A column whose values name the rows, one each. */
export function isLabel({ role, step, index }: FactColumn): boolean {
  if (role !== 'name' && role !== 'time') return false
  const { rows } = step.result
  return new Set(rows.map((row) => row[index] ?? null)).size === rows.length
}

/** What is said about the things: after them, or before “in three of the wines”. */
function predicateOf({ text }: Statement, { start, end }: Clause, next: number | null): Clause {
  const before = textBefore(text, start)
  const place = placeBefore.exec(before)
  if (place) {
    const from = start - place[0].length
    const earlier = matchesIn(text.slice(0, from), partEnd).at(-1)
    const first = earlier ? earlier.index + earlier[0].length : 0
    if (/\p{L}/u.test(text.slice(first, from))) return { start: first, end: from }
  }
  const lead = exactly.exec(before)
  const limit = next === null ? text.length : next
  const cut = matchesIn(text.slice(end, limit), partEnd).find(({ index }) => index > 1 || lead !== null)
  return { start: end, end: cut ? end + cut.index : limit }
}
