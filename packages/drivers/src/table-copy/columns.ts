import type { CellKind, SheetCell } from './cells.ts'

export type ColumnType = 'TEXT' | 'INTEGER' | 'REAL' | 'BOOLEAN' | 'DATE' | 'DATETIME' | 'TIME'

const typeOfKinds: [CellKind[], ColumnType][] = [
  [['integer'], 'INTEGER'],
  [['integer', 'real'], 'REAL'],
  [['boolean'], 'BOOLEAN'],
  [['date'], 'DATE'],
  [['date', 'datetime'], 'DATETIME'],
  [['time'], 'TIME'],
]

/** Derives one column's type from its cells, and whether the typed values lose anything that the sheet shows. */
export class ColumnProfile {
  #kinds = new Set<CellKind>()
  #units = new Set<string>()
  #hasLeadingZero = false

  see(cell: SheetCell): void {
    this.#kinds.add(cell.kind)
    if (cell.kind !== 'integer' && cell.kind !== 'real') return
    const shown = cell.shown ?? ''
    // Only the format distinguishes two units or currencies in a column.
    if (this.#units.size < 2) this.#units.add(shown.replaceAll(/[\d\s.,'’()+−-]|E[+-]/gu, ''))
    if (/^0\d/.test(shown)) this.#hasLeadingZero = true
  }

  /** A single text other than a word for 'missing' makes the whole column text: a sum over the rest would be wrong. */
  get type(): ColumnType {
    const seen = [...this.#kinds].filter((kind) => kind !== 'empty' && kind !== 'error' && kind !== 'missing')
    // Numbers with leading zeros are codes.
    if (seen.length === 0 || this.#hasLeadingZero) return 'TEXT'
    return typeOfKinds.find(([kinds]) => seen.every((kind) => kinds.includes(kind)))?.[1] ?? 'TEXT'
  }

  get isEmpty(): boolean {
    return [...this.#kinds].every((kind) => kind === 'empty')
  }

  /** Whether the displayed text must be stored next to the values. */
  get losesText(): boolean {
    if (this.#kinds.has('error')) return true
    if (this.type === 'TEXT') return false
    return this.#kinds.has('missing') || this.#units.size > 1
  }
}
