import { figure, mostSourceRows, type FigureSource, type Message, type Row } from '@parlance/contract'
import type { Phrase } from './lists.ts'

/** A result whose cells the figures and names of an answer link to. */
export interface LinkedRows {
  rows: readonly Row[]
  /** The name of the result in its turn. */
  step: string
  /** The index of each row. */
  places: ReadonlyMap<Row, number>
}

/** @returns the rows of a result as they are linked to */
export function linkedRows(rows: readonly Row[], step: string): LinkedRows {
  return { rows, step, places: new Map(rows.map((row, at) => [row, at])) }
}

/** Words that are the value of a cell, of the same column in several rows, or that count rows (column null). */
export function fromRows(
  words: Phrase | number,
  result: LinkedRows,
  rows: readonly Row[],
  column: number | null,
): Message {
  return figure(words, rows.length === 0 ? [] : [sourceOf(result, rows, column)])
}

/** Words that are the values of several cells of one row. */
export function fromCells(words: Phrase, result: LinkedRows, row: Row, columns: readonly number[]): Message {
  return figure(
    words,
    columns.map((column) => sourceOf(result, [row], column)),
  )
}

/** Words that count all rows, or that all rows of a column add up to. */
export function fromAllRows(words: Phrase | number, { step }: LinkedRows, column: number | null = null): Message {
  return figure(words, [{ step, column, rows: null }])
}

function sourceOf({ step, places }: LinkedRows, rows: readonly Row[], column: number | null): FigureSource {
  return { step, column, rows: rows.slice(0, mostSourceRows).flatMap((row) => places.get(row) ?? []) }
}
