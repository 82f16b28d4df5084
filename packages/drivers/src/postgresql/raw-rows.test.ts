import type { Cell, Row } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { rowBytes } from '../cells.ts'
import { RawRowReader } from './raw-rows.ts'
import type { RawRow } from './row-tap.ts'

/** A row as the server sends it. */
function raw(cells: (string | Buffer | null)[]): RawRow {
  const count = Buffer.alloc(2)
  count.writeInt16BE(cells.length)
  const parts = cells.flatMap((cell) => {
    const bytes = cell === null ? Buffer.alloc(0) : Buffer.from(cell)
    const length = Buffer.alloc(4)
    length.writeInt32BE(cell === null ? -1 : bytes.length)
    return [length, bytes]
  })
  const bytes = Buffer.concat([Buffer.from('before'), count, ...parts, Buffer.from('after')])
  return { bytes, start: 6, end: bytes.length - 5 }
}

const [text, integer, bigint, float, boolean, numeric] = [25, 23, 20, 701, 16, 1700]
const everything = () => true

/** The values of rows, after checking that their JSON and its sizes are those of the values. */
function read(typeIds: number[], rows: (string | Buffer | null)[][]): Row[] {
  const reader = new RawRowReader(typeIds)
  const values = reader.values(rows.map(raw))
  const sizes: number[] = []
  const json = reader.json(rows.map(raw), (bytes) => sizes.push(bytes) > 0)
  expect(json).toEqual({ rows: JSON.stringify(values).slice(1, -1), count: rows.length })
  expect(sizes).toEqual(values.map(rowBytes))
  return values
}

const column = (typeId: number, cells: (string | Buffer | null)[]): (Cell | undefined)[] =>
  read(
    [typeId],
    cells.map((cell) => [cell]),
  ).map(([cell]) => cell)

describe('rows as PostgreSQL sends them', () => {
  it('are the same values and the same JSON for texts with any characters', () => {
    const controls = Array.from({ length: 128 }, (_, code) => `a${String.fromCharCode(code)}b`)
    const texts = ['', '"', '\\', 'é', '漢字', '😀"', '\u2028', '\uFEFFx', 'a'.repeat(100_000), '\u0001'.repeat(70_000)]
    expect(column(text, [...controls, ...texts, null])).toEqual([...controls, ...texts, null])
  })

  it('replace what is not UTF-8', () => {
    expect(column(text, [Buffer.from([0x61, 0xff, 0x62])])).toEqual(['a\uFFFDb'])
    expect(column(text, [Buffer.from([0xc3]), Buffer.from([0xa9])])).toEqual(['\uFFFD', '\uFFFD'])
  })

  it('keep numbers exact, and as JavaScript prints them', () => {
    expect(column(integer, ['0', '-0', '-1', '2147483647', '007', '+5', ' 6', '', 'x'])).toEqual([
      0,
      -0,
      -1,
      2147483647,
      7,
      5,
      6,
      0,
      NaN,
    ])
    expect(column(bigint, ['9007199254740991', '9007199254740992', '-9223372036854775808', '123456789012345'])).toEqual(
      [9007199254740991, '9007199254740992', '-9223372036854775808', 123456789012345],
    )
    const floats = ['1.25', '-0.5', '0.1', '100', '1e+20', '1e-05', '0.0001', '0.0000001', '.5', '5.', '1.50', '-0.0']
    column(float, [...floats, '0.1234567890123456', '12345678901234567890', '1.2.3', '-', '.', 'NaN', 'Infinity'])
    expect(column(float, ['NaN', '-Infinity', '1.25'])).toEqual(['NaN', '-Infinity', 1.25])
    expect(column(numeric, ['1.10', '12345678901234567890.5'])).toEqual(['1.10', '12345678901234567890.5'])
    expect(column(boolean, ['t', 'f', null])).toEqual([true, false, null])
  })

  it('are the same for random numbers', () => {
    const random = Array.from({ length: 3000 }, (_, index) => {
      const digits = String(Math.floor(Math.abs(Math.sin(index)) * 1e16)).slice(0, 1 + (index % 17))
      const at = index % 19
      return `${index % 3 === 0 ? '-' : ''}${digits.slice(0, at)}${at < 17 ? '.' : ''}${digits.slice(at)}`
    })
    for (const typeId of [integer, bigint, float]) expect(column(typeId, random)).toHaveLength(3000)
  })

  it('have as many cells as the server sends', () => {
    expect(read([text, integer], [['a', '1'], [null, null], ['b'], []])).toEqual([['a', 1], [null, null], ['b'], []])
    expect(read([], [[]])).toEqual([[]])
  })

  it('R18 end where the caps on rows and bytes do', () => {
    const reader = new RawRowReader([text])
    const rows = ['one', 'two', 'three'].map((cell) => raw([cell]))
    let left = 2
    expect(reader.json(rows, () => left-- > 0)).toEqual({ rows: '["one"],["two"]', count: 2 })
    expect(reader.json(rows, everything).count).toBe(3)
    expect(reader.json(rows, () => false)).toEqual({ rows: '', count: 0 })
  })

  it('R25 are refused if a cell claims to be longer than its row', () => {
    const row = raw(['a', 'b'])
    row.bytes.writeInt32BE(2_000_000_000, row.start + 2)
    const reader = new RawRowReader([text, text])
    expect(() => reader.values([row])).toThrow(RangeError)
    expect(() => reader.json([row], everything)).toThrow(RangeError)
  })
})
