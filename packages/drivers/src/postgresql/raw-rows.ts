import { isUtf8 } from 'node:buffer'
import type { Cell, Row } from '@parlance/contract'
import { cellBytes } from '../cells.ts'
import type { JsonRows } from '../contract.ts'
import type { TakeRow } from '../server/result-stream.ts'
import type { RawRow } from './row-tap.ts'
import { converterOf, toFloat, type Converter } from './types.ts'

/** Digits that a JavaScript number prints as they are. */
const exactDigits = 15
const [quote, backslash, minus, point, zero, nine] = [0x22, 0x5c, 0x2d, 0x2e, 0x30, 0x39]
const [open, close, comma, space, notAscii] = [0x5b, 0x5d, 0x2c, 0x20, 0x80]
/** Room for brackets, commas, and `null`, of which each cell needs less than twice its bytes. */
const spare = 16

/** Reads rows as the server sends them: as values, or as the same values in JSON. */
export class RawRowReader {
  /** Null for columns that stay text. */
  readonly #converters: (Converter | null)[]
  #json = Buffer.allocUnsafe(64 * 1024)
  #at = 0
  #isAscii = true

  constructor(typeIds: number[]) {
    this.#converters = typeIds.map(converterOf)
  }

  values(rows: RawRow[]): Row[] {
    return rows.map((row) => this.#valuesOf(row))
  }

  /** @param take see `EngineRows.readJson` */
  json(rows: RawRow[], take: TakeRow): JsonRows {
    this.#at = 0
    this.#isAscii = true
    let count = 0
    for (const row of rows) {
      const before = this.#at
      if (!take(this.#writeRow(row, count === 0))) {
        this.#at = before
        break
      }
      count += 1
    }
    // Only ASCII is the same in both, and Latin-1 takes less time to read.
    return { rows: this.#json.toString(this.#isAscii ? 'latin1' : 'utf8', 0, this.#at), count }
  }

  #valuesOf({ bytes, start, end }: RawRow): Row {
    const cells: Row = Array.from({ length: bytes.readInt16BE(start) }, () => null)
    let at = start + 2
    for (let index = 0; index < cells.length; index++) {
      const length = lengthAt(bytes, at, end)
      at += 4
      if (length < 0) continue
      const text = bytes.toString('utf8', at, at + length)
      cells[index] = this.#converters[index]?.(text) ?? text
      at += length
    }
    return cells
  }

  /** @returns the size of the row, as `rowBytes` estimates it */
  #writeRow({ bytes, start, end }: RawRow, isFirst: boolean): number {
    this.#makeRoom(end - start)
    if (!isFirst) this.#json[this.#at++] = comma
    this.#json[this.#at++] = open
    const count = bytes.readInt16BE(start)
    let size = 0
    let at = start + 2
    for (let index = 0; index < count; index++) {
      if (index > 0) this.#json[this.#at++] = comma
      const length = lengthAt(bytes, at, end)
      at += 4
      if (length < 0) {
        this.#at += this.#json.write('null', this.#at)
        size += 1
        continue
      }
      const converter = this.#converters[index] ?? null
      size +=
        converter === null
          ? this.#writeText(bytes, at, at + length)
          : this.#writeValue(bytes, at, at + length, converter)
      at += length
      if (this.#json.length - this.#at < 2 * (end - at) + spare) this.#makeRoom(end - at)
    }
    this.#json[this.#at++] = close
    return size
  }

  #writeText(bytes: Buffer, start: number, end: number): number {
    const json = this.#json
    let at = this.#at
    json[at++] = quote
    let seen = 0
    for (let from = start; from < end; from++) {
      const byte = bytes[from]!
      if (byte < space || byte === quote || byte === backslash)
        return this.#writeCell(bytes.toString('utf8', start, end))
      seen |= byte
      json[at++] = byte
    }
    if (seen >= notAscii) {
      // What isn't UTF-8 becomes a replacement character in a text.
      if (!isUtf8(bytes.subarray(start, end))) return this.#writeCell(bytes.toString('utf8', start, end))
      this.#isAscii = false
    }
    json[at++] = quote
    this.#at = at
    return end - start
  }

  /** Writes a number, or a cell of another type that does not stay text. */
  #writeValue(bytes: Buffer, start: number, end: number, convert: Converter): number {
    if (!isPlainNumber(bytes, start, end, convert === toFloat))
      return this.#writeCell(convert(bytes.toString('utf8', start, end)))
    const json = this.#json
    let at = this.#at
    for (let from = start; from < end; from++) json[at++] = bytes[from]!
    this.#at = at
    return 8
  }

  #writeCell(cell: Cell): number {
    const text = JSON.stringify(cell)
    this.#makeRoom(3 * text.length)
    const written = this.#json.write(text, this.#at)
    if (written !== text.length) this.#isAscii = false
    this.#at += written
    return cellBytes(cell)
  }

  /** Makes room for cells that take as many bytes in the row. */
  #makeRoom(bytes: number): void {
    const needed = this.#at + 2 * bytes + spare
    if (needed <= this.#json.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#json.length))
    this.#json.copy(larger, 0, 0, this.#at)
    this.#json = larger
  }
}

/** @throws RangeError if a server sends a cell that is longer than its row */
function lengthAt(bytes: Buffer, at: number, end: number): number {
  const length = at + 4 > end ? Infinity : bytes.readInt32BE(at)
  if (at + 4 + length > end) throw new RangeError('A cell is longer than its row')
  return length
}

/** Whether a number is written as JavaScript prints it. */
function isPlainNumber(bytes: Buffer, start: number, end: number, mayHavePoint: boolean): boolean {
  const first = bytes[start] === minus ? start + 1 : start
  const length = end - first
  if (length < 1 || length > exactDigits) return false
  let pointAt = -1
  for (let at = first; at < end; at++) {
    const byte = bytes[at]!
    if (byte === point && mayHavePoint && pointAt < 0) pointAt = at
    else if (byte < zero || byte > nine) return false
  }
  if (pointAt < 0) return length === 1 ? bytes[first] !== zero || first === start : bytes[first] !== zero
  // JavaScript prints very small numbers with an exponent.
  const isSmall = bytes[first] === zero && (pointAt !== first + 1 || bytes[first + 2] === zero)
  return pointAt > first && bytes[end - 1] !== zero && pointAt < end - 1 && !isSmall
}
