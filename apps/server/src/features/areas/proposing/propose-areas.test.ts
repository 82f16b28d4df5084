import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatMessage, portableKey } from '@parlance/contract'
import type { AreaProposals, AuditPage, ProposedArea } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import { installLicense } from '../../../testing/install-license.ts'
import { describeOneStore } from '../../../testing/test-store.ts'
import { createProposals } from './propose-areas.ts'

const url = 'business-areas/propose'
const proposals = async (app: AreaApp, id = app.databaseId) => {
  const answer = await app.api(app.admin, 'POST', url, { database_config_id: id })
  if (answer.statusCode !== 200) throw new Error(answer.body + app.logged.at(-1))
  return answer.json<AreaProposals>()
}
const tablesOf = ({ tables }: ProposedArea) => tables.map(({ table_name: name }) => name).toSorted()

const salaryRule = { name: 'None', tables: { salaries: { condition: '1 = 0' } } }

/** A tested connection to a new SQLite file. */
async function connect(app: AreaApp, name: string, sql: string): Promise<string> {
  const database = join(app.context.config.dataDir, `${name}.sqlite`)
  const file = new DatabaseSync(database)
  file.exec(sql)
  file.close()
  const { id } = await app.createTested({ name, db_type: 'sqlite', database, visibility: 'public' })
  // The first query of a process loads the parsers, which takes long on a busy machine.
  const first = { sql_query: 'SELECT count(*) AS n FROM customers', database_config_id: app.databaseId }
  await app.api(app.admin, 'POST', 'query/full-results', first)
  return id
}

const shopWithoutKeys = `
  create table cust (cust_no integer primary key, name text, region text);
  create table purchases (id integer primary key, cust_no integer, placed_on date, amount integer, boss_id integer);
  create table lines (purchase_id integer, product_id integer, qty integer);
  create table products (id integer primary key, name text, parent_id integer, price integer);
  create table weather (day date, degrees integer, wind integer);
  create view large_purchases as select * from purchases where amount > 100;
  insert into cust values (1, 'Ann', 'north'), (2, 'Bob', 'south'), (3, 'Eve', 'south');
  insert into purchases values (1, 1, '2026-01-05', 50, 9), (2, 2, '2026-02-05', 424, 8), (3, 3, '2026-02-06', 70, 7);
  insert into lines values (1, 10, 2), (2, 11, 1), (3, 12, 5), (3, 10, 1);
  insert into products values (10, 'Pen', null, 4), (11, 'Ink', 10, 5), (12, 'Nib', 10, 6), (13, 'Cap', 12, 1);
`

