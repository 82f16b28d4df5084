import { formatMessage, type SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import type { ColumnMask, Policies, RowTableRule } from '../contract.ts'
import { parseSql } from '../parse/index.ts'
import { shopCatalogue, table } from '../testing/request.ts'
import { checkConsistency } from './check-consistency.ts'
import { checkJoin } from './check-joins.ts'
import { checkPolicies } from './check.ts'
import { isLimited, visibleColumns } from './visible.ts'

const dialects: SqlDialect[] = ['sqlite', 'postgresql', 'mysql', 'tsql', 'oracle', 'snowflake', 'bigquery']

function rows(tables: Record<string, RowTableRule>): Policies {
  return { rowRules: { rules: [{ name: 'r', tables }] }, columnRules: null, hashSalt: 's' }
}

function masks(tables: Record<string, Record<string, ColumnMask>>): Policies {
  return { rowRules: null, columnRules: { rules: [{ name: 'c', tables }] }, hashSalt: 's' }
}

async function warned(condition: string, dialect: SqlDialect = 'sqlite'): Promise<string> {
  const problems = await checkPolicies(rows({ users: { condition } }), shopCatalogue(dialect), null, parseSql)
  return problems.map(({ severity, code, message }) => `${severity} ${code} ${formatMessage(message)}`).join('; ')
}

describe('warns about a condition that is the same for every row', () => {
  const nobody = 'warning constant The condition is never true, so no one sees any rows.'
  const everyone = 'warning constant The condition is always true, so everyone sees every row.'

  test.each(dialects)('warns about constant conditions on %s', async (dialect) => {
    expect(await warned('1 = 0', dialect)).toBe(nobody)
    expect(await warned('id > 3 OR 1 = 1', dialect)).toBe(everyone)
    expect(await warned('city = NULL', dialect)).toBe(nobody)
  })

  test.each([
    ["1 = 0 AND city = 'x'", nobody],
    ['NOT (2 > 1)', nobody],
    ['NOT (city = NULL)', nobody],
    ["city = 'a' AND name <> NULL", nobody],
    ["'x' = 'x'", everyone],
    ['1 <> -1 AND 2 >= 2', everyone],
    ['1', everyone],
    ['0', nobody],
    ["city = 'x'", ''],
    ["city = 'x' OR city = NULL", ''],
    ["'a' = 'A'", ''],
    ['id = id', ''],
    ['city IS NULL', ''],
    ['id = :current_user_id', ''],
    ['id IN (SELECT user_id FROM orders WHERE 1 = 0)', ''],
  ])('%s', async (condition, expected) => {
    expect(await warned(condition)).toBe(expected)
  })
})

describe('warns about rules that contradict each other', () => {
  const inherited = (requires: string, on: string) => ({ inherit_parent_security: true, requires, join_condition: on })
  const found = async (policies: Policies) =>
    (await checkPolicies(policies, shopCatalogue('sqlite'), null, parseSql)).map(
      ({ severity, table, part }) => `${severity} ${table} ${part}`,
    )

  test('warns about a parent table without a row rule', async () => {
    const orders = inherited('users', 'orders.user_id = users.id')
    expect(await found(rows({ orders }))).toEqual(['warning orders requires'])
    expect(await found(rows({ orders, users: { condition: "city = 'x'" } }))).toEqual([])
    expect(await found(rows({ orders, ALL: { condition: 'id > 1', when_column_exists: 'id' } }))).toEqual([])
  })

  test('reports a blank condition as missing', async () => {
    const problems = await checkPolicies(rows({ users: { condition: ' ' } }), shopCatalogue('sqlite'), null, parseSql)
    expect(problems.map(({ message }) => formatMessage(message))).toEqual(['The rule has no condition. Add one.'])
  })

  test('warns about rules with the same name, and refuses rules that protect nothing', () => {
    const rule = (name: string) => ({ name, tables: { users: { condition: 'id > 1' } } })
    const check = (rules: Policies['rowRules'], columnRules: Policies['columnRules'] = null) =>
      checkConsistency({ rowRules: rules, columnRules }).map(
        ({ severity, section, rule: name, message }) => `${severity} ${section} ${name} ${formatMessage(message)}`,
      )
    expect(check({ rules: [rule('Own'), rule('Other')] })).toEqual([])
    expect(check({ rules: [rule('Own'), rule('other'), rule('own ')] })).toEqual([
      'warning rows own  2 rules are named “own ”. Give each rule its own name.',
    ])
    expect(check({ rules: [{ name: 'r', tables: {} }] }, { rules: [{ name: 'c', tables: { users: {} } }] })).toEqual([
      'error rows r The rule has no tables. Add a table or remove the rule.',
      'error columns c The rule masks no columns. Add a mask or remove the rule.',
    ])
  })

  test.each([
    ['a lower limit above the upper one', [{ min: 9, max: 3, label: 'a' }], ['“a” contains no numbers']],
    ['equal limits', [{ min: 3, max: 3, label: 'a' }], ['“a” contains no numbers']],
    [
      'a range inside an earlier one',
      [
        { max: 9, label: 'a' },
        { min: 1, max: 5, label: 'b' },
      ],
      ['“b” is never used'],
    ],
    ['a range after one without limits', [{ label: 'a' }, { min: 1, label: 'b' }], ['“b” is never used']],
    [
      'neighbors',
      [
        { max: 3, label: 'a' },
        { min: 3, max: 9, label: 'b' },
        { min: 9, label: 'c' },
      ],
      [],
    ],
  ])('checks %s', (_, ranges, expected) => {
    const { columnRules } = masks({ users: { salary: { mask_type: 'range', ranges } } })
    const problems = checkConsistency({ rowRules: null, columnRules })
    expect(problems).toMatchObject(
      expected.map(() => ({ severity: 'warning', rule: 'c', table: 'users', part: 'salary' })),
    )
    for (const [at, text] of expected.entries()) expect(formatMessage(problems[at]!.message)).toContain(text)
  })
})

describe('warns about an attribute that no user has', () => {
  const found = async (tables: Record<string, RowTableRule>, keys: string[]) =>
    (await checkPolicies(rows(tables), shopCatalogue('sqlite'), null, parseSql, undefined, new Set(keys))).map(
      ({ severity, part, position, message }) => `${severity} ${part} ${position} ${formatMessage(message)}`,
    )

  test.each([
    ['employe_id', ['region', 'employee_id'], 'Did you mean employee_id?'],
    ['Region', ['region'], 'Did you mean region?'],
    ['territory', ['region'], ''],
    ['constructor', [], ''],
  ])('names :user.%s, its position, and a similar attribute', async (key, keys, hint) => {
    const text = `No active user has a value for :user.${key}, so no one sees any rows.${hint && ` ${hint}`}`
    expect(await found({ users: { condition: `id > 1 AND city = :user.${key}` } }, keys)).toEqual([
      `warning condition 18 ${text}`,
    ])
    const on = `orders.user_id = users.id AND users.city = :user.${key}`
    const orders = { inherit_parent_security: true, requires: 'users', join_condition: on }
    expect(await found({ orders, users: { condition: 'id > 1' } }, keys)).toEqual([`warning join_condition 43 ${text}`])
  })

  test('accepts attributes that a user has, other parameters, and text that looks like one', async () => {
    const condition = "city = :user.region AND tenant_id = :current_tenant_id AND name <> ':user.other'"
    expect(await found({ users: { condition } }, ['region'])).toEqual([])
  })

  test('warns once for a rule for ALL', async () => {
    const all = { condition: 'tenant_id = :user.tenant', when_column_exists: 'tenant_id' }
    expect(await found({ ALL: all }, [])).toHaveLength(1)
  })
})

describe('the position of a mistake in a rule', () => {
  const problemsOf = (policies: Policies, dialect: SqlDialect = 'sqlite') =>
    checkPolicies(policies, shopCatalogue(dialect), null, parseSql)

  test.each(dialects)(
    'reports the position in a condition after a date, in a join, and in a custom mask on %s',
    async (dialect) => {
      const condition = 'created_at <= :current_date AND nam = 1'
      expect(await problemsOf(rows({ orders: { condition } }), dialect)).toMatchObject([{ position: 32 }])
      const join_condition = 'orders.user_id = users.nam'
      const inherited = { inherit_parent_security: true, requires: 'users', join_condition }
      expect(await problemsOf(rows({ orders: inherited }), dialect)).toMatchObject([
        { rule: 'r', table: 'orders', part: 'join_condition', position: 23 },
      ])
      const custom = masks({ users: { name: { mask_type: 'custom', sql: 'upper(nam)' } } })
      expect(await problemsOf(custom, dialect)).toMatchObject([
        { rule: 'c', table: 'users', part: 'name', position: 6 },
      ])
    },
  )

  test('names the table that a rule for ALL does not fit', async () => {
    const [problem] = await problemsOf(rows({ ALL: { condition: "tenant_id = 't'" } }))
    expect(problem).toMatchObject({ severity: 'error', table: 'ALL', part: 'condition' })
    expect(JSON.stringify(problem?.message)).toContain('order_items')
  })

  test('reports a rule for a table outside the area', async () => {
    const policies = rows({ orders: { condition: 'id > 1' } })
    const problems = await checkPolicies(
      policies,
      shopCatalogue('sqlite'),
      [{ schema: null, table: 'users' }],
      parseSql,
    )
    expect(problems).toMatchObject([{ severity: 'warning', code: 'outside_area', table: 'orders' }])
  })
})

describe('masks on key columns', () => {
  const catalogue = shopCatalogue('sqlite')
  const foreignKey = {
    columns: ['user_id'],
    referencedSchema: null,
    referencedTable: 'users',
    referencedColumns: ['id'],
  }
  const keyed = {
    ...catalogue,
    tables: catalogue.tables.map((entry) => ({
      ...entry,
      primaryKey: ['id'],
      foreignKeys: entry.name === 'orders' ? [foreignKey] : [],
    })),
  }
  const messages = async (policies: Policies) =>
    (await checkPolicies(policies, keyed, null, parseSql)).map(
      ({ code, message }) => `${code} ${formatMessage(message)}`,
    )

  test.each<ColumnMask>([
    { mask_type: 'null' },
    { mask_type: 'range', ranges: [{ label: 'x', max: 5 }] },
    { mask_type: 'disallow' },
  ])('warns about $mask_type on a key', async (mask) => {
    expect(await messages(masks({ users: { id: mask } }))).toMatchObject([
      expect.stringMatching(/^masked_key id is a key of users\. .* Use a hash mask to keep joins correct\.$/),
    ])
  })

  test('does not warn about a hash if the other side is hashed too', async () => {
    const hash = { mask_type: 'hash' as const }
    expect(await messages(masks({ orders: { user_id: hash } }))).toEqual([
      'masked_key user_id refers to users.id, which is not hashed. Joins between them find no rows.',
    ])
    expect(await messages(masks({ orders: { user_id: hash }, users: { id: hash } }))).toEqual([])
  })

  test('does not warn about a column that is not a key', async () => {
    expect(await messages(masks({ users: { city: { mask_type: 'null' } } }))).toEqual([])
  })
})

describe('OP-63 proves a join condition as SQL over its two tables', () => {
  const ref = (name: string) => ({ schema: null, table: name })
  const join = (condition: string | null, more: object = {}) =>
    checkJoin(
      { leftTable: ref('orders'), leftColumn: null, rightTable: ref('users'), rightColumn: null, condition, ...more },
      shopCatalogue('sqlite'),
      parseSql,
    )

  test.each([
    'orders.user_id = users.id AND orders.tenant_id = users.tenant_id',
    'orders.total BETWEEN users.salary AND 100 OR lower(orders.status) = lower(users.city)',
  ])('accepts %s', async (condition) => {
    expect(await join(condition)).toEqual([])
  })

  test.each([
    ['orders.user_id = users.nam', 23, /nam/],
    ['tenant_id = users.tenant_id', null, /Both tables have a column tenant_id/],
    ['orders.user_id IN (SELECT id FROM secrets)', 34, /secrets/],
    ['1=1) OR (1=1', null, /parentheses/],
    ['orders.user_id = users.id; DROP TABLE users', 25, /semicolon/],
    ['load_extension(users.name)', 0, /load_extension/],
    ['users.id = :current_user_id', 11, /Parameters are not supported/],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, 28, /nested/],
  ])('refuses %s with its position', async (condition, position, message) => {
    const problems = await join(condition)
    expect(problems).toMatchObject([{ part: 'join_condition', position }])
    expect(problems[0] && formatMessage(problems[0].message)).toMatch(message)
  })

  test('reports tables and columns that do not exist', async () => {
    expect(await join(null, { leftColumn: 'nobody', rightColumn: 'id' })).toMatchObject([
      { table: ref('orders'), part: 'left_column', message: { values: { column: 'nobody', table: 'orders' } } },
    ])
    expect(await join(null, { rightTable: ref('nothing') })).toMatchObject([{ part: 'table', table: ref('nothing') }])
  })
})

