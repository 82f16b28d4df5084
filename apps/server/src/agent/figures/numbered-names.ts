import { stemOf, wordsIn } from './concepts.ts'
import type { FactColumn, Facts } from './facts.ts'
import type { NamedRows } from './named-rows.ts'
import { matchesIn } from '../../lib/matches-in.ts'

/** “Lines 4 and 7”, “Ward B”, “stations 3, 8, and 12”: a word, and what tells apart things with this name. */
const numbered =
  /(?<![\p{L}\p{N}])(\p{L}{3,20})\s((?:\d{1,5}(?:\.\d{1,3}){0,2}|\p{Lu})(?:(?:,\s(?:and\s|und\s|or\s)?|\s(?:and|und|y|et|or|&)\s)(?:\d{1,5}(?:\.\d{1,3}){0,2}|\p{Lu}))*)(?![\p{L}\p{N}]|[.,]\d)/gu
/** A number that isn't a year, an amount, or a part of another one. */
const loneNumber = /(?<![\p{L}\p{N}.,$€£¥-]|[$€£¥] )(?!(?:19|20)\d\d(?!\d))\d{3,8}(?![\p{L}\p{N}%]|\s?%|[.,]\d)/gu
/** How far the word for a thing may be from its number. */
const farthestWord = 40
const mark = /\d{1,5}(?:\.\d{1,3}){0,2}|\p{Lu}/gu
/** Rows whose numbers may name them. */
const mostRows = 1_000

/** Finds things by a word and a number: those of names such as “Line 4”, and those of a column such as `line`. */
export class NumberedNames {
  readonly #labels: readonly { column: FactColumn; rowOf: ReadonlyMap<string, number> }[]

  constructor({ columns }: Facts) {
    this.#labels = columns.filter(isLabelOfNumbers).map((column) => ({
      column,
      rowOf: new Map(column.step.result.rows.map((row, at) => [String(row[column.index] ?? ''), at])),
    }))
  }

  /**
   * @param rowsNamed the rows with a name in small letters, by result and column
   */
  in(sentence: string, rowsNamed: (name: string) => Omit<NamedRows, 'start' | 'end' | 'isDate'>[]): NamedRows[] {
    const found = matchesIn(sentence, numbered).flatMap(({ 0: written, 1: word = '', 2: list = '', index }) => {
      const from = index + written.length - list.length
      const marks = matchesIn(list, mark)
      return marks.flatMap(({ 0: own, index: at }, place): NamedRows[] => {
        const start = place === 0 ? index : from + at
        const end = from + at + own.length
        // “Line 4” is found as a name.
        const names =
          marks.length === 1 ? [] : [word, word.replace(/s$/, '')].map((one) => `${one} ${own}`.toLowerCase())
        return [...names.flatMap(rowsNamed), ...this.#rowsOf(word, own)].map((found) => ({
          ...found,
          start,
          end,
          isDate: false,
        }))
      })
    })
    return [...found, ...this.#apart(sentence)]
  }

  /** “The largest order is 10530”: the number of a thing apart from its word. */
  #apart(sentence: string): NamedRows[] {
    if (this.#labels.length === 0) return []
    const words = wordsIn(sentence)
    return matchesIn(sentence, loneNumber).flatMap(
      ({ 0: own, index }) =>
        words
          .filter(({ start }) => Math.abs(start - index) <= farthestWord)
          .map(({ text }) => this.#rowsOf(text, own))
          .find((rows) => rows.length > 0)
          ?.map((rows) => ({ ...rows, start: index, end: index + own.length, isDate: false })) ?? [],
    )
  }

  #rowsOf(word: string, own: string): Omit<NamedRows, 'start' | 'end' | 'isDate'>[] {
    const stem = stemOf(word)
    return this.#labels.flatMap(({ column: { step, index, stems }, rowOf }) => {
      const row = rowOf.get(own)
      return row === undefined || !stems.has(stem) ? [] : [{ step: step.id, column: index, rows: [row] }]
    })
  }
}

/** Whether a column has a different whole number for each row, such as that of a line or a room. */
function isLabelOfNumbers({ role, index, numbers, step }: FactColumn): boolean {
  if (!(role === 'id' || (role === 'number' && index === 0)) || numbers.length > mostRows) return false
  return (
    step.result.rows.length > 1 &&
    (role === 'id' || numbers.every((one) => one !== null && Number.isInteger(one))) &&
    new Set(step.result.rows.map((row) => row[index] ?? null)).size === step.result.rows.length
  )
}
