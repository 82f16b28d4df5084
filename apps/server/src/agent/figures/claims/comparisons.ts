import { approximateWords, nearlyWords } from '../cues.ts'
import type { FactColumn } from '../facts.ts'
import type { Clause } from '../sentences.ts'
import { textBefore } from '../../plain-text.ts'
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

/** A word that says which of two things is more. */
interface Comparative extends Clause {
  isMore: boolean
  concept: string | null
}

const comparatives: { pattern: RegExp; isMore: boolean; concept?: string }[] = [
  {
    pattern:
      /(?<!\p{L})(?:more|higher|larger|greater|bigger|better|stronger|mehr|höher\p{L}*|größer\p{L}*|besser|más|mayor(?:es)?|plus|più|maior(?:es)?|mais)(?= (?:[\p{L}-]+ ){0,5}?(?:than|als|que|di|do que|of)(?!\p{L}))/giu,
    isMore: true,
  },
  {
    pattern:
      /\b(?:less|fewer|lower|smaller|weaker|worse|weniger|niedriger\p{L}*|kleiner\p{L}*|menos|menor(?:es)?|moins|meno)(?= (?:[\p{L}-]+ ){0,5}?(?:than|als|que|di|do que)\b)/giu,
    isMore: false,
  },
  { pattern: /(?<!\p{L})(?:cheaper|billiger|günstiger)(?= than\b| als\b)/giu, isMore: false, concept: 'price' },
  {
    pattern: /(?<!\p{L})(?:longer|länger)(?= (?:\p{L}+ ){0,3}(?:than|als)(?!\p{L}))/giu,
    isMore: true,
    concept: 'duration',
  },
  {
    pattern: /(?<!\p{L})(?:shorter|kürzer)(?= (?:\p{L}+ ){0,3}(?:than|als)(?!\p{L}))/giu,
    isMore: false,
    concept: 'duration',
  },
  { pattern: /\b(?:heavier|schwerer)(?= (?:than|als)\b)/giu, isMore: true, concept: 'weight' },
  { pattern: /\b(?:taller)(?= than\b)/giu, isMore: true, concept: 'height' },
  {
    pattern:
      /\b(?:ahead of|exceed(?:s|ed)?|outsold|beats?|surpass(?:es|ed)?|outperform(?:s|ed)?|overtook|above)(?= (?!\d))/giu,
    isMore: true,
  },
  { pattern: /\b(?:behind|trails?|trailed|below|lags?)(?= (?!\d))/giu, isMore: false },
]
const longestReach = 90
const mostClaims = 20

/** “Germany earned more than France”, “France, at 5, is ahead of Spain at 3”. */
export const comparisonsHold: Check = (statement) => {
  const groups = groupsOf(statement)
  for (const claim of comparativesIn(statement)) {
    const left = leftOf(groups, claim)
    const right = groups.find(({ start }) => start >= claim.end && start - claim.end < longestReach)
    const others = othersAfter(statement.text.slice(claim.end, claim.end + longestReach))
    if (!left || (!right && !others)) continue
    if (compare(statement, claim, { left, right: others ? null : (right ?? null) }) === false) {
      return `The rows do not say that ${textOf(statement, left)} is ${claim.isMore ? 'more' : 'less'}.`
    }
  }
  return null
}

function comparativesIn({ text, names }: Statement): Comparative[] {
  const isName = (at: number): boolean => names.some(({ start }) => start === at)
  return comparatives
    .flatMap(({ pattern, isMore, concept = null }) =>
      [...text.matchAll(pattern)]
        .filter(
          ({ 0: word, index }) =>
            isName(index + word.length + ' than '.length) ||
            !/^\s(?:than|als|que|di|de)\s(?:doubled|tripled|twice|half|an?\s|one\s|two\s|three\s|\d|[$€£])/i.test(
              text.slice(index + word.length, index + word.length + 20),
            ),
        )
        .map(({ 0: word, index }) => ({ start: index, end: index + word.length, isMore, concept })),
    )
    .slice(0, mostClaims)
}

function leftOf(groups: readonly NameGroup[], { start, end }: Clause): NameGroup | undefined {
  const earlier = groups.filter((group) => group.end <= start)
  const things = earlier.filter(({ names }) => names.some(({ isDate }) => !isDate))
  const before = things.at(-1) ?? earlier.at(-1)
  // “There are more A than B”: both things come after the word.
  return before ?? (groups.length > 1 ? groups.find((group) => group.start >= end) : undefined)
}