describe('bounded work', () => {
  test('needs few proofs for a rule for ALL over 10,000 tables of one form', async () => {
    const tables = Array.from({ length: 10_000 }, (_, at) => table(`table_${at}`, ['tenant_id', `other_${at}`]))
    let readings = 0
    const counting: typeof parseSql = (...request) => {
      readings++
      return parseSql(...request)
    }
    const policies = rows({ ALL: { condition: 'tenant_id = :current_tenant_id' } })
    const catalogue = { dialect: 'sqlite' as const, defaultSchema: null, tables }
    expect(await checkPolicies(policies, catalogue, null, counting)).toEqual([])
    expect(readings).toBeLessThan(5)
  })

  test('refuses rules that inherit twice at each step without building them', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `step_${at}`)
    const tables = names.map((name) => table(name, ['id:integer', 'up:integer']))
    const inherit = (at: number): RowTableRule => ({
      inherit_parent_security: true,
      requires: `step_${at + 1}`,
      join_condition: `step_${at}.up = step_${at + 1}.id AND step_${at}.id > 0`,
    })
    const entries = Object.fromEntries(names.slice(0, -1).map((name, at) => [name, inherit(at)]))
    const rule = (name: string) => ({ name, tables: { ...entries, step_29: { condition: 'id > 1' } } })
    const policies: Policies = { rowRules: { rules: [rule('a'), rule('b')] }, columnRules: null, hashSalt: 's' }
    let spent = 0
    const limits = { isOver: () => ++spent > 20, pause: async () => undefined }
    const catalogue = { dialect: 'sqlite' as const, defaultSchema: null, tables }
    const problems = await checkPolicies(policies, catalogue, null, parseSql, limits)
    expect(problems.some(({ severity }) => severity === 'error')).toBe(true)
  })

  test('reports everything it had no time for as one warning', async () => {
    const limits = { isOver: () => true, pause: async () => undefined }
    const policies = rows({ users: { condition: 'nothing = 1' } })
    const problems = await checkPolicies(policies, shopCatalogue('sqlite'), null, parseSql, limits)
    expect(problems).toMatchObject([{ severity: 'warning', code: 'unchecked' }])
  })
})

