import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noDefinitions } from '@parlance/contract'
import type { Area, AreaVersion, Definitions, MetricQueryResponse } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

const plain = { description: null, synonyms: [], deprecated: null }
const total = {
  kind: 'aggregate' as const,
  table: 'orders',
  expression: 'SUM(amount)',
  condition: null,
  time_column: null,
}
const shown = { dimensions: null, unit: null, format: null }

const definitions: Definitions = {
  ...noDefinitions,
  metrics: [
    { ...plain, ...shown, name: 'Revenue', computation: total, unit: 'EUR' },
    { ...plain, ...shown, name: 'Customers', computation: { ...total, table: 'customers', expression: 'COUNT(*)' } },
    { ...plain, ...shown, name: 'Emails', computation: { ...total, table: 'customers', expression: 'COUNT(email)' } },
    { ...plain, ...shown, name: 'Per customer', computation: { kind: 'formula', formula: '{Revenue} / {Customers}' } },
  ],
  dimensions: [
    { ...plain, name: 'Region', table: 'customers', expression: 'region', parent: null },
    { ...plain, name: 'Agent', table: 'orders', expression: 'rep', parent: null },
  ],
  filters: [{ ...plain, name: 'North', table: 'customers', condition: "region = 'north'", applies_by_default: false }],
}

let app: AreaApp
let area: Area
let north: SignedInUser
let south: SignedInUser

async function rowsFor(who: SignedInUser, query: object): Promise<MetricQueryResponse['results']> {
  const answer = await app.api(who, 'POST', `business-areas/${area.area_id}/metric-query`, { query })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<MetricQueryResponse>().results
}

beforeAll(async () => {
  app = await createAreaApp(null)
  const withRegion = (region: string) => ({ attributes: JSON.stringify({ region }) })
  north = await app.signIn('GENERAL', withRegion('north'))
  south = await app.signIn('GENERAL', withRegion('south'))
  area = await app.newArea({
    tables: [{ table_name: 'customers' }, { table_name: 'orders' }],
    visibility: 'public',
    definitions,
    row_security_rules: {
      rules: [
        {
          name: 'own region',
          tables: {
            customers: { condition: 'region = :user.region' },
            orders: { condition: 'customer_id IN (SELECT id FROM customers WHERE region = :user.region)' },
          },
        },
      ],
    },
    column_security_rules: {
      rules: [{ name: 'no email', tables: { customers: { email: { mask_type: 'disallow' } } } }],
    },
  })
})
afterAll(() => app.close())

describe('a metric query', () => {
  const query = { metrics: ['Revenue', 'Customers', 'Per customer'], group_by: ['Region'] }

  test('gives two people with different row rules their own numbers', async () => {
    expect(await rowsFor(north, query)).toEqual([['north', 50, 1, 50]])
    expect(await rowsFor(south, query)).toEqual([['south', 424242, 1, 424242]])
  })

  test('reports the definitions that it used, with the version in which each last changed', async () => {
    const answer = await app.api(north, 'POST', `business-areas/${area.area_id}/metric-query`, {
      query: { metrics: ['revenue'], filters: ['North'] },
    })
    const { used, meanings, receipt, sql_query: sql } = answer.json<MetricQueryResponse>()
    expect(used.map(({ kind, name, version }) => [kind, name, version])).toEqual([
      ['metric', 'Revenue', 1],
      ['filter', 'North', 1],
    ])
    expect(meanings).toEqual([{ kind: 'metric', name: 'Revenue', unit: 'EUR', format: null }])
    expect(receipt.rowRules).not.toEqual([])
    expect(sql).toContain('SUM(amount)')
  })

  test('says why there is no right answer, and names nothing that the user may not see', async () => {
    const path = `business-areas/${area.area_id}/metric-query`
    expect(await app.outcome(north, 'POST', path, { query: { metrics: ['Customers'], group_by: ['Agent'] } })).toBe(
      '422 One row of customers can have several rows of orders, so Customers cannot be grouped by Agent.',
    )
    expect(await app.outcome(north, 'POST', path, { query: { metrics: ['Emails'] } })).toBe(
      '422 There is no metric Emails.',
    )
  })

  test('counts answers for the list of definitions', async () => {
    await rowsFor(south, query)
    const answer = await app.api(app.admin, 'GET', `business-areas/${area.area_id}/definition-usage`)
    const used = answer.json<{ definitions: { name: string; recent_answers: number }[] }>().definitions
    expect(used.find(({ name }) => name === 'Revenue')?.recent_answers).toBeGreaterThan(1)
    expect(used.map(({ name }) => name)).not.toContain('Agent')
    expect((await app.api(north, 'GET', `business-areas/${area.area_id}/definition-usage`)).statusCode).toBe(403)
  })
})

