import { message, type Cell, type Message, type ResultColumn, type Row } from '@parlance/contract'
import { extremeWords } from './extreme-words.ts'
import { qualified } from './describe.ts'
import type { AnswerFacts } from './facts.ts'
import { listOf, separated, type Phrase } from './lists.ts'
import { formatCell, formatMeasure, styleOf } from './numbers.ts'

/** A result and the facts of its query, from which the sentences of an answer are made. */
export interface Telling {
  facts: AnswerFacts
  rows: readonly Row[]
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

/** A cell of a measure with its unit and the decimals of its column, like in the grid. */
export function valueOf({ facts, rows }: Telling, cell: Cell | undefined, at: number): Phrase {
  const cells = rows.map((row) => row[at] ?? null)
  return facts.dates.includes(at) ? formatCell(cell) : formatMeasure(cell, styleOf(cells, facts.units[at] ?? null))
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
export function nameOf(facts: AnswerFacts, row: Row): Phrase {
  const cells = row.flatMap((_, at) => (facts.measures.includes(at) ? [] : [{ at, text: cellText(facts, row, at) }]))
  const [only, other] = cells
  if (facts.numbered !== null && only !== undefined && other === undefined && typeof only.text === 'string')
    return `${facts.numbered} ${only.text}`
  return joinedCells(facts, cells)
}

/** Cells as one phrase. Only the parts of a person's name are joined without a comma. */
export function joinedCells(facts: AnswerFacts | null, cells: readonly { at: number; text: Phrase }[]): Phrase {
  const isPart = (at: number) => isPartOfName(facts?.labels[at])
  return cells.reduce<Phrase>((text, one, place) => {
    const before = cells[place - 1]
    if (before === undefined) return one.text
    return separated([text, one.text], isPart(before.at) && isPart(one.at) ? ' ' : ', ')
  }, '')
}

export function isPartOfName(label: Phrase | undefined): boolean {
  return typeof label === 'string' && /\b(first|given|middle|last|family|sur) ?names?$/i.test(label)
}

const mostNames = 3

/** A few names: 'A, B, and C', or 'A, B, and 4 others'. */
export function someNames(names: readonly Phrase[]): Phrase {
  if (names.length <= mostNames) return listOf(names)
  const shown = names.slice(0, mostNames - 1)
  return message('{names}, and {n, number} others', { names: separated(shown), n: names.length - shown.length })
}
