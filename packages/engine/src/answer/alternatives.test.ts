import { formatMessage } from '@parlance/contract'
import { expect, it } from 'vitest'
import { translateOn } from '../testing/ask.ts'
import { databaseOf, type TestDatabase } from '../testing/sqlite-database.ts'
import { openShop, shopToday } from '../testing/shop.ts'

const shop = openShop()

/** What can mean something else, with the questions that then ask for it. */
async function choicesOf(question: string, database: TestDatabase = shop) {
  const found = await translateOn(database, question, shopToday)
  if (!found.understood) throw new Error(formatMessage(found.reason))
  return found.choices.map(({ label, assumption, alternatives }) => ({
    label: formatMessage(label),
    isAssumption: assumption !== null && formatMessage(label) === formatMessage(found.assumptions[assumption]!),
    questions: alternatives.map((one) => one.question),
  }))
}

it('offers other periods for a period that depends on today', async () => {
  expect(await choicesOf('How many orders were there last year?')).toEqual([
    {
      label: 'last year = 2024',
      isAssumption: false,
      questions: ['How many orders were there this year?', 'How many orders were there in the last 12 months?'],
    },
  ])
  const [month] = await choicesOf('How many orders were there this month?')
  expect(month?.label).toBe('this month = June 2025')
  const [week] = await choicesOf('How many orders were there in the last week?')
  expect(week?.label).toBe('last week = 2025-06-02 to 2025-06-08')
})

it('offers other amounts for revenue', async () => {
  const [amount] = await choicesOf('What is the revenue by month?')
  expect(amount).toMatchObject({
    isAssumption: true,
    questions: ['What is the units sold by month?', 'What is the number of orders by month?'],
  })
})

it('offers the other dates of the rows', async () => {
  const parcels = databaseOf(
    'CREATE TABLE parcels (id INTEGER PRIMARY KEY, order_date DATE NOT NULL, shipped_date DATE, weight REAL NOT NULL)',
  )
  const choices = await choicesOf('How many parcels are there in 2025?', parcels)
  expect(choices.flatMap(({ questions }) => questions)).toEqual(['How many parcels are there shipped in 2025?'])
})

it('offers nothing if the question leaves nothing open', async () => {
  expect(await choicesOf('How many orders were there in 2025?')).toEqual([])
  expect(await choicesOf('How many customers are there?')).toEqual([])
})
