import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatMessage } from '@parlance/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStages, type Connection, type Driver, type TestStage } from '../contract.ts'
import { GoogleRefusal, writeCredentials } from '../testing/google-stand-in.ts'
import { collect, failureOf, readAll, unlimited } from '../testing/read.ts'
import { createGooglesheetsDriver } from './driver.ts'
import { failing, formatted, plain, startSheets, type StandInSheet } from './stand-in.ts'

const root = mkdtempSync(join(tmpdir(), 'parlance-sheets-'))
const patient = { timeout: 60_000 }
const day = (serial: number, shown: string) => formatted(serial, 'DATE', shown)
const header = (...names: (string | null)[]) => names.map(plain)

const customers: StandInSheet = {
  title: 'Customers',
  rows: [
    header('ID', 'Name', 'Joined On', 'Balance'),
    [plain(1), plain('Ada'), day(46_053, '31 Jan 26'), formatted(10.5, 'CURRENCY', '€10.50')],
    [plain(2), plain('Émile 🙂'), day(46_081, '28 Feb 26'), formatted(-3.25, 'CURRENCY', '-€3.25')],
    [plain(3), plain("' OR 1=1 --"), {}, {}],
  ],
}

let sheets: Awaited<ReturnType<typeof startSheets>>
let driver: Driver
let folder: string
let count = 0
const opened: Connection[] = []
const keyFile = join(root, 'key.json')
const base = { spreadsheet_id: 'spreadsheet-1', credentials_path: keyFile }

beforeAll(async () => {
  writeCredentials(keyFile, 'service_account')
  sheets = await startSheets([])
  driver = createGooglesheetsDriver(sheets.endpoint)
})
beforeEach(() => {
  folder = join(root, `copy-${(count += 1)}`)
  Object.assign(sheets.state, { sheets: [customers], refusal: null, gate: null })
})
afterEach(async () => {
  for (const connection of opened.splice(0)) await connection.close()
})
afterAll(async () => {
  await sheets.stop()
  rmSync(root, { recursive: true })
})

async function connect(config: Record<string, string | boolean> = {}): Promise<Connection> {
  const connection = await driver.connect({ ...base, ...config }, { folder })
  opened.push(connection)
  return connection
}

/** Copies one sheet and queries its table. */
async function copied(sheet: Partial<StandInSheet>, sql = 'SELECT * FROM t') {
  sheets.state.sheets = [{ title: 't', rows: [], ...sheet }]
  return await readAll(await connect(), sql)
}

