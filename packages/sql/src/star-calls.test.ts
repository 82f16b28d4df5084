import { expect, test } from 'vitest'
import type { SqlDialect } from '@parlance/contract'
import type { Policies } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { shopRequest } from './testing/request.ts'

const policies: Policies = {
  rowRules: null,
  columnRules: {
    rules: [{ name: 'personal', tables: { users: { ssn: { mask_type: 'null' }, salary: { mask_type: 'disallow' } } } }],
  },
  hashSalt: 'salt',
}

test.each<[SqlDialect, string]>([
  ['snowflake', 'OBJECT_CONSTRUCT(*)'],
  ['snowflake', 'HASH(*)'],
  ['tsql', 'CHECKSUM(*)'],
])('reads every visible column on %s for %s and reports the mask', async (dialect, call) => {
  const result = await gate(shopRequest(`SELECT ${call} AS all_of_it FROM users`, dialect, { policies }), parseSql)
  if (!result.allowed) throw new Error(JSON.stringify(result.reasons))
  expect(result.receipt.maskedOutputs).toMatchObject([{ index: 0, rule: 'personal' }])
  const columns = result.receipt.columns.flatMap((read) => read.columns.map((name) => name.toLowerCase()))
  expect(columns).toContain('ssn')
  expect(result.sql.toLowerCase()).not.toContain('salary')
})

test.each([
  'SELECT ARRAY(SELECT x FROM UNNEST([u]) x) AS a FROM users u',
  'SELECT ARRAY(SELECT x.ssn FROM UNNEST([u]) x) AS a FROM users u',
  'SELECT ARRAY(SELECT AS STRUCT x.* FROM UNNEST([u]) x) AS a FROM users u',
  'SELECT ARRAY(SELECT y FROM (SELECT x.* FROM UNNEST([u]) x) y) AS a FROM users u',
  'SELECT x AS a FROM users u, UNNEST([u.ssn]) x',
  'WITH w AS (SELECT x.* FROM users u, UNNEST([u]) x) SELECT ssn AS a FROM w',
])('follows a masked value through an array on BigQuery: %s', async (sql) => {
  const masked = await gate(shopRequest(sql, 'bigquery', { policies }), parseSql)
  expect(masked.allowed && masked.receipt.maskedOutputs).toEqual([{ index: 0, column: 'a', rule: 'personal' }])
})

test('does not report an array of unmasked values as masked', async () => {
  const sql = 'SELECT u.id, x FROM users u, UNNEST([u.id, 2]) x'
  const open = await gate(shopRequest(sql, 'bigquery', { policies }), parseSql)
  expect(open.allowed && open.receipt.maskedOutputs).toEqual([])
})

test('reads no column to count rows', async () => {
  const result = await gate(shopRequest('SELECT count(*) FROM users', 'snowflake', { policies }), parseSql)
  expect(result.allowed && result.receipt.maskedOutputs).toEqual([])
})
