import type { FactColumn } from '../facts.ts'
import type { Clause } from '../sentences.ts'
import { partsSpoken } from './column-fit.ts'
import { no } from './conditions.ts'
import { contextsOf, numbersAt } from './contexts.ts'
import { derivedBeside, figuresBefore, relatedIn } from './dimensions.ts'
import { placesOf } from './placings.ts'
import { relationWords } from '../related-columns.ts'
import { comparatives, elliptic } from './comparative-words.ts'
import {
  clauseAt,
  columnsFor,
  groupsOf,
  isNegated,
  rowsOf,
  spokenColumns,
  textOf,
  type Check,
  type NameGroup,
  type Statement,
} from '../statement.ts'
import { matchesIn } from '../../../lib/matches-in.ts'

/** A word that says which of two things is more. */
interface Comparative extends Clause {
  isMore: boolean
  concept: string | null
  /** “ahead of” and “behind” follow the order of a ranking, in which the smallest number may be the best. */
  isOrder: boolean
}

const longestReach = 90
const mostClaims = 20

/** “Germany earned more than France”, “France, at 5, is ahead of Spain at 3”. */
export const comparisonsHold: Check = (statement) => {
  const groups = groupsOf(statement)
  let known: Compared | null = null
  for (const claim of comparativesIn(statement)) {
    const right = rightOf(statement, groups, claim)
    const left: NameGroup | undefined =
      sameAsBefore(statement.text, { known, claim }) ?? leftOf(groups, { claim, right })
    const others = othersAfter(statement.text.slice(claim.end, claim.end + longestReach))
    if (right && no.test(statement.text) && !groups.some(({ end }) => end <= claim.start)) {
      if (hasMore(statement, claim, right)) return wrong(claim, right)
      continue
    }
    if (!left || (!right && !others) || ofItself.test(statement.text.slice(claim.end))) continue
    if (compare(statement, claim, { left, right: others ? null : (right ?? null) }) === false) return wrong(claim, left)
    if (right && right !== left) known = { left, right, end: right.end }
  }
  if (known === null) return null
  for (const claim of ellipticIn(statement, known.end)) {
    const clause = clauseAt(statement, claim.start)
    if (groups.some(({ start, end }) => start >= known.end && start >= clause.start && end <= clause.end)) continue
    if (compare(statement, claim, known) === false) return wrong(claim, known.left)
  }
  return null

  function wrong({ isMore }: Comparative, left: NameGroup): string {
    return `The rows do not say that ${textOf(statement, left)} is ${isMore ? 'more' : 'less'}.`
  }
}

/** Two things that were compared, and where that ends. */
interface Compared {
  left: NameGroup
  right: NameGroup
  end: number
}

/** “more than B but fewer than C”: both are said of the same thing. */
function sameAsBefore(
  text: string,
  { known, claim }: { known: Compared | null; claim: Clause },
): NameGroup | undefined {
  const isNext =
    known !== null && /^,?\s(?:but|and|yet|though)\s(?:also\s)?$/iu.test(text.slice(known.end, claim.start))
  return isNext ? known.left : undefined
}

/** “No one has more than Germany”, although another row has. */
function hasMore(statement: Statement, claim: Comparative, right: NameGroup): boolean {
  const outcomes = statement.facts.numbers.flatMap((column): boolean[] => {
    const rows = rowsOf(right, column.step.id)
    if (rows.length === 0 || !isComparedBy(column, statement, claim)) return []
    const [own = 0] = numbersAt(column, rows)
    return [column.numbers.some((value) => value !== null && (claim.isMore ? value > own : value < own))]
  })
  return outcomes.length > 0 && outcomes.every(Boolean)
}

/** “exceeded its budget”: compared with another column, and not with another row. */
const ofItself = /^\s(?:its|their|his|her)(?!\p{L})/iu

