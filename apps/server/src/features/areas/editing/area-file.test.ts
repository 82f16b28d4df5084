import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Area, AreaFile } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'

let app: AreaApp
let area: Area

beforeAll(async () => {
  app = await createAreaApp(null)
  area = await app.newArea({
    area_name: 'Sales / "Süd" \r\n',
    synonyms: ['turnover'],
    tables: [{ table_name: 'orders', description: 'What was sold', synonyms: ['deals'] }, { table_name: 'customers' }],
    joins: [{ left_table: 'orders', left_column: 'customer_id', right_table: 'customers', right_column: 'id' }],
    row_security_rules: { rules: [{ name: 'r', tables: { orders: { condition: 'amount > 1' } } }] },
    column_security_rules: { rules: [{ name: 'c', tables: { customers: { email: { mask_type: 'null' } } } }] },
  })
})
afterAll(() => app.close())

const exported = (who = app.admin) => app.api(who, 'GET', `business-areas/${area.area_id}/export`)
const imported = (payload: object, who = app.admin) => app.api(who, 'POST', 'business-areas/import', payload)

describe('a business area as a file', () => {
  test('contains what was typed in, and nothing about this installation', async () => {
    const answer = await exported()
    const file = answer.json<AreaFile>()
    expect(file).toMatchObject({
      format: 'parlance-business-area',
      format_version: 1,
      area: { synonyms: ['turnover'] },
    })
    expect(answer.body).not.toContain(app.applicationId)
    expect(answer.body).not.toContain(app.admin.user.id)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="business-area-sales-s-d.json"')
  })

  test('creates the same area in another application, under another name if one is given', async () => {
    const file = (await exported()).json<AreaFile>()
    const other = await app.newDatabase('copy', [
      'customers (id integer primary key, email text)',
      'orders (id integer primary key, customer_id integer, amount integer)',
    ])
    const answer = await imported({ application_id: other.applicationId, area_name: 'Copied', file })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      area_name: 'Copied',
      application_id: other.applicationId,
      is_default: false,
      user_id: app.admin.user.id,
      synonyms: area.synonyms,
      joins: area.joins,
      row_security_rules: area.row_security_rules,
      column_security_rules: area.column_security_rules,
    })
    const again = await app.api(app.admin, 'GET', `business-areas/${answer.json<Area>().area_id}/export`)
    expect(again.json<AreaFile>().area).toEqual({ ...file.area, area_name: 'Copied' })
  })

  test('reports names and rules that are invalid there and creates nothing', async () => {
    const file = (await exported()).json<AreaFile>()
    const lacking = await app.newDatabase('lacking', ['customers (id integer primary key)'])
    const application_id = lacking.applicationId
    expect((await imported({ application_id, file })).json()).toMatchObject({ detail: 'Invalid tables: orders' })
    const joins = { ...file, area: { ...file.area, joins: [], tables: [{ table_name: 'customers' }] } }
    const refused = await imported({ application_id, file: joins })
    expect(refused.statusCode).toBeGreaterThanOrEqual(400)
    expect(refused.json()).toMatchObject({ detail: expect.stringContaining('email') })
    const list = await app.api(app.admin, 'GET', `business-areas/?application_id=${application_id}`)
    expect(list.json()).toEqual([])
  })

  test('R15 contains only data and is refused if it has anything else', async () => {
    const file = (await exported()).json<AreaFile>()
    const application_id = app.applicationId
    for (const wrong of [
      { ...file, format: 'something' },
      { ...file, format_version: 2 },
      { ...file, area: { ...file.area, user_id: 'somebody' } },
      { ...file, area: { ...file.area, is_default: true } },
      { ...file, area: { ...file.area, row_security_rules: { rules: [{ name: 'r', tables: {}, code: 'x' }] } } },
      'text',
    ]) {
      expect((await imported({ application_id, file: wrong })).statusCode).toBe(400)
    }
  })

  test('leaves the confirmation of a view out of the file', async () => {
    const confirmed = await app.newArea({
      area_name: 'Confirmed',
      tables: [{ table_name: 'big_orders', confirmed: true }],
    })
    const answer = await app.api(app.admin, 'GET', `business-areas/${confirmed.area_id}/export`)
    expect(answer.body).not.toContain('confirmed')
    const file = answer.json<AreaFile>()
    const forged = { ...file, area: { ...file.area, tables: [{ table_name: 'big_orders', confirmed: true }] } }
    const made = await imported({ application_id: app.applicationId, area_name: 'Forged', file: forged })
    expect(made.json<Area>().tables[0]?.confirmed).toBe(false)
  })

  test('R11 lets the owner and administrators export, and administrators import', async () => {
    const general = await app.signIn('GENERAL')
    expect((await exported(general)).statusCode).toBe(403)
    const file = (await exported()).json<AreaFile>()
    expect((await imported({ application_id: app.applicationId, file }, general)).statusCode).toBe(403)
  })
})
