import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, translateOn } from './testing/ask.ts'
import { libraryToday, openLibrary } from './testing/library.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { openSoftwareCompany, softwareToday } from './testing/software-company.ts'

const shop = openShop()
const library = openLibrary()
const software = openSoftwareCompany()
afterAll(() => {
  software.close()
  shop.close()
  library.close()
})

async function readingsOf(question: string): Promise<string[] | null> {
  const found = await translateOn(library, question, libraryToday)
  return 'readings' in found ? found.readings.map((one) => one.question) : null
}

async function reasonOf(question: string): Promise<string | null> {
  const found = await translateOn(library, question, libraryToday)
  return found.understood ? null : formatMessage(found.reason)
}

describe('rankings without a measure', () => {
  it.each(['top 5 products', 'who are our best customers?'])('ranks by revenue, and says so: %s', async (question) => {
    const { translation, rows } = await ask(shop, shopToday, question)
    expect(rows.length).toBeGreaterThan(0)
    expect(translation.assumptions.map((one) => formatMessage(one)).join()).toContain(
      'is interpreted as ranking by revenue',
    )
  })

  it('asks which number ranks rows without revenue', async () => {
    expect(await readingsOf('top 3 books')).toEqual([
      'top 3 books by number of loans',
      'top 3 books by price',
      'top 3 books by pages',
    ])
  })

  it('takes the only number that can rank, and says so', async () => {
    const { translation, rows } = await ask(shop, shopToday, 'top 2 reviews')
    expect(rows.map((row) => row.at(-1))).toEqual([5, 4])
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual(['Ranks by rating'])
  })
})

describe('past dates and states', () => {
  it.each([
    ['orders placed 26 days ago', [7]],
    ['orders from 2 weeks ago', []],
    ['How many orders were placed more than 3 months ago?', [5]],
    ['orders placed less than 30 days ago', [7, 8]],
    ['How many orders were placed a month ago?', [2]],
  ])('answers: %s', async (question, expected) => {
    const { rows } = await ask(shop, shopToday, question)
    expect(rows.map((row) => row[0])).toEqual(expected)
  })

  it('names the period that a number of weeks ago means', async () => {
    const { translation } = await ask(shop, shopToday, 'orders from two weeks ago')
    expect(formatMessage(translation.reading)).toContain('the week that began on 2025-05-26')
  })

  it.each([
    ['staff who left', [['Gia Orr']]],
    ['which staff left in 2023?', [['Gia Orr']]],
    ['staff who have not left', [['Finn Hale'], ['Hugo Pike']]],
    ['staff who quit', [['Gia Orr']]],
  ])('reads an end date: %s', async (question, expected) => {
    expect((await ask(library, libraryToday, question)).rows).toEqual(expected)
  })

  it('says that no date shows who left', async () => {
    expect(await reasonOf('books that left')).toBe('No column of books shows which rows are “left”.')
  })
})

describe('adjectives that ask for a column', () => {
  it.each([
    ['How old is Finn Hale?', [[67]]],
    [
      'How old are the staff?',
      [
        ['Finn Hale', 67],
        ['Gia Orr', 44],
        ['Hugo Pike', 29],
      ],
    ],
    ['How old are the staff on average?', [[140 / 3]]],
    ['How expensive is Oak?', [[9]]],
  ])('answers: %s', async (question, expected) => {
    expect((await ask(library, libraryToday, question)).rows).toEqual(expected)
  })

  it('answers who wrote something with people', async () => {
    const { rows } = await ask(shop, shopToday, 'Who wrote the reviews?')
    expect(rows.map((row) => String(row[0])).toSorted()).toEqual(['Ana Lopez', 'Carla Voss', 'Dev Rao'])
  })

  it('declines an adjective without a column', async () => {
    expect(await reasonOf('How tall are the members?')).toBe('No column of members shows what “how tall” means.')
  })
})

describe('totals, averages, and ratios of tables', () => {
  it.each([
    ['What is the total amount of order?', [[573]]],
    ['What is the ratio of orders to customers?', [[2]]],
    ['the ratio of the number of reviews to products', [[4 / 3]]],
    [
      'average review of each product',
      [
        ['Kettle', 4.5],
        ['Rake', 3],
        ['Atlas', 2],
      ],
    ],
    ['products with the highest average review', [['Kettle', 4.5]]],
  ])('answers: %s', async (question, expected) => {
    expect((await ask(shop, shopToday, question)).rows).toEqual(expected)
  })

  it('states which number of a table is averaged', async () => {
    const { translation } = await ask(shop, shopToday, 'What is the average review?')
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual([
      '“review” is interpreted as reviews.rating',
    ])
  })

  it.each(['What is the average product?', 'What is the ratio of price to cost?', 'What is the average customer?'])(
    'declines what has no single number: %s',
    async (question) => {
      expect((await translateOn(shop, question, shopToday)).understood).toBe(false)
    },
  )
})

