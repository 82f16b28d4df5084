import { parquetReadObjects } from 'hyparquet'
import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { expect, test } from 'vitest'
import { writeParquet } from './parquet.ts'

const columns: ResultColumn[] = (['integer', 'number', 'text', 'boolean', 'date'] as const).map((kind) => ({
  name: kind,
  dataType: '',
  kind,
}))
const names = columns.map(({ name }) => name)

async function read(rows: Row[][]): Promise<Record<string, Cell | bigint>[]> {
  async function* batches() {
    yield* rows
  }
  const pieces = await Array.fromAsync(writeParquet(columns, names, batches(), () => undefined))
  const bytes = Uint8Array.from(Buffer.concat(pieces))
  return parquetReadObjects({ file: bytes.buffer })
}

test('writes each column to Parquet as its type, and NULL as NULL, over several row groups', async () => {
  const many = Array.from({ length: 30_000 }, (_, index): Row => [
    index,
    index / 2,
    `t${index}`,
    index % 2 === 0,
    '2026-01-01',
  ])
  const rows = await read([many.slice(0, 25_000), many.slice(25_000), [[null, null, null, null, null]]])
  expect(rows).toHaveLength(30_001)
  expect(rows[29_999]).toEqual({
    integer: 29_999n,
    number: 14_999.5,
    text: 't29999',
    boolean: false,
    date: '2026-01-01',
  })
  expect(rows[30_000]).toEqual({ integer: null, number: null, text: null, boolean: null, date: null })
})

test('writes exact numbers that a floating one would round as text, and 64-bit integers as numbers', async () => {
  const [row] = await read([[['9223372036854775807', '0.1234567890123456789', 'a', true, null]]])
  expect(row).toMatchObject({ integer: 9_223_372_036_854_775_807n, number: '0.1234567890123456789' })
})

test('keeps the columns of a file without rows', async () => {
  expect(await read([])).toEqual([])
})

test('refuses a column whose later cells have another type instead of writing it wrongly', async () => {
  const first = Array.from({ length: 20_000 }, (): Row => [1, 1, 'a', true, null])
  await expect(read([first, [['one', 1, 'a', true, null]]])).rejects.toMatchObject({ code: 'result_too_large' })
})