describeOneStore('Proposals of business areas', (current) => {
  test('group tables by relationships that values prove, and answer questions about them', async () => {
    const app = await createAreaApp(current())
    const id = await connect(app, 'depot', shopWithoutKeys)
    const { areas, notes, application_name: application } = await proposals(app, id)
    expect([application, notes]).toEqual(['depot', []])
    const [shop, rest] = areas
    expect(tablesOf(shop!)).toEqual(['cust', 'large_purchases', 'lines', 'products', 'purchases'])
    expect(tablesOf(rest!)).toEqual(['weather'])
    expect(
      shop!.relationships.map((each) => [
        `${each.left_table}.${each.left_columns.join()} = ${each.right_table}.${each.right_columns.join()}`,
        each.origin,
        each.confidence,
        each.sampled_values,
      ]),
    ).toEqual([
      ['purchases.cust_no = cust.cust_no', 'values', 1, 3],
      ['lines.purchase_id = purchases.id', 'values', 1, 3],
      ['lines.product_id = products.id', 'values', 1, 3],
      ['products.parent_id = products.id', 'values', 1, 2],
    ])
    expect(shop!.questions).toHaveLength(3)
    expect(shop!.definitions.map(({ item }) => portableKey(item))).toEqual([
      '["time_column","purchases"]',
      '["metric","purchases"]',
      '["metric","total purchase amount"]',
      '["metric","average purchase amount"]',
      '["metric","lines"]',
      '["metric","total line quantity"]',
      '["metric","average line quantity"]',
      '["dimension","customer region"]',
    ])
    await app.close()
  })

  test('can be accepted as they are, and leave out the tables of areas from then on', async () => {
    const app = await createAreaApp(current())
    const id = await connect(app, 'depot', shopWithoutKeys)
    const { areas, application_id } = await proposals(app, id)
    for (const area of areas) {
      const form = {
        application_id,
        area_name: area.area_name,
        description: area.description,
        visibility: 'private',
        tables: area.tables.map(({ table_name, description }) => ({ table_name, description })),
        joins: area.relationships.flatMap(({ join }) => join ?? []),
      }
      const created = await app.api(app.admin, 'POST', 'business-areas/', form)
      expect([created.statusCode, created.json<{ warnings: unknown[] }>().warnings]).toEqual([200, []])
    }
    const again = await proposals(app, id)
    expect(again.areas).toEqual([])
    expect(again.notes.map((note) => formatMessage(note))).toEqual([
      '6 tables are already in a business area and not proposed again.',
    ])
    await app.close()
  })

  test('say which relationships they could not test, with a low confidence', async () => {
    const app = await createAreaApp(current())
    const id = await connect(
      app,
      'empty',
      'create table a_items (id integer primary key, box_id integer); create table boxes (id integer primary key)',
    )
    const [area] = (await proposals(app, id)).areas
    expect(area!.relationships).toMatchObject([
      { left_columns: ['box_id'], origin: 'name', confidence: 0.4, sampled_values: null, untested_reason: 'empty' },
    ])
    expect(area!.questions).toEqual([])
    await app.close()
  })

  test('reject a relationship whose values do not exist in the other table', async () => {
    const app = await createAreaApp(current())
    const values = 'insert into boxes values (1), (2), (3); insert into items values (1, 100), (2, 200), (3, 1);'
    const id = await connect(
      app,
      'strangers',
      `create table items (id integer primary key, box_id integer); create table boxes (id integer primary key); ${values}`,
    )
    expect((await proposals(app, id)).areas.flatMap(({ relationships }) => relationships)).toEqual([])
    await app.close()
  })

  test('give a connection without an application its own, and are recorded once with their queries', async () => {
    const app = await createAreaApp(current())
    const id = await connect(app, 'depot', shopWithoutKeys)
    await app.context.store.db.updateTable('connections').set({ application_id: null }).where('id', '=', id).execute()
    expect((await proposals(app, id)).application_name).toBe('depot 2')
    const read = async (action: string) =>
      (await app.api(app.admin, 'GET', `audit?action=${action}`)).json<AuditPage>().records
    expect(await read('area.propose')).toMatchObject([{ target_id: id, outcome: 'allowed', detail: { areas: 2 } }])
    expect((await read('query.run')).map(({ detail }) => detail.purpose)).toContain('proposal')
    await app.close()
  })

  test('never contain a protected table, nor depend on its rows', async () => {
    const app = await createAreaApp(current())
    await app.newArea({ row_security_rules: { rules: [salaryRule] }, tables: [{ table_name: 'salaries' }] })
    const before = await proposals(app)
    app.alter("delete from salaries; insert into salaries values (7, 'Canary-Other', 1), (8, 'x', 2)")
    const after = await proposals(app)
    expect(after).toEqual(before)
    expect(JSON.stringify(after)).not.toMatch(/salar|Canary-Salary|Canary-Other/i)
    expect(after.notes.map((note) => formatMessage(note))).toEqual([
      '1 protected table is not proposed. To show one, add it to an area yourself.',
    ])
    await app.close()
  })

  test('are only for administrators who may use the connection, and need a successful test', async () => {
    const app = await createAreaApp(current())
    const someone = await app.signIn('GENERAL')
    const refused = await app.api(someone, 'POST', url, { database_config_id: app.databaseId })
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'admin_only'])
    const other = await app.signIn('ADMIN')
    const untested = await app.create({ name: 'New', db_type: 'sqlite', database: app.file('new.sqlite') })
    const asked = async (who: typeof other) => {
      const answer = await app.api(who, 'POST', url, { database_config_id: untested.id })
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    expect([await asked(other), await asked(app.admin)]).toEqual([
      [404, 'connection_not_found'],
      [400, 'connection_untested'],
    ])
    await app.close()
  })

  test("have at most the edition's tables in an area", async () => {
    const app = await createAreaApp(current())
    const parts = Array.from(
      { length: 12 },
      (_, at) => `create table part_${at} (id integer primary key, hub_id integer)`,
    )
    const id = await connect(app, 'hub', `create table hubs (id integer primary key); ${parts.join(';')}`)
    await installLicense(app, { edition: 'personal' })
    const { areas } = await proposals(app, id)
    expect(Math.max(...areas.map(({ tables }) => tables.length))).toBeLessThanOrEqual(5)
    const own = areas.flatMap(({ tables }) => tables.filter(({ is_shared: isShared }) => !isShared))
    expect(new Set(own.map(({ table_name }) => table_name)).size).toBe(13)
    await app.close()
  })

  test('stop their queries when the time is over, and say so', async () => {
    const app = await createAreaApp(current())
    const id = await connect(app, 'depot', shopWithoutKeys)
    const over = createProposals(app.context, {
      ...app.services,
      prove: () => Promise.reject(new Error('Nothing is proven after the time is over.')),
      timeLimits: { proofs: 0, questions: 0, definitions: 0 },
    })
    const found = await over.propose(
      await app.services.users.principalOf(app.admin.user),
      id,
      new AbortController().signal,
    )
    expect(found.areas.flatMap(({ questions }) => questions)).toEqual([])
    expect(
      new Set(found.areas.flatMap(({ relationships }) => relationships.map((each) => each.untested_reason))),
    ).toEqual(new Set(['time']))
    expect(found.notes.map((note) => formatMessage(note))).toEqual([
      '4 relationships could not be tested in the available time. Check them before you accept.',
      'There was no time to try questions in 2 areas. You can still accept them.',
    ])
    await app.close()
  })

  test('end when the client leaves', async () => {
    const app = await createAreaApp(current())
    const aborted = AbortSignal.abort(new Error('gone'))
    await expect(
      app.services.areaProposals.propose(await app.services.users.principalOf(app.admin.user), app.databaseId, aborted),
    ).rejects.toThrow('gone')
    await app.close()
  })
})