function ellipticIn({ text }: Statement, from: number): Comparative[] {
  const found = elliptic.flatMap(({ pattern, isMore, concept = null }) =>
    matchesIn(text, pattern).map(({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
      isMore,
      concept,
      isOrder: false,
    })),
  )
  return found.filter(
    ({ start, end, concept }) =>
      start >= from &&
      !found.some((other) => other.concept !== null && concept === null && other.start <= start && other.end >= end),
  )
}

function comparativesIn({ text, names }: Statement): Comparative[] {
  const isName = (at: number): boolean => names.some(({ start }) => start === at)
  return comparatives
    .flatMap(({ pattern, isMore, concept = null, isOrder = false }) =>
      matchesIn(text, pattern)
        .filter(
          ({ 0: word, index }) =>
            isName(index + word.length + ' than '.length) ||
            isName(index + word.length + 1) ||
            !/^\s(?:(?:than|als|que|di|de)\s)?(?:doubled|tripled|twice|half|an?\s|one\s|two\s|three\s|\d|[$€£])/i.test(
              text.slice(index + word.length, index + word.length + 20),
            ),
        )
        .map(({ 0: word, index }) => ({ start: index, end: index + word.length, isMore, concept, isOrder })),
    )
    .slice(0, mostClaims)
}

/** What comes after “than”; else the next thing. */
function rightOf({ text }: Statement, groups: readonly NameGroup[], { end }: Clause): NameGroup | undefined {
  const after = groups.filter(({ start }) => start >= end && start - end < longestReach)
  return after.find(({ start }) => thanBefore.test(text.slice(Math.max(end, start - 40), start))) ?? after[0]
}

