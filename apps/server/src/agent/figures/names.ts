import type { Cell } from '@parlance/contract'
import { asRead } from '../plain-text.ts'
import { countryNames } from './countries.ts'
import { datesIn, isOnDate } from '../dates-in-text.ts'
import { conceptsOf, stemOf } from './concepts.ts'
import type { Facts } from './facts.ts'
import { genderNames } from './genders.ts'
import type { NamedRows } from './named-rows.ts'
import { NumberedNames } from './numbered-names.ts'
import { beginnings } from './plain-words.ts'
import type { Step } from './step.ts'

/** Limits on the cells that are looked for in a sentence. */
const mostNames = 20_000
const mostCells = 200_000
const shortestName = 1
const longestName = 120
/** Comparisons with the texts of one answer, and names found in a sentence; what comes later is not known. */
const mostComparisons = 400_000
const mostFound = 200
/** Words of a name that may stand for it; a longer text isn't a name. */
const mostParts = 4
/** Rows that one name may have; a text in more rows identifies none of them. */
const mostRows = 50
/** Rows whose dates are compared with the dates of a sentence. */
const mostDatedRows = 1_000

interface KnownName {
  text: string
  step: string
  column: number
  rows: Set<number>
  /** How many of its first letters must be capitals, because small letters would make another word: “IT”, “May”. */
  capitals: number
}

/** The texts in the rows of all results, to find which rows a sentence speaks of. */
export class RowNames {
  /** By the first word of the text in lower case. */
  readonly #names = new Map<string, KnownName[]>()
  /** The same by step, column, and text, so that many names with the same first word are found as fast. */
  readonly #byText = new Map<string, KnownName>()
  readonly #facts: Facts
  readonly #numbered: NumberedNames
  #cells = 0
  #left = mostComparisons

  constructor(facts: Facts) {
    this.#facts = facts
    this.#numbered = new NumberedNames(facts)
    for (const step of facts.steps) {
      for (const [at, row] of step.result.rows.entries()) {
        for (const [column, cell] of row.entries()) {
          if (step.masked.has(column)) continue
          this.#add(step, { cell, at, column })
          for (const name of genderNames(step.result.columns[column]?.name ?? '', String(cell)))
            this.#addForm(name, { step: step.id, column, at })
        }
      }
      for (const column of step.result.columns.keys()) {
        if (step.masked.has(column)) continue
        this.#addPlurals(step, column)
        this.#addParts(step, column)
      }
    }
  }

