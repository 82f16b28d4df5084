import { clarity, clarityOf, columnsNamed, columnsOfPeriods } from '../columns-named.ts'
import type { FactColumn } from '../facts.ts'
import { columnsFor, commonRows, textOf, type Mention, type NameGroup, type Statement } from '../statement.ts'
import type { Step } from '../step.ts'
import type { Degree } from './degrees.ts'
import type { Part } from './parts.ts'
import type { Token } from './token.ts'

/** What a part of a sentence is read with: the rows and columns that it speaks of. */
export interface Context {
  statement: Statement
  step: Step
  part: Part
  /** The part before; null for the first one. */
  previous: Part | null
  /** The names in this part, or those of the part before. */
  groups: readonly NameGroup[]
  /** The names of the part before. */
  before: readonly NameGroup[]
  /** The columns that this part speaks of, or else the part before. */
  columns: readonly FactColumn[]
  /** Whether the words of this part say which columns it is about. */
  isSpoken: boolean
  /** What the last superlative before this part compares. */
  ranked: { degree: Degree; columns: readonly FactColumn[] } | null
}

/** Whether a claim is true; null if that isn't certain. */
export type Verdict = boolean | null

/** The columns of a result that the words of a part name. */
export function columnsSpoken({ words, facts, text }: Statement, step: Step, part: Part): FactColumn[] {
  const { tokens } = part
  const own = words.filter(({ start }) => tokens.some((token) => token.kind === 'column' && token.start === start))
  const numbers = facts.numbers.filter((column) => column.step === step)
  const known = columnsNamed(own, numbers)
  const named = known.length > 0 ? known : numbers.filter(({ allStems }) => own.some(({ stem }) => allStems.has(stem)))
  const near = columnsOfPeriods(named, text.slice(part.start, part.end))
  const spoken = [...(near.length < named.length ? near : columnsOfPeriods(named, text))]
  // “the discount rate” isn't the discount.
  const percents = spoken.filter(({ isPercent, isFraction }) => isPercent || isFraction)
  return percents.length > 0 && rateWords.test(text.slice(part.start, part.end)) ? percents : spoken
}

const rateWords = /(?<!\p{L})(?:rates?|percentages?|percent)(?!\p{L}| points?)/iu

export function has({ part }: Pick<Context, 'part'>, kind: Token['kind']): boolean {
  return part.tokens.some((token) => token.kind === kind)
}

export function figuresOf({ tokens }: Part): Extract<Token, { kind: 'figure' }>[] {
  return tokens.filter((token) => token.kind === 'figure')
}

export function allRows({ result }: Step): number[] {
  return [...result.rows.keys()]
}

/** The rows that all names choose together; null if there are no names. */
export function rowsOf(groups: readonly NameGroup[], step: Step): number[] | null {
  return commonRows(
    groups.flatMap(({ names }) => names),
    step.id,
  )
}

/** How many things the names of groups are: “A and B” are two. */
export function placesOf(groups: readonly NameGroup[]): number {
  return new Set(groups.flatMap(({ names }) => names.map(({ start }) => start))).size
}

/** What makes one thing larger than another one. */
const sizeConcepts = ['area', 'capacity', 'population']

/** The columns that a degree may compare; none if its words name something that no column has. */
export function comparedColumns(
  context: Context,
  { concept, isOfSize }: Pick<Degree, 'concept' | 'isOfSize'>,
): readonly FactColumn[] {
  const { columns, isSpoken, statement, step, part } = context
  if (concept !== null) {
    const meant = statement.facts.numbers.filter(
      (column) =>
        column.step === step &&
        (column.concepts.has(concept) || (concept === 'speed' && column.concepts.has('duration'))),
    )
    const both = isSpoken ? meant.filter((column) => columns.includes(column)) : []
    return both.length > 0 ? both : meant
  }
  if (isSpoken || columns.length > 0) return columns
  const sizes = statement.facts.numbers.filter(
    (column) => column.step === step && sizeConcepts.some((one) => column.concepts.has(one)),
  )
  if (isOfSize && sizes.length > 0) return sizes
  return columnsFor(statement, part).filter((column) => column.step === step)
}

/**
 * Whether a claim is true for each column that may be meant.
 * @param isCertain whether the columns are those that the sentence means, so that the claim is untrue if it holds for none
 */
export function agreed(
  { statement, step, isSpoken, columns: known, part }: Context,
  columns: readonly FactColumn[],
  { holds, isCertain }: { holds: (column: FactColumn) => boolean; isCertain: boolean },
): Verdict {
  const count = columns.filter(holds).length
  if (columns.length > 0 && count === columns.length) return true
  // Of what the part before spoke of, it isn't certain what this part speaks of.
  const isOpen = !isSpoken && known.length > 1
  if (count > 0 || columns.length === 0 || !isCertain || isOpen) return null
  // “the worst” may be said of what is lost of each unit sold, and “occupancy” of the part that is occupied.
  const isNamed =
    isSpoken && columns.every((column) => statement.words.some((word) => clarityOf(word, column) === clarity.name))
  const isJudged = part.tokens.some(
    (token) =>
      (token.kind === 'degree' || token.kind === 'comparative') &&
      (token.degree.isJudgment || /^(?:weak|strong)/i.test(textOf(statement, token))),
  )
  const isOfDerived =
    !isNamed &&
    (isSpoken || isJudged) &&
    statement.facts.derived.some(
      (one) => one.step === step && one.of.some((column) => columns.includes(column)) && holds(one),
    )
  return isOfDerived ? null : false
}

/** Whether the words of a part say of which columns its figures are, and not only what they may mean. */
export function areNamed({ columns, isSpoken, statement }: Context): boolean {
  return (
    isSpoken &&
    (columns.length === 1 ||
      columns.every((column) => statement.words.some((word) => clarityOf(word, column) >= clarity.form)))
  )
}

/** Whether a figure is a number of these rows in a column. */
export function isCellOf({ meanings }: Mention, column: FactColumn, rows: readonly number[]): boolean {
  return meanings.some(
    (one) => one.op === 'cell' && one.column === column && one.rows?.every((row) => rows.includes(row)) === true,
  )
}

export function valuesOf({ numbers }: FactColumn, rows: readonly number[]): number[] {
  return rows.flatMap((row) => numbers[row] ?? [])
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
