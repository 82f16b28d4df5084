import { expect, test } from 'vitest'
import { gate } from '../gate.ts'
import { shopRequest } from '../testing/request.ts'
import { parseSql } from './index.ts'

const dialects = ['tsql', 'oracle', 'snowflake', 'bigquery', 'dremio', 'hana', 'mysql', 'sqlite'] as const

/** Repetitions that no parenthesis shows; the first two kill sqlparser-rs for good. */
const repeated = {
  casts: `SELECT id${'::int'.repeat(3000)} FROM users`,
  zones: `SELECT id${" AT TIME ZONE 'x'".repeat(1800)} FROM users`,
  collations: `SELECT name${' COLLATE x'.repeat(3000)} FROM users`,
  intervals: `SELECT ${'INTERVAL '.repeat(3000)}'1' DAY FROM users`,
  priors: `SELECT id FROM users CONNECT BY ${'PRIOR '.repeat(3000)}id = id`,
}

test.each(dialects)('R18 %s is refused before a parser dies of it, and the next query works', async (dialect) => {
  for (const sql of Object.values(repeated)) {
    const result = await gate(shopRequest(sql, dialect), parseSql)
    expect(result).toMatchObject({ allowed: false })
  }
  expect(await gate(shopRequest('SELECT id FROM users', dialect), parseSql)).toMatchObject({ allowed: true })
})

test('R18 a parser that died throws, so that its worker is thrown away: it would refuse every query', async () => {
  await expect(parseSql('snowflake', repeated.casts)).rejects.toThrow('memory access out of bounds')
  await expect(parseSql('snowflake', 'SELECT 1')).rejects.toThrow('memory access out of bounds')
})
