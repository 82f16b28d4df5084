import { expect, test } from 'vitest'
import { readableSql } from './ruled-sql.ts'

const written = 'SELECT\n  email\nFROM\n  customers'
const executed = `SELECT
  email
FROM
  (
    SELECT
      CASE
        WHEN "email" IS NULL THEN NULL
        ELSE parlance_hash (?, "email")
      END AS "email",
      "city"
    FROM
      "main"."customers"
    WHERE
      (city = ?)
  ) AS "customers"
LIMIT
  1001`
const table = { schema: null, table: 'customers' }
const receipt = {
  rowRules: [{ rule: 'Own city', table }],
  masks: [{ rule: 'No addresses', table, column: 'email', maskType: 'hash' }],
}
const read = (...given: Parameters<typeof readableSql>) =>
  readableSql(...given).map(({ tokens, isAdded, rules }) => ({
    text: tokens.map(({ text }) => text).join(''),
    isAdded,
    rules,
  }))

test('names the rules at the lines that enforce them', () => {
  const lines = read(written, executed, receipt)
  expect(lines.map(({ text }) => text).join('\n')).toBe(executed)
  expect(lines.filter(({ rules }) => rules.length > 0)).toEqual([
    { text: '      END AS "email",', isAdded: true, rules: ['No addresses'] },
    { text: '      (city = ?)', isAdded: true, rules: ['Own city'] },
  ])
})

test('marks neither the written lines nor the row limit', () => {
  const own = read(written, executed, receipt).filter(({ isAdded }) => !isAdded)
  expect(own.map(({ text }) => text.trim())).toEqual(['SELECT', 'email', 'FROM', 'LIMIT', '1001'])
})

test('shows the SQL as it was written without rules, or to readers who may not see what ran', () => {
  for (const lines of [read(written, null, receipt), read(written, executed, { rowRules: [], masks: [] })])
    expect(lines.map(({ text }) => text).join('\n')).toBe(written)
})
