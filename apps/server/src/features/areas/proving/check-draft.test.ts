import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AreaJoin, CheckAreaResponse } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'

let app: AreaApp

beforeAll(async () => {
  app = await createAreaApp(null)
})
afterAll(() => app.close())

function draft(change: object = {}): object {
  return {
    application_id: app.applicationId,
    tables: [{ table_name: 'customers' }, { table_name: 'orders' }],
    ...change,
  }
}

async function check(change: object = {}): Promise<CheckAreaResponse> {
  const answer = await app.api(app.admin, 'POST', 'business-areas/check', draft(change))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

const rows = (tables: object) => ({ row_security_rules: { rules: [{ name: 'r', tables }] } })
const masks = (tables: object) => ({ column_security_rules: { rules: [{ name: 'c', tables }] } })
const lines = ({ problems }: CheckAreaResponse) =>
  problems.map(({ severity, section, table, part, position }) => [severity, section, table, part, position].join(' '))

describe('POST business-areas/check proves a draft against the tested databases of its application', () => {
  test('reports no problem for a valid draft, and lists the databases that it was proven against', async () => {
    const rule = { orders: { condition: 'amount > 10 AND rep = :current_user_id', always_apply: true } }
    const mask = { customers: { email: { mask_type: 'partial', pattern: '****@domain.com' } } }
    const join = { left_table: 'orders', left_column: 'customer_id', right_table: 'customers', right_column: 'id' }
    expect(await check({ ...rows(rule), ...masks(mask), joins: [join] })).toEqual({
      problems: [],
      databases: ['Shop database'],
    })
  })

  test('names the rule, the table, the part and the place of an error', async () => {
    const { problems } = await check(rows({ orders: { condition: 'amount > 10 AND nothing = 1' } }))
    expect(problems).toMatchObject([
      { severity: 'error', section: 'row_security', rule: 'r', table: 'orders', part: 'condition', position: 16 },
    ])
    expect(problems[0]).toMatchObject({ database: null, message: expect.stringContaining('nothing') })
    const custom = await check(masks({ customers: { name: { mask_type: 'custom', sql: 'upper(surname)' } } }))
    expect(lines(custom)).toEqual(['error column_security customers name 6'])
  })

  test.each([
    ['a write', { orders: { condition: '1 = 1; DELETE FROM orders' } }],
    ['text that leaves its parentheses', { orders: { condition: '1=1) OR (1=1' } }],
    ['a function that is not allowed', { orders: { condition: "load_extension('x') = 1" } }],
    ['an unknown parameter', { orders: { condition: 'rep = :someone' } }],
    ['a circle', circle()],
    ['a rule for a table that no database has', { nothing: { condition: '1 = 1' } }],
    ['deep parentheses', { orders: { condition: `${'('.repeat(500)}1${')'.repeat(500)}` } }],
    ['a thousand conditions', { orders: { condition: Array.from({ length: 1000 }, () => 'id=1').join(' OR ') } }],
  ])('reports %s as an error', async (_, tables) => {
    const { problems } = await check(rows(tables))
    expect(problems.some(({ severity, section }) => severity === 'error' && section === 'row_security')).toBe(true)
  })

  test('warns about a condition that is always false, always true, or compares with NULL', async () => {
    for (const condition of ['1 = 0', '1 = 1', 'region = NULL']) {
      const { problems } = await check(rows({ customers: { condition } }))
      expect(problems).toMatchObject([{ severity: 'warning', section: 'row_security', part: 'condition' }])
    }
  })

  test('reports contradictions between rules, also before any database was tested', async () => {
    const rule = { name: 'r', tables: { orders: { condition: 'amount > 10' } } }
    const ranges = [{ min: 9, max: 3, label: 'Few' }]
    const rules = {
      row_security_rules: { rules: [rule, rule, { name: 'empty', tables: {} }] },
      ...masks({ orders: { amount: { mask_type: 'range', ranges } } }),
    }
    const expected = ['error row_security   ', 'warning row_security   ', 'warning column_security orders amount ']
    expect(lines(await check(rules))).toEqual(expected)
    const answer = await app.call(app.admin, 'POST', 'applications', { name: 'No database' })
    const application_id = answer.json<{ id: string }>().id
    expect(lines(await check({ ...rules, application_id })).filter((line) => line.includes('_security'))).toEqual(
      expected,
    )
  })

  test('names the field of a rule that is not valid', async () => {
    const refused = async (rules: object) => app.outcome(app.admin, 'POST', 'business-areas/', app.form(rules))
    expect(await refused(masks({ orders: { amount: { mask_type: 'hide' } } }))).toMatch(
      /^400 The field “column_security_rules\.rules\[0\]\.tables\.orders\.amount\.mask_type” must be one of: partial,/,
    )
    expect(await refused({ row_security_rules: { rules: [{ tables: {} }] } })).toBe(
      '400 The field “row_security_rules.rules[0].name” is missing.',
    )
  })

  test('refuses to save or import a rule without tables, and names its section and rule', async () => {
    const rules = { row_security_rules: { rules: [{ name: 'Own region', tables: {} }] } }
    const refused = "422 Row-level security, rule 'Own region': The rule has no tables. Add a table or remove the rule."
    expect(await app.outcome(app.admin, 'POST', 'business-areas/', app.form({ area_name: 'Empty', ...rules }))).toBe(
      refused,
    )
    const area = { area_name: 'Empty', visibility: 'public', tables: [{ table_name: 'orders' }], ...rules }
    const file = { format: 'parlance-business-area', format_version: 1, area }
    const request = { application_id: app.applicationId, file }
    expect(await app.outcome(app.admin, 'POST', 'business-areas/import', request)).toBe(refused)
  })

  test('warns about a mask on a key column', async () => {
    const result = await check(masks({ orders: { customer_id: { mask_type: 'null' } } }))
    expect(lines(result)).toEqual(['warning column_security orders customer_id '])
  })

  test('warns about a view over a protected table until the view has its own rules', async () => {
    const tables = ['orders', 'big_orders'].map((table_name) => ({ table_name }))
    const rule = { condition: 'amount > 10' }
    expect(lines(await check({ tables, ...rows({ orders: rule }) }))).toEqual(['warning tables big_orders table '])
    expect(lines(await check({ tables, ...rows({ orders: rule, big_orders: rule }) }))).toEqual([])
  })

  test('BA-063 reports names that no database has, and a draft without tables, as errors', async () => {
    const unknown = await check({ tables: [{ table_name: 'orders' }, { table_name: 'nothing' }] })
    expect(lines(unknown)).toEqual(['error tables nothing table '])
    expect((await check({ tables: [] })).problems[0]?.message).toBe('Please select at least one table.')
  })

  const pair = { left_table: 'orders', left_column: 'customer_id', right_table: 'customers', right_column: 'id' }
  test.each([
    [{ ...pair, left_column: 'nobody' }, 'error joins orders left_column '],
    [{ ...pair, right_table: 'salaries' }, 'error joins salaries table '],
    [{ ...pair, right_table: undefined }, 'error joins orders  '],
    [{ ...pair, join_condition: 'orders.customer_id = customers.nobody' }, 'error joins orders join_condition 31'],
    [{ ...pair, join_condition: 'orders.id IN (SELECT person FROM salaries)' }, 'error joins orders join_condition 33'],
  ])('BA-071 BA-073 BA-075 OP-63 reports an invalid join: %j', async (join, expected) => {
    expect(lines(await check({ joins: [join] }))).toEqual([expected])
  })

  test('BA-072 BA-073 accepts a description and a valid condition', async () => {
    const { left_table, right_table } = pair
    const condition = { left_table, right_table, join_condition: 'orders.customer_id = customers.id AND amount > 5' }
    expect(lines(await check({ joins: [{ description: 'By customer' }, condition] }))).toEqual([])
  })
})

describe('an application with several databases', () => {
  test('warns about what fails in some databases and names them, and reports what fails in all as an error', async () => {
    const tables = ['t (id integer, a text)']
    const { applicationId } = await app.newDatabase('first', [...tables, 'only_first (id integer)'])
    await app.newDatabase('second', ['t (id integer, b text)'], applicationId)
    const both = { application_id: applicationId, tables: [{ table_name: 't' }, { table_name: 'only_first' }] }
    const some = await check({ ...both, ...rows({ t: { condition: "a = 'x'" } }) })
    expect(some.databases).toEqual(['first', 'second'])
    expect(some.problems).toMatchObject([
      { severity: 'warning', section: 'row_security', table: 't', database: 'second' },
      { severity: 'warning', section: 'tables', database: 'second', message: 'Not in this database: only_first.' },
    ])
    const none = await check({ ...both, ...rows({ t: { condition: "zzzzzzzz = 'x'" } }) })
    expect(none.problems).toMatchObject([{ severity: 'error', database: null }, { severity: 'warning' }])
    const absent = await check({ ...both, ...rows({ only_first: { condition: "nothing = 'x'" } }) })
    expect(absent.problems[0]).toMatchObject({ severity: 'error', table: 'only_first', database: 'first' })
  })
})

test('R11 reveals nothing to an owner about a database of the application that they may not use', async () => {
  const { applicationId } = await app.newDatabase('Known', ['t (id integer, a text)'])
  const file = app.file('hers.sqlite', ['t (id integer, canary_column text, a integer)', 'canary_table (id integer)'])
  const hers = { name: 'Canary', db_type: 'sqlite', database: file, visibility: 'private' }
  await app.createTested({ ...hers, application_id: applicationId })
  const owner = await app.signIn('GENERAL')
  const tables = [{ table_name: 't' }]
  const area = await app.newArea({ area_name: 'Owned', application_id: applicationId, tables })
  await app.api(app.admin, 'PUT', `business-areas/${area.area_id}/owner`, { user_id: owner.user.id })
  const rules = rows({ t: { condition: "canary_colum = 'x' AND a = 'y'" } })
  const wrong = draft({ application_id: applicationId, tables, ...rules })
  const answers = [
    await app.api(owner, 'POST', 'business-areas/check', wrong),
    await app.api(owner, 'PUT', `business-areas/${area.area_id}`, {
      area_name: 'Owned',
      visibility: 'public',
      ...rules,
    }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422])
  for (const { body } of answers) expect(body).not.toMatch(/canary_column|canary_table|Canary/)
  expect(answers[0]?.json<CheckAreaResponse>()).toMatchObject({
    databases: ['Known', 'another database'],
    problems: [
      { database: 'Known', message: expect.stringContaining('There is no column canary_colum') },
      { database: 'another database', message: expect.stringContaining('Ask an administrator') },
    ],
  })
  expect((await app.api(app.admin, 'POST', 'business-areas/check', wrong)).body).toMatch(/canary_column.*Canary/)
})

describe('POST business-areas/suggest-joins', () => {
  const suggest = async (payload: object): Promise<AreaJoin[]> =>
    (await app.api(app.admin, 'POST', 'business-areas/suggest-joins', payload)).json<{ joins: AreaJoin[] }>().joins

  test('offers the foreign keys between the tables, and none that refer to other tables', async () => {
    const expected = {
      join_type: 'INNER',
      left_table: 'orders',
      left_column: 'customer_id',
      right_table: 'customers',
      right_column: 'id',
    }
    const application_id = app.applicationId
    expect(await suggest({ application_id, tables: ['ORDERS', 'customers', 'nothing'] })).toEqual([expected])
    expect(await suggest({ database_config_id: app.databaseId, tables: ['orders', 'customers'] })).toEqual([expected])
    expect(await suggest({ application_id, tables: ['orders', 'salaries'] })).toEqual([])
  })

  test('turns a key of several columns into a condition that proving accepts', async () => {
    const { applicationId } = await app.newDatabase('pairs', [
      'parent (a integer, b text, primary key (a, b))',
      '"odd ""child" (x integer, "the y" text, foreign key (x, "the y") references parent (a, b))',
    ])
    const tables = ['parent', 'odd "child']
    const joins = await suggest({ application_id: applicationId, tables })
    expect(joins).toMatchObject([{ left_table: 'odd "child', right_table: 'parent', join_type: 'INNER' }])
    const proven = await check({
      application_id: applicationId,
      tables: tables.map((table_name) => ({ table_name })),
      joins,
    })
    expect(proven.problems).toEqual([])
  })
})

describe('GET business-areas/user-attributes', () => {
  test('counts the active users who have each attribute, without values, and the check warns about others', async () => {
    const people = await Promise.all(['GENERAL', 'GENERAL', 'GENERAL'].map((role) => app.signIn(role as 'GENERAL')))
    const give = (at: number, attributes: object) =>
      app.api(app.admin, 'PATCH', `users/${people[at]!.user.id}`, { attributes })
    await give(0, { region: 'Canary-North', employee_id: '7' })
    await give(1, { region: 'Canary-South', empty: '' })
    await give(2, { gone: 'Canary-East' })
    await app.api(app.admin, 'POST', `users/${people[2]!.user.id}/deactivate`)
    const url = `business-areas/user-attributes?application_id=${app.applicationId}`
    const answer = await app.api(app.admin, 'GET', url)
    expect(answer.json()).toMatchObject({
      attributes: [
        { key: 'region', users: 2 },
        { key: 'employee_id', users: 1 },
      ],
    })
    expect(answer.body).not.toContain('Canary')
    const { problems } = await check(rows({ orders: { condition: 'rep = :user.employe_id OR rep = :user.region' } }))
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        part: 'condition',
        position: 6,
        message: 'No active user has a value for :user.employe_id, so no one sees any rows. Did you mean employee_id?',
      },
    ])
  })
})

