import type { Cell } from '@parlance/contract'
import { asRead } from '../plain-text.ts'
import type { Step } from './step.ts'

/** A name that a sentence types, with the rows that have it. */
export interface NamedRows {
  /** Its position in the sentence. */
  start: number
  end: number
  step: string
  /** Indexes of the rows with this text in any column. */
  rows: number[]
}

/** Limits on the cells that are looked for in a sentence. */
const mostNames = 20_000
const mostCells = 200_000
const shortestName = 2
const longestName = 120
/** Comparisons with one text, and names found in it; what comes later is not checked. */
const mostComparisons = 200_000
const mostFound = 200
/** Rows that one name may have; a text in more rows identifies none of them. */
const mostRows = 50

interface KnownName {
  text: string
  step: string
  rows: Set<number>
}

/** The texts in the rows of all results, to find which rows a sentence speaks of. */
export class RowNames {
  /** By the first word of the text in lower case. */
  readonly #names = new Map<string, KnownName[]>()
  /** The same by step and text, so that many names with the same first word are found as fast. */
  readonly #byText = new Map<string, KnownName>()
  #cells = 0

  constructor(steps: readonly Step[]) {
    for (const step of steps) {
      for (const [at, row] of step.result.rows.entries()) {
        for (const cell of row) this.#add(step.id, { cell, at })
      }
    }
  }

  #add(step: string, { cell, at }: { cell: Cell; at: number }): void {
    if (typeof cell !== 'string' || cell.length < shortestName || cell.length > longestName) return
    if (this.#byText.size >= mostNames || ++this.#cells > mostCells || !/\p{L}/u.test(cell)) return
    const text = asRead(cell).trim().toLowerCase()
    const same = this.#byText.get(`${step} ${text}`)
    if (same) {
      same.rows.add(at)
      return
    }
    const key = firstWord(text)
    if (key === '') return
    const name = { text, step, rows: new Set([at]) }
    this.#byText.set(`${step} ${text}`, name)
    const known = this.#names.get(key)
    if (known) known.push(name)
    else this.#names.set(key, [name])
  }

  /** The names in a sentence, longest first where they overlap, without those of too many rows. */
  in(sentence: string): NamedRows[] {
    const lower = sentence.toLowerCase()
    const found: NamedRows[] = []
    let left = mostComparisons
    for (const { 0: word, index } of lower.matchAll(/[\p{L}\p{N}]+/gu)) {
      for (const { text, step, rows } of this.#names.get(word) ?? []) {
        if (left-- <= 0 || found.length >= mostFound) break
        const end = index + text.length
        if (rows.size > mostRows || !lower.startsWith(text, index) || /^[\p{L}\p{N}]/u.test(lower.slice(end))) continue
        found.push({ start: index, end, step, rows: [...rows] })
      }
    }
    return found.filter(
      (one) =>
        !found.some((other) => other.start <= one.start && other.end >= one.end && lengthOf(other) > lengthOf(one)),
    )
  }
}

function lengthOf({ start, end }: { start: number; end: number }): number {
  return end - start
}

function firstWord(text: string): string {
  return /[\p{L}\p{N}]+/u.exec(text)?.index === 0 ? (/[\p{L}\p{N}]+/u.exec(text)?.[0] ?? '') : ''
}
