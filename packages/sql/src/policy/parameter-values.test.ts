import { formatMessage } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import type { Policies } from '../contract.ts'
import { gate } from '../gate.ts'
import { parseSql } from '../parse/index.ts'
import { shopCatalogue, shopRequest, anyUser, table } from '../testing/request.ts'
import { checkPolicies } from './check.ts'

async function boundBy(condition: string, userId: string, dialect: 'postgresql' | 'sqlite' | 'mysql') {
  const rowRules = { rules: [{ name: 'own', tables: { orders: { condition } } }] }
  const policies: Policies = { rowRules, columnRules: null, hashSalt: 'salt' }
  const principal = { ...anyUser, userId }
  const result = await gate(shopRequest('SELECT id FROM orders', dialect, { policies, principal }), parseSql)
  if (!result.allowed) throw new Error(JSON.stringify(result.reasons))
  return result.sql.includes('1 = 0') ? 'no rows' : result.params
}

describe.each(['postgresql', 'sqlite', 'mysql'] as const)('a value compared with a numeric column on %s', (dialect) => {
  test.each([
    'user_id = :current_user_id',
    'user_id IN (0, :current_user_id)',
    'user_id BETWEEN :current_user_id AND 5',
    // An engine that casts 'abc' to 0 would show the rows of user 0.
    'user_id = COALESCE(:current_user_id, 0)',
    'COALESCE(user_id, 0) = COALESCE(:current_user_id, 0)',
    'user_id = -(:current_user_id)',
    'user_id = (:current_user_id + 0)',
    'EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.id = :current_user_id)',
    'user_id IN (SELECT :current_user_id)',
    'user_id IN (SELECT 0 UNION ALL SELECT :current_user_id)',
    'user_id = (SELECT :current_user_id)',
    'user_id = CASE WHEN total > 1 THEN :current_user_id ELSE 0 END',
    'user_id = CASE status WHEN status THEN :current_user_id END',
    'user_id = COALESCE(CASE WHEN total > 1 THEN NULLIF(:current_user_id, 5) END, 0)',
    'user_id = NULLIF(:current_user_id, 5)',
    'NULLIF(:current_user_id, 5) = 7',
    ':current_user_id = 4 OR user_id = 3',
    'user_id = 3 OR 0 IN (1, :current_user_id)',
    'CASE :current_user_id WHEN 0 THEN 1 ELSE 2 END = 2',
    ':current_user_id = length(status)',
    ':current_user_id > (SELECT count(*) FROM users)',
    'user_id = TRIM(:current_user_id)',
    'ABS(:current_user_id) = 7',
    '(user_id, status) = (:current_user_id, status)',
  ])('R09 hides the rows when the value is not a number: %s', async (condition) => {
    expect(await boundBy(condition, 'abc', dialect)).toBe('no rows')
    expect(await boundBy(condition, '7', dialect)).toEqual([7])
  })

  test.each([
    "status = NULLIF(:current_user_id, '')",
    '(status, user_id) IN ((:current_user_id, 3))',
    'LENGTH(:current_user_id) = 3',
    'status = CONCAT(:current_user_id, id)',
    "user_id = 0 AND :current_user_id = 'abc'",
    "user_id = CASE WHEN :current_user_id = 'abc' THEN 0 ELSE 1 END",
  ])('stays text when it is compared with text: %s', async (condition) => {
    expect(await boundBy(condition, 'abc', dialect)).toEqual(['abc'])
  })
})

describe.each(['sqlite', 'mysql'] as const)('comparing a text with a number on %s', (dialect) => {
  test.each([
    ['NOT :current_user_id', 'abc', 'no rows'],
    [':current_user_id OR user_id = 3', 'abc', 'no rows'],
    [':current_user_id IS NOT TRUE', 'abc', 'no rows'],
    ['CASE WHEN :current_user_id THEN 1 END = 1', 'abc', 'no rows'],
    [':current_user_id = FALSE', 'true', [1]],
    [':current_user_id OR user_id = 3', 'true', [1]],
    ['NOT :current_user_id', 'false', [0]],
  ])('R09 evaluates %s for %s as %j', async (condition, userId, bound) => {
    expect(await boundBy(condition, userId, dialect)).toEqual(bound)
  })

  test('R09 refuses a parameter next to a value of unknown type when the rule is saved', async () => {
    const condition = 'EXISTS (SELECT 1 FROM (SELECT count(*) AS n FROM users) AS q WHERE q.n = :current_user_id)'
    const rowRules = { rules: [{ name: 'own', tables: { orders: { condition } } }] }
    const policies: Policies = { rowRules, columnRules: null, hashSalt: 'salt' }
    const problems = await checkPolicies(policies, shopCatalogue(dialect), null, parseSql)
    expect(problems.map(({ severity, part, message }) => [severity, part, formatMessage(message)])).toEqual([
      ['error', 'condition', 'A parameter is compared with a value of unknown type. Wrap that value in CAST(… AS …).'],
    ])
    const written = condition.replace('q.n', dialect === 'mysql' ? 'CAST(q.n AS SIGNED)' : 'CAST(q.n AS INTEGER)')
    expect(await boundBy(written, 'abc', dialect)).toBe('no rows')
    expect(await boundBy(written, '7', dialect)).toEqual([7])
  })
})

test('R09 does not accept text as a number because of a cast to text', async () => {
  const condition = 'user_id = CAST(:current_user_id AS CHAR)'
  expect(await boundBy(condition, 'abc', 'mysql')).toBe('no rows')
  expect(await boundBy(condition, '7', 'mysql')).toEqual(['7'])
  expect(await boundBy('0 = CAST(:current_user_id AS SIGNED)', 'abc', 'mysql')).toBe('no rows')
})

test('R09 keeps the type of a masked column next to a parameter', async () => {
  const rowRules = { rules: [{ name: 'own', tables: { orders: { condition: 'status = :current_user_id' } } }] }
  const columnRules = { rules: [{ name: 'm', tables: { orders: { status: { mask_type: 'hash' as const } } } }] }
  const policies: Policies = { rowRules, columnRules, hashSalt: 'salt' }
  for (const dialect of ['sqlite', 'mysql', 'postgresql'] as const)
    expect(await checkPolicies(policies, shopCatalogue(dialect), null, parseSql)).toEqual([])
})

test('R09 casts a column without a type to compare its order, because SQLite sorts every text after every number', async () => {
  const orders = { ...table('orders', ['id:integer', 'user_id:other', 'total:number']) }
  const catalogue = { dialect: 'sqlite' as const, defaultSchema: null, tables: [orders] }
  const check = (condition: string) => {
    const rowRules = { rules: [{ name: 'own', tables: { orders: { condition } } }] }
    return checkPolicies({ rowRules, columnRules: null, hashSalt: 'salt' }, catalogue, null, parseSql)
  }
  expect(await check('user_id < :current_user_id')).toHaveLength(1)
  expect(await check('user_id BETWEEN 1 AND :current_user_id')).toHaveLength(1)
  expect(await check('CAST(user_id AS INTEGER) < :current_user_id')).toEqual([])
  expect(await check('user_id = :current_user_id')).toEqual([])
})

test("adds numbers of days to the product's own dates", async () => {
  expect(await boundBy('created_at > CAST(:current_date AS date) - 7', 'x', 'postgresql')).toEqual(['2025-06-15'])
  expect(await boundBy('created_at > DATE_SUB(:current_date, INTERVAL 7 DAY)', 'x', 'mysql')).toEqual(['2025-06-15'])
  expect(await boundBy("created_at > date(:current_date, '-7 days')", 'x', 'sqlite')).toEqual(['2025-06-15'])
})
