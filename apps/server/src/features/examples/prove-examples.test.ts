import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CheckedExample, Example } from '@parlance/contract'
import { createAreaApp, type AreaApp } from '../../testing/area-app.ts'
import { describeStores } from '../../testing/test-store.ts'
import { createExampleProofs } from './prove-examples.ts'

let app: AreaApp
let areaId: string
let added = 0

beforeAll(async () => {
  app = await createAreaApp(null)
  areaId = (await app.newArea()).area_id
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.context.store.db.deleteFrom('examples').execute()
})

async function add(sql_query: string, where = { app, areaId }): Promise<string> {
  added += 1
  const payload = { area_id: where.areaId, question: `Question ${added}`, sql_query }
  const answer = await where.app.api(where.app.admin, 'POST', 'examples/written', payload)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<CheckedExample>().id
}

async function problemOf(id: string): Promise<string | undefined> {
  const list = (await app.api(app.admin, 'GET', 'examples')).json<Example[]>()
  return list.find((example) => example.id === id)?.problem?.message
}

async function saveTables(...names: string[]): Promise<void> {
  const area = { area_name: 'Sales', visibility: 'public', tables: names.map((table_name) => ({ table_name })) }
  const saved = await app.api(app.admin, 'PUT', `business-areas/${areaId}`, area)
  if (saved.statusCode !== 200) throw new Error(saved.body)
}

const refresh = () =>
  app.api(app.admin, 'POST', `database-management/configurations/${app.databaseId}/catalogue`, { wait: true })
const provenFor = () => app.context.store.db.selectFrom('examples').select('proven_for').execute()
const proofsOf = () => createExampleProofs(app.context, { ...app.services, door: app.services.query.door })

test('finds an example that the changed area refuses, and clears its problem when the area allows it again', async () => {
  const { proofs } = app.services.examples
  const orders = await add('SELECT COUNT(*) AS n FROM orders')
  const customers = await add('SELECT COUNT(*) AS n FROM customers')
  await proofs.check()
  expect(await problemOf(orders)).toBeUndefined()
  await saveTables('customers')
  await proofs.check()
  expect(await problemOf(orders)).toContain('orders')
  expect(await problemOf(customers)).toBeUndefined()
  const wanted = { areaId, connectionId: app.databaseId, question: 'Question', limit: 9 }
  expect((await app.services.examples.examplesFor(wanted)).map(({ id }) => id)).toEqual([customers])
  await saveTables('customers', 'orders')
  await proofs.check()
  expect(await problemOf(orders)).toBeUndefined()
  expect(await app.services.examples.examplesFor(wanted)).toHaveLength(2)
})

test('finds an example whose column is gone after the catalog was read again', async () => {
  const { proofs } = app.services.examples
  const id = await add('SELECT rep FROM orders')
  await proofs.check()
  app.alter('alter table orders rename column rep to seller')
  await refresh()
  await proofs.check()
  expect(await problemOf(id)).toContain('rep')
  app.alter('alter table orders rename column seller to rep')
  await refresh()
  await proofs.check()
  expect(await problemOf(id)).toBeUndefined()
})

test('proves nothing again while nothing changed, and continues where another process stopped', async () => {
  const ids = [await add('SELECT 1 AS n FROM orders'), await add('SELECT 2 AS n FROM orders')]
  await proofsOf().check()
  const [first, second] = await provenFor()
  expect(first?.proven_for).toBe(second?.proven_for)
  const stopped = new AbortController()
  stopped.abort()
  await app.context.store.db
    .updateTable('examples')
    .set({ proven_for: null })
    .where('id', '=', ids[0] ?? '')
    .execute()
  await expect(proofsOf().check(stopped.signal)).rejects.toThrow(/abort/)
  await proofsOf().check()
  expect(await provenFor()).toEqual([first, second])
})

test('says nothing about an example whose area has no owner who may ask', async () => {
  const id = await add('SELECT COUNT(*) AS n FROM orders')
  await app.context.store.db.updateTable('areas').set({ owner_id: null }).where('id', '=', areaId).execute()
  await saveTables('customers')
  await app.services.examples.proofs.check()
  expect(await problemOf(id)).toBeUndefined()
  await saveTables('customers', 'orders')
})

describeStores('several processes', (current) => {
  test('two processes prove each example once', async () => {
    const app = await createAreaApp(current())
    const { area_id } = await app.newArea()
    for (let at = 0; at < 6; at += 1) await add('SELECT COUNT(*) AS n FROM orders', { app, areaId: area_id })
    const checked: string[] = []
    const { door } = app.services.query
    const counting = {
      run: door.run,
      findRefusal: (...asked: Parameters<typeof door.findRefusal>) => {
        checked.push(asked[0].sql)
        return door.findRefusal(...asked)
      },
    }
    const processes = [1, 2].map(() => createExampleProofs(app.context, { ...app.services, door: counting }))
    await Promise.all(processes.map((one) => one.check()))
    expect(checked).toHaveLength(6)
    await app.close()
  })
})
