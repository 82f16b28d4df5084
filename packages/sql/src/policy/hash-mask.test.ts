import { createHash } from 'node:crypto'
import type { SqlDialect } from '@parlance/contract'
import { expect, test } from 'vitest'
import { gate } from '../gate.ts'
import { parseSql } from '../parse/index.ts'
import { shopRequest } from '../testing/request.ts'

/**
 * The functions that make UTF-8 bytes, hash them, and print the first 16 hex digits in lower case, as each engine
 * documents them.
 */
const written: Partial<Record<SqlDialect, RegExp>> = {
  tsql: /LOWER\(SUBSTRING\(CONVERT\(VARCHAR\(64\), HASHBYTES\('SHA2_256', CAST\(CONCAT\(@p1, CAST\(\[ssn\] AS NVARCHAR\(4000\)\)\) COLLATE Latin1_General_100_BIN2_UTF8 AS VARCHAR\(8000\)\)\), 2\), 1, 16\)\)/,
  oracle: /LOWER\(SUBSTR\(RAWTOHEX\(STANDARD_HASH\(:1 \|\| TO_CHAR\("SSN"\), 'SHA256'\)\), 1, 16\)\)/,
  snowflake: /SUBSTR\(SHA2\(CONCAT\(\?, TO_VARCHAR\("SSN"\)\), 256\), 1, 16\)/,
  bigquery: /SUBSTR\(TO_HEX\(SHA256\(CONCAT\(\?, CAST\(`ssn` AS STRING\)\)\)\), 1, 16\)/,
  dremio: /SUBSTR\(LOWER\(SHA256\(CONCAT\('salt', CAST\("ssn" AS VARCHAR\)\)\)\), 1, 16\)/,
  hana: /LOWER\(SUBSTRING\(BINTOHEX\(HASH_SHA256\(STRTOBIN\(CONCAT\(\?, TO_NVARCHAR\("SSN"\)\), 'UTF-8'\)\)\), 1, 16\)\)/,
}

test.each(Object.entries(written))('hashes on %s with the engine’s own SHA-256 over UTF-8', async (name, form) => {
  const dialect = name as SqlDialect
  const columnRules = { rules: [{ name: 'r', tables: { users: { ssn: { mask_type: 'hash' as const } } } }] }
  const policies = { rowRules: null, columnRules, hashSalt: 'salt' }
  const result = await gate(shopRequest('SELECT ssn FROM users', dialect, { policies }), parseSql)
  if (!result.allowed) throw new Error(JSON.stringify(result.reasons[0]))
  expect(result.sql).toMatch(form)
  expect(result.params).toEqual(dialect === 'dremio' ? [] : ['salt'])
  expect(result.executedSql).not.toContain("'salt'")
})

test('hashes on Dremio as documented: SHA256 as lower-case hex of the text’s UTF-8', () => {
  const documented = 'ffae26c65c486a4d9143cbb1a6829166f17dab711910fdfc5787b1a249bd9921'
  expect(createHash('sha256').update('Dremio', 'utf8').digest('hex')).toBe(documented)
})
