import type { Connection } from '@parlance/drivers'
import { createBigqueryDriver, startBigquery, writeCredentials } from '@parlance/drivers/testing'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileWorld, testPrincipal, type FileWorld } from '../testing/file-turn.ts'
import { collect } from './collect.ts'
import { createQueryDoor } from './run-query.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-cost-'))
const dear = 'select id from customers limit 7'
let world: FileWorld
let google: Awaited<ReturnType<typeof startBigquery>>
let connection: Connection

beforeAll(async () => {
  world = await createFileWorld()
  const bytes = 101 * 1024 ** 3
  google = await startBigquery({ [dear]: { fields: [{ name: 'id', type: 'INTEGER' }], rows: [], bytes } })
  connection = await createBigqueryDriver(google.endpoint).connect({
    project_id: 'stand-in',
    dataset: 'suite',
    credentials_path: writeCredentials(join(folder, 'key.json'), 'service_account'),
  })
})
afterAll(async () => {
  await connection.close()
  await google.stop()
  await world.close()
  rmSync(folder, { recursive: true })
})

/** The door in front of a data warehouse that bills for the data it reads. */
function door() {
  return createQueryDoor({
    ...world.environment,
    open: async () => ({ connection, kind: 'bigquery', dialect: 'bigquery', release: () => {} }),
    catalogueOf: async () => ({
      dialect: 'bigquery',
      defaultSchema: connection.defaultSchema,
      tables: await Array.fromAsync(connection.introspect()),
    }),
  })
}

const request = (sql: string) =>
  ({ principal: testPrincipal, connectionId: 'c1', areaId: null, sql, purpose: 'chat' }) as const

test('the receipt shows what a query reads if reading is billed', async () => {
  const query = await door().run({ ...request('select id, name from customers where id = :id'), params: { id: 2 } })
  expect((await collect(query)).rows).toEqual([[2, 'Émile 🙂']])
  expect(query.receipt.sentences).toEqual([
    'Read suite.customers: id, name.',
    'At most 1,000 rows are returned.',
    'Values were bound to :id.',
    'The database read 1 KB for this query.',
  ])
})

test('refuses a query that would read more than the connection allows, without running it', async () => {
  google.state.bodies.length = 0
  const refusal = {
    code: 'result_too_large',
    detail: 'The query needs more resources than the database allows. Narrow the query.',
  }
  await expect(door().run(request(dear))).rejects.toMatchObject(refusal)
  const admin = {
    ...request(dear),
    principal: { ...testPrincipal, role: 'ADMIN' as const },
  }
  const message = expect.stringMatching(/would read 101 GB\. The limit is 100 GB/)
  await expect(door().run(admin)).rejects.toMatchObject({ detail: message })
  const ran = google.state.bodies.filter(
    ({ configuration }) => configuration.query.query === dear && !configuration.dryRun,
  )
  expect(ran).toEqual([])
})
