import { createGooglesheetsDriver, plain, startSheets, writeCredentials } from '@parlance/drivers/testing'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createManagedApp } from '../../testing/managed-app.ts'
import type { ManagedApp } from '../../testing/managed-app.ts'
import type { Connector } from './connector.ts'
import { createConnector } from './connector.ts'
import { copyVersion, syncConnection } from './sync-connection.ts'
import { syncDue } from './sync-schedule.ts'

let google: Awaited<ReturnType<typeof startSheets>>
let app: ManagedApp
let connector: Connector

beforeAll(async () => {
  google = await startSheets([{ title: 'Books', rows: [[plain('title')], [plain('Emma')]] }])
  app = await createManagedApp(null)
  writeCredentials(keyFile(), 'service_account')
  const { copier } = createGooglesheetsDriver(google.endpoint)
  const real = createConnector(app.context)
  connector = {
    ...real,
    copying: async (row) => {
      const copying = await real.copying(row)
      return copying === null || copier === undefined ? null : { ...copying, copier }
    },
  }
})
afterAll(async () => {
  await connector.close()
  await app.close()
  await google.stop()
})

async function addSheets(name: string, interval: number): Promise<string> {
  const made = await app.create({
    name,
    db_type: 'googlesheets',
    spreadsheet_id: 'spreadsheet-1',
    credentials_path: 'key.json',
    auto_sync_interval: interval,
  })
  await app.context.store.db.updateTable('connections').set({ is_valid: 1 }).where('id', '=', made.id).execute()
  return made.id
}

const keyFile = () => join(app.context.config.dataDir, 'key.json')
const rowOf = (id: string) =>
  app.context.store.db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statusOf = async (id: string) => {
  const { last_synced, sync_status } = await rowOf(id)
  return [last_synced === null, sync_status]
}
const later = (minutes: number) => ({ ...app.context, now: () => new Date(Date.now() + minutes * 60_000) })

test('AC-342 copies again when the interval has passed, and never if it is 0', async () => {
  const [often, never] = [await addSheets('Often', 5), await addSheets('Never', 0)]
  await syncDue(app.context, connector)
  expect([await statusOf(often), await statusOf(never)]).toEqual([
    [false, 'synced'],
    [true, null],
  ])
  const asked = google.requests.length
  await syncDue(later(4), connector)
  expect(google.requests).toHaveLength(asked)
  await syncDue(later(6), connector)
  expect(google.requests.length).toBeGreaterThan(asked)
  const shown = (await app.call(app.admin, 'GET', `configurations/${often}`)).json()
  const history = (await app.call(app.admin, 'GET', `configurations/${often}/sync`)).json()
  expect(history).toMatchObject([
    { table_count: 1, row_count: 1, warnings: [], error: null },
    { table_count: 1, error: null },
  ])
  expect(shown).toMatchObject({ last_synced: history[0].finished_at })
  expect(shown).toMatchObject({ sync_status: 'synced', last_synced: expect.stringMatching(/^\d{4}-.*Z$/) })
})

test('AC-324 shows a failed sync on the card, keeps the copy’s age, and waits for the next interval', async () => {
  const id = await addSheets('Failing', 5)
  expect(await syncConnection(app.context, connector, await rowOf(id))).toMatchObject({
    success: true,
    message: '1 table, 1 row.',
    error: null,
  })
  const { last_synced } = await rowOf(id)
  google.forgetTokens()
  writeCredentials(keyFile(), 'service_account', { client_email: 'nobody@example.com' })
  await syncDue(later(6), connector)
  expect(await rowOf(id)).toMatchObject({ sync_status: 'error', last_synced })
  expect(await copyVersion(app.context, connector, await rowOf(id))).toBe(last_synced)
  const asked = google.requests.length
  await syncDue(later(4), connector)
  expect(google.requests).toHaveLength(asked)
})
