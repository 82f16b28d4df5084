import type { Area, ImportedDefinitions } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import { readInThread } from './read-in-thread.ts'

let app: AreaApp
let area: Area

const revenue = {
  name: 'Revenue',
  computation: { kind: 'aggregate', table: 'orders', expression: 'SUM(amount)' },
  unit: 'EUR',
}
const filters = [{ name: 'Large', table: 'orders', condition: 'amount > 100' }]

beforeAll(async () => {
  app = await createAreaApp(null)
  area = await app.newArea({
    area_name: 'Sales',
    visibility: 'public',
    tables: [{ table_name: 'orders', description: 'What was sold' }, { table_name: 'customers' }],
    joins: [
      {
        left_table: 'orders',
        left_column: 'customer_id',
        right_table: 'customers',
        right_column: 'id',
        cardinality: 'many_to_one',
      },
    ],
    definitions: { metrics: [revenue], filters },
    column_security_rules: { rules: [{ name: 'c', tables: { customers: { email: { mask_type: 'disallow' } } } }] },
  })
})
afterAll(() => app.close())

const url = () => `business-areas/${area.area_id}/definitions`
const exported = (who = app.admin) => app.api(who, 'GET', `${url()}/export?format=ossie`)
const imported = (content: string, who = app.admin) => app.api(who, 'POST', `${url()}/import`, { content })

describe('definitions of an area', () => {
  test('come back unchanged from an exported file', async () => {
    const file = await exported()
    expect(file.headers['content-type']).toBe('application/yaml; charset=utf-8')
    expect(file.headers['content-disposition']).toBe('attachment; filename="definitions-sales.ossie.yaml"')
    const { format, items, notes } = (await imported(file.body)).json<ImportedDefinitions>()
    expect([format, notes]).toEqual(['ossie', []])
    expect(items.map(({ item, change }) => `${item.kind} ${change}`).toSorted()).toEqual([
      'description unchanged',
      'filter unchanged',
      'instructions unchanged',
      'metric unchanged',
      'relationship unchanged',
      'table unchanged',
    ])
  })

  test('are compared with those of a file, and not stored', async () => {
    const content = `version: 0.2.0.dev0
semantic_model:
  - name: sales
    datasets: [{name: orders, source: orders}]
    metrics:
      - {name: revenue, expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(orders.amount) - 1}]}}
      - {name: Orders, expression: {dialects: [{dialect: ANSI_SQL, expression: COUNT(orders.id)}]}}
      - {name: Broken, expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(orders.nothing)}]}}`
    const { items, notes } = (await imported(content)).json<ImportedDefinitions>()
    expect(items).toMatchObject([
      { change: 'changed', item: { value: { unit: 'EUR', computation: { expression: 'SUM(amount) - 1' } } } },
      { change: 'added', before: null, item: { value: { name: 'Orders' } } },
    ])
    expect(notes).toMatchObject([
      { place: { line: 8 }, effect: 'left_out', message: 'The table orders has no column nothing.' },
    ])
    const now = await app.api(app.admin, 'GET', `business-areas/${area.area_id}`)
    expect(now.json<Area>().definitions.metrics).toHaveLength(1)
  })

  test('are refused with the place in the file', async () => {
    const answer = await imported('version: 0.2.0.dev0\nsemantic_model: 7')
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      400,
      'Line 2, semantic_model: This must be a list. Correct it.',
    ])
  })

  test('are read only by editors, and exported for everyone who sees the area, without hidden columns', async () => {
    const user = await app.signIn('GENERAL')
    expect((await imported('version: 0.2.0.dev0', user)).statusCode).toBe(403)
    const answer = await exported(user)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('SUM(orders.amount)')
    expect(answer.body).not.toContain('email')
    expect(answer.body).not.toContain('primary_key')
  })

  test('are recorded in the audit log when they leave', async () => {
    await exported()
    const page = await app.api(app.admin, 'GET', 'audit?action=area.export-definitions')
    expect(page.body).toContain(area.area_id)
  })
})

test('a file that takes too long is refused', async () => {
  const job = { content: 'version: 0.2.0.dev0', area: { dialect: 'sqlite' as const, tables: [] } }
  await expect(readInThread(job, 0)).rejects.toThrow('The file takes too long to read. Split it.')
})
