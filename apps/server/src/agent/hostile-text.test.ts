import type { Cell } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { isNamed, numbersIn } from '../features/examples/own-values.ts'
import { createGrounding } from './grounding.ts'
import { nearestValues } from './nearest-values.ts'
import { asRead } from './plain-text.ts'
import { Quotes } from './quotes.ts'

function grounded(rows: Cell[][]) {
  const columns = (rows[0] ?? []).map((_, index) => ({ name: `c${index}`, dataType: '', kind: 'other' as const }))
  return createGrounding({ results: [{ columns, rows, truncated: false }], texts: [] })
}

const length = 24_000
const repeated = (text: string): string => text.repeat(length / text.length)

describe('R25 a hostile cell does not block the check of an answer', () => {
  test.each(['<h1>', '<img src="a1.png">', '<svg/onload=a1>', '<b2><i3>', '\u200b1a\u200b', '&#8203;<a1>', '\u0301a1'])(
    'checks an answer quickly with a cell that is %j',
    (cell) => {
      const grounding = grounded([[cell, 5]])
      expect(grounding.ungrounded('The amount is 5.')).toEqual([])
      expect(grounding.ungrounded('The amount is 77.')).toEqual(['77'])
    },
  )

  test('reads a cell with a number in a tag as that number', () => {
    expect(grounded([['<b>48</b>']]).ungrounded('The amount is 48.')).toEqual([])
  })

  test('checks an answer quickly with a cell of five million characters', () => {
    expect(grounded([['a1'.repeat(2_500_000), 5]]).ungrounded('The amount is 5, not 6.')).toEqual(['6'])
  })

  test('reads a limited number of cells, and rejects figures that only appear in later ones', () => {
    const rows = Array.from({ length: 1_000 }, (_, row) =>
      Array.from({ length: 50 }, (_, column) => `Model ${row + 1000}-${column}x`),
    )
    const grounding = grounded(rows)
    expect(grounding.ungrounded('The first is Model 1000-0x.')).toEqual([])
    expect(grounding.ungrounded('The last is Model 1999-49x.')).not.toEqual([])
  })
})

describe('R25 a hostile answer does not block its check', () => {
  test.each([
    ['one letter', 'a'],
    ['angle brackets', '<'],
    ['parentheses', '('],
    ['unclosed tags', '<a'],
    ['spaces', ' '],
    ['line breaks', '\n'],
    ['emphasis', '*'],
    ['combining marks', '\u0301'],
    ['halves of surrogate pairs', '\ud800'],
    ['right-to-left marks', '\u202e'],
    ['words that begin numbers', 'two and '],
    ['numbers', '7,'],
    ['groups of two digits', '7 ,77'],
    ['months', 'May '],
    ['dates', '2026-01-01 x'],
  ])('checks a hostile answer quickly: %s', (_what, unit) => {
    expect(grounded([[5]]).ungrounded(`${repeated(unit).slice(0, -20)} and 4711`)).toContain('4711')
  })

  test('finds every one of many numbers in a text', () => {
    expect(grounded([[5]]).ungrounded('77; '.repeat(6_000))).toHaveLength(6_000)
  })
})

describe('R25 quotes are found in one pass', () => {
  const quotes = new Quotes()
  for (const text of ['Model 15', 'Model 15 Pro', 'İ7', '', ' ', 'a1!']) quotes.add(text)

  test.each([
    ['Model 15 sells.', '         sells.'],
    ['MODEL 15 PRO sells.', '             sells.'],
    ['Model 155 and Model 15', 'Model 155 and         '],
    ['xModel 15', 'xModel 15'],
    ['İ7 İİİ İ7', '   İİİ   '],
    ['a1!a1!', '      '],
  ])('turns %j into %j', (text, rest) => expect(quotes.takeOut(text)).toBe(rest))

  test('stops finding quotes after a fixed number of comparisons', () => {
    const alike = new Quotes()
    for (let count = 1; count <= 190; count++) alike.add(`${'!'.repeat(count)}a1`)
    const text = '!'.repeat(length)
    expect(alike.takeOut(`!a1 ${text} !a1`)).toBe(`    ${text} !a1`)
  })
})

test('R25 reads plain text unchanged and strips markup and invisible letters', () => {
  expect(asRead('Total (net): 1,234.50 - "ok"')).toBe('Total (net): 1,234.50 - "ok"')
  expect(asRead('1_0')).toBe('10')
  expect(asRead('1\u200b2<b>3</b>&#52;')).toBe('1234')
})

test('R25 compares only the beginning of a huge value with the written one', () => {
  expect(nearestValues('Lisbon', [`${'a\u0301'.repeat(500_000)}Lisbon`, 'Lisbom'])).toEqual(['Lisbom'])
})

describe('R25 a hostile question next to a verified example', () => {
  test('recognizes names in a hostile question', () => {
    expect(isNamed('aa', 'a'.repeat(20_000))).toBe(false)
    expect(isNamed('aa', `${'aa'.repeat(9_000)} aa`)).toBe(true)
    expect(isNamed('lisbon', 'in lisbons, or so')).toBe(true)
    expect(isNamed('lisbon', 'in lisbonian style')).toBe(false)
  })

  test('takes only the numbers at the beginning of a hostile question', () => {
    expect(numbersIn(`4711 ${'1,111 '.repeat(3_000)} 4712`)).toContain('4711')
    expect(numbersIn(`4711 ${'1,111 '.repeat(3_000)} 4712`)).not.toContain('4712')
  })
})
