import { describe, expect, test } from 'vitest'
import type { ColumnMask, Policies } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { shopRequest } from './testing/request.ts'

const catalogue = shopRequest('', 'postgresql').catalogue
const keyed = { ...catalogue, tables: catalogue.tables.map((table) => ({ ...table, primaryKey: ['id'] })) }

function policies(masks: Record<string, ColumnMask> = {}): Policies {
  return {
    rowRules: { rules: [{ name: 'tenant', tables: { users: { condition: "tenant_id = 't1'" } } }] },
    columnRules: { rules: [{ name: 'personal', tables: { users: masks } }] },
    hashSalt: 'salt',
  }
}

async function groupBy(sql: string, masks?: Record<string, ColumnMask>): Promise<string> {
  const request = shopRequest(sql, 'postgresql', { catalogue: keyed, policies: policies(masks) })
  const result = await gate(request, parseSql)
  if (!result.allowed) throw new Error(JSON.stringify(result.reasons))
  return /GROUP BY (.*?)(?: HAVING| ORDER BY| LIMIT)/.exec(result.sql)?.[1] ?? ''
}

const join = 'users AS u (user_key, name, email, ssn, salary, tenant, city) JOIN orders o ON o.user_id = u.user_key'
const from = 'FROM users u JOIN orders o ON o.user_id = u.id'

describe('GROUP BY a guarded table’s primary key on PostgreSQL, where only tables have a key', () => {
  test.each([
    [`SELECT u.id, u.name, count(*) ${from} GROUP BY u.id`, 'u.id, "u"."name"'],
    [`SELECT u.id, count(*) ${from} GROUP BY u.id ORDER BY u.city`, 'u.id, "u"."city"'],
    [
      `SELECT u.name, count(*) ${from} GROUP BY u.id, o.status HAVING u.city > 'a'`,
      'u.id, "u"."name", "u"."city", o.status',
    ],
    [`SELECT u.id AS person, u.name ${from} GROUP BY person`, 'person, "u"."name"'],
    [`SELECT u.id, u.name ${from} GROUP BY 1`, '1, "u"."name"'],
    ['SELECT id, name FROM users GROUP BY id', 'id, "users"."name"'],
    [
      'SELECT j.uid, j.uname FROM (users u JOIN orders o ON o.user_id = u.id) AS j (uid, uname) GROUP BY j.uid',
      'j.uid, "j"."uname"',
    ],
    [`SELECT j.email, count(*) FROM (${join}) AS j GROUP BY j.user_key, j.status`, 'j.user_key, "j"."email", j.status'],
    [`SELECT user_key, max(status) FROM (${join}) AS j GROUP BY 1 ORDER BY name`, '1, "j"."name"'],
    ['SELECT id, u.name, o.status FROM users u JOIN orders o USING (id) GROUP BY id', 'id, "u"."name"'],
    ['SELECT id, u.name FROM orders o RIGHT JOIN users u USING (id) GROUP BY id', 'id, "u"."name"'],
  ])('adds the columns that depend on the key: %s', async (sql, expected) => {
    expect(await groupBy(sql)).toBe(expected)
  })

  test.each([
    [`SELECT u.name, count(*) ${from} GROUP BY u.name`, 'u.name'],
    [`SELECT o.status, count(*) ${from} GROUP BY o.id`, 'o.id'],
    [`SELECT u.id, count(*) ${from} GROUP BY ROLLUP (u.id)`, 'ROLLUP (u.id)'],
  ])('does not change the GROUP BY: %s', async (sql, expected) => {
    expect(await groupBy(sql)).toBe(expected)
  })

  test('does not change the GROUP BY if the key is masked, because it is then no longer a key', async () => {
    const masks = { id: { mask_type: 'range' as const, ranges: [{ min: 0, label: 'some' }] } }
    expect(await groupBy(`SELECT u.id, u.name ${from} GROUP BY u.id`, masks)).toBe('u.id')
  })

  test('never names a column that the user may not read', async () => {
    const masks = { salary: { mask_type: 'disallow' as const } }
    expect(await groupBy(`SELECT u.*, count(*) ${from} GROUP BY u.id`, masks)).not.toContain('salary')
  })
})