describe('Google Sheets driver', () => {
  it('makes each sheet a table, with types and exact values', async () => {
    const connection = await connect()
    const [table] = await collect(connection.introspect())
    expect(table).toMatchObject({ schema: null, name: 'customers', objectType: 'TABLE', comment: 'Customers' })
    expect(table?.columns.map(({ name, dataType, comment }) => [name, dataType, comment])).toEqual([
      ['id', 'INTEGER', 'ID'],
      ['name', 'TEXT', 'Name'],
      ['joined_on', 'DATE', 'Joined On'],
      ['balance', 'REAL', 'Balance'],
    ])
    expect((await readAll(connection, 'SELECT * FROM customers ORDER BY id')).rows).toEqual([
      [1, 'Ada', '2026-01-31', 10.5],
      [2, 'Émile 🙂', '2026-02-28', -3.25],
      [3, "' OR 1=1 --", null, null],
    ])
    expect((await readAll(connection, 'SELECT id FROM customers WHERE name = ?', ["' OR 1=1 --"])).rows).toEqual([[3]])
  })

  it('tests in stages, counts its tables and names the spreadsheet', async () => {
    const connection = await connect()
    const stages: TestStage[] = []
    const report = await connection.test((stage) => stages.push(stage))
    expect(stages).toEqual(testStages.filter((stage) => stage !== 'tls'))
    expect(report).toMatchObject({ tableCount: 1, warnings: [] })
    expect(report.engine).toMatch(/^Google Sheets, copied into SQLite \d/)
  })

  it('signs in by OAuth 2 with a refresh token, and again after its token is forgotten', async () => {
    const credentials_path = writeCredentials(join(root, 'user.json'), 'oauth2')
    const connection = await connect({ auth_type: 'oauth2', credentials_path })
    sheets.forgetTokens()
    expect((await connection.test(() => {})).tableCount).toBe(1)
  })

  const failures: [string, object, Record<string, string>, object][] = [
    ['a key that Google does not know', { client_email: 'x@y' }, {}, { kind: 'auth', stage: 'sign-in' }],
    ['a key that is no key', { private_key: 'canary' }, {}, { kind: 'auth', stage: 'sign-in' }],
    ['a refresh token that was revoked', { refresh_token: 'canary' }, { auth_type: 'oauth2' }, { kind: 'auth' }],
    ['another kind of account', { type: 'external_account' }, {}, { kind: 'auth', stage: 'sign-in' }],
    ['a missing spreadsheet', {}, { spreadsheet_id: 'gone' }, { kind: 'missing-object', stage: 'sign-in' }],
    [
      'one not shared',
      {},
      { spreadsheet_id: 'private' },
      { kind: 'permission', message: expect.stringMatching(/Grant access to reader@/) },
    ],
    ['a missing file', {}, { credentials_path: '/no/such' }, { kind: 'unreachable', stage: 'resolve' }],
    ['a folder', {}, { credentials_path: root }, { kind: 'unreachable', stage: 'resolve' }],
    [
      'a file that is too large for credentials',
      { padding: 'x'.repeat(64 * 1024) },
      {},
      {
        kind: 'auth',
        stage: 'sign-in',
        message: expect.stringMatching(
          /^The file .* is larger than 64 KB, so it isn't a credentials file\. Enter the path of the JSON file from Google\.$/,
        ),
      },
    ],
  ]
  it.each(failures)('explains the error: %s', async (title, change, config, expected) => {
    const type = config['auth_type'] === 'oauth2' ? 'oauth2' : 'service_account'
    const credentials_path = writeCredentials(join(root, `${title}.json`), type, change)
    const error = await failureOf(async () => await connect({ credentials_path, ...config }))
    expect(error).toMatchObject(expected)
    expect(`${error.message} ${readFileSync(join(folder, 'syncs.json'), 'utf8')}`).not.toMatch(/canary|PRIVATE KEY/)
  })

  it('reports an exhausted quota and a disabled API', async () => {
    sheets.state.refusal = new GoogleRefusal(403, 'PERMISSION_DENIED', 'Sheets API is disabled.', 'SERVICE_DISABLED')
    expect(await failureOf(connect)).toMatchObject({
      kind: 'permission',
      message: expect.stringMatching(/Sheets API is disabled/),
    })
    sheets.state.refusal = new GoogleRefusal(403, 'PERMISSION_DENIED', 'Quota exceeded', 'rateLimitExceeded')
    expect(await failureOf(connect)).toMatchObject({
      kind: 'limit',
      message: expect.stringMatching(/Try again in a minute/),
    })
  })

  it('R14 refuses options that its form does not have, and needs a folder for its copy', async () => {
    await expect(driver.connect({ ...base, endpoint: 'http://x' }, { folder })).rejects.toThrow(/unrecognized/i)
    expect((await failureOf(async () => await driver.connect(base))).kind).toBe('unsupported')
  })

  it('AC-342 AC-343 AC-344 AC-345 AC-355 has the documents’ fields and defaults', () => {
    const { configSchema } = driver.manifest
    expect(configSchema.parse(base)).toMatchObject({
      auth_type: 'service_account',
      sync_on_connect: true,
      auto_sync_interval: 0,
    })
    for (const missing of ['spreadsheet_id', 'credentials_path']) {
      expect(configSchema.safeParse({ ...base, [missing]: '' }).success).toBe(false)
    }
    expect(configSchema.safeParse({ ...base, auto_sync_interval: -1 }).success).toBe(false)
  })

  it('R05 R07 queries the copy read-only, one statement at a time', async () => {
    const connection = await connect()
    for (const sql of ['DELETE FROM customers', 'SELECT 1; DELETE FROM customers', 'PRAGMA query_only = 0']) {
      await failureOf(async () => await readAll(connection, sql))
    }
    const readable = [{ schema: null, table: 'customers', columns: null }]
    const hidden = async () =>
      await readAll(connection, 'SELECT * FROM parlance_columns', [], { ...unlimited, readable })
    expect((await failureOf(hidden)).kind).toBe('permission')
    expect((await readAll(connection, 'SELECT count(*) FROM customers')).rows).toEqual([[3]])
  })
})