test('R11 lets administrators, and owners of an area of the application, check and suggest', async () => {
  const general = await app.signIn('GENERAL')
  const owner = await app.signIn('GENERAL')
  const area = await app.newArea({ area_name: 'Owned', visibility: 'public' })
  await app.api(app.admin, 'PUT', `business-areas/${area.area_id}/owner`, { user_id: owner.user.id })
  const suggested = { application_id: app.applicationId, tables: ['orders', 'customers'] }
  for (const [path, payload] of [
    ['check', draft()],
    ['suggest-joins', suggested],
  ] as const) {
    expect(await app.outcome(general, 'POST', `business-areas/${path}`, payload)).toBe(
      '403 Only administrators and owners of business areas can do this.',
    )
    expect(await app.outcome(owner, 'POST', `business-areas/${path}`, payload)).toBe('200')
  }
  const attributes = `business-areas/user-attributes?application_id=${app.applicationId}`
  expect(await app.outcome(general, 'GET', attributes)).toMatch(/^403 /)
  expect(await app.outcome(owner, 'GET', attributes)).toBe('200')
  const elsewhere = await app.newDatabase('elsewhere', ['a (id integer)'])
  const foreign = { application_id: elsewhere.applicationId, tables: [{ table_name: 'a' }] }
  expect(await app.outcome(owner, 'POST', 'business-areas/check', foreign)).toMatch(/^403 /)
  const others = `business-areas/user-attributes?application_id=${elsewhere.applicationId}`
  expect(await app.outcome(owner, 'GET', others)).toMatch(/^403 /)
})

function circle(): object {
  const inherit = (requires: string) => ({
    inherit_parent_security: true,
    requires,
    join_condition: 'orders.customer_id = customers.id',
  })
  return { orders: inherit('customers'), customers: inherit('orders') }
}
