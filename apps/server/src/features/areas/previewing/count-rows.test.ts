import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AreaPreview, AreaRowCounts, AreaRowCountsRequest, RowCount } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'
import { countAll } from './count-rows.ts'
import type { CountingMeans } from './count-rows.ts'

const rules = {
  rules: [
    {
      name: 'Own region',
      tables: {
        customers: { condition: 'region = :user.region' },
        orders: {
          inherit_parent_security: true,
          requires: 'customers',
          join_condition: 'orders.customer_id = customers.id',
        },
      },
    },
  ],
}
const draft = {
  tables: ['customers', 'orders', 'salaries'].map((table_name) => ({ table_name })),
  row_security_rules: rules,
}
const url = 'business-areas/audience/row-counts'

let app: AreaApp
let users: SignedInUser[]
let owner: SignedInUser

beforeAll(async () => {
  app = await createAreaApp(null)
  const withRegion = (region: string) => ({ attributes: JSON.stringify({ region }) })
  const regions = ['north', 'south', "o'west", 'far', 'none']
  users = []
  for (const region of regions) users.push(await app.signIn('GENERAL', withRegion(region)))
  owner = await app.signIn('GENERAL', withRegion('south'))
  app.alter(`
    with recursive n (i) as (select 100 union all select i + 1 from n where i < 10199)
      insert into customers select i, 'c' || i, null, 'far' from n;
    insert into customers values (50, 'Wes', null, 'o''west'), (51, 'Win', null, 'o''west');
    with recursive n (i) as (select 100 union all select i + 1 from n where i < 119)
      insert into orders select i, 50 + i % 2, i, 'a' from n;
  `)
  // The first query of a process loads the parsers, which takes long on a busy machine.
  const first = { sql_query: 'SELECT count(*) AS n FROM orders', database_config_id: app.databaseId }
  await app.api(app.admin, 'POST', 'query/full-results', first)
})
afterAll(() => app.close())

const post = (who: SignedInUser, payload: Partial<AreaRowCountsRequest>) => app.api(who, 'POST', url, payload)

async function counts(who: SignedInUser, payload: Omit<AreaRowCountsRequest, 'user_ids'>, of = users) {
  const answer = await post(who, { ...payload, user_ids: of.map(({ user }) => user.id) })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<AreaRowCounts>()
}

const newArea = async (change: object = {}) =>
  (await app.newArea({ area_name: `Area ${Math.random()}`, ...change })).area_id
const rowsOf = (tables: RowCount[] = []) =>
  Object.fromEntries(tables.map(({ table_name, rows, has_more }) => [table_name, has_more ? `> ${rows}` : rows]))
const tablesOf = (found: AreaRowCounts, { user }: SignedInUser) =>
  found.users.find(({ user_id }) => user_id === user.id)?.tables

const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other))
const sorted = (...people: (SignedInUser | undefined)[]) => people.map((each) => each?.user.id).toSorted(byText)
const entries = (action: string) =>
  app.context.store.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute()

