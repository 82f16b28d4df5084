import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { confidenceOf } from './conversation.ts'
import type { PriorQuestion, Translation } from './contract.ts'
import { ask, translateOn } from './testing/ask.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { message } from '@parlance/contract'
import { translate } from './translate.ts'

const shop = openShop()
afterAll(() => shop.close())

const rowsAfter = async (...questions: string[]) => (await ask(shop, shopToday, ...questions)).rows
const sqlOf = (found: Translation): string => (found.understood ? found.sql : '')

/** What a question gives after earlier ones, as the last one. */
async function after(...questions: string[]): Promise<Translation> {
  const history: PriorQuestion[] = []
  for (const question of questions.slice(0, -1)) {
    const found = await translateOn(shop, question, shopToday, history)
    history.push({ question, sql: sqlOf(found), state: found.understood ? found.state : null })
  }
  return await translateOn(shop, questions.at(-1) ?? '', shopToday, history)
}

const reasonAfter = async (...questions: string[]) => {
  const found = await after(...questions)
  return found.understood ? null : formatMessage(found.reason)
}

describe('a new question', () => {
  it.each([
    ['How many customers are there?', 'How many products are there?'],
    ['customers in Germany', 'orders in 2024'],
    ['revenue by month', 'average price of products'],
    ['top 3 products by price', 'customers without orders'],
  ])('is read the same after another one: %s, then %s', async (first, second) => {
    expect(sqlOf(await after(first, second))).toBe(sqlOf(await after(second)))
    expect(sqlOf(await after(second))).not.toBe('')
  })
})

describe('a change of the last answer', () => {
  it('keeps what it does not change', async () => {
    expect(await rowsAfter('How many orders are there?', 'only delivered ones')).toEqual([[5]])
    expect(await rowsAfter('How many orders are there?', 'only delivered ones', 'and in 2024?')).toEqual([[2]])
  })

  it('builds on the last answer, not on an earlier one', async () => {
    const rows = await rowsAfter('customers in Germany', 'How many products are there?', 'by category')
    expect(rows).toEqual(expect.arrayContaining([['Kitchen', 2]]))
  })

  it('goes back to the answer before', async () => {
    const first = await rowsAfter('How many orders are there?')
    expect(await rowsAfter('How many orders are there?', 'by status', 'go back')).toEqual(first)
  })

  it.each([
    ['there is none', ['go back'], null],
    ['there is no earlier answer', ['How many orders are there?', 'go back'], 'no earlier answer to go back to'],
  ])('cannot go back if %s', async (_about, questions, reason) => {
    const said = await reasonAfter(...questions)
    expect(said).not.toBeNull()
    expect(said).toContain(reason ?? '')
  })

  it.each(['and by month?', 'only in Germany', 'what about 2024?', 'who are they?'])(
    'is not guessed without an earlier question: %s',
    async (question) => {
      const found = await after(question)
      const filtered = /WHERE|GROUP BY/.test(sqlOf(found))
      expect(found.understood && !filtered).toBe(false)
    },
  )

  it('that points back is not read as a new question after one that failed', async () => {
    const found = await after('the weather of unicorns', 'how many of them are in Germany?')
    expect(found.understood).toBe(false)
  })
})

