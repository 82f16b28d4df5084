import { message, type Message, type ResultColumn, type Row } from '@parlance/contract'
import { extremeWords } from './extreme-words.ts'
import { qualified } from './describe.ts'
import type { AnswerFacts } from './facts.ts'
import { listOf, separated, type Phrase } from './lists.ts'
import { formatCell, formatMeasure, styleOf } from './numbers.ts'
import { fromCells, fromRows, type LinkedRows } from './sources.ts'

/** A result and the facts of its query, from which the sentences of an answer are made. */
export interface Telling extends LinkedRows {
  facts: AnswerFacts
  columns: readonly ResultColumn[]
  /** Whether there are more rows than these. */
  truncated: boolean
  /** yyyy-mm-dd */
  today: string
}

/** The filters of the question, 'so far' if their period isn't over. */
export function whereOf({ facts: { where, running }, today }: Telling): Message | null {
  return running !== null && running.from <= today && today < running.before ? running.where : where
}

/** The name of a measure. */
export function labelOf({ facts, columns }: Telling, at: number): Phrase {
  return facts.labels[at] ?? columns[at]?.name ?? message('value')
}

/** A measure with its filters at the beginning of a sentence: 'The average price', 'Revenue in 2025 so far'. */
export function subjectOf(telling: Telling, at: number): Message {
  const where = whereOf(telling)
  if (telling.facts.revenue.includes(at))
    return where === null ? message('Revenue') : message('Revenue {where}', { where })
  return message('The {measure}', { measure: qualified(labelOf(telling, at), where) })
}

/**
 * A cell of a measure with its unit and the decimals of its column, like in the grid.
 * @param same the rows that have this value
 */
export function valueOf(telling: Telling, row: Row, at: number, same: readonly Row[] = [row]): Message {
  const { facts, rows } = telling
  const cells = rows.map((one) => one[at] ?? null)
  const style = styleOf(cells, facts.units[at] ?? null)
  const text = facts.dates.includes(at) ? formatCell(row[at]) : formatMeasure(row[at], style)
  return fromRows(text, telling, same, at)
}

/** What the first or last row of a ranking has: 'the most orders', 'the lowest price', 'the latest order date'. */
export function superlative(telling: Telling, at: number, isHighest: boolean): Phrase {
  const { facts } = telling
  const counted = facts.counts.find((one) => one.at === at)
  const where = whereOf(telling)
  if (counted !== undefined) {
    const rows = qualified(counted.rows, where)
    return isHighest ? message('the most {rows}', { rows }) : message('the fewest {rows}', { rows })
  }
  const measure = facts.revenue.includes(at) ? message('revenue') : labelOf(telling, at)
  const column = qualified(measure, where)
  if (facts.dates.includes(at))
    return isHighest ? message('the latest {column}', { column }) : message('the earliest {column}', { column })
  return extremeWords(column, isHighest)
}

/** A cell of a column; numbers that are names aren't formatted. */
export function cellText(facts: AnswerFacts | null, row: Row, at: number): Phrase {
  const cell = row[at]
  return facts?.names.includes(at) === true && cell !== null && cell !== undefined ? String(cell) : formatCell(cell)
}

/** The cells that identify a row: all but the measures. */
export function nameOf(telling: Telling, row: Row): Phrase {
  const { facts } = telling
  const naming = row.flatMap((_, at) => (facts.measures.includes(at) ? [] : [at]))
  const [only, other] = naming
  const text = only === undefined || other !== undefined ? null : cellText(facts, row, only)
  if (facts.numbered !== null && typeof text === 'string')
    return fromCells(`${facts.numbered} ${text}`, telling, row, naming)
  return joinedCells(telling, facts, row, naming)
}

/** Cells of a row as one phrase. Only the parts of a person's name are joined without a comma. */
export function joinedCells(
  result: LinkedRows,
  facts: AnswerFacts | null,
  row: Row,
  columns: readonly number[],
  textOf: (at: number) => Phrase = (at) => cellText(facts, row, at),
): Phrase {
  const isPart = (at: number) => isPartOfName(facts?.labels[at])
  const names: number[][] = []
  for (const [place, at] of columns.entries()) {
    const last = names.at(-1)
    if (last !== undefined && isPart(at) && isPart(columns[place - 1] ?? -1)) last.push(at)
    else names.push([at])
  }
  return separated(names.map((parts) => fromCells(separated(parts.map(textOf), ' '), result, row, parts)))
}

export function isPartOfName(label: Phrase | undefined): boolean {
  return typeof label === 'string' && /\b(first|given|middle|last|family|sur) ?names?$/i.test(label)
}

const mostNames = 3

/** The names of a few rows: 'A, B, and C', or 'A, B, and 4 others'. */
export function someNames(
  telling: Telling,
  rows: readonly Row[],
  nameAt: (place: number) => Phrase = (place) => nameOf(telling, rows[place] ?? []),
): Phrase {
  const shown = rows.slice(0, rows.length <= mostNames ? mostNames : mostNames - 1)
  const names = shown.map((_, place) => nameAt(place))
  const others = rows.slice(shown.length)
  if (others.length === 0) return listOf(names)
  return message('{names}, and {n, number} others', {
    names: separated(names),
    n: fromRows(others.length, telling, others, null),
  })
}
