import { describe, expect, it } from 'vitest'
import { displayIn, displayOf } from './displays.ts'

describe('how a question wants its rows shown', () => {
  it.each([
    ['revenue by month as a line chart', 'revenue by month', 'line'],
    ['revenue by country, and show it as a pie chart', 'revenue by country', 'pie'],
    ['draw the number of orders per country as bars', 'the number of orders per country', 'bar'],
    ['and by month as a chart?', 'and by month', 'chart'],
    ['orders by status with a chart', 'orders by status', 'chart'],
    ['show me a bar chart of revenue by country', 'revenue by country', 'bar'],
    ['plot revenue by month', 'revenue by month', 'chart'],
    ['as a bar chart', '', 'bar'],
    ['show it as a table again', '', 'table'],
    ['pie', '', 'pie'],
    ['chart it', '', 'chart'],
    ['Now make it a scatter plot, please.', '', 'scatter'],
  ])('%s', (question, rest, display) => {
    expect(displayOf(question)).toEqual({ question: rest, display })
  })

  it.each(['revenue by month', 'orders as of 2024', 'customers with a line of credit', 'Which tables are booked?', ''])(
    'finds no wish in %j',
    (question) => {
      expect(displayOf(question)).toEqual({ question, display: null })
    },
  )

  it('leaves words that name something in the data', () => {
    const isName = (word: string) => word === 'chart' || word === 'plot'
    expect(displayOf('show the charts', isName).display).toBeNull()
    expect(displayOf('plot sizes by farm', isName).display).toBeNull()
    expect(displayOf('songs in the charts', isName).display).toBeNull()
    expect(displayOf('songs by year as a chart', isName)).toEqual({ question: 'songs by year', display: 'chart' })
  })

  it('reads the display of an earlier turn only if it knows it', () => {
    expect(displayIn({ display: 'pie' })).toBe('pie')
    expect(displayIn({ display: 'map' })).toBeNull()
    expect(displayIn({})).toBeNull()
    expect(displayIn(null)).toBeNull()
  })
})
