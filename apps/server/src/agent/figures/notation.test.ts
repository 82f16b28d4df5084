import { expect, test } from 'vitest'
import { longestReference, parseReference } from './notation.ts'

const all = { by: 'all' }
const cell = (column: string, selector: object = all, step = 'r1') => ({ is: 'cell', step, column, selector })
const where = (column: string, value: string) => ({ by: 'conditions', conditions: [{ column, value }] })

test.each([
  ['r1.revenue', cell('revenue')],
  ['R2.Total Sales', cell('Total Sales', all, 'r2')],
  ['r1.revenue[1]', cell('revenue', { by: 'position', at: 1 })],
  ['r1.revenue[first]', cell('revenue', { by: 'position', at: 1 })],
  ['r1.revenue[ last ]', cell('revenue', { by: 'position', at: 'last' })],
  ['r1.country[max revenue]', cell('country', { by: 'extreme', of: 'max', column: 'revenue' })],
  ['r1.country[min "Total (EUR)"]', cell('country', { by: 'extreme', of: 'min', column: 'Total (EUR)' })],
  ['r1.revenue[country=Germany]', cell('revenue', where('country', 'Germany'))],
  ["r1.revenue[country='Germany']", cell('revenue', where('country', 'Germany'))],
  ['r1.revenue[country==Germany]', cell('revenue', where('country', 'Germany'))],
  ['r1.revenue[country = St. Gallen ]', cell('revenue', where('country', 'St. Gallen'))],
  ['r1.n[price=1.50]', cell('n', where('price', '1.50'))],
  ['r1.n[delta=-3]', cell('n', where('delta', '-3'))],
  ['r1."a.b"[name="Smith, ""Jo"" [x]"]', cell('a.b', where('name', 'Smith, "Jo" [x]'))],
  ['r1.Umsatz[Stadt=Köln]', cell('Umsatz', where('Stadt', 'Köln'))],
  ['count(r1)', { is: 'count', step: 'r1', selector: all }],
  ['COUNT( r1[country=Germany] )', { is: 'count', step: 'r1', selector: where('country', 'Germany') }],
  ['sum(r1.a, r2.b[1])', { is: 'sum', of: [cell('a'), cell('b', { by: 'position', at: 1 }, 'r2')] }],
  [
    'share(sum(r1.a[x=1]), sum(r1.a))',
    {
      is: 'share',
      of: [
        { is: 'sum', of: [cell('a', where('x', '1'))] },
        { is: 'sum', of: [cell('a')] },
      ],
    },
  ],
])('reads %s', (text, reference) => {
  expect(parseReference(text)).toEqual({ reference, style: null })
})

test('reads several conditions', () => {
  expect(parseReference('r1.a[country=Germany, year=2024]')).toMatchObject({
    reference: {
      selector: {
        conditions: [
          { column: 'country', value: 'Germany' },
          { column: 'year', value: '2024' },
        ],
      },
    },
  })
})

test.each([
  ['r1.a | 0', { digits: 0 }],
  ['r1.a|2', { digits: 2 }],
  ['sum(r1.a) | million', { unit: 'million' }],
  ['r1.a[1] | Percent', { unit: 'percent' }],
])('reads the style of %s', (text, style) => {
  expect(parseReference(text)).toMatchObject({ style })
})

test.each([
  ['', 'Expected a result such as r1, or a function.'],
  ['r1', 'Expected a dot and a column after the result.'],
  ['revenue', 'Expected a dot and a column after the result.'],
  ['r1.', 'Expected a column.'],
  ['r1.a[', 'Expected a row, or a column with its value.'],
  ['r1.a[]', 'Expected a row, or a column with its value instead of "]".'],
  ['r1.a[Germany]', '"Germany" is not a row. Write [column=value], [1], [last], or [max column].'],
  ['r1.a[0]', '"0" is not a row. Write [column=value], [1], [last], or [max column].'],
  ['r1.a[b=]', 'Expected a value instead of "]".'],
  ['r1.a[b=1', 'Expected "]".'],
  ['r1.a[b=1, c]', 'Expected "=" instead of "]".'],
  [
    'mode(r1.a)',
    'There is no function "mode". Use count, sum, avg, median, min, max, share, diff, ratio, change, rank.',
  ],
  [
    'constructor(r1.a)',
    'There is no function "constructor". Use count, sum, avg, median, min, max, share, diff, ratio, change, rank.',
  ],
  ['diff(r1.a)', 'diff takes 2 figures.'],
  ['share(r1.a, r1.b, r1.c)', 'share takes 1 to 2 figures.'],
  ['sum(r1.a', 'Expected ")".'],
  ['r1.a r1.b[1] x', 'Expected the end instead of "x".'],
  [
    'r1.a | euros',
    '"euros" is not a style. Write a number of decimals up to 6, or thousand, million, billion, percent.',
  ],
  ['r1.a | 7', '"7" is not a style. Write a number of decimals up to 6, or thousand, million, billion, percent.'],
  ['r1."a', '""" doesn\'t belong here. Quote names and values that have such a sign.'],
  ['sum(sum(sum(sum(sum(sum(r1.a))))))', 'The functions are nested too deeply.'],
  ['x'.repeat(longestReference + 1), 'The reference is too long.'],
])('says what is wrong with %j', (text, error) => {
  expect(parseReference(text)).toEqual({ error })
})