const thanBefore = /(?<!\p{L})(?:than|als|que|di|do que)\s(?:[\p{L}'’]+ ){0,4}$/iu

function leftOf(
  groups: readonly NameGroup[],
  { claim, right }: { claim: Clause; right: NameGroup | undefined },
): NameGroup | undefined {
  const earlier = groups.filter((group) => group.end <= claim.start)
  const isThing = ({ names }: NameGroup): boolean => names.some(({ isDate }) => !isDate)
  const isLike = ({ names }: NameGroup): boolean =>
    right !== undefined &&
    names.some((name) => right.names.some(({ step, column }) => step === name.step && column === name.column))
  // “more low than high”, “sales in Q4 were higher than in Q1”: both are of one column, whatever else is named.
  const alike =
    earlier.findLast(isLike) ?? groups.find((group) => group.start >= claim.end && group !== right && isLike(group))
  return alike ?? earlier.findLast(isThing) ?? earlier.at(-1)
}

const sumWords = /(?<!\p{L})(?:together|combined|zusammen|juntos|ensemble|insieme)(?!\p{L})/iu
const totalScope = /(?<!\p{L})(?:in total|overall|altogether|put together|insgesamt|en total|au total)(?!\p{L})/iu

/** “than all others together”, “than any other country”. */
function othersAfter(text: string): boolean {
  return /(?<!\p{L})(?:than|als|que) (?:(?:in|at|on|for|with|from) )?(?:(?:all|any|every|everyone|anyone|anybody|the|alle|todos|tous) ){0,2}(?:of )?(?:the )?(?:others?|else|rest|anderen?|demás|autres)(?!\p{L})/iu.test(
    text,
  )
}

function compare(
  statement: Statement,
  claim: Comparative,
  { left, right }: { left: NameGroup; right: NameGroup | null },
): boolean | null {
  const { facts, text } = statement
  const masked = facts.columns.filter(({ role }) => role === 'masked')
  const isMasked = spokenColumns(statement, { start: 0, end: text.length }, masked).length > 0
  if (isMasked && spokenColumns(statement, { start: 0, end: text.length }).length === 0) return false
  const from = right === left || left.start > claim.start
  const second = from ? groupsOf(statement).find((group) => group.start > left.end) : right
  const clause = clauseAt(statement, claim.start)
  const previous = clauseAt(statement, Math.max(0, clause.start - 2))
  const before = right === null ? figuresBefore(statement, claim) : derivedBeside(statement, previous)
  const places = claim.isOrder ? placesIn(statement) : []
  const [related = []] = [before, places, relatedIn(statement, clause)].filter((columns) => columns.length > 0)
  const compared =
    related.length > 0
      ? related
      : [...facts.numbers, ...facts.days].filter((column) => isComparedBy(column, statement, claim))
  const outcomes = compared.flatMap((column): (boolean | null)[] => {
    const ownRows = rowsOf(left, column.step.id)
    const otherRows = second
      ? rowsOf(second, column.step.id)
      : column.numbers.flatMap((_, row) => (ownRows.includes(row) ? [] : [row]))
    if (ownRows.length === 0 || otherRows.length === 0 || (!second && !column.isComplete)) return []
    const isTotal = totalScope.test(text)
    const isSummed = isTotal || sumWords.test(text.slice(claim.end))
    const isLeftSummed = isTotal || sumWords.test(text.slice(left.start, claim.start))
    const isLoss = lossWords.test(text) && areNegative(column, [...ownRows, ...otherRows])
    const isMore = isLoss || (claim.isOrder && isAscending(column)) ? !claim.isMore : claim.isMore
    const wanted = (one: number, two: number): boolean => (isMore ? one > two : one < two)
    const parts = contextsOf(statement, { left, right: second ?? null, column }).map((context) => ({
      own: numbersAt(column, context === null ? ownRows : ownRows.filter((row) => context.includes(row))),
      other: numbersAt(column, context === null ? otherRows : otherRows.filter((row) => context.includes(row))),
    }))
    if (parts.some(({ own, other }) => own.length === 0 || other.length === 0)) return [null]
    return [
      parts.every(({ own, other }) => {
        const ones = isLeftSummed ? [sumOf(own)] : own
        const twos = isSummed ? [sumOf(other)] : other
        return ones.every((one) => twos.every((two) => wanted(one, two)))
      }),
    ]
  })
  if (outcomes.length === 0) return null
  const isNot = isNegated(textOf(statement, clauseAt(statement, claim.start)))
  if (isNot) return outcomes.every((one) => one === true) ? false : null
  if (outcomes.includes(true)) return true
  return outcomes.every((one) => one === false) ? false : null
}

/** “beat”, “ahead of”: by the places of a competition, if the rows have them. */
function placesIn({ facts }: Statement): FactColumn[] {
  return facts.steps.flatMap((step) => placesOf(facts, step) ?? [])
}

/** “A larger loss” is a smaller number. */
const lossWords = /(?<!\p{L})(?:loss|losses|deficit|shortfall|verlust|pérdida|perte|perdita)(?!\p{L})/iu

function areNegative(column: FactColumn, rows: readonly number[]): boolean {
  return numbersAt(column, rows).every((value) => value < 0)
}

/** Whether a ranking begins with the smallest number, as in a race. */
export function isAscending({ numbers }: FactColumn): boolean {
  return (
    numbers.length > 2 &&
    numbers.every((value, at) => at === 0 || (value ?? Number.NaN) >= (numbers[at - 1] ?? Number.NaN)) &&
    numbers[0] !== numbers.at(-1)
  )
}

function isComparedBy(column: FactColumn, statement: Statement, { concept, start, end }: Comparative): boolean {
  const { numbers, days } = statement.facts
  if (concept !== null && [...numbers, ...days].some(({ concepts }) => concepts.has(concept)))
    return column.concepts.has(concept)
  const noun = spokenColumns(statement, { start: end, end: end + 30 })
  const clause = clauseAt(statement, start)
  const near = noun.some(({ step }) => step === column.step) ? partsSpoken(statement, { columns: noun, clause }) : []
  const spoken = near.length > 0 ? near : columnsFor(statement, clause)
  return spoken.some((one) => one.name === column.name)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0)
}

const almostSame =
  /(?<!\p{L})(?:almost|nearly|roughly|about|virtually|practically|fast|casi|presque) (?:exactly )?(?:the same|equal|identical|tied|level|gleich|el mismo|la misma|le même)/iu

/** Whether numbers differ by a few percent. */
function areClose(values: readonly number[]): boolean {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return most > 0 && (most - least) / most <= 0.05
}

const sameWords =
  /(?<!\p{L})(?:the same|equal(?:ly)?|tied?|share[sd]? (?:the )?(?:first|second|third|fourth|fifth|last|top)|(?<=(?:is|are|was|were|drew) )level|on par|identical|gleich\p{L}*|dieselbe\p{L}*|el mismo|la misma|le même|lo stesso)(?!\p{L})/iu

/** “A and B have the same number of orders”, although they don't. */
export const tiesHold: Check = (statement) => {
  const { text, facts, names } = statement
  if (!sameWords.test(text) || isNegated(text)) return null
  const group = groupsOf(statement).find((one) => new Set(one.names.map(({ start }) => start)).size > 1)
  if (!group) return null
  const columns = facts.columns.filter(
    ({ step, role, index }) =>
      (role === 'number' || role === 'time') &&
      group.names.some((name) => name.step === step.id && name.column !== index),
  )
  const near = spokenColumns(statement, { start: 0, end: text.length }, columns)
  const outcomes = (near.length > 0 ? near : columns).map((column) => {
    const rows = rowsOf(
      { ...group, names: names.filter((name) => name.start >= group.start && name.end <= group.end) },
      column.step.id,
    )
    const values = new Set(rows.map((row) => String(column.step.result.rows[row]?.[column.index] ?? null)))
    return {
      column,
      isSame:
        rows.length < 2 ||
        values.size === 1 ||
        (almostSame.test(text) && areClose([...values].map(Number))) ||
        (/\byear\b/i.test(text) && new Set([...values].map((one) => one.slice(0, 4))).size === 1),
    }
  })
  return outcomes.length > 0 && outcomes.every(({ isSame }) => !isSame) ? 'They do not have the same value.' : null
}

/** “from 5 to 9”, “between 5 and 9”: the smallest and the largest number of a column. */
export const rangesHold: Check = (statement) => {
  const { text, mentions, facts } = statement
  const match =
    /\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied)|stay(?:s|ed)?|go|goes|runs?|spans?|lie|lies|lay|(?:is|are|was|were)(?= between\b)|reich\p{L}*|liegen|liegt|lagen|lag|oscilan?|van|vont|est compris|sont compris)\b[^.;]{0,40}?\b(?:from|between|von|zwischen|de|entre)\s/iu.exec(
      text,
    )
  if (!match) return null
  const [low, high, ...more] = mentions.filter(
    ({ start, kind, value }) => start >= match.index && (kind === 'value' || kind === 'percent') && value !== null,
  )
  if (!low || !high || more.length > 0 || statement.names.some((name) => !name.isDate && name.end <= match.index))
    return null
  const derived = facts.derived.filter(({ relation }) => relationWords[relation].test(text))
  const isTrue = [...facts.numbers, ...derived].some((column) => {
    const known = column.numbers.filter((one) => one !== null)
    return (
      column.isComplete &&
      isAmong(low.meanings, column, Math.min(...known)) &&
      isAmong(high.meanings, column, Math.max(...known))
    )
  })
  return isTrue ? null : 'This is not the range of the column.'
}

function isAmong(meanings: Statement['mentions'][number]['meanings'], column: FactColumn, value: number): boolean {
  return meanings.some(
    (one) =>
      (one.from === column ||
        (one.from === undefined && one.column?.step === column.step && one.column.index === column.index)) &&
      isValue(one.value, column, value),
  )
}

/** A fraction may be written in percent. */
function isValue(written: number | null, { isFraction }: FactColumn, value: number): boolean {
  return written === value || (isFraction && written !== null && Math.abs(written - value * 100) < 1e-9)
}
