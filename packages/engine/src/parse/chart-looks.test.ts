import { describe, expect, it } from 'vitest'
import { lookAfter, lookIn, wishPhrase, type AskedLook } from './chart-looks.ts'
import { wishOf } from './chart-wishes.ts'

const asks = (look: Partial<AskedLook>): AskedLook => ({ stack: null, lines: null, references: null, ...look })

describe('what a question asks of its chart', () => {
  it.each<[string, string, string | null, Partial<AskedLook>]>([
    ['as a stacked bar chart', '', 'bar', { stack: 'stacked' }],
    ['stack it', '', 'bar', { stack: 'stacked' }],
    ['Now stacked by region', 'also by region', 'bar', { stack: 'stacked' }],
    ['stack the bars by region', 'also by region', 'bar', { stack: 'stacked' }],
    ['revenue by month stacked by region', 'revenue by month and region', 'bar', { stack: 'stacked' }],
    ['revenue by month and region as stacked bars', 'revenue by month and region', 'bar', { stack: 'stacked' }],
    ['100% stacked', '', 'bar', { stack: 'share' }],
    ['as percent-stacked bars', '', 'bar', { stack: 'share' }],
    ['side by side', '', 'bar', { stack: 'none' }],
    ['add a line at 10,000', '', null, { references: [10_000] }],
    ['draw a target line at $1.5 million in the chart', '', null, { references: [1_500_000] }],
    ['Now add a goal of 12k.', '', null, { references: [12_000] }],
    ['revenue by month with a line at 50000', 'revenue by month', null, { references: [50_000] }],
    [
      'revenue by month and region as stacked bars with a reference line at 10k',
      'revenue by month and region',
      'bar',
      { stack: 'stacked', references: [10_000] },
    ],
    ['remove the line', '', null, { references: [] }],
    ['as a combined chart', '', 'combined', { lines: [] }],
    ['revenue and orders by month as bars and a line', 'revenue and orders by month', 'combined', { lines: [] }],
    ['revenue as bars and the orders as a line', '', 'combined', { lines: ['orders'] }],
    ['orders as a line and revenue as bars by month', 'orders and revenue by month', 'combined', { lines: ['orders'] }],
  ])('%s', (question, rest, display, look) => {
    expect(wishOf(question)).toEqual({ question: rest, display, look: asks(look) })
  })

  it.each(['customers with a line of credit', 'orders above 10,000', 'revenue by month as a line', 'add 10'])(
    'finds nothing in %j',
    (question) => {
      expect(wishOf(question).look).toBeNull()
    },
  )

  it('leaves words that name something in the data', () => {
    const isName = (word: string) => word === 'stack' || word === 'line'
    expect(wishOf('stacked boxes', isName)).toEqual({ question: 'stacked boxes', display: null, look: null })
    expect(wishOf('machines with a line at 5', isName).look).toBeNull()
  })

  it('keeps what the new kind of chart has, and adds lines', () => {
    const stacked = lookAfter(null, asks({ stack: 'stacked', references: [5] }), 'bar')
    expect(stacked).toEqual({ stack: 'stacked', lines: [], references: [5] })
    expect(lookAfter(stacked, asks({ references: [5, 9] }), 'bar')?.references).toEqual([5, 9])
    expect(lookAfter(stacked, null, 'line')).toEqual({ stack: 'none', lines: [], references: [5] })
    expect(lookAfter(stacked, asks({ stack: 'none', references: [] }), 'bar')).toBeNull()
    expect(lookIn({ look: stacked })).toEqual(stacked)
    expect(lookIn({ look: { stack: 'tower' } })).toBeNull()
  })

  it('is worded so that it is read the same way', () => {
    const look = { stack: 'stacked' as const, lines: [], references: [10_000] }
    expect(wishOf(`revenue by month ${wishPhrase('bar', look)}`)).toEqual({
      question: 'revenue by month',
      display: 'bar',
      look: asks({ stack: 'stacked', references: [10_000] }),
    })
  })
})
