import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { portableKey } from '@parlance/contract'
import type { Area, ProposedDefinitions } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'

const shop = `
  create table clients (id integer primary key, name text, country text, is_internal integer);
  create table orders (id integer primary key, client_id integer references clients, placed_on date, status text, amount numeric, deleted_at date);
  insert into clients values (1, 'Ann', 'Peru', 0), (2, 'Bob', 'Chad', 1);
  insert into orders values (1, 1, '2026-01-05', 'open', 50, null), (2, 1, '2026-01-06', 'paid', 60, null), (3, 2, '2026-01-07', 'cancelled', 70, '2026-01-08');
`

let app: AreaApp
let applicationId: string

beforeAll(async () => {
  app = await createAreaApp(null)
  const database = join(app.context.config.dataDir, 'proposing.sqlite')
  const file = new DatabaseSync(database)
  file.exec(shop)
  file.close()
  const { id } = await app.createTested({ name: 'proposing', db_type: 'sqlite', database, visibility: 'public' })
  const answer = await app.api(app.admin, 'POST', 'business-areas/propose', { database_config_id: id })
  applicationId = answer.json<{ application_id: string }>().application_id
})
afterAll(() => app.close())

async function makeArea(name: string, more: object = {}): Promise<Area> {
  const tables = [{ table_name: 'clients' }, { table_name: 'orders', description: 'What clients bought.' }]
  const form = { application_id: applicationId, area_name: name, visibility: 'private', tables, ...more }
  const answer = await app.api(app.admin, 'POST', 'business-areas/', form)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<Area>()
}

async function proposed(area: Area): Promise<ProposedDefinitions> {
  const answer = await app.api(app.admin, 'POST', `business-areas/${area.area_id}/propose-definitions`, {})
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<ProposedDefinitions>()
}

const keysOf = ({ proposals }: ProposedDefinitions) => proposals.map(({ item }) => portableKey(item))

describe('proposed definitions of an area', () => {
  test('come from names, types, and values, and can be saved as they are', async () => {
    const area = await makeArea('Whole')
    const found = await proposed(area)
    expect(keysOf(found)).toEqual([
      '["dimension","client country"]',
      '["filter","internal clients"]',
      '["time_column","orders"]',
      '["metric","orders"]',
      '["metric","total order amount"]',
      '["metric","average order amount"]',
      '["metric","share of cancelled orders"]',
      '["dimension","order status"]',
      '["filter","open orders"]',
      '["filter","cancelled orders"]',
      '["filter","paid orders"]',
      '["filter","not deleted orders"]',
      '["table","clients"]',
    ])
    const values = (kind: string) => found.proposals.flatMap(({ item }) => (item.kind === kind ? [item.value] : []))
    const definitions = {
      metrics: values('metric'),
      dimensions: values('dimension'),
      filters: values('filter'),
      time_columns: values('time_column'),
    }
    const saved = await app.api(app.admin, 'PUT', `business-areas/${area.area_id}`, {
      application_id: applicationId,
      area_name: area.area_name,
      visibility: 'private',
      tables: [{ table_name: 'clients' }, { table_name: 'orders', description: 'What clients bought.' }],
      definitions,
    })
    expect([saved.statusCode, saved.json<Area>().warnings]).toEqual([200, []])
    expect(keysOf(await proposed(saved.json<Area>()))).toEqual(['["table","clients"]'])
  })

  test('do not come back after they are rejected', async () => {
    const area = await makeArea('Rejected')
    const keys = keysOf(await proposed(area))
    const path = `business-areas/${area.area_id}/reject-proposals`
    const answer = await app.api(app.admin, 'POST', path, { keys: keys.slice(1) })
    expect(answer.json()).toEqual({ rejected: keys.length - 1 })
    expect(keysOf(await proposed(area))).toEqual(keys.slice(0, 1))
  })

  test('name no value that the rules hide from the person who asks', async () => {
    const rule = { name: 'Not cancelled', tables: { orders: { condition: "status <> 'cancelled'" } } }
    const masks = { name: 'No flag', tables: { clients: { is_internal: { mask_type: 'disallow' } } } }
    const limited = await makeArea('Limited', {
      row_security_rules: { rules: [rule] },
      column_security_rules: { rules: [masks] },
    })
    const text = JSON.stringify(await proposed(limited))
    expect(text).toContain('Open orders')
    expect(text.toLowerCase()).not.toMatch(/cancelled|internal/)
  })

  test('describe at most 200 tables at once, and say how many more have no description', async () => {
    const names = Array.from({ length: 203 }, (_, at) => `event_log_${at}`)
    const tables = names.map((name) => `${name} (id integer primary key)`)
    const { applicationId: application_id } = await app.newDatabase('many', tables)
    const found = await proposed(
      await makeArea('Many', { application_id, tables: names.map((table_name) => ({ table_name })) }),
    )
    expect(found.proposals.filter(({ item }) => item.kind === 'table')).toHaveLength(200)
    expect(found.notes).toEqual([expect.objectContaining({ values: { n: 3 } })])
  })

  test('are only for editors of the area', async () => {
    const area = await makeArea('Private')
    const stranger = await app.signIn('GENERAL')
    const path = `business-areas/${area.area_id}`
    expect((await app.api(stranger, 'POST', `${path}/propose-definitions`, {})).statusCode).toBe(404)
    expect((await app.api(stranger, 'POST', `${path}/reject-proposals`, { keys: ['x'] })).statusCode).toBe(404)
  })
})
