import {
  createGooglesheetsDriver,
  GoogleRefusal,
  plain,
  replaceDriver,
  startSheets,
  writeCredentials,
} from '@parlance/drivers/testing'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { takesAll } from '../../../../../packages/contract/src/testing/test-sample.ts'
import { createManagedApp } from '../../testing/managed-app.ts'
import type { ManagedApp } from '../../testing/managed-app.ts'

type Sheets = Awaited<ReturnType<typeof startSheets>>

/** Enough for many requests and batches. `npm run test:all` uses as many as a large spreadsheet has. */
const rowCount = takesAll ? 200_000 : 30_000
const unlimited = { timeoutMs: 30_000, maxRows: null, maxBytes: null }
const sheet = (titles: string[], title = 'Books') => ({
  title,
  rows: [[plain('title')], ...titles.map((each) => [plain(each)])],
})

let google: Sheets
let app: ManagedApp
let count = 0

beforeEach(async () => {
  google = await startSheets([sheet(['Emma'])])
  replaceDriver('googlesheets', createGooglesheetsDriver(google.endpoint))
  // Stop the schedule's clock until a test advances it.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  app = await createManagedApp(null)
  writeCredentials(join(app.context.config.dataDir, 'key.json'), 'service_account')
})
afterEach(async () => {
  google.state.gate = null
  await app.close()
  vi.useRealTimers()
  replaceDriver('googlesheets', null)
  await google.stop()
})

const create = async (settings: object = {}) => {
  const name = `Books ${(count += 1)}`
  const form = { name, db_type: 'googlesheets', spreadsheet_id: 'spreadsheet-1', credentials_path: 'key.json' }
  return (await app.create({ ...form, ...settings })).id
}
const call = async (method: 'GET' | 'POST', path: string) => (await app.call(app.admin, method, path)).json()
const testIt = (id: string) => call('POST', `configurations/${id}/test`)
const sync = (id: string) => call('POST', `configurations/${id}/sync`)
const history = (id: string) => call('GET', `configurations/${id}/sync`)
const card = (id: string) => call('GET', `configurations/${id}`)

/** Begins to read the first column of a table, like a question's query. */
async function read(id: string, sql: string) {
  const open = await app.services.connections.open(await app.services.users.principalOf(app.admin.user), id)
  const { batches } = await open.connection.query(sql, [], unlimited)
  return { batches: batches[Symbol.asyncIterator](), release: () => open.release() }
}

async function titles(id: string): Promise<unknown[]> {
  const { batches, release } = await read(id, 'SELECT title FROM books')
  const rows: unknown[] = []
  for (let batch = await batches.next(); !batch.done; batch = await batches.next()) rows.push(...batch.value.flat())
  await release()
  return rows
}

