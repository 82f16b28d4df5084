import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, translateOn } from '../testing/ask.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { composeAnswer } from './compose.ts'
import { formatCell, formatNumber, numberOf } from './numbers.ts'

const shop = openShop()
afterAll(() => shop.close())
const textOf = async (...questions: string[]) => (await ask(shop, shopToday, ...questions)).text

describe('composeAnswer', () => {
  it('phrases a single number as a sentence', async () => {
    expect(await textOf('How many orders are there?')).toBe('There are 8 orders.')
    expect(await textOf('How many orders are cancelled?')).toBe('There is 1 order where status is “cancelled”.')
    expect(await textOf('What is the average price of products?')).toBe('The average price is 34.57.')
  })

  it('names the first rows of a ranking with their values', async () => {
    expect(await textOf('Which two products earned the most?')).toBe('By total revenue: Kettle (150), Atlas (120).')
  })

  it('separates a name from the values next to it', async () => {
    expect(await textOf('Show the 2 most expensive products with their categories')).toMatch(
      /^By price: Atlas, Books \(60\), Toaster, /,
    )
  })

  it('does not name a single group if others share its value', async () => {
    expect(await textOf('number of customers per country')).toBe(
      'There are 3 groups: the number of customers is highest for France (2) and 1 more and lowest for Spain (1).',
    )
    expect(await textOf('number of customers per city')).toBe(
      'There are 5 groups: the number of customers is 1 for each.',
    )
  })

  it('gives the highest, lowest, and total value of a series', async () => {
    expect(await textOf('revenue by year')).toBe(
      'The total revenue was highest in 2025 (358) and lowest in 2024 (215). The 2 rows add up to 573.',
    )
  })

  it('describes what it looked for when there are no rows', async () => {
    expect(await textOf('How many orders per customer in 2019?')).toBe(
      'No orders were found where order date is in 2019.',
    )
  })

  it('counts the rows of a list and shows the first', async () => {
    expect(await textOf('customers from Germany')).toBe(
      '2 customers were found where country is “Germany”: Ben Kurz; Carla Voss.',
    )
  })

  it('gives the total number of rows if more were counted than read', async () => {
    const question = 'list all customers'
    const understood = await translateOn(shop, question, shopToday)
    if (!understood.understood) throw new Error(formatMessage(understood.reason))
    const columns = shop.columns(understood.sql).map((name) => ({ name, dataType: '', kind: 'other' as const }))
    const rows = shop.rows(understood.sql).slice(0, 2)
    const cut = { question, understood, columns, rows, truncated: true, today: shopToday }
    expect(formatMessage(composeAnswer({ ...cut, totalRows: 1234 }).text)).toMatch(/^1,234 customers were found: /)
    expect(formatMessage(composeAnswer({ ...cut, totalRows: null }).text)).toMatch(
      /^More than 2 customers were found: /,
    )
    expect(formatMessage(composeAnswer(cut).text)).toMatch(/^More than 2 customers were found: /)
  })

  it('formats numbers for display', () => {
    expect([1234567.891, 0.1 + 0.2, 0.00012, -5, 0].map(formatNumber)).toEqual([
      '1,234,567.89',
      '0.3',
      '0.00012',
      '-5',
      '0',
    ])
    expect(numberOf('12.50')).toBe(12.5)
    expect(numberOf('12-50')).toBeNull()
    expect(formatCell('2024-01-01T00:00:00Z')).toBe('2024-01-01')
    expect(formatCell(null)).toEqual({ text: '(none)' })
  })
})
