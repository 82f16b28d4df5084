import { sqlDialects, type ColumnMask, type SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { gate } from '../gate.ts'
import { parseSql } from '../parse/index.ts'
import { schemaOf, shopCatalogue, shopRequest } from '../testing/request.ts'
import { maskQuery } from './mask-example.ts'

const isUpper = (dialect: SqlDialect) => shopCatalogue(dialect).tables[0]?.name === 'USERS'
const spell = (name: string, dialect: SqlDialect) => (isUpper(dialect) ? name.toUpperCase() : name)

function queryOf(mask: ColumnMask, dialect: SqlDialect, name = 'ssn') {
  const table = { schema: schemaOf[dialect], table: spell('users', dialect) }
  const masked = { table, column: spell(name, dialect), mask }
  return maskQuery(masked, { catalogue: shopCatalogue(dialect), hashSalt: 'pepper', parse: parseSql })
}

const masks: [string, ColumnMask][] = [
  ['ssn', { mask_type: 'partial', pattern: 'XXX-XX-####' }],
  ['email', { mask_type: 'partial', pattern: '****@domain.com' }],
  ['ssn', { mask_type: 'replace', replacement: "it's :someone -- \\" }],
  ['ssn', { mask_type: 'null' }],
  ['ssn', { mask_type: 'hash' }],
  ['salary', { mask_type: 'range', ranges: [{ max: 10, label: 'low' }, { label: 'high' }] }],
  ['city', { mask_type: 'custom', sql: 'upper(city)' }],
]

describe.each(sqlDialects)('an example of a mask on %s', (dialect) => {
  test.each(masks)('has the expression that queries get, for %s with %o', async (name, mask) => {
    const made = await queryOf(mask, dialect, name)
    if (made === null || 'refusal' in made) throw new Error(JSON.stringify(made))
    const result = await gate(shopRequest(made.sql, dialect, { parameters: made.params, hasMask: true }), parseSql)
    if (!result.allowed) throw new Error(`${made.sql}: ${JSON.stringify(result.reasons)}`)
    const users = spell('users', dialect)
    const columnRules = { rules: [{ name: 'r', tables: { [users]: { [spell(name, dialect)]: mask } } }] }
    const policies = { rowRules: null, columnRules, hashSalt: 'pepper' }
    const asked = await gate(shopRequest(`SELECT * FROM ${users}`, dialect, { policies }), parseSql)
    if (!asked.allowed) throw new Error(JSON.stringify(asked.reasons))
    const expression = made.sql.slice(made.sql.indexOf(', ') + 2, made.sql.lastIndexOf(' AS '))
    const inserted = expression.split(':parlance_mask_salt')
    for (const part of inserted) expect(asked.sql).toContain(part)
    expect(result.params.length > 0).toBe(asked.params.length > 0)
  })

  test('does not exist for a hidden or unknown column', async () => {
    expect(await queryOf({ mask_type: 'disallow' }, dialect)).toBeNull()
    expect(await queryOf({ mask_type: 'null' }, dialect, 'nowhere')).toBeNull()
  })

  test('refuses an expression that could read the salt, another table, or more than one value', async () => {
    for (const sql of [
      ':parlance_mask_salt',
      '(SELECT password FROM secrets)',
      'ssn, email',
      "ssn) AS x FROM secrets WHERE ('a' = 'a'",
      '',
    ]) {
      expect(await queryOf({ mask_type: 'custom', sql }, dialect)).toHaveProperty('refusal')
    }
  })
})

test('only queries with a mask may call the functions of masks', async () => {
  const sql = "SELECT parlance_hash('a', ssn) FROM users"
  expect(await gate(shopRequest(sql, 'sqlite'), parseSql)).toMatchObject({ allowed: false })
  expect(await gate(shopRequest(sql, 'sqlite', { hasMask: true }), parseSql)).toMatchObject({ allowed: true })
})
