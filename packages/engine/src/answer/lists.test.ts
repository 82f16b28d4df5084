import { formatMessage, message, type Message } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { allOf, anyOf, chained, listOf, separated, type Phrase } from './lists.ts'

const text = (phrase: Phrase): string => (typeof phrase === 'string' ? phrase : formatMessage(phrase))
const ours: Message = message('total {column}', { column: 'price' })

describe('phrases as one', () => {
  it.each<[Phrase[], list: string, all: string, any: string, separated: string]>([
    [[], '', '', '', ''],
    [['a'], 'a', 'a', 'a', 'a'],
    [['a', 'b'], 'a and b', 'a and b', 'a or b', 'a, b'],
    [['a', 'b', 'c'], 'a, b, and c', 'a and b and c', 'a or b or c', 'a, b, c'],
    [['a', ours], 'a and total price', 'a and total price', 'a or total price', 'a, total price'],
    [
      [ours, 'b', 'c, d'],
      'total price, b, and c, d',
      'total price and b and c, d',
      'total price or b or c, d',
      'total price, b, c, d',
    ],
    [
      ['{a}', 'it’s', "O'Brien"],
      "{a}, it’s, and O'Brien",
      "{a} and it’s and O'Brien",
      "{a} or it’s or O'Brien",
      "{a}, it’s, O'Brien",
    ],
  ])('%j', (phrases, list, all, any, plain) => {
    expect([listOf, allOf, anyOf, separated].map((join) => text(join(phrases)))).toEqual([list, all, any, plain])
  })

  it('keep words without a translation as they are, and make a message only if one is part of them', () => {
    expect(typeof separated(['a', 'b'], '; ')).toBe('string')
    expect(separated(['a', 'b'], '; ')).toBe('a; b')
    expect(typeof separated(['a', ours])).toBe('object')
    expect(typeof listOf([ours])).toBe('object')
  })

  it('are chained from left to right', () => {
    const join = (first: Phrase, last: Phrase) => message('({first} {last})', { first, last })
    expect(text(chained(['a', 'b', 'c'], join))).toBe('((a b) c)')
  })
})
