import { stemOf } from './concepts.ts'
import type { FactColumn, Facts } from './facts.ts'
import type { NamedRows } from './named-rows.ts'
import { matchesIn } from '../../lib/matches-in.ts'

/** “Lines 4 and 7”, “Ward B”, “stations 3, 8, and 12”: a word, and what tells apart things with this name. */
const numbered =
  /(?<![\p{L}\p{N}])(\p{L}{3,20})\s((?:\d{1,5}(?:\.\d{1,3}){0,2}|\p{Lu})(?:(?:,\s(?:and\s|und\s|or\s)?|\s(?:and|und|y|et|or|&)\s)(?:\d{1,5}(?:\.\d{1,3}){0,2}|\p{Lu}))*)(?![\p{L}\p{N}]|[.,]\d)/gu
const mark = /\d{1,5}(?:\.\d{1,3}){0,2}|\p{Lu}/gu
/** Rows whose numbers may name them. */
const mostRows = 1_000

/** Finds things by a word and a number: those of names such as “Line 4”, and those of a column such as `line`. */
export class NumberedNames {
  readonly #labels: readonly FactColumn[]

  constructor({ columns }: Facts) {
    this.#labels = columns.filter(isLabelOfNumbers)
  }

  /**
   * @param rowsNamed the rows with a name in small letters, by result and column
   */
  in(sentence: string, rowsNamed: (name: string) => Omit<NamedRows, 'start' | 'end' | 'isDate'>[]): NamedRows[] {
    return matchesIn(sentence, numbered).flatMap(({ 0: written, 1: word = '', 2: list = '', index }) => {
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
  }

  #rowsOf(word: string, own: string): Omit<NamedRows, 'start' | 'end' | 'isDate'>[] {
    return this.#labels
      .filter(({ stems }) => stems.has(stemOf(word)))
      .flatMap(({ step, index }) => {
        const rows = step.result.rows.flatMap((row, at) => (String(row[index] ?? '') === own ? [at] : []))
        return rows.length === 0 ? [] : [{ step: step.id, column: index, rows }]
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