describe('numbers of rows compared with those of one row', () => {
  it.each([
    ['Which customers have more orders than Ana Lopez?', ['Ben Kurz']],
    ['customers with fewer orders than Ana Lopez', ['Carla Voss', 'Eva Lind']],
    ['products with more reviews than the Atlas', ['Kettle']],
    ['customers who do not have more orders than Carla Voss', ['Carla Voss', 'Eva Lind']],
  ])('answers: %s', async (question, expected) => {
    expect((await ask(shop, shopToday, question)).rows.map((row) => row[0])).toEqual(expected)
  })

  it('says whose number it compares with', async () => {
    const { translation } = await ask(shop, shopToday, 'customers with more orders than Ana Lopez')
    expect(formatMessage(translation.reading)).toContain('more orders than the customers where name is “Ana Lopez”')
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual([
      'Compares with the number of orders of “Ana Lopez”',
    ])
  })

  it.each([
    ['customers with more orders than Spain', 'It is not clear which of the customers “Spain” is.'],
    ['customers with more orders than Kettle', 'It is not clear which of the customers “Kettle” is.'],
  ])('declines what is no single row: %s', async (question, reason) => {
    const found = await translateOn(shop, question, shopToday)
    expect('reason' in found ? formatMessage(found.reason) : null).toBe(reason)
  })
})

describe('negated places', () => {
  it.each([
    [
      'Which members are not from the state of California?',
      [
        ['Ben', 'Kurz'],
        ['Dev', 'Rao'],
      ],
    ],
    [
      'Which members are not from the city of Akron?',
      [
        ['Ana', 'Lopez'],
        ['Ben', 'Kurz'],
        ['Carla', 'Voss'],
      ],
    ],
  ])('excludes the value: %s', async (question, expected) => {
    expect((await ask(library, libraryToday, question)).rows).toEqual(expected)
  })

  it('never reads “last name” as the latest name', async () => {
    expect(await reasonOf('the last title of books')).not.toBeNull()
  })
})

describe('rows of a kind that are counted', () => {
  it.each([
    ['customers with more than 1 delivered orders', [['Ben Kurz']]],
    ['customers with at least 1 cancelled order', [['Ben Kurz']]],
  ])('only that kind counts: %s', async (question, rows) => {
    expect((await ask(shop, shopToday, question)).rows).toEqual(rows)
  })

  it('counts only rows in a state', async () => {
    const { translation } = await ask(software, softwareToday, 'accounts with more than 3 open tickets')
    expect(translation.sql).toMatch(/\(SELECT COUNT\(\*\) FROM tickets WHERE .+ AND tickets\.closed_at IS NULL\) > 3/)
  })
})

describe('what a support agent or an accountant asks', () => {
  it.each([
    ['total unpaid amount', [[27618]]],
    ['total amount of unpaid invoices', [[27618]]],
    ['sum of overdue amount', [[20018]]],
    ['What is the average time to close a ticket?', [[7.5]]],
    ['How many tickets are older than 7 days?', [[7]]],
    ['Show me the oldest open ticket', [['SSO setup', '2026-05-06 13:00:00']]],
    ['tickets closed in April 2026', [['Export fails']]],
  ])('answers: %s', async (question, rows) => {
    expect((await ask(software, softwareToday, question)).rows).toEqual(rows)
  })

  it('says from when on rows are older', async () => {
    const { translation } = await ask(software, softwareToday, 'open tickets older than 2 weeks')
    expect(translation.assumptions.map((one) => formatMessage(one))).toContain(
      '“older than 2 weeks” means before 2026-04-30',
    )
  })

  it('does not group by a number of employees', async () => {
    const found = await translateOn(software, 'revenue per employee by account', softwareToday)
    expect(found.understood ? found.sql : formatMessage(found.reason)).toContain('divide by employees')
  })

  it('reads a verb with its date as when it happened, not as a status', async () => {
    const { rows, translation } = await ask(library, libraryToday, 'tickets closed in May')
    expect(rows).toEqual([['Door stuck']])
    expect(translation.sql).not.toContain('status')
  })
})

describe('rows that are named by their number', () => {
  it('are introduced by what they are', async () => {
    expect((await ask(shop, shopToday, 'the order with the highest total')).text).toMatch(
      /^Order 6 has the highest total/,
    )
  })

  it('are not ranked by the names that sort them', async () => {
    const { text } = await ask(shop, shopToday, 'number of orders per customer ordered by customer name')
    expect(text).toMatch(/^Of 4 customers, Ben Kurz has the most orders/)
  })
})
