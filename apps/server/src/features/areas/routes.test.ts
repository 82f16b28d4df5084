import { expect, test } from 'vitest'
import type { Area, AreaListItem } from '@parlance/contract'
import { createAreaApp } from '../../testing/area-app.ts'
import type { AreaApp } from '../../testing/area-app.ts'
import { describeOneStore, describeStores } from '../../testing/test-store.ts'

const names = (areas: AreaListItem[]): string[] => areas.map(({ area_name }) => area_name)
const list = async (app: AreaApp, who = app.admin, query = ''): Promise<AreaListItem[]> =>
  (await app.api(who, 'GET', `business-areas/${query}`)).json()

describeOneStore('business areas over HTTP', (current) => {
  test('BA-137 BA-158 BA-169 creates an area with all its fields and answers with it', async () => {
    const app = await createAreaApp(current())
    const join = { left_table: 'orders', left_column: 'customer_id', right_table: 'customers', right_column: 'id' }
    const answer = await app.api(app.admin, 'POST', 'business-areas/', app.form({ joins: [join], is_default: true }))
    expect(answer.statusCode).toBe(200)
    const area = answer.json<Area>()
    expect(area).toMatchObject({
      area_name: 'Sales',
      user_id: app.admin.user.id,
      description: 'What was sold',
      ai_instructions: 'Amounts are in cents.',
      application_id: app.applicationId,
      application_name: 'Shop',
      tables: [
        {
          table_name: 'customers',
          display_name: 'customers',
          object_type: 'TABLE',
          is_synonym: false,
        },
        { table_name: 'orders', is_missing: false },
      ],
      joins: [{ ...join, join_type: 'INNER' }],
      row_security_rules: {},
      column_security_rules: {},
      is_default: true,
      visibility: 'public',
      is_owner: true,
      is_active: true,
      table_count: 2,
      join_count: 1,
      version: 1,
    })
    expect(answer.headers['etag']).toBe('"1"')
    const read = await app.api(app.admin, 'GET', `business-areas/${area.area_id}`)
    expect(read.json()).toEqual({ ...area, warnings: [] })
    await app.close()
  })

  test('BA-159 BA-166 BA-168 lists areas with counts and owners, filtered by application on request', async () => {
    const app = await createAreaApp(current())
    await app.newArea({ area_name: 'One' })
    const other = await app.newDatabase('warehouse', ['parts (id integer)'])
    const elsewhere = { application_id: other.applicationId, tables: [{ table_name: 'PARTS' }] }
    const two = await app.newArea({ area_name: 'Two', ...elsewhere })
    expect(two.tables[0]?.table_name).toBe('parts')
    expect(names(await list(app))).toEqual(['One', 'Two'])
    expect(names(await list(app, app.admin, `?application_id=${app.applicationId}`))).toEqual(['One'])
    const [seen] = await list(app, await app.signIn('GENERAL'))
    expect(seen).toMatchObject({ table_count: 2, join_count: 0, is_owner: false, can_edit: false, is_active: true })
    expect(seen?.owner_name).toBe(app.admin.user.email.split('@')[0])
    await app.close()
  })

  test('CH-110 lists what the chat shows of an area', async () => {
    const app = await createAreaApp(current())
    const { area_id } = await app.newArea({ is_default: true })
    const [seen] = await list(app, app.admin, `?application_id=${app.applicationId}`)
    expect(seen).toMatchObject({
      area_id,
      area_name: 'Sales',
      table_count: 2,
      visibility: 'public',
      owner_name: app.admin.user.email.split('@')[0],
      is_owner: true,
      is_active: true,
      is_default: true,
      description: 'What was sold',
    })
    await app.close()
  })

  test('BA-040 BA-041 BA-042 BA-043 requires a name, an application and a visibility', async () => {
    const app = await createAreaApp(current())
    const post = (change: object) => app.outcome(app.admin, 'POST', 'business-areas/', app.form(change))
    expect(await post({ area_name: '   ' })).toBe('400 Business area name is required.')
    expect(await post({ application_id: undefined })).toBe('400 application_id is required.')
    expect(await post({ application_id: 'nowhere' })).toBe(
      '404 This application does not exist. Reload the list of applications.',
    )
    expect(await post({ visibility: undefined })).toMatch(/^400 /)
    expect(await post({ visibility: 'everyone' })).toMatch(/^400 /)
    const made = (await app.api(app.admin, 'POST', 'business-areas/', app.form({ is_default: undefined }))).json<Area>()
    expect(made.is_default).toBe(false)
    await app.close()
  })

  test("BA-062 BA-063 BA-064 requires at least one table, matches the database's tables, and ignores case", async () => {
    const app = await createAreaApp(current())
    const post = (tables: string[]) =>
      app.outcome(
        app.admin,
        'POST',
        'business-areas/',
        app.form({ tables: tables.map((table_name) => ({ table_name })) }),
      )
    expect(await post([])).toBe('400 Please select at least one table.')
    expect(await post(['orders', 'nope', 'Neither'])).toBe('422 Invalid tables: nope, Neither')
    const area = await app.newArea({ tables: [{ table_name: 'ORDERS' }, { table_name: ' Orders ' }] })
    expect(area.tables.map(({ table_name }) => table_name)).toEqual(['orders'])
    const put = (tables: object[]) => app.outcome(app.admin, 'PUT', `business-areas/${area.area_id}/tables`, tables)
    expect(await put([])).toBe('400 Please select at least one table.')
    expect(await put([{ table_name: 'nope' }])).toBe('422 Invalid tables: nope')
    expect(await put([{ table_name: '' }])).toMatch(/^400 /)
    expect(await put([{ table_name: 'salaries' }, { table_name: 'big_orders' }])).toBe('200')
    await app.close()
  })

  test('BA-138 BA-170 BA-171 BA-172 BA-173 OP-57 OP-59 edits an area in three calls, and each answers with the updated area', async () => {
    const app = await createAreaApp(current())
    const { area_id: id } = await app.newArea()
    const put = async (below: string, payload: unknown, version: number) =>
      app.api(app.admin, 'PUT', `business-areas/${id}${below}`, payload, { 'if-match': `"${version}"` })
    const basics = {
      area_name: 'Orders',
      description: '',
      ai_instructions: '',
      is_default: false,
      visibility: 'private',
    }
    const first = await put('', { ...basics, row_security_rules: {}, column_security_rules: {} }, 1)
    expect(first.json()).toMatchObject({ area_name: 'Orders', description: null, visibility: 'private', version: 2 })
    const second = await put('/tables', [{ table_name: 'orders' }], 2)
    expect(second.json()).toMatchObject({ version: 3, table_count: 1 })
    const joins = [{ description: 'An order belongs to one customer.' }]
    const third = await put('/joins', joins, 3)
    expect(third.json()).toMatchObject({ version: 4, joins, join_count: 1 })
    expect(third.headers['etag']).toBe('"4"')
    expect((await put('/joins', [], 4)).json()).toMatchObject({ version: 5, joins: [], join_count: 0 })
    await app.close()
  })

  test('BA-071 BA-072 BA-075 BA-076 requires a complete structured join, with INNER as the default type', async () => {
    const app = await createAreaApp(current())
    const { area_id: id } = await app.newArea()
    const put = (join: object) => app.outcome(app.admin, 'PUT', `business-areas/${id}/joins`, [join])
    const whole = { left_table: 'orders', left_column: 'customer_id', right_table: 'customers', right_column: 'id' }
    for (const part of Object.keys(whole)) {
      expect(await put({ ...whole, [part]: undefined })).toBe(
        '400 A relationship needs a left and a right table, and either a column of each or a join condition.',
      )
    }
    expect(await put({})).toBe('400 A relationship needs either tables and columns, or a description.')
    expect(await put({ ...whole, join_type: 'CROSS' })).toMatch(/^400 /)
    expect(await put({ ...whole, join_type: 'FULL', left_table: 'ORDERS' })).toBe('200')
    const area = (await app.api(app.admin, 'GET', `business-areas/${id}`)).json<Area>()
    expect(area.joins).toEqual([{ ...whole, join_type: 'FULL' }])
    await app.close()
  })

  test('OP-61 OP-62 changes is_active and the application, and validates the tables again', async () => {
    const app = await createAreaApp(current())
    const { area_id: id } = await app.newArea({ tables: [{ table_name: 'orders' }], is_default: true })
    const put = (change: object) =>
      app.api(app.admin, 'PUT', `business-areas/${id}`, { area_name: 'Sales', visibility: 'public', ...change })
    expect((await put({ is_active: false })).json()).toMatchObject({ is_active: false })
    expect((await put({})).json()).toMatchObject({ is_active: false, description: 'What was sold' })
    const parts = await app.newDatabase('warehouse', ['parts (id integer)'])
    const refused = await put({ application_id: parts.applicationId })
    expect(refused.json()).toMatchObject({ code: 'area_invalid', detail: 'Invalid tables: orders' })
    const archive = await app.newDatabase('archive', ['"Orders" (id integer, customer_id integer)'])
    const moved = (await put({ application_id: archive.applicationId })).json<Area>()
    expect(moved).toMatchObject({ application_id: archive.applicationId, is_default: false })
    expect(moved.tables[0]?.table_name).toBe('Orders')
    await app.close()
  })

  test('BA-061 marks a missing table, and still opens and changes its area', async () => {
    const app = await createAreaApp(current())
    const { area_id: id } = await app.newArea()
    app.alter('drop view big_orders; drop table orders')
    const { tables } = (await app.api(app.admin, 'GET', `business-areas/${id}`)).json<Area>()
    expect(tables.map(({ table_name, object_type, is_missing }) => [table_name, object_type, is_missing])).toEqual([
      ['customers', 'TABLE', false],
      ['orders', null, true],
    ])
    const basics = { area_name: 'Still here', visibility: 'public' }
    expect(await app.outcome(app.admin, 'PUT', `business-areas/${id}`, basics)).toBe('200')
    await app.close()
  })

  test('keeps the descriptions of tables and columns when a call names only the tables', async () => {
    const app = await createAreaApp(current())
    const hints = {
      description: 'One row a purchase',
      synonyms: ['purchases'],
      columns: [{ name: 'amount', description: 'In cents', synonyms: ['price'] }],
    }
    const { area_id: id } = await app.newArea({ synonyms: ['revenue'], tables: [{ table_name: 'orders', ...hints }] })
    const put = async (tables: object[]) =>
      (await app.api(app.admin, 'PUT', `business-areas/${id}/tables`, tables)).json<Area>()
    const named = await put([{ table_name: 'orders' }, { table_name: 'customers' }])
    expect(named.synonyms).toEqual(['revenue'])
    expect(named.tables[0]).toMatchObject(hints)
    const cleared = await put([{ table_name: 'orders', description: null, synonyms: [], columns: [] }])
    expect(cleared.tables[0]).toMatchObject({ description: null, synonyms: [], columns: [] })
    await app.close()
  })

  test('BA-141 BA-143 BA-167 BA-175 OP-08 stores a default per user and application', async () => {
    const app = await createAreaApp(current())
    const [ann, bob] = [await app.signIn('GENERAL'), await app.signIn('GENERAL')]
    const [one, two] = [await app.newArea({ area_name: 'One' }), await app.newArea({ area_name: 'Two' })]
    const getDefault = async (who: typeof ann) => (await app.api(who, 'GET', 'business-areas/default')).json()
    expect(await getDefault(ann)).toBeNull()
    for (const { area_id } of [one, two]) {
      const set = await app.api(ann, 'POST', `business-areas/${area_id}/set-default`)
      expect(set.json()).toMatchObject({ area_id, is_default: true })
    }
    expect(await getDefault(ann)).toMatchObject({ area_id: two.area_id, is_default: true })
    expect(await getDefault(bob)).toBeNull()
    expect((await list(app, ann)).map(({ is_default }) => is_default)).toEqual([false, true])
    await app.api(app.admin, 'PUT', `business-areas/${two.area_id}`, { area_name: 'Two', visibility: 'private' })
    expect(await getDefault(ann)).toBeNull()
    await app.api(app.admin, 'DELETE', `business-areas/${two.area_id}`)
    expect(await getDefault(ann)).toBeNull()
    await app.close()
  })

  test('BA-174 deletes the grants with an area, keeps the audit record, and finds nothing the second time', async () => {
    const app = await createAreaApp(current())
    const { area_id: id } = await app.newArea({ area_name: 'Short-lived' })
    expect(await app.outcome(app.admin, 'DELETE', `business-areas/${id}`)).toBe('200')
    const gone = "404 Business area not found, or you don't have access to it."
    expect(await app.outcome(app.admin, 'DELETE', `business-areas/${id}`)).toBe(gone)
    expect(await app.outcome(app.admin, 'GET', `business-areas/${id}`)).toBe(gone)
    const { records } = (await app.api(app.admin, 'GET', 'audit?action=area.delete&limit=10')).json()
    expect(
      records.map((each: { outcome: string; target_name: string | null }) => [each.outcome, each.target_name]),
    ).toEqual([
      ['denied', null],
      ['allowed', 'Short-lived'],
    ])
    await app.close()
  })
})