describe('another way to show the answer', () => {
  it('shows the same rows', async () => {
    const [first, again] = [await after('revenue by month'), await after('revenue by month', 'as a bar chart')]
    expect(sqlOf(again)).toBe(sqlOf(first))
    expect(again).toMatchObject({ understood: true, display: 'bar' })
  })

  it('shows the same rows with another look, which stays until the numbers change', async () => {
    const stacked = await after('revenue by month', 'stacked by category')
    expect(stacked).toMatchObject({ display: 'bar', look: { stack: 'stacked' } })
    expect(sqlOf(stacked)).toBe(sqlOf(await after('revenue by month', 'also by category')))
    expect(await after('revenue by month', 'stacked by category', 'only in 2025', 'add a line at 500')).toMatchObject({
      display: 'bar',
      look: { stack: 'stacked', references: [500] },
    })
    expect(await after('revenue by month', 'stacked by category', 'show the share')).toMatchObject({
      display: 'bar',
      look: { stack: 'share' },
    })
    expect(await after('revenue by category with a line at 500', 'show the share')).toMatchObject({
      sql: expect.stringContaining('share_percent'),
      look: null,
    })
    expect(await after('revenue by month with a line at 500', 'remove the line')).toMatchObject({ look: null })
    expect(await after('revenue by month with a line at 500', 'How many customers are there?')).toMatchObject({
      look: null,
    })
  })

  it('needs an answer', async () => {
    expect(await reasonAfter('add a line at 500')).toBe(
      'There is no earlier answer to show this way. Ask a question first.',
    )
    expect(await reasonAfter('as a bar chart')).toBe(
      'There is no earlier answer to show this way. Ask a question first.',
    )
  })

  it('is part of a first question', async () => {
    expect(await after('revenue by month as a line chart')).toMatchObject({ understood: true, display: 'line' })
    expect(await after('revenue by month')).toMatchObject({ understood: true, display: null })
  })

  it('stays when only the rows change, and not for a new question', async () => {
    expect(await after('revenue by month as a line chart', 'only in 2025')).toMatchObject({ display: 'line' })
    expect(await after('revenue by month as a line chart', 'How many customers are there?')).toMatchObject({
      display: null,
    })
  })
})

describe('the state of an answer', () => {
  it('is JSON', async () => {
    const found = await after('revenue by month', 'only in 2025')
    const state = found.understood ? found.state : null
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
  })

  it.each([
    null,
    undefined,
    7,
    'text',
    [],
    {},
    { version: 1 },
    { version: 1, query: {} },
    { version: 99, query: null },
  ])('that is not one is ignored: %j', async (state) => {
    const history = [{ question: 'revenue by month', sql: 'SELECT 1', state }]
    const found = await translateOn(shop, 'How many customers are there?', shopToday, history)
    expect(sqlOf(found)).toContain('COUNT(*)')
    expect((await translateOn(shop, 'and by country?', shopToday, history)).understood).toBe(false)
  })

  it('of a table that the user may no longer access is ignored', async () => {
    const first = await after('customers in Germany')
    const history = [
      { question: 'customers in Germany', sql: sqlOf(first), state: first.understood ? first.state : null },
    ]
    const tables = shop.catalogue.tables.filter((one) => one.name !== 'customers')
    const found = await translate({
      question: 'only in Berlin',
      catalogue: { ...shop.catalogue, tables },
      today: shopToday,
      history,
      valuesOf: shop.valuesOf,
    })
    expect(sqlOf(found)).not.toContain('customers')
  })

  it('does not grow with the conversation without bound', async () => {
    const history: PriorQuestion[] = []
    const sizes: number[] = []
    for (let at = 0; at < 16; at++) {
      const question = at === 0 ? 'revenue by month' : `only in ${2010 + at}`
      const found = await translateOn(shop, question, shopToday, history)
      history.push({ question, sql: sqlOf(found), state: found.understood ? found.state : null })
      sizes.push(JSON.stringify(found.understood ? found.state : null).length)
    }
    expect(sizes[15]).toBeLessThan((sizes[12] ?? 0) * 1.2)
  })
})

describe('confidence', () => {
  const assumptions = (count: number) => Array.from({ length: count }, () => message('Assumed.'))

  it('falls with each assumption, but not below one half', () => {
    const all = [0, 1, 2, 5, 10, 100].map((count) => confidenceOf(assumptions(count)))
    expect(all[0]).toBe(1)
    expect(all).toEqual(all.toSorted((left, right) => right - left))
    expect(all.at(-1)).toBe(0.5)
  })

  it('is full for a question in the words of the data', async () => {
    expect(await after('How many customers are there?')).toMatchObject({ confidence: 1, assumptions: [] })
  })
})