test('lists the columns that the rules do not remove', () => {
  const catalogue = shopCatalogue('postgresql')
  const policies = masks({ users: { ssn: { mask_type: 'disallow' }, name: { mask_type: 'null' } } })
  const ref = { schema: 'public', table: 'users' }
  expect(visibleColumns(ref, catalogue, policies)).toEqual(['id', 'name', 'email', 'salary', 'tenant_id', 'city'])
  expect(visibleColumns(ref, catalogue, null)).toContain('ssn')
})

describe('whether rules limit a column, so that stored values of it are not used', () => {
  const view = { ...table('people', ['id', 'name'], 'public'), objectType: 'VIEW' as const }
  const shop = shopCatalogue('postgresql')
  const catalogue = { ...shop, tables: [...shop.tables, view] }
  const limits = (name: string, column: string, policies: Policies | null) =>
    isLimited({ schema: 'public', table: name }, column, catalogue, policies)

  test('limits nothing without rules', () => {
    expect([limits('users', 'name', null), limits('people', 'name', null)]).toEqual([false, false])
  })

  test.each([
    ['users', rows({ users: { condition: 'id = 1' } })],
    ['users', rows({ USERS: { condition: 'id = 1' } })],
    ['users', rows({ 'public.users': { condition: 'id = 1' } })],
    ['orders', rows({ ALL: { condition: 'id = 1', when_column_exists: 'user_id' } })],
    ['orders', rows({ orders: { inherit_parent_security: true, requires: 'users', join_condition: 'true' } })],
  ])('limits every column of %s by a row rule', (name, policies) => {
    expect(limits(name, 'id', policies)).toBe(true)
    expect(limits('secrets', 'id', policies)).toBe(false)
  })

  test('limits exactly the masked columns, whatever the mask', () => {
    for (const mask of [{ mask_type: 'null' }, { mask_type: 'disallow' }, { mask_type: 'hash' }] as ColumnMask[]) {
      const policies = masks({ users: { Email: mask } })
      expect([limits('users', 'email', policies), limits('users', 'name', policies)]).toEqual([true, false])
      expect(limits('users', 'email', masks({ ALL: { email: mask } }))).toBe(true)
    }
  })

  test('limits views, unknown tables, and unknown columns as soon as there are rules', () => {
    const policies = masks({ users: { email: { mask_type: 'null' } } })
    for (const [name, column] of [
      ['people', 'name'],
      ['nowhere', 'name'],
      ['users', 'nothing'],
    ] as const) {
      expect(limits(name, column, policies)).toBe(true)
    }
  })
})