describeStores('edits of one business area', (current) => {
  test('saves one of several edits at once and refuses the others with a conflict', async () => {
    const app = await createAreaApp(current())
    const { area_id: id } = await app.newArea()
    const rename = (area_name: string, version: string) =>
      app.api(app.admin, 'PUT', `business-areas/${id}`, { area_name, visibility: 'public' }, { 'if-match': version })
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => rename(name, '"1"')))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const late = answers.find(({ statusCode }) => statusCode === 409)
    expect(late?.json()).toMatchObject({
      code: 'conflict',
      detail: 'Someone else changed this in the meantime. Reload and try again.',
    })
    expect((await rename('E', 'W/"2"')).statusCode).toBe(200)
    expect((await rename('F', '*')).statusCode).toBe(200)
    expect((await rename('G', 'yesterday')).json().code).toBe('bad_request')
    const stale = await app.api(app.admin, 'DELETE', `business-areas/${id}`, undefined, { 'if-match': '"1"' })
    expect(stale.statusCode).toBe(409)
    const blind = await Promise.all(
      ['H', 'I', 'J'].map((area_name) =>
        app.outcome(app.admin, 'PUT', `business-areas/${id}`, { area_name, visibility: 'public' }),
      ),
    )
    expect(blind).toEqual(['200', '200', '200'])
    await app.close()
  })
})
