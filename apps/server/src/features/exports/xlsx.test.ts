import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inflateRawSync } from 'node:zlib'
import { copyTableFiles } from '@parlance/drivers'
import { afterAll, describe, expect, test } from 'vitest'
import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { sheetLimits, writeXlsx } from './xlsx.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-xlsx-'))
afterAll(() => rmSync(folder, { recursive: true }))

function column(name: string, kind: ResultColumn['kind'] = 'text'): ResultColumn {
  return { name, dataType: '', kind }
}

async function* inBatches(rows: Iterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < 10_000) continue
    yield batch
    batch = []
  }
  yield batch
}

/** The text of a part of a workbook. */
function partOf(file: Buffer, name: string): string {
  return inflateRawSync(file.subarray(file.indexOf(name) + name.length)).toString()
}

let count = 0

/** Writes the rows and reads them back with the reader of users' workbooks, which has its own unzip and XML parser. */
async function roundTrip(
  columns: ResultColumn[],
  rows: Iterable<Row>,
): Promise<{ all: Record<string, Cell>[]; sql: string }> {
  const pieces = await Array.fromAsync(writeXlsx(columns, inBatches(rows), () => undefined))
  const path = join(folder, `${count++}.xlsx`)
  writeFileSync(path, Buffer.concat(pieces))
  const target = `${path}.sqlite`
  await copyTableFiles({ files: [{ path, title: 'x', format: 'xlsx' }], target })
  const db = new DatabaseSync(target, { readOnly: true })
  const all = db.prepare('SELECT * FROM query_results').all() as Record<string, Cell>[]
  const sql = String(db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'query_results'").get()?.['sql'])
  db.close()
  return { all, sql }
}

describe('an Excel file', () => {
  test('stores numbers, texts, days, times and booleans as their own types, and NULL as an empty cell', async () => {
    const columns = [
      column('n', 'integer'),
      column('r', 'number'),
      column('t'),
      column('d', 'date'),
      column('m', 'timestamp'),
      column('b', 'boolean'),
    ]
    const { all, sql } = await roundTrip(columns, [
      [1, 1.5, 'a & <b> "c"', '2026-02-03', '2026-02-03 04:05:06', true],
      [null, null, null, null, null, null],
      [-2, '12.25', ' two\nlines ', '1999-12-31', '1999-12-31 23:59:59', false],
    ])
    expect(sql).toContain('"n" INTEGER, "r" REAL, "t" TEXT, "d" DATE, "m" DATETIME, "b" BOOLEAN')
    // The reader does not return empty rows.
    expect(all).toEqual([
      { n: 1, r: 1.5, t: 'a & <b> "c"', d: '2026-02-03', m: '2026-02-03 04:05:06', b: 1 },
      { n: -2, r: 12.25, t: ' two\nlines ', d: '1999-12-31', m: '1999-12-31 23:59:59', b: 0 },
    ])
  })

  test('stores numbers of more than 15 digits exactly, as text', async () => {
    const { all } = await roundTrip(
      [column('n', 'integer'), column('r', 'number'), column('f', 'number')],
      [['12345678901234567890', '0.1234567890123456789', 0.30000000000000004]],
    )
    expect(all).toEqual([{ n: '12345678901234567890', r: '0.1234567890123456789', f: 0.30000000000000004 }])
  })

  test.each(['=1+1', '+1', '-1', '@A1', '=HYPERLINK("http://x")'])(
    'computes nothing and keeps %s as text',
    async (text) => {
      const pieces = await Array.fromAsync(writeXlsx([column(text)], inBatches([[text]]), () => undefined))
      const { all, sql } = await roundTrip([column('a')], [[text]])
      expect(all).toEqual([{ a: text }])
      expect(sql).toContain('"a" TEXT')
      expect(pieces.length).toBeGreaterThan(0)
    },
  )

  test('accepts characters that XML does not allow, and half of a surrogate pair', async () => {
    const { all } = await roundTrip([column('a')], [['bell\u0007'], ['\uD800 half'], ['_x0041_ as written']])
    expect(all.map(({ a }) => a)).toEqual(['bell\u0007', '\uFFFD half', '_x0041_ as written'])
  })

  test('cuts a text longer than a cell allows, and says so in it', async () => {
    const { all } = await roundTrip([column('a')], [['x'.repeat(40_000)]])
    expect(String(all[0]?.['a'])).toHaveLength(sheetLimits.cellText)
    expect(String(all[0]?.['a'])).toMatch(/truncated: an Excel cell can have up to 32,767 characters\)$/)
  })

  test("ends at a sheet's row limit, with a last row that says so", { timeout: 120_000 }, async () => {
    const some = function* (rows: number): Generator<Row> {
      for (let index = 1; index <= rows; index++) yield [index]
    }
    const full = await lastRows(sheetLimits.rows - 1)
    expect(full).toEqual({ rows: sheetLimits.rows, last: '<c><v>1048575</v></c>' })
    const over = await lastRows(sheetLimits.rows + 500)
    expect(over.rows).toBe(sheetLimits.rows)
    expect(over.last).toContain('This sheet contains only the first 1,048,574 rows')

    async function lastRows(rows: number): Promise<{ rows: number; last: string }> {
      const file = Buffer.concat(
        await Array.fromAsync(writeXlsx([column('a', 'integer')], inBatches(some(rows)), () => undefined)),
      )
      const xml = partOf(file, 'xl/worksheets/sheet1.xml')
      return {
        rows: xml.split('<row>').length - 1,
        last: xml.slice(xml.lastIndexOf('<row>') + 5, xml.lastIndexOf('</row>')),
      }
    }
  })

  test('refuses more columns than a sheet has', async () => {
    const columns = Array.from({ length: sheetLimits.columns + 1 }, (_, index) => column(`c${index}`))
    await expect(Array.fromAsync(writeXlsx(columns, inBatches([]), () => undefined))).rejects.toMatchObject({
      code: 'result_too_large',
    })
  })

  test('leaves the file incomplete if its rows end early', async () => {
    const pieces: Uint8Array[] = []
    const writing = (async () => {
      for await (const piece of writeXlsx([column('a')], inBatches([['x']]), () => {
        throw new Error('cut')
      }))
        pieces.push(piece)
    })()
    await expect(writing).rejects.toThrow('cut')
    expect(Buffer.concat(pieces).includes(Buffer.from('PK\x05\x06'))).toBe(false)
  })
})

