import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Area } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'
import { describeOneStore } from '../../../testing/test-store.ts'
import type { StoreDialect } from '../../../testing/test-store.ts'
import type { Store } from '../../../store/store.ts'

const join = { left_table: 'orders', left_column: 'customer_id', right_table: 'customers', right_column: 'id' }
const ordersJoin = { join_type: 'INNER', ...join }
const rule = (table: string, condition: string) => ({ rules: [{ name: 'Own', tables: { [table]: { condition } } }] })

/** An area with a relationship, a rule, a mask, and a user with access. */
async function createSaved(app: AreaApp, ann: SignedInUser): Promise<Area> {
  return app.newArea({
    visibility: 'restricted',
    joins: [join],
    row_security_rules: rule('customers', "region = 'north'"),
    column_security_rules: { rules: [{ name: 'Emails', tables: { customers: { email: { mask_type: 'null' } } } }] },
    access: { add: [ann.user.id] },
  })
}

const change = {
  area_name: 'Northern sales',
  visibility: 'restricted',
  is_default: true,
  tables: [{ table_name: 'customers' }, { table_name: 'orders' }, { table_name: 'salaries' }],
  joins: [],
  row_security_rules: rule('salaries', 'amount < 50'),
  column_security_rules: {},
}

/** Everything that a save can change, as the API shows it. */
async function snapshot(app: AreaApp, id: string) {
  const read = async (path: string) => (await app.api(app.admin, 'GET', path)).json()
  return {
    area: await read(`business-areas/${id}`),
    access: await read(`business-areas/${id}/access`),
    protected: await app.context.store.db.selectFrom('protected_tables').selectAll().execute(),
    isDefault: (await read(`business-areas/default?application_id=${app.applicationId}`))?.area_id ?? null,
  }
}

/** Makes each write to a table of the store fail, as a full disk would. */
async function failWrites({ db }: Store, table: string, dialect: StoreDialect): Promise<void> {
  const on = (event: string) => sql.raw(`create trigger fail_${event} before ${event} on ${table}`)
  if (dialect === 'postgresql')
    await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''disk failure''; end'`.execute(
      db,
    )
  const raise =
    dialect === 'postgresql'
      ? sql`for each row execute function fail()`
      : sql`begin select raise(abort, 'disk failure'); end`
  for (const event of ['insert', 'update', 'delete']) await sql`${on(event)} ${raise}`.execute(db)
}

