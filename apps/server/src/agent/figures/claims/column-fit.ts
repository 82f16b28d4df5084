import { columnsOfPeriods } from '../columns-named.ts'
import { isPartOfYear } from '../unpivot.ts'
import { profits, speaksOfProfit } from './profits.ts'
import { conceptsOf, stemOf, wordsIn, type SentenceWord } from '../concepts.ts'
import { speaksOf, type FactColumn } from '../facts.ts'
import type { Meaning } from '../meanings.ts'
import { isMoney, partRelations, relationWords, things, type DerivedColumn } from '../related-columns.ts'
import { textBefore } from '../../plain-text.ts'
import type { Clause } from '../sentences.ts'
import {
  allSpokenColumns,
  clauseAt,
  figuresIn,
  isWithin,
  spokenColumns,
  textOf,
  type Mention,
  type Statement,
} from '../statement.ts'

const nextWords = /^["'”’)*_\s]{0,4}(?:%|percent)?\s?((?:\p{L}+[\s-]){0,2}\p{L}+)/u

/** “24 low-severity incidents” counts incidents. */
const compound = /^\s\p{L}+-\p{L}+\s(?=\p{L})/u

/** “70% of the candidates”: what a percentage is of. */
const ofWhole =
  /^[*_\s]{0,4}(?:%|percent|prozent|por ciento|pour cent)?[*_\s]{0,4}(?:of|der|des|de|del|di)\s(?!(?:which|whom|them|these were|those were|it)\b)(?:(?:the|its|their|all|these|those|his|her|our|las|los|les)\s)*((?:[\p{L}'’]+\s?){1,4})/iu

/** “half of its memory”: a part of the row's own whole. */
export const ofOwn =
  /(?<!\p{L})(?:(?:of|half) (?:all )?(?:of )?(?:its|their|his|her)|sein(?:er|es)|ihr(?:er|es)|de (?:su|sa|son|ses|sus|leurs?))(?!\p{L})/iu
/** “10 days left”: not the days that were taken. */
const leftWords =
  /(?<!\p{L})(?:left|remaining|free|available|unused|vacant|spare|unsold|frei|übrig|libres?|restant\p{L}*)(?!\p{L})/iu
export const leftAfter =
  /^(?:\p{L}+)?\s(?:\p{L}+\s){0,2}(?:left|remaining|free|available|unused|vacant|spare|unsold|frei|übrig|libres?|restant\p{L}*)(?!\p{L})(?!\s\p{Lu})/iu

/** “97 units” isn't a price: the word after a figure names its column, or things that it counts. */
export function fitsNoun(statement: Statement, { start, end }: Mention): (meaning: Meaning) => boolean {
  const after =
    nextWords.exec(
      statement.text
        .slice(end, end + 60)
        .replace(compound, ' ')
        .replace(/^[^\S\n]*(?:million|billion|thousand)\b/i, ''),
    )?.[1] ?? ''
  const stems = nounsOf(after, statement)
  const spoken = stems.map((stem) =>
    statement.facts.columns.filter((column) => column.role !== 'masked' && speaksOf({ stem }, column)),
  )
  const columns = mostSpoken(spoken)
  const isOf = /\bof\b/i.test(statement.text.slice(start, end))
  const whole = ofWhole.exec(`${isOf ? ' of ' : ''}${statement.text.slice(end, end + 60).trimStart()}`)?.[1] ?? ''
  const wholeWords = wordsIn(whole)
  const verb = wholeWords.findIndex(({ text }) => notNoun.test(text))
  const wholes =
    (verb < 0 ? wholeWords : wholeWords.slice(0, verb))
      .map(({ stem }) => statement.facts.numbers.filter((column) => speaksOf({ stem }, column)))
      .find((found) => found.length > 0) ?? []
  const counted = stems.flatMap((stem) => [...conceptsOf(stem)]).filter((concept) => things.has(concept))
  const isOfOwn =
    ofOwn.test(statement.text.slice(start, end + 40)) &&
    statement.facts.derived.some(({ relation }) => relation === 'part')
  const isLeft =
    leftAfter.test(statement.text.slice(end, end + 40)) &&
    statement.facts.derived.some(({ relation }) => relation === 'rest')
  const isPartOf = (part: FactColumn, wholes: readonly FactColumn[]): boolean =>
    statement.facts.derived.some(
      ({ relation, of: [whole, own] }) => relation === 'part' && own === part && wholes.includes(whole),
    )
  const clause = clauseAt(statement, start)
  // “refused 78 prescriptions” are the refused ones.
  const isPartSpoken = (column: FactColumn): boolean =>
    statement.facts.derived.some(
      ({ relation, of: [whole, part] }) => relation === 'rest' && part === column && columns.includes(whole),
    ) && spokenColumns(statement, clause).includes(column)
  return ({ column, op, from }) => {
    if (isOfOwn && op === 'share') return false
    if (isLeft && !from && column !== null && !leftWords.test(column.name.replaceAll('_', ' '))) return false
    if (from?.isPercent) return wholes.length === 0 || wholes.includes(from.of[0])
    // “a third of the trips were late” is a part of the trips, and not of those that were late.
    if (op === 'share' && column !== null && isPartOf(column, wholes)) return false
    if (op === 'ratio' || op === 'share' || op === 'change' || op === 'rank') return true
    if (from) return columns.length === 0 || columns.some((one) => from.of.includes(one))
    if (columns.length === 0) {
      if (counted.length === 0 || column === null || op === 'count') return true
      const own = [...column.concepts].filter((concept) => things.has(concept))
      const isRelated = isFollowedBy(statement, end, column)
      const isNamed = isRelated || counted.some((thing) => thingsIn(column.step.sql).has(thing))
      return own.length === 0 || isNamed || counted.some((one) => own.includes(one))
    }
    if (op === 'count') {
      // “seven overdue invoices” counts invoices, whatever column says how long they are overdue.
      const head = spoken.findLast((one) => one.length > 0) ?? []
      return head.every(({ role }) => role !== 'number')
    }
    // A column whose name says nothing, such as “quantity”, may count anything that another result counts.
    if (column !== null && isVague(column) && columns.every(({ step }) => step !== column.step)) return true
    return (
      column === null ||
      columns.includes(column) ||
      columns.some((one) => one.name === column.name) ||
      isPartSpoken(column) ||
      (stems.length === 1 && stems.some((stem) => speaksOf({ stem }, column)))
    )
  }
}

const notNoun =
  /^(?:times?|mal|veces|fois|an?|ha[sd]|have|is|are|was|were|with|of|in|and|that|which|who|for|from|to|by|at|on|as|more|fewer|less|higher|lower|than|each|per|but|or)$/i

/** The columns that most of the words speak of: “open tickets” are not closed ones. */
function mostSpoken(spoken: readonly (readonly FactColumn[])[]): FactColumn[] {
  const counts = new Map<FactColumn, number>()
  for (const column of spoken.flat()) counts.set(column, (counts.get(column) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return [...counts].filter(([, count]) => count === most).map(([column]) => column)
}

/** Up to two words after a figure, before a verb or a preposition. */
function nounsOf(after: string, { facts }: Statement): string[] {
  const isOfPoints = facts.numbers.some(({ isPercent, isFraction }) => isPercent || isFraction)
  const words = (isOfPoints ? after.replace(/^(?:percentage )?points?(?= |$)/i, '').trim() : after)
    .split(/[\s-]/)
    .filter(Boolean)
  // “5 exceeded” doesn't count what exceeded; “5 closed ones” counts what is closed.
  const isVerb = (word: string): boolean =>
    /^\p{L}{3,40}ed$/u.test(word) && !facts.columns.some((column) => speaksOf({ stem: stemOf(word) }, column))
  const end = words.findIndex((word, at) => notNoun.test(word) || isVerb(word) || (at > 0 && pastVerb.test(word)))
  return (end < 0 ? words : words.slice(0, end)).slice(0, 2).map(stemOf)
}

/** “55 customers cancelled” are cancellations. */
function isFollowedBy({ words }: Statement, end: number, { stems }: FactColumn): boolean {
  const next = words.filter(({ start }) => start >= end).slice(0, 4)
  return next.some(
    ({ stem }) => stem.length >= rootLength && [...stems].some((own) => own.startsWith(stem.slice(0, rootLength))),
  )
}

const rootLength = 5

/** The things that SQL names. */
function thingsIn(sql: string): Set<string> {
  return new Set((sql.match(/\p{L}+/gu) ?? []).flatMap((word) => [...conceptsOf(stemOf(word))]))
}

function isVague({ stems, concepts }: FactColumn): boolean {
  return stems.size === 0 || concepts.has('quantity')
}

/** Whether the sentence speaks of the columns that a figure follows from, and of how it does. */
function fitsRelation(
  statement: Statement,
  { from, spoken }: { from: DerivedColumn; spoken: readonly FactColumn[] },
): boolean {
  const { text, facts } = statement
  const { relation, of } = from
  if (relation === 'gap' && speaksOfProfit(facts, text) && profits(facts).includes(from)) return true
  if (!relationWords[relation].test(withoutNames(statement))) return false
  // “sold half of its seats” isn't about the cancelled ones.
  const named = spokenColumns(statement, { start: 0, end: text.length })
  const isOther =
    partRelations.has(relation) &&
    !named.includes(of[1]) &&
    facts.derived.some((other) => other.relation === relation && other.of[0] === of[0] && named.includes(other.of[1]))
  if (isOther) return false
  if (relation === 'days') return true
  if (relation === 'gap' && netWords.test(text)) return true
  // “He is 100,000 short”: of the only goal there is.
  if (
    relation === 'gap' &&
    named.length === 0 &&
    of.some(({ concepts }) => concepts.has('target') || concepts.has('budget'))
  )
    return true
  if (relation === 'gap')
    return of.every((one) => spoken.includes(one)) || (of.some((one) => spoken.includes(one)) && isMoney(of[0]))
  return spoken.length === 0 || of.some((one) => spoken.includes(one))
}

/** The text without its names: “Open Doors” says nothing of what is open. */
function withoutNames({ text, names }: Statement): string {
  return names
    .filter(({ isDate }) => !isDate)
    .reduce((left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end), text)
}

const netWords = /(?<!\p{L})(?:net|netto|netos?|nette?)(?!\p{L})/iu

/**
 * “1,100 calls were answered” is a figure of the answered ones, and not of all calls.
 * @returns the two columns; null if the sentence doesn't speak of a whole and its part
 */
export function partMeant(
  { words, facts, text }: Statement,
  { end }: Pick<Mention, 'end'>,
): { whole: FactColumn; part: FactColumn } | null {
  const [noun, verb, predicate, next] = words.filter(({ start }) => start >= end)
  if (
    !noun ||
    !verb ||
    !predicate ||
    noun.start > end + 2 ||
    !/^(?:is|are|was|were|got|wurden|werden|fueron|ont)$/i.test(verb.text)
  )
    return null
  if (/[,;.]/.test(text.slice(end, predicate.start))) return null
  const pair = facts.derived.find(
    ({ relation, of: [whole, part] }) =>
      relation === 'rest' &&
      speaksOf(noun, whole) &&
      !speaksOf(noun, part) &&
      [predicate, next].some((word) => word !== undefined && speaksOf(word, part)),
  )
  return pair ? { whole: pair.of[0], part: pair.of[1] } : null
}

/** “refuses more prescriptions than”: the refused ones, if the sentence speaks of that part of the whole. */
export function partsSpoken(
  statement: Statement,
  { columns, clause }: { columns: readonly FactColumn[]; clause: Clause },
): readonly FactColumn[] {
  const spoken = spokenColumns(statement, clause)
  const parts = statement.facts.derived.flatMap(({ relation, of: [whole, part] }) =>
    relation === 'rest' && columns.includes(whole) && !columns.includes(part) && spoken.includes(part) ? [part] : [],
  )
  return parts.length > 0 ? parts : columns
}

/** A figure whose clause speaks of other columns only isn't theirs. */
export function fitsColumn(statement: Statement, mention: Mention): (meaning: Meaning) => boolean {
  const clause = clauseAt(statement, mention.start)
  const figures = figuresIn(statement, { start: 0, end: statement.text.length })
  const among = statement.facts.columns.filter(({ role }) => role === 'number' || role === 'id')
  const unqualified = statement.words.filter((word) => !isQualifier(statement, word))
  const words = wordsApartFromNames(statement).filter(
    (word) => unqualified.includes(word) && !isBesideAnother(statement, mention, word),
  )
  const near = spokenColumns({ ...statement, words }, clause, among)
  const spoken =
    near.length > 0 || figures.length > 1
      ? near
      : spokenColumns({ ...statement, words: unqualified }, { start: 0, end: statement.text.length }, among)
  const all = allSpokenColumns(statement)
  const speaking = words.filter((word) => isWithin(word, clause) && spoken.some((one) => speaksOf(word, one)))
  // “79 of the 108 cancelled trips”: both are cancelled trips.
  const ofNext = isPartOfNext(statement, mention) ? spokenColumns(statement, clause, among) : []
  // “56 of the 850 patients”: the figure before is a part of the whole.
  const before = statement.mentions.findLast(({ end }) => end <= mention.start)?.meanings ?? []
  const hasPart = (whole: FactColumn): boolean =>
    statement.facts.derived.some(
      ({ relation, of: [one, other] }) =>
        (relation === 'rest' || relation === 'gap') && one === whole && before.some(({ column }) => column === other),
    )
  const part = partMeant(statement, mention)
  const isWhole = wholeBefore.test(textBefore(statement.text, mention.start))
  const isInDigits = /\d/.test(textOf(statement, mention))
  return ({ column, op, from }) => {
    if (column !== null && !isOfPeriod(statement, from?.of ?? [column])) return false
    if (column !== null && !from && !isOfDateAfter(statement, mention, column)) return false
    if (isWhole && (op === 'cell' || op === 'sum') && column !== null && (all.includes(column) || hasPart(column)))
      return true
    if (op === 'sum' && column !== null && ofNext.includes(column)) return true
    if (part !== null && op === 'cell' && column === part.whole) return false
    if (from) return fitsRelation(statement, { from, spoken: all })
    if (column === null || op === 'count' || isOfTwo(mention, op)) return true
    if (column.role === 'id') return spoken.includes(column) || /\bids?\b|\bnumber\b/i.test(textOf(statement, clause))
    if (column.role !== 'number') return true
    if (column.stems.size === 0 && vagueBefore.test(textBefore(statement.text, mention.start))) return true
    const own = spoken.filter((one) => one.step === column.step && mayHold(statement, mention, one))
    const isOfOtherKind = own.length === 0 && spoken.some(({ step }) => step === column.step)
    if (isOfOtherKind && op === 'cell' && isInDigits && mayHold(statement, mention, column)) return true
    if (own.length === 0 && (isVague(column) || spoken.every(({ step }) => step.result.rows.length <= 1)))
      return spoken.length === 0 || column.step.result.rows.length > 1
    if (spoken.some((one) => one === column || one.name === column.name)) return true
    // “the most solar power, at 310,000 kWh”: the unit is in the names of several columns.
    const isUnit = speaking.length > 0 && speaking.every((word) => speaksOf(word, column))
    return spoken.length > 1 && isUnit && all.includes(column)
  }
}

/** A reference to a difference or a ratio may be of two columns, and a meaning has only the first one. */
function isOfTwo({ isTyped }: Mention, op: Meaning['op']): boolean {
  return !isTyped && (op === 'diff' || op === 'ratio')
}

/** “150 of its 200 seats”: `partsOfWholesFit` compares both. */
const wholeBefore = /\d\s(?:of|out of|von|sur|de)\s(?:the |its |his |her |their )?[$€£]?$/iu

/** “48,210 across 12 orders”: the orders are those of the other figure. */
function isBesideAnother({ mentions, text }: Statement, mention: Mention, word: SentenceWord): boolean {
  return mentions.some(
    (other) =>
      other !== mention &&
      other.kind !== 'text' &&
      ((word.start - other.end >= 0 && word.start - other.end <= 2 && !isJoint(text, mention, other)) ||
        // “14 units against a stock of 100”: the stock is that of the other figure.
        (word.start >= mention.end && isOfNext(text, { from: mention.end, word, next: other.start }))),
  )
}

/** A figure in percent isn't in a column of amounts, and one in dollars isn't in a column of counts. */
function mayHold({ text }: Statement, { kind, start, end }: Mention, column: FactColumn): boolean {
  if (kind === 'percent') return column.isPercent || column.isFraction
  const isAmount =
    moneyBefore.test(textBefore(text, start)) ||
    (forBefore.test(textBefore(text, start)) && /^(?:[.,;)]|$)/.test(text.slice(end)))
  return !isAmount || isMoney(column)
}

/** “for 415”, “worth $20”. */
const moneyBefore = /[$€£¥]\s?$|(?<!\p{L})(?:worth|costing) $/iu
const forBefore = /(?<!\p{L})for $/iu

/** “its overdue invoices”: which rows are meant, and not which of their numbers. */
function isQualifier({ words, facts, text }: Statement, word: SentenceWord): boolean {
  const next = words[words.indexOf(word) + 1]
  return (
    next !== undefined &&
    text.slice(word.end, next.start) === ' ' &&
    !facts.numbers.some((column) => speaksOf(next, column)) &&
    facts.columns.some(({ role, stems }) => role === 'name' && stems.has(next.stem))
  )
}

/** “2.8 and 3.1 days”: both are days. */
function isJoint(text: string, { end }: Mention, { start }: Mention): boolean {
  return start >= end && /^\s?(?:and|or|to|und|y|et|–|-)\s?[$€£]?$/iu.test(text.slice(end, start))
}

/** Whether a word between two figures belongs to the second one. */
function isOfNext(text: string, { from, word, next }: { from: number; word: SentenceWord; next: number }): boolean {
  if (word.end > next) return false
  const after = text.slice(word.end, next)
  return ofNext.test(after) || (!/[,;]/.test(after) && againstBefore.test(text.slice(from, word.start)))
}

const ofNext = /^\s(?:of|is|was|at|were|are)?\s?[$€£]?$/iu
const againstBefore = /(?<!\p{L})(?:against|versus|vs\.?|compared (?:to|with))\s(?:\p{L}+\s){0,2}$/iu

/** Of columns of months or quarters, only those that a sentence names are meant, if it names any. */
function isOfPeriod({ facts, text }: Statement, columns: readonly FactColumn[]): boolean {
  if (!columns.some((column) => isPartOfYear(column))) return true
  const meant = columnsOfPeriods(facts.numbers, text)
  return meant.length === facts.numbers.length || columns.every((column) => meant.includes(column))
}

/** “from 5 in Q1 to 9 in Q3”: the columns of periods, each for its own figure. */
function isOfDateAfter({ facts, text }: Statement, { end }: Mention, column: FactColumn): boolean {
  const after = dateAfter.exec(text.slice(end, end + 40))
  if (!after) return true
  const meant = columnsOfPeriods(facts.numbers, after[1] ?? '')
  return meant.length === facts.numbers.length || meant.includes(column)
}

const dateAfter =
  /^\s?(?:%|percent|points?|million|thousand|billion)?\s?(?:in|for|during)\s(\p{L}*\s?\d{0,4})(?![\d.,]*\d)/iu

/** Whether a figure is right before “of the” and another one: “79 of the 108 cancelled trips”. */
export function isPartOfNext({ mentions, text }: Statement, mention: Mention): boolean {
  const next = mentions.find(({ start }) => start >= mention.end)
  return next !== undefined && isOf.test(text.slice(mention.end, next.start))
}

const isOf = /^\s(?:of|out of|von|de|des|der)\s(?:the |all |den |las |los |les )*$/iu

const pastVerb = /^(?:\p{L}+ed|sold|made|won|lost|saw|got|took|paid|spent|drew|left|had|came|went)$/iu

/** The words that don't belong to a name: “NC-17 films” are what is measured, not how many there are. */
function wordsApartFromNames({ words, names, text }: Statement): Statement['words'] {
  return words.filter(
    (word) =>
      !perBefore.test(textBefore(text, word.start)) &&
      (pastVerb.test(word.text) ||
        !names.some(({ end, isDate }) => !isDate && word.start - end >= 0 && word.start - end <= 1)),
  )
}

/** “$300 per trip” isn't a number of trips. */
const perBefore = /(?<!\p{L})(?:per|pro|je|par|por)\s$|\d\san?\s$/iu

const vagueBefore =
  /\b(?:worth|amount\p{L}*|values?|valued|totals?|totalling|totaling|paid|sum|brought in|came to)\b.{0,12}$/iu