describe('a manual sync', () => {
  test('AC-396 AC-324 copies the data, reports what it copied, and shows the sync on the card and in the history', async () => {
    const id = await create()
    expect(await sync(id)).toMatchObject({ success: true, message: '1 table, 1 row.', error: null })
    const [latest] = await history(id)
    expect(latest).toMatchObject({ table_count: 1, row_count: 1, warnings: [], error: null })
    expect(await card(id)).toMatchObject({ sync_status: 'synced', last_synced: latest.finished_at })
  })

  test('swaps the copy at once, so that a running query ends on the old rows and the next one has the new ones', async () => {
    const old = Array.from({ length: 5000 }, (_, index) => `Book ${index}`)
    google.state.sheets = [sheet(old)]
    const id = await create()
    expect(await testIt(id)).toMatchObject({ success: true, table_count: 1 })
    const running = await read(id, 'SELECT title FROM books')
    const first = await running.batches.next()
    google.state.sheets = [sheet(['Persuasion'])]
    expect(await sync(id)).toMatchObject({ success: true })
    const seen = [...(first.value ?? [])]
    for (let next = await running.batches.next(); !next.done; next = await running.batches.next())
      seen.push(...next.value)
    await running.release()
    expect(seen.flat()).toEqual(old)
    expect(await titles(id)).toEqual(['Persuasion'])
  })

  test('keeps the old rows after a failed sync, and reports it', async () => {
    const id = await create()
    await testIt(id)
    const { last_synced } = await card(id)
    google.state.sheets = [sheet(['Persuasion'])]
    google.state.refusal = new GoogleRefusal(403, 'PERMISSION_DENIED', 'Quota exceeded', 'rateLimitExceeded')
    const failed = await sync(id)
    expect(failed).toMatchObject({
      success: false,
      message: '',
      error: "Google's request quota is used up: Quota exceeded. Try again in a minute.",
    })
    google.state.refusal = null
    expect(await titles(id)).toEqual(['Emma'])
    expect(await card(id)).toMatchObject({ sync_status: 'error', last_synced })
    expect(await history(id)).toMatchObject([{ error: failed.error }, { error: null, row_count: 1 }])
  })

  test('keeps the old rows if the spreadsheet or a sheet was deleted in between', async () => {
    const id = await create()
    await testIt(id)
    google.state.pageRefusal = new GoogleRefusal(400, 'INVALID_ARGUMENT', 'Unable to parse range: Books!A1:Z1000')
    expect(await sync(id)).toMatchObject({
      success: false,
      error: 'A sheet was renamed or deleted during the sync. Sync again.',
    })
    google.state.refusal = new GoogleRefusal(404, 'NOT_FOUND', 'Requested entity was not found.')
    expect(await sync(id)).toMatchObject({
      success: false,
      error: expect.stringMatching(/^Google found no spreadsheet with this ID\. Check the ID/),
    })
    expect(await titles(id)).toEqual(['Emma'])
  })

  test('runs two concurrent syncs once', async () => {
    const id = await create()
    const { promise, resolve } = Promise.withResolvers<void>()
    google.state.gate = promise
    const both = Promise.all([sync(id), sync(id)])
    await expect.poll(async () => (await card(id)).sync_status).toBe('syncing')
    await expect.poll(() => google.requests.length).toBe(1)
    resolve()
    expect(await both).toMatchObject([
      { success: true, message: '1 table, 1 row.', error: null },
      { success: true, message: '1 table, 1 row.', error: null },
    ])
    expect(await history(id)).toHaveLength(1)
    expect(google.requests).toHaveLength(2)
  })

  test('reports what was left out of a sheet with 5,000 columns', async () => {
    const wide = Array.from({ length: 5000 }, (_, index) => plain(`c${index}`))
    google.state.sheets = [{ title: 'Wide', rows: [wide, wide] }, sheet(['Emma'])]
    const id = await create()
    expect(await sync(id)).toMatchObject({
      success: true,
      message: '2 tables, 2 rows. Only the first 1000 columns of the sheet Wide were copied.',
      error: null,
    })
    expect((await history(id))[0]).toMatchObject({
      warnings: ['Only the first 1000 columns of the sheet Wide were copied.'],
      warning_messages: [
        {
          text: 'Only the first {columns} columns of the sheet {sheet} were copied.',
          values: { columns: 1000, sheet: 'Wide' },
        },
      ],
    })
  })

  test(`copies each of ${rowCount.toLocaleString('en-US')} rows`, async () => {
    const many = Array.from({ length: rowCount }, (_, index) => `Book ${index}`)
    google.state.sheets = [sheet(many)]
    const id = await create()
    expect(await sync(id)).toMatchObject({ success: true, message: `1 table, ${rowCount.toLocaleString('en')} rows.` })
    await testIt(id)
    expect(new Set(await titles(id)).size).toBe(rowCount)
  })
})

describe('an automatic sync', () => {
  test('AC-343 copies at the first connection to the database, and only then if automatic sync is off', async () => {
    const id = await create({ sync_on_connect: false })
    expect(await testIt(id)).toMatchObject({ success: true, table_count: 1 })
    expect(await history(id)).toHaveLength(1)
    google.requests.length = 0
    await testIt(id)
    expect(await history(id)).toHaveLength(1)
  })

  test('AC-342 copies again when the interval has passed on the server’s clock', async () => {
    const often = await create({ auto_sync_interval: 5 })
    const never = await create({ auto_sync_interval: 0 })
    await Promise.all([testIt(often), testIt(never)])
    app.advance(4 * 60_000)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await history(often)).toHaveLength(1)
    google.state.sheets = [sheet(['Emma', 'Persuasion'])]
    app.advance(2 * 60_000)
    await vi.advanceTimersByTimeAsync(60_000)
    await expect.poll(async () => (await history(often)).length).toBe(2)
    expect(await titles(often)).toEqual(['Emma', 'Persuasion'])
    expect(await history(never)).toHaveLength(1)
  })
})

test('AC-328 offers no sync and no history for a database that is queried directly', async () => {
  const { id } = await app.create({ name: 'File', db_type: 'sqlite', database: app.file('file.sqlite') })
  expect(await sync(id)).toMatchObject({
    code: 'bad_request',
    detail: 'Only Google Sheets connections can be synced. Parlance queries this database directly.',
  })
  expect(await history(id)).toEqual([])
})
