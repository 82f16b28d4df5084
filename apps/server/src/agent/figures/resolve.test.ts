import { describe, expect, test } from 'vitest'
import { formatFigure } from './format.ts'
import { figureInstructions } from './instructions.ts'
import { parseReference } from './notation.ts'
import { resolveReference } from './resolve.ts'
import type { Step } from './step.ts'
import { stepOf } from './testing.ts'

const sales = stepOf(
  'r1',
  ['country', 'year', 'revenue', 'orders', 'growth', 'first_day'],
  [
    ['Germany', 2023, 1000.5, 10, 0.125, '2023-01-05T00:00:00Z'],
    ['Germany', 2024, 1500.25, 12, null, '2024-01-03'],
    ['France', 2024, 800, 8, -0.05, '2024-02-01'],
    ['Spain', 2024, 800, 4, 0, null],
  ],
)
const total = stepOf('r2', ['revenue'], [['4100.75000000000000000001']])
const steps = [sales, total]

/** What the user reads, or the error for the model. */
function shown(text: string, all: readonly Step[] = steps): string {
  const read = parseReference(text)
  if ('error' in read) return `ERROR ${read.error}`
  const figure = resolveReference(read.reference, all)
  return 'error' in figure ? `ERROR ${figure.error}` : formatFigure(figure, read.style)
}

describe('cells', () => {
  test.each([
    ['r1.revenue[country=France]', '800.00'],
    ['r1.revenue[country=Germany, year=2024]', '1,500.25'],
    ['r1.REVENUE[Country=germany, year=2023]', '1,000.50'],
    ['r1.country[1]', 'Germany'],
    ['r1.country[last]', 'Spain'],
    ['r1.country[max orders]', 'Germany'],
    ['r1.orders[min orders]', '4'],
    ['r1.year[1]', '2023'],
    ['r1.first_day[1]', '2023-01-05'],
    ['r1.orders[first_day=2024-02]', '8'],
    ['r1.orders[first_day=2023-01-05]', '10'],
    ['r1.country[first_day=null]', 'Spain'],
    ['r1.first_day[last]', 'no value'],
    ['r1.growth[1] | percent', '12.5%'],
    ['r2.revenue', '4,100.75000000000000000001'],
    ['r2.revenue | 2', '4,100.75'],
    ['r2.revenue | thousand', '4.1 thousand'],
  ])('shows %s as %s', (text, expected) => expect(shown(text)).toBe(expected))

  test.each([
    [
      'r1.revenue[country=Germany]',
      'r1.revenue[country=Germany] is in 2 rows. Add a condition, name the row by its position, or use sum, avg, min, or max.',
    ],
    [
      'r1.revenue',
      'r1.revenue is in 4 rows. Add a condition, name the row by its position, or use sum, avg, min, or max.',
    ],
    [
      'r1.country[min revenue]',
      'r1.country[min revenue] is in 2 rows. Add a condition, name the row by its position, or use sum, avg, min, or max.',
    ],
    ['r1.revenue[country=Italy]', 'r1 has no row with country = Italy.'],
    ['r1.revenue[5]', 'r1 has 4 rows, and no row 5.'],
    ['r1.profit[1]', 'r1 has no column "profit". Its columns are country, year, revenue, orders, growth, first_day.'],
    [
      'r1.revenue[city=Rome]',
      'r1 has no column "city". Its columns are country, year, revenue, orders, growth, first_day.',
    ],
    ['r3.revenue', 'There is no result "r3". The results are r1, r2.'],
    ['r1.orders[max country]', 'r1.country has values that are no numbers.'],
  ])('explains why %s is not a cell', (text, error) => expect(shown(text)).toBe(`ERROR ${error}`))

  test('never takes the first of several columns with the same name', () => {
    const twice = stepOf('r1', ['name', 'name'], [['a', 'b']])
    expect(shown('r1.name[1]', [twice])).toBe('ERROR r1 has 2 columns named "name". Name them apart with AS.')
    const cased = stepOf('r1', ['name', 'Name'], [['a', 'b']])
    expect(shown('r1.Name[1]', [cased])).toBe('b')
  })

  test('says that no query has run if there is no result', () => {
    expect(shown('r1.a', [])).toBe('ERROR There is no result "r1". No query has run yet.')
  })
})