  /** “The vans” are “Van 1” and “Van 3”: the plural of a word with which several names begin. */
  #addPlurals({ id, result }: Step, column: number): void {
    const rowsOf = new Map<string, number[]>()
    for (const [at, row] of result.rows.slice(0, mostRows).entries()) {
      const cell = row[column]
      const [, word] = typeof cell === 'string' ? (/^(\p{L}{3,})\s/u.exec(asRead(cell).toLowerCase()) ?? []) : []
      if (word !== undefined) rowsOf.set(word, [...(rowsOf.get(word) ?? []), at])
    }
    for (const [word, rows] of rowsOf) {
      const plural = pluralOf(word)
      // A word for all rows says which they are, and not which of them.
      if (rows.length > 1 && rows.length < result.rows.length)
        for (const at of rows) this.#addForm(plural, { step: id, column, at })
    }
  }

  /** “The heron” is “Night heron”, if no other name has the word or is the word, and no column does. */
  #addParts({ id, result }: Step, column: number): void {
    const rowsOf = new Map<string, Set<number>>()
    const capitalized = new Set<string>()
    const cells = result.rows.map((row) => row[column] ?? null)
    if (cells.length > mostRows || new Set(cells).size < cells.length) return
    for (const [at, cell] of cells.entries()) {
      const words =
        typeof cell === 'string'
          ? asRead(cell)
              .toLowerCase()
              .match(/\p{L}{4,}/gu)
          : null
      if (!words || words.length < 2 || words.length > mostParts) continue
      for (const word of words) rowsOf.set(word, (rowsOf.get(word) ?? new Set<number>()).add(at))
      // “all other teams” are not “Haas Team”.
      for (const [word] of String(cell).matchAll(/(?<!^)(?<=\s)\p{Lu}\p{L}{3,}/gu)) capitalized.add(word.toLowerCase())
    }
    const spoken = this.#facts.columns
    for (const [word, rows] of rowsOf) {
      const stem = stemOf(word)
      const isOther =
        this.#byText.has(`${id} ${column} ${word}`) ||
        beginnings.has(word) ||
        conceptsOf(stem).size > 0 ||
        spoken.some((one) => one.allStems.has(stem))
      if (rows.size === 1 && !isOther)
        for (const at of rows) this.#addForm(word, { step: id, column, at, capitals: capitalized.has(word) ? 1 : 0 })
    }
  }

  /** Comparisons that were made so far. */
  get comparisons(): number {
    return mostComparisons - this.#left
  }

  #add({ id }: Step, { cell, at, column }: { cell: Cell; at: number; column: number }): void {
    if (typeof cell !== 'string' || cell.length < shortestName || cell.length > longestName) return
    // A single letter is a name only if it can't be a word.
    if (cell.length === 1 && !/[B-HJ-Z]/.test(cell)) return
    if (this.#byText.size >= mostNames || ++this.#cells > mostCells) return
    if (!/\p{L}/u.test(cell) && !rangeName.test(cell) && !versionName.test(cell)) return
    const text = asRead(cell).trim().toLowerCase()
    const months = monthNames(text)
    const capitals = /^\p{Lu}{2}$/u.test(cell) ? 2 : Math.min(1, months.length)
    // “No dog” is of the row “Dogs”.
    const singular = /^\p{L}{4,}[^s\P{L}]s$/u.test(text) ? [text.slice(0, -1)] : []
    const plural = /^\p{L}+ (?:\p{L}+ )?\p{L}{3,}[^\P{L}s]$/u.test(text) ? [pluralOf(text)] : []
    for (const form of [text, ...singular, ...plural, ...countryNames(text), ...quarterNames(text), ...months])
      this.#addForm(form, { step: id, column, at, capitals })
  }

  #addForm(
    text: string,
    { step, column, at, capitals = 0 }: { step: string; column: number; at: number; capitals?: number },
  ): void {
    const place = `${step} ${column} ${text}`
    const same = this.#byText.get(place)
    if (same) {
      same.rows.add(at)
      return
    }
    const key = firstWord(text)
    if (key === '') return
    const name = { text, step, column, rows: new Set([at]), capitals }
    this.#byText.set(place, name)
    const known = this.#names.get(key)
    if (known) known.push(name)
    else this.#names.set(key, [name])
  }

  /** The names and dates in a sentence, by position, longest first where they overlap, without those of too many rows. */
  in(sentence: string): NamedRows[] {
    const lower = sentence.toLowerCase()
    const found: NamedRows[] = []
    for (const { 0: word, index } of lower.matchAll(wordPattern)) {
      if (this.#left === 0 || found.length >= mostFound) break
      const plurals = word.endsWith('s')
        ? [word.slice(0, -1), word.replace(/ies$/, 'y').replace(/(?<=s|x|ch|sh)es$/, '')]
        : []
      for (const { text, step, column, rows, capitals } of [...new Set([word, ...plurals])].flatMap(
        (form) => this.#names.get(form) ?? [],
      )) {
        if (this.#left === 0 || found.length >= mostFound) break
        this.#left--
        const isPlural = !text.includes(' ') && plurals.includes(text)
        const ends = lower.startsWith('s', index + text.length) ? 1 : 0
        const end =
          index + (isPlural ? word.length : text.length + (isInsideWord(lower, index + text.length + 1) ? 0 : ends))
        if (text.length === 1 && (isPlural || !/\p{Lu}/u.test(sentence.slice(index, index + 1)))) continue
        if (capitals > countOfCapitals(sentence.slice(index, index + 2))) continue
        if (rows.size > mostRows || !(isPlural || lower.startsWith(text, index)) || isInsideWord(lower, end)) continue
        if (this.#facts.columnAt(step, column)?.role === 'time') continue
        // “Highlands” is also its own plural.
        if (found.some((one) => one.start === index && one.end === end && one.step === step && one.column === column))
          continue
        found.push({ start: index, end, step, column, rows: [...rows], isDate: false })
      }
    }
    found.push(...this.#numbered.in(sentence, (name) => this.#rowsNamed(name)))
    const names = found.filter(
      (one) =>
        !found.some((other) => other.start <= one.start && other.end >= one.end && lengthOf(other) > lengthOf(one)),
    )
    const dates = this.#datesIn(sentence).filter(
      (one) => !names.some((other) => other.start < one.end && one.start < other.end),
    )
    return [...names, ...dates].toSorted((a, b) => a.start - b.start)
  }

  /** The rows with this name. */
  #rowsNamed(name: string): { step: string; column: number; rows: number[] }[] {
    return (this.#names.get(firstWord(name)) ?? []).flatMap(({ text, step, column, rows }) =>
      text === name && rows.size <= mostRows ? [{ step, column, rows: [...rows] }] : [],
    )
  }

  #datesIn(sentence: string): NamedRows[] {
    const columns = this.#facts.columns.filter(({ role }) => role === 'time')
    if (columns.length === 0) return []
    return datesIn(sentence)
      .slice(0, mostFound)
      .flatMap((date) =>
        columns.flatMap(({ step, index }) => {
          const rows = step.result.rows
            .slice(0, mostDatedRows)
            .flatMap((row, at) => (isOnDate(String(row[index] ?? ''), date) ? [at] : []))
          if (rows.length === 0 || rows.length > mostRows) return []
          return [{ start: date.start, end: date.end, step: step.id, column: index, rows, isDate: true }]
        }),
      )
  }
}

