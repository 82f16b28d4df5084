import { describe, expect, it } from 'vitest'
import { sqlLines, tokenizeSql } from './sql-tokens.ts'

const kinds = (sql: string) =>
  tokenizeSql(sql)
    .filter((token) => token.text.trim() !== '')
    .map((token) => [token.kind, token.text])

describe('SQL colors', () => {
  it('distinguishes keywords, functions, strings, numbers and comments', () => {
    expect(kinds("SELECT sum(x) FROM t WHERE a = 'it''s' -- why\nLIMIT 5")).toEqual([
      ['keyword', 'SELECT'],
      ['function', 'sum'],
      ['plain', '('],
      ['plain', 'x'],
      ['plain', ')'],
      ['keyword', 'FROM'],
      ['plain', 't'],
      ['keyword', 'WHERE'],
      ['plain', 'a'],
      ['plain', '='],
      ['string', "'it''s'"],
      ['comment', '-- why'],
      ['keyword', 'LIMIT'],
      ['number', '5'],
    ])
  })

  it('loses no character of any text', () => {
    const sql = 'SELECT \'open /* "x\n`y [z] é 🙂 1.5e3;'
    expect(
      tokenizeSql(sql)
        .map((token) => token.text)
        .join(''),
    ).toBe(sql)
  })

  it('splits tokens that span several lines', () => {
    expect(sqlLines('a\n/* b\nc */\n\nd').map((line) => line.map((token) => token.text).join(''))).toEqual([
      'a',
      '/* b',
      'c */',
      '',
      'd',
    ])
  })
})
