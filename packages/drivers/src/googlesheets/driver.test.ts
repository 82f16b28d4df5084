import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Driver } from '../contract.ts'
import { quoteIdentifier } from '../sqlite/authorizer.ts'
import { writeCredentials } from '../testing/google-stand-in.ts'
import { describeDriver } from '../testing/suite.ts'
import { createGooglesheetsDriver } from './driver.ts'
import { formatted, plain, startSheets, type StandInSheet } from './stand-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-sheets-suite-'))
const credentials_path = join(folder, 'key.json')
const row = (...cells: (string | number | null)[]) => cells.map(plain)

/** The suite's tables as far as sheets can be them: no keys, no views, names as the driver makes them. */
const sheets: StandInSheet[] = [
  {
    title: 'customers',
    rows: [
      row('id', 'name', 'note', 'balance'),
      row(1, 'Ada', 'first', 10.5),
      row(2, 'Émile 🙂', null, -3.25),
      row(3, null, 'empty name'),
    ],
  },
  {
    title: 'orders',
    rows: [
      row('region', 'number', 'customer_id', 'order_date'),
      [...row('north', 1, 1), formatted(46_053, 'DATE', '31.01.2026')],
      row('south', 1, 2),
    ],
  },
  { title: 'order_lines', rows: [row('id', 'order_region', 'order_number'), row(1, 'north', 1)] },
  { title: 'customer_names', rows: [row('id', 'name'), row(1, 'Ada'), row(2, 'Émile 🙂'), row(3, null)] },
  { title: 'odd', rows: [row('select', 'with space'), row(1, 2)] },
]

let driver: Driver

describeDriver({
  name: 'Google Sheets, copied,',
  loadDriver: async () => driver,
  start: async () => {
    writeCredentials(credentials_path, 'service_account')
    const google = await startSheets(sheets)
    const own = createGooglesheetsDriver(google.endpoint)
    const copies = join(folder, 'copies')
    driver = { ...own, connect: async (config, options) => await own.connect(config, { ...options, folder: copies }) }
    return {
      config: { spreadsheet_id: 'spreadsheet-1', credentials_path },
      countRunning: null,
      stop: async () => {
        await google.stop()
        rmSync(folder, { recursive: true })
      },
    }
  },
  sql: {
    placeholder: () => '?',
    quote: quoteIdentifier,
    numbers: (count) =>
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT ${count}) SELECT n FROM numbers`,
    endless: 'WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r',
    longText: (length) => `SELECT printf('%.*c', ${length}, 'x') AS t`,
    hugeRow: 'SELECT zeroblob(150000000)',
    maxColumns: 2000,
  },
  values: [
    {
      title: 'a date',
      sql: "SELECT order_date FROM orders WHERE region = 'north'",
      cell: '2026-01-31',
      kind: 'date',
    },
    { title: 'a fraction', sql: 'SELECT balance FROM customers WHERE id = 2', cell: -3.25, kind: 'number' },
    { title: 'an empty cell', sql: 'SELECT name FROM customers WHERE id = 3', cell: null, kind: 'text' },
  ],
  writes: [
    'DELETE FROM customers',
    'DROP TABLE customers',
    "ATTACH DATABASE ':memory:' AS other",
    'PRAGMA query_only = 0',
  ],
  failures: [
    {
      title: 'a missing spreadsheet',
      change: (config) => ({ ...config, spreadsheet_id: 'gone' }),
      kind: 'missing-object',
      stage: 'sign-in',
    },
  ],
  errors: [
    { sql: 'SELEC 1', kind: 'syntax', position: 0 },
    { sql: 'SELECT * FROM no_such_table', kind: 'missing-object', position: 14 },
    { sql: 'SELECT no_such_column FROM customers', kind: 'missing-object', position: 7 },
  ],
  skips: {},
  needsRealEngine: {
    'introspects tables and views with columns and kinds': 'sheets have no views and no required columns',
    'gives the definition of a view': 'sheets have no views',
    'introspects primary and foreign keys, also of several columns': 'sheets have no keys',
    'R03 takes names with quotes, dots, spaces and SQL as names': 'names are made by the driver: see sheets.test.ts',
    'answers with columns, kinds and rows': 'an empty cell is NULL, not an empty text',
  },
})
