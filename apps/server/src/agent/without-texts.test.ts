import { expect, test } from 'vitest'
import { withoutTexts } from './without-texts.ts'

test.each([
  ["SELECT a FROM t WHERE b = 'Smith' AND c = 42", 'sqlite', "SELECT a FROM t WHERE b = '…' AND c = ?"],
  ['SELECT a FROM t WHERE b = "Smith"', 'mysql', "SELECT a FROM t WHERE b = '…'"],
  ["SELECT a FROM t WHERE b = 'O\\'Smith, Ann'", 'mysql', "SELECT a FROM t WHERE b = '…'"],
  ["SELECT a FROM t WHERE b = E'O\\'Smith'", 'postgresql', "SELECT a FROM t WHERE b = '…'"],
  ['SELECT a FROM t WHERE b = $x$Smith$x$', 'postgresql', "SELECT a FROM t WHERE b = '…'"],
  ["SELECT q'{a'b Smith}' || q'{c'd}' FROM t", 'oracle', "SELECT '…' || '…' FROM t"],
  ["SELECT a FROM t WHERE b = '''Smith'''", 'bigquery', "SELECT a FROM t WHERE b = '…'"],
  ["SELECT a FROM t WHERE b = 'half Smith", 'sqlite', '…'],
  ['SELECT a -- Smith\nFROM t', 'sqlite', 'SELECT a  \nFROM t'],
] as const)('R21 without data sharing no text of %s reaches a model', (sql, dialect, expected) => {
  expect(withoutTexts(sql, dialect)).toBe(expected)
})

test('keeps text that the user typed, and whole numbers', () => {
  const sql = "SELECT a FROM t WHERE b = 'Smith' AND c = 42 AND d = 'Jones' AND e > 4 LIMIT 1"
  expect(withoutTexts(sql, 'sqlite', 'the 42 of Smith')).toBe(
    "SELECT a FROM t WHERE b = 'Smith' AND c = 42 AND d = '…' AND e > ? LIMIT 1",
  )
})