/** “than all others together”, “than any other country”. */
function othersAfter(text: string): boolean {
  return /(?<!\p{L})(?:than|als|que) (?:(?:all|any|every|everyone|the|alle|todos|tous) ){0,2}(?:of )?(?:the )?(?:others?|else|rest|anderen?|demás|autres)(?!\p{L})/iu.test(
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
  const outcomes = facts.numbers.flatMap((column): (boolean | null)[] => {
    if (!isComparedBy(column, statement, claim)) return []
    const ownRows = rowsOf(left, column.step.id)
    const otherRows = second
      ? rowsOf(second, column.step.id)
      : column.numbers.flatMap((_, row) => (ownRows.includes(row) ? [] : [row]))
    if (ownRows.length === 0 || otherRows.length === 0 || (!second && !column.isComplete)) return []
    const isSummed = /\b(?:together|combined|in total|put together|zusammen|juntos|ensemble|insieme)\b/i.test(
      text.slice(claim.end),
    )
    const isLeftSummed = /\b(?:together|combined|zusammen|juntos|ensemble|insieme)\b/i.test(
      text.slice(left.start, claim.start),
    )
    const own = numbersAt(column, ownRows)
    const other = numbersAt(column, otherRows)
    if (own.length === 0 || other.length === 0) return [null]
    const wanted = (one: number, two: number): boolean => (claim.isMore ? one > two : one < two)
    const ones = isLeftSummed ? [sumOf(own)] : own
    const twos = isSummed ? [sumOf(other)] : other
    return [ones.every((one) => twos.every((two) => wanted(one, two)))]
  })
  if (outcomes.length === 0) return null
  const isNot = isNegated(textOf(statement, clauseAt(statement, claim.start)))
  if (isNot) return outcomes.every((one) => one === true) ? false : null
  if (outcomes.includes(true)) return true
  return outcomes.every((one) => one === false) ? false : null
}

function isComparedBy(column: FactColumn, statement: Statement, { concept, start, end }: Comparative): boolean {
  if (concept !== null && statement.facts.numbers.some(({ concepts }) => concepts.has(concept)))
    return column.concepts.has(concept)
  const noun = spokenColumns(statement, { start: end, end: end + 30 })
  const clause = clauseAt(statement, start)
  const near = noun.some(({ step }) => step === column.step) ? noun : []
  const spoken = near.length > 0 ? near : columnsFor(statement, clause)
  return spoken.some((one) => one.name === column.name)
}

function numbersAt({ numbers }: FactColumn, rows: readonly number[]): number[] {
  return rows.flatMap((row) => numbers[row] ?? [])
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0)
}

const sameWords =
  /(?<!\p{L})(?:the same|equal(?:ly)?|tied?|level|on par|identical|gleich\p{L}*|dieselbe\p{L}*|el mismo|la misma|le même|lo stesso)(?!\p{L})/iu

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
        (/\byear\b/i.test(text) && new Set([...values].map((one) => one.slice(0, 4))).size === 1),
    }
  })
  return outcomes.length > 0 && outcomes.every(({ isSame }) => !isSame) ? 'They do not have the same value.' : null
}

const isMoreThan = /\b(?:more than|over|at least)\s$/i

/** “A has twice as many as B”: checked here because the words around the ratio say how exact it is. */
export const ratiosHold: Check = (statement) => {
  const { text } = statement
  const groups = groupsOf(statement)
  for (const mention of statement.mentions) {
    if (mention.kind !== 'ratio' || !mention.isTyped || mention.value === null) continue
    const written = mention.value
    const left = groups.findLast(({ end }) => end <= mention.start)
    const right = groups.find(({ start }) => start >= mention.end)
    const before = textBefore(text, mention.start)
    const ratios = columnsFor(statement, { start: 0, end: text.length }).flatMap((column) => {
      const [one, two] = [left, right].map((group) => (group ? numbersAt(column, rowsOf(group, column.step.id)) : []))
      return (one ?? []).flatMap((own) => (two ?? []).flatMap((other) => (other === 0 ? [] : [own / other])))
    })
    if (ratios.length === 0) {
      if (mention.meanings.length > 0 || /^\w*(?:doubl|tripl|quadrupl)/i.test(textOf(statement, mention))) continue
      return `${textOf(statement, mention)} does not follow from the rows.`
    }
    if (!ratios.some((ratio) => fitsRatio(ratio, written, before)))
      return `The ratio is not ${textOf(statement, mention)}.`
  }
  return null
}

/** Whether a ratio is what people call it: “almost twice” is below, “more than twice” is above. */
export function fitsRatio(ratio: number, written: number, before: string): boolean {
  if (isMoreThan.test(before)) return ratio >= written && ratio < written * 2
  if (nearlyWords.test(`${before.trimEnd()} `)) return ratio >= written * 0.85 && ratio <= written * 1.01
  const slack = approximateWords.test(`${before.trimEnd()} `) ? 0.1 : 0.05
  return Math.abs(ratio - written) <= written * slack
}

/** “from 5 to 9”, “between 5 and 9”: the smallest and the largest number of a column. */
export const rangesHold: Check = (statement) => {
  const { text, mentions, facts } = statement
  const match =
    /\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied)|stay(?:s|ed)?|go|goes|runs?|spans?|lie|lies|lay|reich\p{L}*|liegen|oscilan?|van|vont)\b[^.;]{0,40}?\b(?:from|between|von|zwischen|de|entre)\s/iu.exec(
      text,
    )
  if (!match) return null
  const [low, high, ...more] = mentions.filter(
    ({ start, kind, value }) => start >= match.index && kind === 'value' && value !== null,
  )
  if (!low || !high || more.length > 0 || statement.names.some((name) => !name.isDate && name.end <= match.index))
    return null
  const isTrue = facts.numbers.some((column) => {
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
    (one) => one.column?.step === column.step && one.column.index === column.index && one.value === value,
  )
}