describe('the table of a sheet', () => {
  it('types a column only when all its cells agree, and keeps text as shown', async () => {
    const result = await copied({
      rows: [
        header('whole', 'part', 'yes', 'mixed', 'code', 'moment', 'clock', 'late'),
        [
          plain(1),
          plain(1),
          plain(true),
          formatted(1200, 'NUMBER', '1,200.00'),
          formatted(7, 'NUMBER', '007'),
          formatted(46_053.5, 'DATE_TIME', '31/01/2026 12:00'),
          formatted(0.25, 'TIME', '06:00'),
          day(46_053, '31/01/2026'),
        ],
        [
          plain(9_007_199_254_740_991),
          plain(0.1),
          plain(false),
          plain('about 5'),
          formatted(123, 'NUMBER', '123'),
          formatted(46_053.123456, 'DATE_TIME', '31/01/2026 02:57'),
          formatted(1.5, 'TIME', '36:00:00'),
          formatted(46_053.75, 'DATE', '31/01/2026'),
        ],
      ],
    })
    expect(result.rows).toEqual([
      [1, 1, 1, '1,200.00', '007', '2026-01-31 12:00:00', '06:00:00', '2026-01-31 00:00:00'],
      [9_007_199_254_740_991, 0.1, 0, 'about 5', '123', '2026-01-31 02:57:46.598', '36:00:00', '2026-01-31 18:00:00'],
    ])
    expect((await readAll(opened[0] as Connection, 'SELECT typeof(whole), typeof(part) FROM t')).rows).toEqual([
      ['integer', 'real'],
      ['integer', 'real'],
    ])
  })

  it('keeps the raw text next to values when typing would lose something', async () => {
    const result = await copied({
      rows: [
        header('ok', 'amount', 'price', 'name'),
        [plain(1), plain(5), formatted(5, 'CURRENCY', '€5'), plain('Ada')],
        [plain(2), plain('n/a'), formatted(5, 'CURRENCY', '$5'), plain('n/a')],
        [plain(3), failing('REF', '#REF!'), {}, failing('N_A', '#N/A')],
      ],
    })
    expect(result.columns).toEqual(['ok', 'amount', 'amount_raw', 'price', 'price_raw', 'name', 'name_raw'])
    expect(result.rows).toEqual([
      [1, 5, '5', 5, '€5', 'Ada', 'Ada'],
      [2, null, 'n/a', 5, '$5', 'n/a', 'n/a'],
      [3, null, '#REF!', null, null, null, '#N/A'],
    ])
  })

  it('R13 generates unique plain names for columns and tables', async () => {
    sheets.state.sheets = [
      {
        title: 'Bob\'s "2026"; DROP TABLE x',
        rows: [header('Preis (€)', 'PREIS €', '', 'select', '2024'), header('a', 'b', 'c', 'd', 'e')],
      },
      { title: 'parlance columns', rows: [header('a'), [plain(1)]] },
      { title: 'Parlance-Columns', rows: [header('sqlite_x'), [plain(1)]] },
      { title: '***', rows: [header('日付', null, 'x'), [plain('a'), {}, plain('b')]] },
    ]
    const tables = await collect((await connect()).introspect())
    expect(tables.map(({ name, columns }) => [name, ...columns.map((column) => column.name)])).toEqual([
      ['bob_s_2026_drop_table_x', 'preis', 'preis_2', 'column_c', 'select', '_2024'],
      ['parlance_columns_2', 'a'],
      ['parlance_columns_3', '_sqlite_x'],
      ['sheet', '日付', 'x'],
    ])
    expect(tables[0]?.comment).toBe('Bob\'s "2026"; DROP TABLE x')
  })

  it('repeats merged text and merged headers, but not merged numbers', async () => {
    const result = await copied({
      rows: [
        header('Region', 'Sales'),
        [plain('North'), plain(1), plain(2), plain(10)],
        [{}, plain(3), plain(4)],
        [],
        [plain('South'), plain(5), plain(6), plain(20)],
      ],
      merges: [
        { startRowIndex: 0, endRowIndex: 1, startColumnIndex: 1, endColumnIndex: 4 },
        { startRowIndex: 1, endRowIndex: 4, startColumnIndex: 0, endColumnIndex: 1 },
        { startRowIndex: 1, endRowIndex: 4, startColumnIndex: 3, endColumnIndex: 4 },
      ],
    })
    expect(result.columns).toEqual(['region', 'sales', 'sales_2', 'sales_3'])
    expect(result.rows).toEqual([
      ['North', 1, 2, 10],
      ['North', 3, 4, null],
      ['South', 5, 6, 20],
    ])
  })

  it('leaves out empty and hidden sheets and charts; a sheet with only a header is an empty table', async () => {
    sheets.state.sheets = [
      { title: 'Empty', rows: [] },
      { title: 'Blank', rows: [[], [{}, {}]] },
      { title: 'Secret', rows: [header('a'), [plain(1)]], hidden: true },
      { title: 'Chart', rows: [header('a')], sheetType: 'OBJECT' },
      { title: 'Late', rows: [[], [], header('a', 'b')] },
    ]
    const connection = await connect()
    expect((await collect(connection.introspect())).map(({ name }) => name)).toEqual(['late'])
    expect((await readAll(connection, 'SELECT * FROM late')).columns).toEqual(['a', 'b'])
  })

  it('copies 50,000 rows in pages, each once and in order, and streams them', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => [plain(index), plain(`row ${index}`)])
    sheets.requests.length = 0
    const result = await copied({ rows: [header('n', 'text'), ...rows] }, 'SELECT n, text FROM t')
    expect(result.rows).toHaveLength(50_000)
    expect(result.rows.every(([n, text], index) => n === index && text === `row ${index}`)).toBe(true)
    expect(sheets.requests.length).toBeGreaterThan(5)
  })

  it('reads a sheet of many empty rows in few requests, and waits when Google’s quota is exhausted', async () => {
    const last = Array.from({ length: 20_000 }, (): [] => [])
    sheets.requests.length = 0
    sheets.state.pageRefusal = new GoogleRefusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', 'RATE_LIMIT_EXCEEDED')
    const result = await copied({ rows: [header('n'), [plain(1)], ...last, [plain(2)]] })
    expect(result.rows).toEqual([[1], [2]])
    expect(sheets.requests.length).toBeLessThan(8)
  })
})

