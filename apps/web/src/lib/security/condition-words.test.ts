import { describe, expect, it } from 'vitest'
import { fittingNames, replaceSelection, replaceWord, typedWord } from './condition-words.ts'

describe('names suggested while typing a condition', () => {
  it.each([
    ['region = :cur', 13, ':cur'],
    ['orders.cus', 10, 'orders.cus'],
    ['größe', 5, 'größe'],
    ['a = b', 1, 'a'],
    [':user.re', 8, ':user.re'],
    ['{Orders} / {Net rev', 19, '{Net rev'],
    ['2 * {', 5, '{'],
    ['{Orders} / uni', 14, 'uni'],
  ])('finds the word in %j at %i: %j', (text, caret, word) => {
    expect(typedWord(text, caret)).toEqual({ start: caret - word.length, word })
  })

  it.each([
    ["name = 'reg", 11],
    ['a = ', 4],
    ['', 0],
    ['a = 12', 6],
  ])('finds no word in %j at %i', (text, caret) => {
    expect(typedWord(text, caret)).toBeNull()
  })

  it('replaces the typed text with the name', () => {
    expect(replaceWord('a = reg AND b', 7, { start: 4, word: 'reg' }, 'region')).toEqual({
      text: 'a = region AND b',
      caret: 10,
    })
  })

  it('closes the brace of a metric once', () => {
    const typed = { start: 4, word: '{Net' }
    expect(replaceWord('2 * {Net', 8, typed, '{Net revenue}')).toEqual({ text: '2 * {Net revenue}', caret: 17 })
    expect(replaceWord('2 * {Net} + 1', 8, typed, '{Net revenue}')).toEqual({
      text: '2 * {Net revenue} + 1',
      caret: 17,
    })
  })

  it.each([
    ['region = ', 9, 9, 'region = :user.region', 21],
    ['region =', 8, 8, 'region = :user.region', 21],
    ['f(x) = 1', 2, 3, 'f(:user.region) = 1', 14],
    ['', null, null, ':user.region', 12],
  ])('inserts a parameter into %j at %s', (text, start, end, expected, caret) => {
    expect(replaceSelection(text, start, end, ':user.region')).toEqual({ text: expected, caret })
  })

  it('lists names that begin with the typed text first, and never too many', () => {
    expect(fittingNames(['sub_region', 'region', 'Registered'], 'reg', 5)).toEqual([
      'region',
      'Registered',
      'sub_region',
    ])
    expect(fittingNames(['id_old', 'id', 'order_id'], 'id', 5)).toEqual(['id', 'id_old', 'order_id'])
    expect(fittingNames(['region'], 'region', 5)).toEqual([])
    expect(
      fittingNames(
        Array.from({ length: 10_000 }, (_, n) => `table_${n}`),
        'table',
        50,
      ),
    ).toHaveLength(50)
  })
})
