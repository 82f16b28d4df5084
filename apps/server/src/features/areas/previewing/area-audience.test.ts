import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AreaAudience, AreaAudienceRequest, AreaPreview, AudienceTable, AudienceUser } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

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
const masks = {
  rules: [
    {
      name: 'Personal data',
      tables: { customers: { email: { mask_type: 'null' as const }, name: { mask_type: 'disallow' as const } } },
    },
  ],
}
const draft = {
  tables: ['customers', 'orders', 'salaries'].map((table_name) => ({ table_name })),
  row_security_rules: rules,
  column_security_rules: masks,
}

let app: AreaApp
let north: SignedInUser
let south: SignedInUser
let unset: SignedInUser
let owner: SignedInUser

beforeAll(async () => {
  app = await createAreaApp(null)
  const withRegion = (region: string) => ({ attributes: JSON.stringify({ region }) })
  north = await app.signIn('GENERAL', withRegion('north'))
  south = await app.signIn('GENERAL', withRegion('south'))
  unset = await app.signIn('GENERAL')
  owner = await app.signIn('GENERAL', withRegion('south'))
  await app.signIn('GENERAL', { is_active: 0 })
})
afterAll(() => app.close())

const post = (who: SignedInUser, payload: AreaAudienceRequest) =>
  app.api(who, 'POST', 'business-areas/audience', payload)