describe('a sync', () => {
  const changed: StandInSheet = { title: 'Customers', rows: [header('ID'), [plain(9)]] }
  const sync = async () => await driver.copier?.sync(base, folder)
  const state = async () => await driver.copier?.state(folder)
  const ids = async (connection: Connection) => (await readAll(connection, 'SELECT id FROM customers')).rows.flat()

  it('swaps the copy in one step: an open connection sees the new one, a running query finishes on the old', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => [plain(index)])
    sheets.state.sheets = [{ title: 'Customers', rows: [header('ID'), ...many] }]
    const connection = await connect()
    const result = await connection.query('SELECT id FROM customers', [], unlimited)
    const seen: unknown[] = []
    sheets.state.sheets = [changed]
    for await (const batch of result.batches) {
      if (seen.length === 0) await sync()
      seen.push(...batch.flat())
    }
    expect(seen).toEqual(many.map((_, index) => index))
    expect(await ids(connection)).toEqual([9])
  })

  it('keeps the old copy when a sync fails, and reports the failure without the request', async () => {
    const connection = await connect()
    sheets.state.refusal = new GoogleRefusal(503, 'UNAVAILABLE', 'The service is currently unavailable.')
    expect(await failureOf(async () => await sync())).toMatchObject({ kind: 'unreachable' })
    sheets.state.refusal = null
    expect(await ids(connection)).toEqual([1, 2, 3])
    const { history = [], lastSynced } = (await state()) ?? {}
    expect(
      history.map(({ error, tableCount, rowCount }) => [error && formatMessage(error), tableCount, rowCount]),
    ).toEqual([
      ['Google returned an error: The service is currently unavailable.', 0, 0],
      [null, 1, 3],
    ])
    expect(lastSynced).toBe(history[1]?.finishedAt)
    expect(readdirSync(folder).toSorted()).toEqual([expect.stringMatching(/^copy-\w{16}\.db$/), 'syncs.json'])
  })

  it('reads the log of version 1.1, whose texts have no patterns', async () => {
    const report = { startedAt: '2026-01-01', finishedAt: '2026-01-02', tableCount: 0, rowCount: 0 }
    const old = { ...report, warnings: ['A sheet is empty.'], error: 'Google says {no}.' }
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'syncs.json'), JSON.stringify([old]))
    const [read] = (await state())?.history ?? []
    expect(read?.warnings.map((warning) => formatMessage(warning))).toEqual(old.warnings)
    expect(read?.error && formatMessage(read.error)).toBe(old.error)
  })

  it('runs one sync for all concurrent callers', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    sheets.state.gate = promise
    sheets.requests.length = 0
    const both = [connect(), sync()]
    await expect.poll(() => sheets.requests.length, patient).toBe(1)
    expect(await state()).toMatchObject({ isSyncing: true, lastSynced: null })
    resolve()
    await Promise.all(both)
    expect(await state()).toMatchObject({ isSyncing: false, history: [{ error: null }] })
    expect(sheets.requests).toHaveLength(2)
  })

  it('does not sync again for each opened connection, and serves the old copy when a sync fails', async () => {
    await connect()
    sheets.requests.length = 0
    expect(await ids(await connect())).toEqual([1, 2, 3])
    expect(sheets.requests).toHaveLength(0)
  })

  it('continues a sync for the others when one waiting caller gives up', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    sheets.state.gate = promise
    const waiting = sync()
    const signal = AbortSignal.abort()
    const error = await failureOf(async () => await driver.connect(base, { folder, signal }))
    expect(error.kind).toBe('cancelled')
    resolve()
    expect(await waiting).toMatchObject({ tableCount: 1, error: null })
  })

  it('never mistakes the copy of one spreadsheet for another', async () => {
    await connect()
    expect((await failureOf(async () => await connect({ spreadsheet_id: 'private' }))).kind).toBe('permission')
  })

  it('removes the half-written files of a killed process, but not those that another process is writing', async () => {
    mkdirSync(folder)
    for (const name of ['sync-old.tmp', 'sync-new.tmp', 'syncs.json.old']) writeFileSync(join(folder, name), '')
    const longAgo = new Date(Date.now() - 3_600_000)
    for (const name of ['sync-old.tmp', 'syncs.json.old']) utimesSync(join(folder, name), longAgo, longAgo)
    await sync()
    expect(readdirSync(folder).toSorted()).toEqual([expect.stringMatching(/^copy-/), 'sync-new.tmp', 'syncs.json'])
  })

  it('leaves nothing that looks like a copy when the first sync fails', async () => {
    sheets.state.refusal = new GoogleRefusal(404, 'NOT_FOUND', 'Requested entity was not found.')
    await failureOf(async () => await sync())
    expect(readdirSync(folder)).toEqual(['syncs.json'])
  })
})