function pluralOf(word: string): string {
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word.replace(/(?<![aeiou])y$/, 'ie')}s`
}

/** “the second quarter” is `Q2`. */
function quarterNames(text: string): string[] {
  const [, number] = /^q([1-4])$/.exec(text) ?? []
  const ordinal = ['first', 'second', 'third', 'fourth'][Number(number) - 1]
  return ordinal === undefined ? [] : [`${ordinal} quarter`]
}

const months =
  'january february march april may june july august september october november december sunday monday tuesday wednesday thursday friday saturday'.split(
    ' ',
  )

/** “December” is `DEC`, and “Mon” is `Monday`. */
function monthNames(text: string): string[] {
  const name = months.find((one) => one === text || one.slice(0, 3) === text)
  return name === undefined ? [] : [name, name.slice(0, 3)]
}

function countOfCapitals(start: string): number {
  return /^\p{Lu}*/u.exec(start)?.[0].length ?? 0
}

/** “25-34”, “65+”: a group by its limits, and not a number. */
const rangeName = /^\d{1,6}\s?(?:[-–]\s?\d{1,6}|\+)$/

/** “2.8.1”: a version, and not a number. */
const versionName = /^\d{1,4}(?:\.\d{1,4}){2,3}$/

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

function isInsideWord(text: string, at: number): boolean {
  // A plural of a name is the name.
  return /^(?!s(?![\p{L}\p{N}]))[\p{L}\p{N}]/u.test(text.slice(at, at + 2)) && !/^\p{Lo}/u.test(text.slice(at - 1, at))
}

function lengthOf({ start, end }: { start: number; end: number }): number {
  return end - start
}

function firstWord(text: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/u.exec(text)?.[0] ?? ''
}