describeOneStore('saving a whole business area with one call', (current, dialect) => {
  test('BA-138 stores details, tables, relationships, rules, and access together, as one version', async () => {
    const app = await createAreaApp(current())
    const [ann, bob] = [await app.signIn('GENERAL'), await app.signIn('GENERAL')]
    const { area_id: id, version } = await createSaved(app, ann)
    const access = { add: [bob.user.id], remove: [ann.user.id] }
    const saved = await app.api(app.admin, 'PUT', `business-areas/${id}`, { ...change, access }, { 'if-match': '"1"' })
    expect(saved.statusCode).toBe(200)
    const area = saved.json<Area>()
    expect(area).toMatchObject({
      area_name: 'Northern sales',
      version: version + 1,
      joins: [],
      row_security_rules: change.row_security_rules,
      has_column_security: false,
      is_default: true,
    })
    expect(area.tables.map(({ table_name }) => table_name)).toEqual(['customers', 'orders', 'salaries'])
    expect((await snapshot(app, id)).access).toMatchObject({ access_list: [{ user_id: bob.user.id }] })
    const actions = await app.context.store.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', id)
      .execute()
    // Those of one save have the same time.
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      'area.create',
      'area.grant',
      'area.grant',
      'area.revoke',
      'area.update',
    ])
    await app.close()
  })

  test.each([
    ['basic', { row_security_rules: rule('customers', "nowhere = 'north'") }],
    ['basic', { application_id: 'gone' }],
    ['tables', { tables: [{ table_name: 'customers' }, { table_name: 'nope' }] }],
    ['tables', { tables: [{ table_name: 'orders' }] }],
    ['joins', { joins: [{ ...join, left_column: 'nope' }] }],
    ['joins', { joins: [{ left_table: 'orders' }] }],
    ['access', { access: { add: ['nobody'] } }],
    ['access', { visibility: 'public', access: { remove: ['ann'] } }],
  ])('BA-139 stores nothing when the step %j fails with %j, and names the step', async (step, broken) => {
    const app = await createAreaApp(current())
    const [ann, bob] = [await app.signIn('GENERAL'), await app.signIn('GENERAL')]
    const { area_id: id } = await createSaved(app, ann)
    const before = await snapshot(app, id)
    const access = { add: [bob.user.id], remove: [ann.user.id] }
    const rules = before.area.row_security_rules
    const all = 'tables' in broken ? { ...change, row_security_rules: rules } : change
    const answer = await app.api(app.admin, 'PUT', `business-areas/${id}`, { ...all, access, ...broken })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.json()).toMatchObject({ step, detail: expect.any(String) })
    expect(await snapshot(app, id)).toEqual(before)
    await app.close()
  })

  test.each(['areas', 'area_access', 'default_areas', 'protected_tables', 'examples'])(
    'BA-138 stores nothing when writing to the table %s fails',
    async (table) => {
      const app = await createAreaApp(current())
      const [ann, bob] = [await app.signIn('GENERAL'), await app.signIn('GENERAL')]
      const { area_id: id } = await createSaved(app, ann)
      const example = await addExample(app, id)
      const before = await snapshot(app, id)
      await failWrites(app.context.store, table, dialect)
      const access = { add: [bob.user.id], remove: [ann.user.id] }
      const put = { ...change, access, removed_examples: [example] }
      expect((await app.api(app.admin, 'PUT', `business-areas/${id}`, put)).statusCode).toBe(500)
      expect(await snapshot(app, id)).toEqual(before)
      expect(await countExamples(app)).toBe(1)
      await app.close()
    },
  )

  test('keeps the change of the first of two administrators who save at once', async () => {
    const app = await createAreaApp(current())
    const ann = await app.signIn('GENERAL')
    const { area_id: id } = await createSaved(app, ann)
    const save = (area_name: string) =>
      app.api(app.admin, 'PUT', `business-areas/${id}`, { ...change, area_name }, { 'if-match': '"1"' })
    const answers = await Promise.all([save('First'), save('Second')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = answers.find(({ statusCode }) => statusCode === 200)!.json<Area>()
    expect((await snapshot(app, id)).area).toMatchObject({ area_name: winner.area_name, version: 2 })
    await app.close()
  })

  test('deletes the examples that a removed table takes with it, but none of another area', async () => {
    const app = await createAreaApp(current())
    const ann = await app.signIn('GENERAL')
    const { area_id: id } = await createSaved(app, ann)
    const { area_id: other } = await app.newArea({ area_name: 'Other' })
    const [mine, others] = [await addExample(app, id), await addExample(app, other)]
    const put = { ...change, removed_examples: [mine, others] }
    expect((await app.api(app.admin, 'PUT', `business-areas/${id}`, put)).statusCode).toBe(200)
    const left = await app.context.store.db.selectFrom('examples').select('id').execute()
    expect(left).toEqual([{ id: others }])
    const deleted = app.context.store.db
      .selectFrom('audit_log')
      .select('target_id')
      .where('action', '=', 'example.delete')
    expect(await deleted.execute()).toEqual([{ target_id: mine }])
    await app.close()
  })

  test('R24 grants that an owner adds wait for an administrator if the area shows protected tables', async () => {
    const app = await createAreaApp(current())
    const [owner, ann, bob] = [await app.signIn('GENERAL'), await app.signIn('GENERAL'), await app.signIn('GENERAL')]
    const { area_id: id } = await createSaved(app, ann)
    await app.api(app.admin, 'PUT', `business-areas/${id}/owner`, { user_id: owner.user.id })
    const { area_name, visibility } = (await snapshot(app, id)).area
    const put = { area_name, visibility, access: { add: [bob.user.id], remove: [ann.user.id] } }
    const answer = await app.api(owner, 'PUT', `business-areas/${id}`, put)
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ status: 'pending_approval', pending_approval: { parts: ['access'] } })
    expect((await snapshot(app, id)).access).toMatchObject({ access_list: [] })
    await app.close()
  })
})

describeOneStore('the calls that save one part', (current) => {
  test('refuse to remove a table that a relationship or a rule uses, and name it', async () => {
    const app = await createAreaApp(current())
    const ann = await app.signIn('GENERAL')
    const { area_id: id } = await createSaved(app, ann)
    const answer = await app.api(app.admin, 'PUT', `business-areas/${id}/tables`, [{ table_name: 'orders' }])
    expect(answer.statusCode).toBe(422)
    expect(answer.json().step).toBe('tables')
    expect(answer.json().detail).toContain('customers is not a table of this business area.')
    expect((await snapshot(app, id)).area).toMatchObject({ version: 1, table_count: 2, joins: [ordersJoin] })
    await app.close()
  })
})

async function addExample(app: AreaApp, areaId: string): Promise<string> {
  const id = `example-${areaId}`
  const content = { question: 'How many orders?', sql_query: 'SELECT count(*) FROM orders', reading: null }
  const decision = { status: 'approved', created_by: null, decided_by: null, decided_at: null } as const
  const place = { area_id: areaId, connection_id: app.databaseId, turn_id: id }
  await app.context.store.db
    .insertInto('examples')
    .values({ id, ...place, ...content, ...decision, created_at: new Date().toISOString() })
    .execute()
  return id
}

async function countExamples(app: AreaApp): Promise<number> {
  return (await app.context.store.db.selectFrom('examples').select('id').execute()).length
}
