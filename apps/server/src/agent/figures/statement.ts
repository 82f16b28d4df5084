import { remember } from '../../lib/remember.ts'
import type { NumberKind } from '../numbers.ts'
import { wordsIn, type SentenceWord } from './concepts.ts'
import { columnsNamed, columnsOfPeriods } from './columns-named.ts'
import { speaksOf, type FactColumn, type Facts } from './facts.ts'
import { isPartOfYear } from './unpivot.ts'
import { isLaterThan } from './related-columns.ts'
import type { Meaning } from './meaning.ts'
import type { NamedRows } from './named-rows.ts'
import { clausesOf, type Clause } from './sentences.ts'

/** A figure of a sentence, referenced or typed. */
export interface Mention {
  /** Its position in the sentence. */
  start: number
  end: number
  isTyped: boolean
  /** What a typed number claims; `text` for a reference to a text. */
  kind: NumberKind | 'text'
  /** Whether it only repeats a number of the question. */
  isStated: boolean
  /** The ways in which it follows from the rows; a reference has one. */
  meanings: readonly Meaning[]
  value: number | null
  /** What a reference selects its row by, if by the largest or smallest value: `{r1.country[max revenue]}`. */
  extreme?: { column: FactColumn; direction: 'high' | 'low' }
}

/** A sentence with everything that is known about it. */
export interface Statement {
  text: string
  mentions: readonly Mention[]
  names: readonly NamedRows[]
  facts: Facts
  words: readonly SentenceWord[]
  clauses: readonly Clause[]
  /** Whether a word occurs in the question, the schema, or the rows. */
  isKnown: (word: string) => boolean
  /** The words of the question. */
  question: string
  /** Parts that a check has found to be true, which no other check needs to judge. */
  settled: readonly Clause[]
}

/** @returns why the sentence is wrong, in words for the model; null if nothing contradicts it */
export type Check = (statement: Statement) => string | null

export function statementOf(parts: Omit<Statement, 'words' | 'clauses' | 'settled'>): Statement {
  const { text } = parts
  const words = wordsIn(text).filter(({ start, end }) => !inTotal.test(text.slice(Math.max(0, start - 4), end)))
  return { ...parts, settled: [], words, clauses: wholeClauses(parts) }
}

/** “9,300 in total” names no column of totals. */
const inTotal = /(?:^|\s)in total$/iu

/** Clauses that don't end inside of a name, or between names that belong together. */
function wholeClauses({ text, names }: Pick<Statement, 'text' | 'names'>): Clause[] {
  const groups = groupsOf({ text, names })
  const clauses: Clause[] = []
  for (const { start, end } of clausesOf(text)) {
    const last = clauses.at(-1)
    if (last && groups.some((group) => group.start < last.end && group.end > start)) last.end = end
    else clauses.push({ start, end })
  }
  return clauses
}

export function clauseAt({ clauses, text }: Statement, at: number): Clause {
  return clauses.find(({ start, end }) => at >= start && at <= end) ?? { start: 0, end: text.length }
}

/** Whether a check has found this part to be true. */
export function isSettled({ settled }: Statement, part: Clause): boolean {
  return settled.some((one) => isWithin(part, one))
}

export function isWithin(one: Clause, { start, end }: Clause): boolean {
  return one.start >= start && one.end <= end
}

export function textOf({ text }: Statement, { start, end }: Clause): string {
  return text.slice(start, end)
}

/** The columns of numbers that a part of the sentence speaks of; of similar columns, those that more of its words name. */
export function spokenColumns(
  { words, facts, text }: Statement,
  part: Clause,
  among: readonly FactColumn[] = facts.numbers,
): FactColumn[] {
  const named = columnsNamed(
    words.filter((word) => isWithin(word, part)),
    among,
  )
  const near = columnsOfPeriods(named, text.slice(part.start, part.end))
  return [...(near.length < named.length ? near : columnsOfPeriods(named, text))]
}

/** A statement about one part of the sentence only; positions stay the same. */
export function onlyWithin(statement: Statement, part: Clause): Statement {
  const { text, names, mentions, words } = statement
  return {
    ...statement,
    text: ' '.repeat(part.start) + text.slice(part.start, part.end),
    names: names.filter((name) => isWithin(name, part)),
    mentions: mentions.filter((mention) => isWithin(mention, part)),
    words: words.filter((word) => isWithin(word, part)),
  }
}

/** The columns of numbers that any word of the sentence speaks of, for what follows from two of them. */
export function allSpokenColumns({ words, facts }: Statement): FactColumn[] {
  return facts.spokenOf(words, facts.numbers)
}

const wordsOfQuestion = remember(wordsIn, { most: 20, longestText: 4_000 })

/** The columns that a claim may be about: those that its clause speaks of, else its sentence, else the question, else all. */
export function columnsFor(
  statement: Statement,
  part: Clause,
  among: readonly FactColumn[] = statement.facts.numbers,
): FactColumn[] {
  const isOfMany = ({ step }: FactColumn): boolean => step.result.rows.length > 1
  const hasMany = among.some(isOfMany)
  const near = spokenColumns(statement, part, among)
  if (near.some(isOfMany) || (near.length > 0 && !hasMany)) return near
  const spoken = spokenColumns(statement, { start: 0, end: statement.text.length }, among)
  if (spoken.some(isOfMany) || (spoken.length > 0 && !hasMany)) return spoken
  const asked = wordsOfQuestion(statement.question)
  // A question may speak of the columns of one result only, and the sentence of another result.
  return statement.facts.steps.flatMap((step) => {
    const own = among.filter((column) => column.step === step)
    const wanted = own.filter((column) => asked.some((word) => speaksOf(word, column)))
    return [...ofPeriod(wanted.length > 0 ? wanted : own, statement.text)]
  })
}

