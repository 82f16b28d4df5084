import { formatMessage, sqlDialects, type SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { gate } from './gate.ts'
import { prepareSql } from './lexer/prepare.ts'
import { parseSql } from './parse/index.ts'
import { shopCatalogue, anyUser } from './testing/request.ts'

function namesIn(sql: string, dialect: SqlDialect): string[] {
  const result = prepareSql(sql, dialect)
  if ('problem' in result) throw new Error(formatMessage(result.problem.message))
  return result.prepared.placeholders.map((placeholder) => placeholder.name)
}

function request(sql: string, dialect: SqlDialect, parameters: Record<string, string | number> = {}) {
  const catalogue = shopCatalogue(dialect)
  return {
    sql,
    dialect,
    catalogue,
    allowedTables: null,
    policies: null,
    principal: anyUser,
    limits: { maxRows: null },
    parameters,
  }
}

const values: Record<string, string | number> = { city: 'Oslo', least: 3 }

describe.each(sqlDialects)('parameters of %s', (dialect) => {
  test.each([
    [
      'after an operator, a comma, a parenthesis',
      'SELECT id FROM users WHERE city=:city AND id IN (:least,:most)',
      ['city', 'least', 'most'],
    ],
    ['of a person', 'SELECT id FROM users WHERE tenant_id = :user.region', ['user.region']],
    ['none in text', "SELECT id FROM users WHERE name = ':city' AND city = '12:30:05'", []],
    ['none in a doubled quote', "SELECT id FROM users WHERE name = 'it''s :city'", []],
    ['none in comments', 'SELECT id -- :city\nFROM users /* :least */', []],
    [
      'none in a quoted name',
      dialect === 'mysql' || dialect === 'bigquery' ? 'SELECT `a:b` FROM users' : 'SELECT "a:b" FROM users',
      [],
    ],
    ['at the end', 'SELECT id FROM users WHERE city = :city', ['city']],
  ])('%s', (_, sql, names) => {
    expect(namesIn(sql, dialect)).toEqual(names)
  })

  test('binds values, so their text never becomes SQL', async () => {
    const hostile = "x' OR 1=1 --"
    const sql = 'SELECT id FROM users WHERE city = :city OR id = :least OR name = :city'
    const result = await gate(request(sql, dialect, { ...values, city: hostile }), parseSql)
    if (!result.allowed) throw new Error(JSON.stringify(result.reasons))
    // Dremio can't bind, so the value is a literal there.
    const isBound = dialect !== 'dremio'
    expect(result.params).toEqual(isBound ? [hostile, 3, hostile] : [])
    expect(result.sql.includes("= 'x'' OR 1=1 --'")).toBe(!isBound)
    expect(result.sql.includes("x' OR 1=1")).toBe(false)
    expect(result.executedSql).not.toContain('OR 1=1')
    expect(result.receipt.parameters).toEqual({ bound: ['city', 'least'], unresolved: [] })
  })

  test('names all parameters without a value at once and refuses the query', async () => {
    const sql = 'SELECT id FROM users WHERE city = :town AND id > :least AND name = :who AND city <> :town'
    const result = await gate(request(sql, dialect, values), parseSql)
    expect(result).toEqual({
      allowed: false,
      reasons: [
        {
          code: 'unresolved_parameter',
          message: {
            text: 'No value was given for {names}. Give each parameter a value, or write the value in the query.',
            values: { names: ':town and :who' },
          },
          position: sql.indexOf(':town'),
          parameters: ['town', 'who'],
        },
      ],
    })
  })
})

describe('a colon that does not start a parameter', () => {
  test.each<[SqlDialect, string, string[]]>([
    ['postgresql', 'SELECT id::text FROM users WHERE city = :city::text', ['city']],
    ['postgresql', "SELECT (ARRAY[1,2,3])[1:2] FROM users WHERE '12:30'::time > created", []],
    ['postgresql', 'SELECT a[least:most], b[1:most] FROM users', []],
    ['postgresql', 'SELECT $$ :city $$, $tag$ :least $tag$ FROM users', []],
    ['postgresql', "SELECT E'it\\'s :city' FROM users", []],
    ['postgresql', 'SELECT make_interval(days := 3) FROM users', []],
    ['snowflake', 'SELECT v:a.b, v:a[0]:c::string FROM users WHERE v:a = :city', ['city']],
    ['snowflake', 'SELECT "V":a FROM users', []],
    ['mysql', "SELECT 'it\\'s :city' FROM users", []],
    ['bigquery', "SELECT '''it's :city''', r':least' FROM users", []],
    ['tsql', "SELECT [a:b], N':city' FROM users", []],
    ['oracle', "SELECT q'[it's :city]' FROM users WHERE id = :least", ['least']],
  ])('%s: %s', (dialect, sql, names) => {
    expect(namesIn(sql, dialect)).toEqual(names)
  })
})