describe('row counts of a draft', () => {
  test('R26 are those of a preview as each of five users', async () => {
    const id = await newArea()
    const found = await counts(app.admin, { area_id: id, ...draft })
    expect(found.users).toHaveLength(5)
    for (const person of users) {
      const shown = rowsOf(tablesOf(found, person))
      for (const table_name of ['customers', 'orders']) {
        const payload = { user_id: person.user.id, table_name, draft }
        const preview = (await app.api(app.admin, 'POST', `business-areas/${id}/preview`, payload)).json<AreaPreview>()
        const visible = preview.visible_rows ?? 0
        expect([table_name, shown[table_name]]).toEqual([table_name, visible > 10_000 ? '> 10000' : visible])
      }
    }
    expect(users.map((person) => rowsOf(tablesOf(found, person))['customers'])).toEqual([1, 1, 2, '> 10000', 0])
    expect(rowsOf(tablesOf(found, users[2]!))['orders']).toBe(20)
    expect(rowsOf(found.open_tables)).toEqual({ salaries: 1 })
  })

  test('R26 change only for the users who see the changed rows', async () => {
    const id = await newArea()
    const before = await counts(app.admin, { area_id: id, ...draft })
    app.alter("insert into customers values (60, 'Canary', null, 'south')")
    const after = await counts(app.admin, { area_id: id, ...draft })
    app.alter('delete from customers where id = 60')
    const changed = users.filter(
      (person) => JSON.stringify(tablesOf(before, person)) !== JSON.stringify(tablesOf(after, person)),
    )
    expect(changed).toEqual([users[1]])
    expect(after.open_tables).toEqual(before.open_tables)
  })

  test('are for an unsaved area too, but only for administrators', async () => {
    const payload = { application_id: app.applicationId, ...draft, visibility: 'public' as const }
    const found = await counts(app.admin, payload, [users[2]!])
    expect(rowsOf(tablesOf(found, users[2]!))).toEqual({ customers: 2, orders: 20 })
    expect((await post(owner, { ...payload, user_ids: [owner.user.id] })).statusCode).toBe(403)
  })

  test('leave out users whose rows are hidden, or who may not use the database', async () => {
    const id = await newArea()
    const unset = await app.signIn('GENERAL')
    expect(tablesOf(await counts(app.admin, { area_id: id, ...draft }, [unset]), unset)).toEqual([])
    await app.call(app.admin, 'PUT', `configurations/${app.databaseId}`, { visibility: 'private' })
    expect(tablesOf(await counts(app.admin, { area_id: id, ...draft }), users[0]!)).toEqual([])
    await app.call(app.admin, 'PUT', `configurations/${app.databaseId}`, { visibility: 'public' })
  })

  test('R11 show an owner only users whom they may preview', async () => {
    const id = await newArea({ visibility: 'restricted' })
    const [north, south] = users
    await app.api(app.admin, 'POST', `business-areas/${id}/access`, { user_id: north?.user.id })
    await app.api(app.admin, 'PUT', `business-areas/${id}/owner`, { user_id: owner.user.id })
    const wanted = { area_id: id, row_security_rules: rules, access: { add: [south!.user.id], remove: [] } }
    const found = await counts(owner, wanted, [...users, owner])
    expect(found.users.map(({ user_id }) => user_id).toSorted()).toEqual([north!.user.id, owner.user.id].toSorted())
    expect((await post(north!, { area_id: id, user_ids: [north!.user.id] })).statusCode).toBe(403)
    expect((await post(owner, { area_id: 'nowhere', user_ids: [] })).statusCode).toBe(404)
  })

  test('R24 do not count a protected table that is not approved for the owner', async () => {
    const protectedTable = { rules: [{ name: 'Salaries', tables: { salaries: { condition: '1 = 1' } } }] }
    await newArea({ tables: [{ table_name: 'salaries' }], row_security_rules: protectedTable })
    const id = await newArea({ tables: [{ table_name: 'orders' }] })
    await app.api(app.admin, 'PUT', `business-areas/${id}/owner`, { user_id: owner.user.id })
    const found = await counts(owner, { area_id: id, tables: draft.tables }, [owner])
    expect(JSON.stringify(found)).not.toContain('salaries')
  })

  test('are refused for a draft that saving refuses', async () => {
    const id = await newArea()
    const wrong = { rules: [{ name: 'Wrong', tables: { orders: { condition: 'nowhere = 1' } } }] }
    const answer = await post(app.admin, { area_id: id, row_security_rules: wrong, user_ids: [] })
    expect(answer.json()).toMatchObject({ code: 'area_invalid' })
  })

  test('are recorded as queries of the viewer as each user, and once as a look at these users', async () => {
    const id = await newArea()
    const [north, south] = users
    await counts(app.admin, { area_id: id, ...draft }, [north!])
    await counts(app.admin, { area_id: id, ...draft }, [north!])
    await counts(app.admin, { area_id: id, ...draft }, [north!, south!])
    const looks = (await entries('area.count-rows')).filter(({ target_id }) => target_id === id)
    expect(looks.map(({ detail }) => JSON.parse(detail).people).toSorted(byText)).toEqual(sorted(north, south))
    const queries = (await entries('query.run'))
      .map((each): Record<string, unknown> => ({ user_id: each.user_id, ...JSON.parse(each.detail) }))
      .filter((each) => each['area'] === id && each['tables'] === 'customers')
    expect(queries.map((each) => each['acting_as']).toSorted(byText)).toEqual(sorted(north, north, north, south))
    expect(new Set(queries.map((each) => each['user_id']))).toEqual(new Set([app.admin.user.id]))
  })
})

describe('counting', () => {
  async function makeMeans(signal = new AbortController().signal): Promise<CountingMeans> {
    const principal = await app.services.users.principalOf(app.admin.user)
    const scope = { allowedTables: [{ schema: null, table: 'orders' }], policies: null, missing: [] }
    return {
      catalogue: await app.services.catalog.get(app.databaseId),
      door: app.services.query.doorFor(principal, { areaId: null, ...scope }),
      areaId: null,
      connectionId: app.databaseId,
      scope,
      signal,
    }
  }
  const task = async (name: string) => ({
    principal: await app.services.users.principalOf(app.admin.user),
    name,
    counted: { table_name: name, rows: null, has_more: false, reason: 'Not yet' },
  })
  const queriesOf = async (work: Promise<unknown>) => {
    const before = (await entries('query.run')).length
    await work
    return (await entries('query.run')).length - before
  }

  test('sends nothing to a database that charges for reading', async () => {
    const means = await makeMeans()
    const one = await task('orders')
    const catalogue = { ...means.catalogue, dialect: 'bigquery' as const }
    expect(await queriesOf(countAll([one], { ...means, catalogue }))).toBe(0)
    expect(one.counted).toMatchObject({ rows: null, reason: 'The database charges for what each query reads.' })
  })

  test('ends when its time is over, and says so', async () => {
    const one = await task('orders')
    expect(await queriesOf(countAll([one], await makeMeans(), 0))).toBe(0)
    expect(one.counted.reason).toBe('Counting took too long.')
  })

  test('ends when the request is canceled', async () => {
    const canceled = AbortSignal.abort(new Error('gone'))
    const work = countAll([await task('orders')], await makeMeans(canceled)).catch((error: Error) => error.message)
    expect(await queriesOf(work)).toBe(0)
    expect(await work).toBe('gone')
  })

  test('does not count what the viewer may not preview, nor more tables than allowed', async () => {
    const names = ['salaries', ...Array.from({ length: 120 }, () => 'orders')]
    const tasks = await Promise.all(names.map((name) => task(name)))
    expect(await queriesOf(countAll(tasks, await makeMeans(), 60_000))).toBe(99)
    expect(tasks[0]?.counted.reason).toContain('no administrator has approved it for you')
    expect([tasks[99]?.counted.rows, tasks[100]?.counted.reason]).toEqual([22, 'Not yet'])
  })
})