async function audience(who: SignedInUser, payload: AreaAudienceRequest): Promise<AreaAudience> {
  const answer = await post(who, payload)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

async function newArea(change: object = {}) {
  const area = await app.newArea({ area_name: `Area ${Math.random()}`, visibility: 'restricted', ...change })
  return area.area_id
}

const grant = (id: string, ...users: SignedInUser[]) =>
  Promise.all(users.map(({ user }) => app.api(app.admin, 'POST', `business-areas/${id}/access`, { user_id: user.id })))

const idsOf = ({ users }: AreaAudience) => users.map((each) => each.user_id)
const find = ({ users }: AreaAudience, { user }: SignedInUser) => users.find((each) => each.user_id === user.id)
const table = (user: AudienceUser | undefined, name: string) => user?.tables.find((each) => each.table_name === name)

/** The rows that meet the displayed condition. */
async function visibleRows(seen: AudienceTable | undefined): Promise<unknown> {
  return seen?.sees === 'none' ? 0 : count(`customers WHERE ${seen?.rows[0]?.condition}`)
}

/** The part of the executed SQL that enforces the displayed condition; values are placeholders there. */
function enforcedText(seen: AudienceTable | undefined): string {
  return seen?.sees === 'none' ? '1 = 0' : (seen?.rows[0]?.condition.replace(/'.*'/, '?') ?? 'nothing')
}

async function count(sql: string): Promise<unknown> {
  const database = new DatabaseSync(join(app.context.config.dataDir, 'shop.sqlite'))
  const row = database.prepare(`SELECT count(*) AS n FROM ${sql}`).get()
  database.close()
  return row?.n
}

describe('who will see what', () => {
  test('shows for each user the conditions that a preview of the same draft enforces', async () => {
    const id = await newArea()
    await grant(id, north, south, unset)
    const seen = await audience(app.admin, { area_id: id, ...draft })
    expect(seen).toMatchObject({ total: 4, table_count: 3, unexamined_tables: 0, waits_for_approval: false })
    for (const who of [north, south, unset]) {
      const user = find(seen, who)
      const preview = async (table_name: string) => {
        const payload = { user_id: who.user.id, table_name, draft }
        const answer = await app.api(app.admin, 'POST', `business-areas/${id}/preview`, payload)
        return answer.json<AreaPreview>()
      }
      const customers = table(user, 'customers')
      const enforced = await preview('customers')
      expect(enforced.hidden_columns).toEqual(['name'])
      expect(enforced.visible_rows).toBe(await visibleRows(customers))
      expect(enforced.executed_sql.replaceAll(/\s+/g, ' ')).toContain(enforcedText(customers))
      expect(customers?.sees === 'none' && (await preview('orders')).visible_rows !== 0).toBe(false)
      expect(table(user, 'salaries')).toBeUndefined()
      expect((await preview('salaries')).visible_rows).toBe(1)
    }
    expect(table(find(seen, north), 'customers')).toEqual({
      table_name: 'customers',
      sees: 'some',
      reason: null,
      rows: [
        { rule: 'Own region', condition: "region = 'north'", inherits_from: null, only_with: null, without_value: [] },
      ],
      without_value: [],
    })
    expect(table(find(seen, unset), 'orders')).toMatchObject({
      sees: 'none',
      reason: 'No rows, because region is not set. This follows from the rule “Own region” on customers.',
      without_value: ['region'],
      rows: [{ inherits_from: 'customers', condition: 'orders.customer_id = customers.id', without_value: ['region'] }],
    })
    expect(seen.masked_tables).toEqual([
      {
        table_name: 'customers',
        masked: [{ column: 'email', mask_type: 'null', rule: 'Personal data' }],
        hidden: ['name'],
      },
    ])
  })

  test('stores nothing, and records who looked', async () => {
    const id = await newArea()
    await audience(app.admin, { area_id: id, ...draft, visibility: 'public' })
    const area = (await app.api(app.admin, 'GET', `business-areas/${id}`)).json()
    expect(area).toMatchObject({ version: 1, visibility: 'restricted', has_row_security: false })
    const rows = await app.context.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'area.review-audience')
      .where('target_id', '=', id)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ user_id: app.admin.user.id, outcome: 'allowed' })
  })

  test('is recorded once in ten minutes for the same users, and again for users who appear', async () => {
    const id = await newArea()
    await grant(id, north)
    const recorded = async () => {
      const entries = await app.context.store.db
        .selectFrom('audit_log')
        .select('detail')
        .where('action', '=', 'area.review-audience')
        .where('target_id', '=', id)
        .orderBy('at')
        .execute()
      return entries.map(({ detail }) => new Set(String(JSON.parse(detail).people).split(' ')))
    }
    const first = new Set([app.admin.user.id, north.user.id])
    await audience(app.admin, { area_id: id })
    await audience(app.admin, { area_id: id, ...draft })
    expect(await recorded()).toEqual([first])
    await audience(app.admin, { area_id: id, access: { add: [south.user.id], remove: [] } })
    expect(await recorded()).toEqual([first, new Set([south.user.id])])
    app.advance(11 * 60_000)
    await audience(app.admin, { area_id: id })
    expect(await recorded()).toEqual([first, new Set([south.user.id]), first])
  })

  test('R26 says the same whatever rows the database has', async () => {
    const id = await newArea({ visibility: 'public' })
    const before = await audience(app.admin, { area_id: id, ...draft })
    app.alter("insert into customers values (3, 'Canary-West', 'cid@example.test', 'west')")
    expect(await audience(app.admin, { area_id: id, ...draft })).toEqual(before)
    expect(JSON.stringify(before)).not.toContain('Canary')
    app.alter('delete from customers where id = 3')
  })

  test('follows the visibility and access of the draft', async () => {
    const id = await newArea()
    await grant(id, north)
    const who = async (change: Partial<AreaAudienceRequest>) =>
      idsOf(await audience(app.admin, { area_id: id, ...change }))
    expect((await who({ visibility: 'private' })).toSorted()).toEqual([app.admin.user.id])
    expect((await who({})).toSorted()).toEqual([app.admin.user.id, north.user.id].toSorted())
    const access = { add: [south.user.id], remove: [north.user.id] }
    expect((await who({ access })).toSorted()).toEqual([app.admin.user.id, south.user.id].toSorted())
    const everyone = [app.admin, north, south, unset, owner].map(({ user }) => user.id)
    expect((await who({ visibility: 'public' })).toSorted()).toEqual(everyone.toSorted())
  })

  test('answers in pages, with the total', async () => {
    const id = await newArea()
    const last = await audience(app.admin, { area_id: id, visibility: 'public', offset: 4 })
    expect(last).toMatchObject({ total: 5 })
    expect(last.users).toHaveLength(1)
  })

  test('describes a new area, for administrators only', async () => {
    const payload = { application_id: app.applicationId, ...draft, visibility: 'public' as const }
    const seen = await audience(app.admin, payload)
    expect(seen.total).toBe(5)
    expect(table(find(seen, south), 'customers')?.rows[0]?.condition).toBe("region = 'south'")
    expect((await post(owner, payload)).statusCode).toBe(403)
    const incomplete = await post(app.admin, { ...draft })
    expect(incomplete.json()).toMatchObject({ code: 'bad_request' })
  })

  test('says that a user without access to the database sees nothing, and names rules with errors', async () => {
    const id = await newArea({ visibility: 'public' })
    await app.call(app.admin, 'PUT', `configurations/${app.databaseId}`, { visibility: 'private' })
    const hidden = await audience(app.admin, { area_id: id })
    expect(find(hidden, north)?.may_use_database).toBe(false)
    await app.call(app.admin, 'PUT', `configurations/${app.databaseId}`, { visibility: 'public' })
    const wrong = { rules: [{ name: 'Wrong', tables: { orders: { condition: 'nowhere = 1' } } }] }
    const seen = await audience(app.admin, { area_id: id, row_security_rules: wrong })
    expect(find(seen, north)?.may_use_database).toBe(true)
    expect(table(find(seen, north), 'orders')).toMatchObject({ sees: 'refused', rows: [] })
    expect(table(find(seen, north), 'orders')?.reason).toContain('Queries fail, because a rule has an error.')
    const unknown = await post(app.admin, { area_id: id, tables: [{ table_name: 'nowhere' }] })
    expect(unknown.statusCode).toBe(422)
  })

  test('R11 shows an owner only users on the stored access list, without the values of their attributes', async () => {
    const id = await newArea()
    await grant(id, north)
    await app.api(app.admin, 'PUT', `business-areas/${id}/owner`, { user_id: owner.user.id })
    const wanted = { area_id: id, row_security_rules: rules }
    const seen = await audience(owner, { ...wanted, access: { add: [south.user.id], remove: [] } })
    expect(idsOf(seen).toSorted()).toEqual([north.user.id, owner.user.id].toSorted())
    expect(seen.total).toBe(2)
    expect(JSON.stringify(seen)).not.toContain("'north'")
    expect(table(find(seen, north), 'customers')?.rows[0]).toMatchObject({
      condition: 'region = :user.region',
      without_value: [],
    })
    expect(table(find(seen, owner), 'customers')?.rows[0]?.condition).toBe("region = 'south'")
    expect(idsOf(await audience(owner, { ...wanted, visibility: 'public' })).toSorted()).toEqual(idsOf(seen).toSorted())
    await app.api(app.admin, 'PUT', `business-areas/${id}`, { area_name: 'Open to all', visibility: 'public' })
    expect(idsOf(await audience(owner, wanted))).toEqual([owner.user.id])
    expect((await post(north, { area_id: id })).statusCode).toBe(403)
    expect((await post(north, { area_id: 'nowhere' })).statusCode).toBe(404)
  })

  test("R24 an owner's draft that must wait for an administrator shows no more of a protected table", async () => {
    const guarded = await newArea({ row_security_rules: rules })
    const id = await newArea({ tables: [{ table_name: 'orders' }] })
    expect(guarded).not.toBe(id)
    await app.api(app.admin, 'PUT', `business-areas/${id}/owner`, { user_id: owner.user.id })
    const tables = [{ table_name: 'orders' }, { table_name: 'customers' }]
    const seen = await audience(owner, { area_id: id, tables })
    expect(seen).toMatchObject({ waits_for_approval: true, table_count: 1 })
    const payload = { user_id: owner.user.id, table_name: 'customers', draft: { tables } }
    expect((await app.api(owner, 'POST', `business-areas/${id}/preview`, payload)).statusCode).toBe(404)
  })
})

