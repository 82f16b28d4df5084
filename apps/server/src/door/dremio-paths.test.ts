import type { Catalogue } from '@parlance/contract'
import { driverFor, type Connection } from '@parlance/drivers'
import { startDremio } from '@parlance/drivers/testing'
import { gate, type Policies } from '@parlance/sql'
import { parseSql } from '@parlance/sql/parse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const policies: Policies = {
  rowRules: {
    rules: [{ name: 'own region', tables: { orders: { condition: '"region" = :user.region' } } }],
  },
  columnRules: null,
  hashSalt: 'salt',
}

let dremio: Awaited<ReturnType<typeof startDremio>>
let connection: Connection
let catalogue: Catalogue

beforeAll(async () => {
  dremio = await startDremio()
  connection = await (await driverFor('dremio')).connect(dremio.config)
  const tables = await Array.fromAsync(connection.introspect())
  catalogue = { dialect: 'dremio', defaultSchema: connection.defaultSchema, tables }
})
afterAll(async () => {
  await connection.close()
  await dremio.stop()
})

async function ask(sql: string, given: Catalogue = catalogue, region = 'north') {
  const principal = { userId: '7', tenantId: 't1', deptId: null, attributes: { region } }
  const request = { sql, catalogue: given, allowedTables: null, policies, principal, limits: { maxRows: 100 } }
  return await gate({ ...request, dialect: 'dremio' }, parseSql)
}

async function rowsOf(sql: string) {
  const result = await ask(sql)
  if (!result.allowed) throw new Error(JSON.stringify(result.reasons))
  return await run(result.sql)
}

async function run(sql: string) {
  const { batches } = await connection.query(sql, [], { timeoutMs: 5000, maxRows: null, maxBytes: null })
  return { sql, rows: (await Array.fromAsync(batches)).flat() }
}

describe('a Dremio table in a folder of a space', () => {
  test.each(['customers', '"Samples"."suite"."customers"', 'samples.suite.customers'])(
    'finds the table as %s',
    async (name) => {
      const { rows } = await rowsOf(`SELECT COUNT(*) FROM ${name}`)
      expect(rows).toEqual([[3]])
    },
  )

  test('writes the path part by part under a rule, with the user’s value as a literal', async () => {
    const { sql, rows } = await rowsOf('SELECT "region" FROM "Samples"."suite"."orders"')
    expect(sql).toContain('FROM "Samples"."suite"."orders" WHERE')
    expect(sql).toContain("'north'")
    expect(rows).toEqual([['north']])
  })

  test.each(["' OR 1=1 --", "it's", '\\', "\\' OR '1'='1", "north'/*", '?', 'ｎorth'])(
    'R09 a user whose value is %s sees no other users’ rows',
    async (region) => {
      const result = await ask('SELECT "region" FROM "Samples"."suite"."orders"', catalogue, region)
      if (!result.allowed) throw new Error(JSON.stringify(result.reasons))
      expect(result.params).toEqual([])
      expect(result.executedSql).not.toContain(region === '?' ? "'?'" : region)
      expect((await run(result.sql)).rows).toEqual([])
    },
  )

  test.each(['north\n', '\0', '\ud800'])('R09 refuses a value that no literal can represent: %j', async (region) => {
    expect((await ask('SELECT "region" FROM "Samples"."suite"."orders"', catalogue, region)).allowed).toBe(false)
  })

  test('refuses a table if another path is written the same way, because a dot may be part of a name', async () => {
    const twice = { ...catalogue, tables: catalogue.tables.flatMap((table) => [table, table]) }
    expect((await ask('SELECT "id" FROM "Samples.suite"."customers"', twice)).allowed).toBe(false)
    expect((await ask('SELECT "id" FROM "Other"."suite"."customers"')).allowed).toBe(false)
  })
})