test("an Excel file shows a metric's numbers with its unit and format, and stores them as they are", async () => {
  const looks: [name: string, format: NonNullable<ResultColumn['format']>][] = [
    ['revenue', { style: 'currency', decimals: 2, unit: 'EUR' }],
    ['rate', { style: 'percent', decimals: null, unit: null }],
    ['time', { style: 'number', decimals: 1, unit: 'hours "net"' }],
  ]
  const columns = looks.map(([name, format]) => ({ ...column(name, 'number'), format }))
  const rows: Row[] = [[1234.5, 0.123, '7.25']]
  const file = Buffer.concat(await Array.fromAsync(writeXlsx(columns, inBatches(rows), () => undefined)))
  expect(partOf(file, 'xl/styles.xml')).toContain(
    'formatCode="[$EUR] #,##0.00"/><numFmt numFmtId="166" formatCode="0.0%"/><numFmt numFmtId="167" formatCode="#,##0.0&quot; hours net&quot;"/>',
  )
  expect(partOf(file, 'xl/worksheets/sheet1.xml')).toContain(
    '<row><c s="4"><v>1234.5</v></c><c s="5"><v>0.123</v></c><c s="6"><v>7.25</v></c></row>',
  )
  expect((await roundTrip(columns, rows)).all).toEqual([{ revenue: 1234.5, rate: 0.123, time: 7.25 }])
})
