import { join } from 'node:path'
import { visualizationEndSchema, visualizationRowLimit } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAreaApp, type AreaApp } from '../../testing/area-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

let app: AreaApp
let viewer: SignedInUser

beforeAll(async () => {
  app = await createAreaApp(null)
  viewer = await app.signIn('GENERAL')
})
afterAll(() => app.close())

const ask = (who: SignedInUser, sql_query: string, more: object = {}) =>
  app.api(who, 'POST', 'query/visualization', { sql_query, database_config_id: app.databaseId, ...more })

function linesOf(body: string): unknown[] {
  return body
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}

describe('the rows of a chart', () => {
  test("sends a chart's rows as lines: columns, rows, and an end with the receipt", async () => {
    const answer = await ask(app.admin, 'SELECT rep, amount FROM orders ORDER BY id')
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const [head, batch, end] = linesOf(answer.body)
    expect(head).toMatchObject({ columns: [{ name: 'rep' }, { name: 'amount' }] })
    expect(batch).toEqual({
      rows: [
        ['a', 50],
        ['b', 424242],
      ],
    })
    expect(visualizationEndSchema.parse(end).end).toMatchObject({ row_count: 2, truncated: false })
  })

  test("R18 limits a chart's rows, and says so", async () => {
    const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
      SELECT a.i FROM n a CROSS JOIN n b`
    const answer = await ask(app.admin, many)
    const end = visualizationEndSchema.parse(linesOf(answer.body).at(-1)).end
    expect(end).toMatchObject({ row_count: visualizationRowLimit, truncated: true })
  })

  test.each([
    ['a write', 'DELETE FROM orders', 422],
    ['two statements', 'SELECT 1; SELECT 2', 422],
    ['nothing', '  ', 400],
  ])("R04 refuses a chart's rows for %s", async (_, sql, status) => {
    const answer = await ask(app.admin, sql)
    expect(answer.statusCode).toBe(status)
  })

  test("R10 hides another user's private database from the viewer", async () => {
    const { id } = await app.createTested({
      name: 'Own database',
      db_type: 'sqlite',
      database: join(app.context.config.dataDir, 'shop.sqlite'),
      application_id: app.applicationId,
      visibility: 'private',
    })
    const request = { database_config_id: id }
    const [own, foreign] = [
      await ask(app.admin, 'SELECT amount FROM orders', request),
      await ask(viewer, 'SELECT amount FROM orders', request),
    ]
    expect([own.statusCode, foreign.statusCode]).toEqual([200, 404])
    expect(foreign.body).not.toContain('424242')
  })

  test("R15 runs another user's payload under the viewer's rules and masks", async () => {
    const area = await app.newArea({
      row_security_rules: {
        rules: [{ name: 'Own', tables: { orders: { condition: "rep = 'a'", always_apply: true } } }],
      },
    })
    const masked = await app.newArea({
      column_security_rules: {
        rules: [{ name: 'Hidden', tables: { orders: { amount: { mask_type: 'replace', replacement: '[hidden]' } } } }],
      },
    })
    const sql = 'SELECT amount FROM orders'
    const hidden = await ask(viewer, sql, { business_area_id: masked.area_id })
    expect(linesOf(hidden.body)[1]).toEqual({ rows: [['[hidden]'], ['[hidden]']] })
    const inside = await ask(viewer, sql, { business_area_id: area.area_id })
    expect(inside.statusCode).toBe(200)
    expect(inside.body).not.toContain('424242')
    const salaries = await ask(viewer, 'SELECT * FROM salaries', { business_area_id: area.area_id })
    expect(salaries.statusCode).toBe(422)
    expect(salaries.body).not.toContain('Canary')
  })
})