describe('computed figures', () => {
  test.each([
    ['count(r1)', '4'],
    ['count(r1[country=Germany])', '2'],
    ['sum(r1.revenue)', '4,100.75'],
    ['sum(r1.revenue[country=Germany])', '2,500.75'],
    ['sum(r1.orders[1], r1.orders[2])', '22'],
    ['avg(r1.orders)', '8.5'],
    ['median(r1.orders)', '9'],
    ['median(r1.orders[1], r1.orders[2], r1.orders[3])', '10'],
    ['min(r1.orders)', '4'],
    ['max(r1.revenue)', '1,500.25'],
    ['avg(r1.growth)', '0.025'],
    ['share(r1.orders[country=France])', '23.5%'],
    ['share(r1.orders[country=France]) | 2', '23.53%'],
    ['share(sum(r1.orders[country=Germany]), sum(r1.orders))', '64.7%'],
    ['diff(r1.orders[2], r1.orders[1])', '2'],
    ['diff(r1.revenue[country=France], r1.revenue[2])', '-700.25'],
    ['ratio(r1.orders[2], r1.orders[country=Spain])', '3'],
    ['ratio(r1.revenue[2], r1.revenue[1])', '1.5'],
    ['change(r1.revenue[1], r1.revenue[2])', '50%'],
    ['change(r1.orders[2], r1.orders[country=Spain])', '-66.7%'],
    ['rank(r1.orders[country=Germany, year=2024])', '1st'],
    ['rank(r1.revenue[country=Spain])', '3rd'],
    ['sum(r1.revenue) | 0', '4,101'],
    ['sum(r1.revenue) | million', '0.0041 million'],
  ])('computes %s as %s', (text, expected) => expect(shown(text)).toBe(expected))

  test('adds decimals exactly', () => {
    const cents = stepOf('r1', ['amount'], [[0.1], [0.2], ['12345678901234567890.01']])
    expect(shown('sum(r1.amount)', [cents])).toBe('12,345,678,901,234,567,890.31')
  })

  test.each([
    ['sum(r1.country)', 'r1.country has values that are no numbers.'],
    ['share(r1.country[1])', 'r1.country[1] is not a number.'],
    ['diff(r1.growth[2], r1.growth[1])', 'r1.growth[2] is not a number.'],
    ['ratio(r1.orders[1], r1.growth[country=Spain])', 'This divides by zero. Say it without this figure.'],
    ['share(count(r1))', 'Write share(A, B) with the figure that is the whole.'],
    ['rank(sum(r1.orders))', 'rank takes one cell, such as rank(r1.revenue[country=Germany]).'],
  ])('explains why %s is not a figure', (text, error) => expect(shown(text)).toBe(`ERROR ${error}`))

  test('refuses figures over all rows of a cut result', () => {
    const cut = [stepOf('r1', ['n'], [[1], [2]], { truncated: true })]
    for (const text of ['count(r1)', 'sum(r1.n)', 'share(r1.n[1])', 'rank(r1.n[1])', 'r1.n[max n]', 'r1.n[last]']) {
      expect(shown(text, cut)).toBe(
        'ERROR r1 was cut, so this would not cover all rows. Compute it with another query.',
      )
    }
    expect(shown('r1.n[1]', cut)).toBe('1')
  })

  test('names the rows that a figure comes from', () => {
    const read = parseReference('sum(r1.revenue[country=Germany])')
    const figure = 'error' in read ? null : resolveReference(read.reference, steps)
    expect(figure).toMatchObject({ sources: [{ step: 'r1', column: 2, rows: [0, 1] }] })
    const all = parseReference('sum(r1.revenue)')
    expect('error' in all ? null : resolveReference(all.reference, steps)).toMatchObject({
      sources: [{ step: 'r1', column: 2, rows: null }],
    })
  })
})

describe('masked columns', () => {
  const masked = [
    stepOf(
      'r1',
      ['name', 'phone', 'salary'],
      [
        ['Ana', '***', 3000],
        ['Ben', '***', 2000],
      ],
      { masked: ['phone', 'salary'] },
    ),
  ]

  test('shows a masked cell as the user sees it', () => {
    expect(shown('r1.phone[name=Ana]', masked)).toBe('***')
    expect(shown('r1.salary[name=Ana]', masked)).toBe('3000')
  })

  test.each([
    'sum(r1.salary)',
    'median(r1.salary)',
    'diff(r1.salary[1], r1.salary[2])',
    'rank(r1.salary[1])',
    'r1.name[max salary]',
  ])('computes nothing from masked values: %s', (text) => {
    expect(shown(text, masked)).toBe(
      'ERROR r1.salary is masked. It can only be shown, not used to compute or to choose rows.',
    )
  })

  test('chooses no row by a masked value', () => {
    expect(shown('r1.name[phone=***]', masked)).toMatch(/^ERROR r1\.phone is masked/)
  })
})

test('fills in every example of the instructions', () => {
  const examples = [
    stepOf(
      'r1',
      ['country', 'year', 'region', 'revenue', 'part', 'Total (EUR)'],
      [
        ['Germany', 2024, 'West', 300, 0.3, 1],
        ['Poland', 2024, 'East', 200, 0.2, 2],
      ],
    ),
  ]
  const references = [...figureInstructions.matchAll(/\{([^{}]+)\}/g)].map(([, text = '']) => text)
  expect(references.length).toBeGreaterThan(15)
  expect(references.map((text) => shown(text, examples)).filter((text) => text.startsWith('ERROR'))).toEqual([])
})