describe('a preview of a draft', () => {
  const previewOf = (who: SignedInUser, id: string, payload: object) =>
    app.api(who, 'POST', `business-areas/${id}/preview`, payload)

  test('applies the draft only to this preview, and records that a draft was used', async () => {
    const id = await newArea({ visibility: 'public' })
    const payload = { user_id: north.user.id, table_name: 'customers' }
    const before = (await previewOf(app.admin, id, payload)).json<AreaPreview>()
    const drafted = (await previewOf(app.admin, id, { ...payload, draft })).json<AreaPreview>()
    const after = (await previewOf(app.admin, id, payload)).json<AreaPreview>()
    const rowsOf = ({ visible_rows }: AreaPreview) => visible_rows
    expect([before, drafted, after].map(rowsOf)).toEqual([2, 1, 2])
    expect(JSON.stringify(drafted.results)).not.toContain('Canary-South')
    const entries = await app.context.store.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'area.preview')
      .where('target_id', '=', id)
      .execute()
    const details = entries.map(({ detail }) => JSON.parse(detail) as object)
    expect(details).toEqual([{}, { draft: true, acting_as: north.user.id }, {}])
  })

  test('says whether the user may use the area with the access of the draft', async () => {
    const id = await newArea()
    const mayUse = async (change: object) => {
      const payload = { user_id: north.user.id, table_name: 'orders', draft: change }
      return (await previewOf(app.admin, id, payload)).json<AreaPreview>().may_use
    }
    expect(await mayUse({})).toBe(false)
    expect(await mayUse({ visibility: 'public' })).toBe(true)
    expect(await mayUse({ access: { add: [north.user.id], remove: [] } })).toBe(true)
  })

  test('explains missing values in the words of the list of who will see what', async () => {
    const id = await newArea({ visibility: 'public' })
    const condition = 'region = :user.region AND name = :user.name AND id > :current_dept_id'
    const several = { rules: [{ name: 'Own region', tables: { ...rules.rules[0]?.tables, customers: { condition } } }] }
    const change = { ...draft, row_security_rules: several }
    const seen = find(await audience(app.admin, { area_id: id, ...change }), unset)
    const explained = async (payload: object) => {
      const answer = await previewOf(app.admin, id, { user_id: unset.user.id, draft: change, ...payload })
      return answer.json<AreaPreview>()
    }
    for (const name of ['customers', 'orders']) {
      const { empty_tables: found, receipt, results } = await explained({ table_name: name })
      const { reason, pattern, values, without_value } = table(seen, name) ?? {}
      expect(found).toEqual([{ table_name: name, reason, pattern, values, without_value }])
      expect(without_value).toEqual(['region', 'name', ':current_dept_id'])
      expect(reason).toMatch(/^No rows, because region, name, :current_dept_id are not set\./)
      expect(receipt.parameters.unresolved).toEqual(['user.region', 'user.name', 'current_dept_id'])
      expect(results).toEqual([])
    }
    const both = await explained({ sql_query: 'SELECT count(*) FROM salaries, orders' })
    expect(both.empty_tables.map(({ table_name }) => table_name)).toEqual(['orders'])
    const open = await explained({ table_name: 'salaries' })
    expect([open.empty_tables, open.receipt.parameters.unresolved]).toEqual([[], []])
  })

  test('explains a rule that needs a second table only if the query reads it', async () => {
    const id = await newArea({ visibility: 'public' })
    const entry = { condition: 'rep = :user.rep', always_apply: false, requires: 'customers' }
    const change = { row_security_rules: { rules: [{ name: 'Own orders', tables: { orders: entry } }] } }
    const emptyIn = async (sql_query: string) => {
      const answer = await previewOf(app.admin, id, { user_id: unset.user.id, sql_query, draft: change })
      return answer.json<AreaPreview>().empty_tables.map(({ table_name }) => table_name)
    }
    expect(await emptyIn('SELECT * FROM orders')).toEqual([])
    expect(await emptyIn('SELECT * FROM orders, customers')).toEqual(['orders'])
  })

  test('shows an area that is not saved yet to administrators, and stores nothing', async () => {
    const shown = { application_id: app.applicationId, draft: { ...draft, visibility: 'restricted' as const } }
    const payload = { ...shown, user_id: north.user.id, table_name: 'customers' }
    const seen = await app.api(app.admin, 'POST', 'business-areas/preview', payload)
    expect(seen.json<AreaPreview>()).toMatchObject({ may_use: false, visible_rows: 1, hidden_columns: ['name'] })
    expect(seen.body).not.toContain('bob@example.test')
    const granted = { ...payload, draft: { ...shown.draft, access: { add: [north.user.id], remove: [] } } }
    const allowed = await app.api(app.admin, 'POST', 'business-areas/preview', granted)
    expect(allowed.json<AreaPreview>().may_use).toBe(true)
    const question = { ...shown, user_id: north.user.id, question: 'How many orders are there?' }
    const answered = await app.api(app.admin, 'POST', 'business-areas/preview', question)
    expect(answered.json<AreaPreview>().results).toEqual([[1]])
    expect((await app.api(owner, 'POST', 'business-areas/preview', payload)).statusCode).toBe(403)
    const elsewhere = await app.api(app.admin, 'POST', 'business-areas/preview', { ...payload, application_id: 'none' })
    expect(elsewhere.statusCode).toBe(404)
    const wrong = {
      ...payload,
      draft: { ...draft, row_security_rules: { rules: [{ name: 'W', tables: { orders: {} } }] } },
    }
    expect((await app.api(app.admin, 'POST', 'business-areas/preview', wrong)).json()).toMatchObject({
      code: 'area_invalid',
    })
    const entries = await app.context.store.db
      .selectFrom('audit_log')
      .select(['action', 'target_id', 'detail'])
      .where('action', 'in', ['area.preview', 'query.run'])
      .where('outcome', '=', 'allowed')
      .where('detail', 'like', `%${north.user.id}%`)
      .where((where) => where.or([where('target_id', 'is', null), where('detail', 'like', '%"area":null%')]))
      .execute()
    expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['area.preview', 'query.run']))
    expect(entries.every(({ detail }) => JSON.parse(detail).acting_as === north.user.id)).toBe(true)
  })

  test('refuses a draft that saving refuses, and anyone who may not save it', async () => {
    const id = await newArea({ visibility: 'public' })
    const wrong = { rules: [{ name: 'Wrong', tables: { orders: { condition: 'nowhere = 1' } } }] }
    const payload = { user_id: app.admin.user.id, table_name: 'orders', draft: { row_security_rules: wrong } }
    expect((await previewOf(app.admin, id, payload)).json()).toMatchObject({ code: 'area_invalid' })
    expect((await previewOf(north, id, payload)).statusCode).toBe(403)
  })
})
