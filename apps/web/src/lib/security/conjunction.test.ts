import { describe, expect, it } from 'vitest'
import { conditionStarts, joinConditions, splitConditions, standsAlone } from './conjunction.ts'

describe('joined conditions', () => {
  it('BA-089 keeps the meaning of joined conditions by putting each in parentheses', () => {
    expect(joinConditions(["region = 'EU' OR region = 'CH'", 'is_test = 0'])).toBe(
      "(region = 'EU' OR region = 'CH') AND (is_test = 0)",
    )
    expect(joinConditions(['is_test = 0'])).toBe('is_test = 0')
  })

  it('splits joined conditions again, whatever was typed', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const conditions = randomConditions(seed)
      expect(conditions.every(standsAlone)).toBe(true)
      const joined = joinConditions(conditions)
      expect(joinConditions(splitConditions(joined))).toBe(joined)
      expect(splitConditions(joined)).toEqual(conditions.length > 1 ? conditions : splitConditions(conditions[0] ?? ''))
      for (const [index, start] of conditionStarts(conditions).entries()) {
        expect(joined.slice(start).startsWith(conditions[index] ?? '')).toBe(true)
      }
    }
  })

  it.each([
    'a = 1) OR (b = 2',
    "name = 'open",
    'a = 1 -- comment',
    'a = 1 /* comment',
    String.raw`a = 'it\'s'`,
    'a = $$)$$',
    '',
    '  ',
  ])('never puts %j into parentheses', (condition) => {
    expect(standsAlone(condition)).toBe(false)
  })

  it.each(['(a) OR (b)', '(a) AND b', '(a)', '(a) and (b)', '(a) AND (b', "('(') AND"])(
    'treats %j as one condition',
    (text) => {
      expect(splitConditions(text)).toEqual([text])
    },
  )
})

/** One to four conditions with parentheses, quotes and the words that join them. */
function randomConditions(seed: number): string[] {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % limit
  }
  const words = ["'it''s ) AND ('", '"od(d"', 'a = 1', ' AND ', ' OR ', '(b)', '(c) AND (d)', '`x)`', ' ']
  const condition = () => `x${Array.from({ length: below(6) }, () => words[below(words.length)]).join('')}`
  return Array.from({ length: 1 + below(4) }, condition)
}
