import { sqlDialects } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { dialectOf } from '../dialects/index.ts'
import { tokenize } from '../lexer/tokenize.ts'
import { parseSql } from '../parse/index.ts'
import type { ParsedTrees } from '../parse/model.ts'
import { numberLiteral, textLiteral } from './literals.ts'

const values = [
  "it's",
  "''",
  '\\',
  "\\'",
  "' OR 1=1 --",
  'a"b',
  '`',
  '$$',
  '/* x */',
  'Zoë 🙂',
  '; DROP TABLE users',
  ':name',
  '?',
  "x\\\\'; --",
]

describe.each(sqlDialects.filter((dialect) => dialect !== 'tsql'))('R09 %s', (dialect) => {
  test.each(values)('writes %s as one literal with the same text', async (value) => {
    const literal = textLiteral(value, dialect)
    const outcome = await parseSql(dialect, `SELECT ${literal} AS x`)
    const trees = outcome.ok ? (outcome.trees as ParsedTrees) : null
    const query = trees && 'query' in trees ? trees.query : null
    const item = query?.body.type === 'select' ? query.body.items[0] : null
    const read = dialectOf(dialect).readable.hidesText ? literal : value
    expect(item).toMatchObject({ type: 'item', expression: { type: 'literal', kind: 'string', value: read } })
  })

  test.each(values)('writes %s as one literal for the lexer, which guides the parsers', (value) => {
    const literal = textLiteral(value, dialect)
    expect(tokenize(literal, dialect)).toEqual([{ kind: 'string', start: 0, end: literal.length }])
  })
})

test('R09 writes other alphabets as N text for T-SQL', () => {
  expect(textLiteral("O'Brien", 'tsql')).toBe("'O''Brien'")
  expect(textLiteral('Zoë', 'tsql')).toBe("N'Zoë'")
})

test('R09 refuses to write characters that no rule needs', () => {
  expect(() => textLiteral('a\u0000b', 'mysql')).toThrow(RangeError)
  expect(() => textLiteral('\uD800', 'mysql')).toThrow(RangeError)
  expect(() => numberLiteral(Number.NaN)).toThrow(RangeError)
  expect(numberLiteral(-1.5)).toBe('(-1.5)')
})