describe('a definition that is not saved yet', () => {
  const draft: Definitions = {
    ...definitions,
    metrics: [{ ...plain, ...shown, name: 'Largest', computation: { ...total, expression: 'MAX(amount)' } }],
  }

  test('is previewed as the editor or as another user', async () => {
    const path = `business-areas/${area.area_id}/definition-preview`
    const body = { definitions: draft, query: { metrics: ['Largest'] }, user_id: south.user.id }
    expect((await app.api(app.admin, 'POST', path, body)).json<MetricQueryResponse>().results).toEqual([[424242]])
    expect((await app.api(south, 'POST', path, body)).statusCode).toBe(403)
    const counted = { definitions: draft, rows_of: { kind: 'dimension', name: 'Region' }, user_id: north.user.id }
    expect((await app.api(app.admin, 'POST', path, counted)).json<MetricQueryResponse>().results).toEqual([
      ['north', 1],
    ])
  })

  test('is proven while it is typed', async () => {
    const path = `business-areas/${area.area_id}/check-definition`
    const [metric] = draft.metrics
    const wrong = { ...draft, metrics: [{ ...metric, computation: { ...total, expression: 'amount' } }] }
    const answer = await app.api(app.admin, 'POST', path, {
      definitions: wrong,
      definition: { kind: 'metric', name: 'largest' },
    })
    expect(
      answer.json<{ problems: { message: string; part: string }[] }>().problems.map((one) => [one.part, one.message]),
    ).toEqual([['expression', 'amount is a column of each row. Write it inside of a function such as SUM or COUNT.']])
    expect(
      (await app.api(north, 'POST', path, { definitions: draft, definition: { kind: 'metric', name: 'Largest' } }))
        .statusCode,
    ).toBe(403)
  })
})

describe('versions', () => {
  test('store who changed what and why, without rules, and can be restored', async () => {
    const path = `business-areas/${area.area_id}`
    const [, dimension] = definitions.dimensions
    const fewer = { ...definitions, dimensions: definitions.dimensions.filter((one) => one !== dimension) }
    const save = {
      area_name: area.area_name,
      visibility: area.visibility,
      definitions: fewer,
      change_reason: 'No agents',
    }
    const saved = await app.api(app.admin, 'PUT', path, save)
    expect(saved.statusCode).toBe(200)
    await app.api(app.admin, 'PUT', path, { area_name: 'Renamed', visibility: area.visibility })
    const list = (await app.api(app.admin, 'GET', `${path}/versions`)).json<{ versions: AreaVersion[] }>().versions
    expect(list.map(({ number, reason, changes }) => [number, reason, changes])).toEqual([
      [2, 'No agents', ['definitions']],
      [1, null, ['description', 'ai_instructions', 'tables', 'definitions']],
    ])
    const first = await app.api(app.admin, 'GET', `${path}/versions/1`)
    expect(first.body).not.toContain('own region')
    const restore = (seen: string) =>
      app.api(app.admin, 'POST', `${path}/versions/1/restore`, { reason: 'Wrong' }, { 'if-match': seen })
    expect((await restore('"2"')).statusCode).toBe(409)
    const restored = await restore('"3"')
    expect(restored.headers.etag).toBe('"4"')
    const now = restored.json<Area>()
    expect(now.definitions).toEqual(definitions)
    expect([now.area_name, now.version]).toEqual(['Renamed', 4])
    const [newest] = (await app.api(app.admin, 'GET', `${path}/versions`)).json<{ versions: AreaVersion[] }>().versions
    expect(newest).toMatchObject({ number: 4, restored_from: 1, reason: 'Wrong' })
    expect((await app.api(north, 'GET', `${path}/versions`)).statusCode).toBe(403)
    expect((await app.api(app.admin, 'GET', `${path}/versions/3`)).statusCode).toBe(404)
  })
})
