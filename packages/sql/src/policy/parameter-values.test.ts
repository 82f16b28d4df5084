import { describe, expect, test } from 'vitest'
import type { Policies } from '../contract.ts'
import { gate } from '../gate.ts'
import { parseSql } from '../parse/index.ts'
import { shopRequest, somebody } from '../testing/request.ts'

async function boundBy(condition: string, userId: string, dialect: 'postgresql' | 'sqlite' | 'mysql') {
  const rowRules = { rules: [{ name: 'own', tables: { orders: { condition } } }] }
  const policies: Policies = { rowRules, columnRules: null, hashSalt: 'salt' }
  const principal = { ...somebody, userId }
  const result = await gate(shopRequest('SELECT id FROM orders', dialect, { policies, principal }), parseSql)
  if (!result.allowed) throw new Error(JSON.stringify(result.reasons))
  return result.sql.includes('1 = 0') ? 'no rows' : result.params
}

describe.each(['postgresql', 'sqlite', 'mysql'] as const)('a value beside a column of numbers on %s', (dialect) => {
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
  ])('R09 hides the rows when it is no number: %s', async (condition) => {
    expect(await boundBy(condition, 'abc', dialect)).toBe('no rows')
    expect(await boundBy(condition, '7', dialect)).toEqual([7])
  })

  test.each([
    "user_id = 0 AND :current_user_id = 'abc'",
    "user_id = CASE WHEN :current_user_id = 'abc' THEN 0 ELSE 1 END",
  ])('is text where it is compared with text: %s', async (condition) => {
    expect(await boundBy(condition, 'abc', dialect)).toEqual(['abc'])
  })
})