/** Of columns of several periods: those of the years that a text names, else the latest ones. */
export function ofPeriod(columns: readonly FactColumn[], text: string): readonly FactColumn[] {
  const named = columnsOfPeriods(columns, text)
  if (named !== columns || severalPeriods.test(text)) return named
  return columns.filter((one) => {
    const own = columns.filter(({ step }) => step === one.step)
    const isLatest = !own.some((other) => isLaterThan(other, one))
    const others = own.filter((other) => isLaterThan(other, one) || isLaterThan(one, other))
    // Of more than two months, none is the one that is meant.
    return isLatest || (others.length > 1 && isPartOfYear(one))
  })
}

const severalPeriods =
  /(?<!\p{L})(?:both|each|every|all|was|were|had|used to|before|previous\p{L}*|beide\p{L}*|ambos|deux)(?!\p{L})/iu

/** Names with only a word such as “and” between them. */
export interface NameGroup {
  start: number
  end: number
  names: NamedRows[]
}

const joint =
  /^(?:[\s,*_"“”'’()[\]&/]|\b(?:and|und|y|e|et|the|der|die|das|los|las|le|la|les|il|o|os|in|of|von|de|with|or|plus|both)\b){0,8}$/i

export function groupsOf({ text, names }: Pick<Statement, 'text' | 'names'>): NameGroup[] {
  const groups: NameGroup[] = []
  for (const name of names) {
    const last = groups.at(-1)
    const between = last ? text.slice(last.end, name.start) : ''
    const isJoined = last !== undefined && (name.start < last.end || (between.length < 40 && joint.test(between)))
    if (last && isJoined && sameColumn(last, name)) {
      last.names.push(name)
      last.end = Math.max(last.end, name.end)
    } else if (!(last && name.start < last.end)) {
      groups.push({ start: name.start, end: name.end, names: [name] })
    } else {
      last.names.push(name)
    }
  }
  return groups
}

function sameColumn({ names }: NameGroup, name: NamedRows): boolean {
  return names.some((one) => one.step === name.step && one.column === name.column)
}

/** The rows that several names have in common: any of the names of a column, and of each column. */
export function commonRows(names: readonly NamedRows[], step: string): number[] | null {
  const byColumn = new Map<number, Set<number>>()
  for (const name of names.filter((one) => one.step === step)) {
    const rows = byColumn.get(name.column) ?? new Set<number>()
    for (const row of name.rows) rows.add(row)
    byColumn.set(name.column, rows)
  }
  const [first, ...others] = [...byColumn.values()]
  if (!first) return null
  return [...first].filter((row) => others.every((rows) => rows.has(row)))
}

/** The rows of a group in a step; names of the same thing in several columns count as one. */
export function rowsOf({ names }: NameGroup, step: string): number[] {
  return [...new Set(names.filter((one) => one.step === step).flatMap(({ rows }) => rows))]
}

const exceptWords = /\b(?:except|apart from|other than|außer|excepto|salvo|sauf|tranne)\b/i

/** The names that a figure at this place is about: those in its clause, else the ones before it, else after it. */
export function namesFor(statement: Statement, place: Clause): NamedRows[] {
  const { names } = statement
  const clause = clauseAt(statement, place.start)
  const except = exceptWords.exec(statement.text)?.index ?? statement.text.length
  const outside = names.filter((name) => (name.end <= place.start || name.start >= place.end) && name.start < except)
  const near = outside.filter((name) => isWithin(name, clause))
  const things = near.filter(({ isDate }) => !isDate)
  const earlier = outside.filter((name) => name.end <= clause.start + 1)
  if (things.length > 0) {
    const isOther = (name: NamedRows): boolean =>
      things.every(
        ({ step, column, rows }) =>
          step === name.step && column !== name.column && rows.some((row) => name.rows.includes(row)),
      )
    // “Beta had 75 high and 105 low ones”: both figures are of Beta.
    const owner = earlier.findLast((name) => !name.isDate && name.rows.length > 1 && isOther(name))
    return [
      ...near,
      ...(owner && things.every(({ rows }) => rows.length > 1) ? [owner] : []),
      ...earlierOf(earlier, (name) => name.isDate && !near.some(({ isDate }) => isDate)),
    ]
  }
  const groups = groupsOf({ text: statement.text, names: earlier.filter(({ isDate }) => near.length === 0 || !isDate) })
  const last = groups.at(-1)
  const before = last
    ? [...last.names, ...earlierOf(earlier, (name) => !last.names.includes(name) && !sameColumn(last, name))]
    : []
  if (near.length + before.length > 0) return [...near, ...before]
  return groupsOf({ text: statement.text, names: outside.filter((name) => name.start >= clause.end) })[0]?.names ?? []
}

function earlierOf(names: readonly NamedRows[], keep: (name: NamedRows) => boolean): NamedRows[] {
  return names.filter(keep).slice(-3)
}

/** Mentions that say something about rows. */
export function figuresIn({ mentions }: Statement, part: Clause): Mention[] {
  return mentions.filter((one) => isWithin(one, part) && one.kind !== 'text')
}

const negations =
  /\b(?:not|never|no longer|isn't|wasn't|aren't|weren't|doesn't|don't|didn't|hasn't|haven't|cannot|nicht|kein\p{L}*|nie|jamás|nunca|pas|non)\b|n['’]t\b|\bno (?=(?:es|son|tiene|tuvo|fue|hubo|está)\b)/iu

export function isNegated(words: string): boolean {
  return negations.test(words.replaceAll(/\bnot only\b/gi, ''))
}
