import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { seeded } from '../../evaluation/src/random.ts'
import type { PriorQuestion, Translation } from './contract.ts'
import { translateOn } from './testing/ask.ts'
import { openShop, shopToday } from './testing/shop.ts'

const shop = openShop()
afterAll(() => shop.close())

const starts = [
  'How many orders are there?',
  'revenue by country',
  'number of orders by status',
  'top 3 customers by revenue',
  'customers from Germany',
  'orders in 2025',
  'revenue by month',
  'the cheapest product in each category',
  'average price of products by category',
  'customers without orders',
]
const changes = [
  'sort it descending',
  'the other way round',
  'sort by name',
  'top 1 instead',
  'all of them',
  'only for France',
  'and last year?',
  'exclude cancelled',
  'also Germany',
  'without the last filter',
  'remove all filters',
  'by country instead',
  'split by segment too',
  'and by month?',
  'in total',
  'the average instead',
  'show revenue instead',
  'as a percentage',
  'what share is that?',
  'compare with last year',
  'the same days',
  'list them',
  'how many is that?',
  'details for Spain',
  'the orders of the first one',
  'which of them have orders?',
  'as a bar chart',
  'back',
  'undo that',
  'and the unicorns?',
  "exclude O'Brien",
  '',
  '🙂',
]

/** Everything that must be so for any answer, whatever was asked. */
function brokenIn(found: Translation, question: string): string[] {
  const told = found.understood ? formatMessage(found.reading) : formatMessage(found.reason)
  const broken = [
    ...(/[.?!…]$/.test(told) ? [] : [`no sentence: ${told}`]),
    ...(/undefined|\[object|NaN|\{\w+\}/.test(told) ? [`not readable: ${told}`] : []),
  ]
  if (!found.understood) return [...broken, ...(found.suggestions.includes(question) ? ['suggests itself'] : [])]
  return [
    ...broken,
    ...(/^SELECT [^;]+$/.test(found.sql) ? [] : ['not one SELECT']),
    ...(found.confidence > 0 && found.confidence <= 1 ? [] : [`confidence ${found.confidence}`]),
    ...(found.assumptions.some((one) => formatMessage(one).trim() === '') ? ['an empty assumption'] : []),
    ...(new Set(found.assumptions.map((one) => formatMessage(one))).size < found.assumptions.length
      ? ['the same assumption twice']
      : []),
  ]
}

const seeds = Array.from({ length: 6 }, (_, at) => at + 1)

describe('random conversations', () => {
  it.each(seeds)('never break, and each answer can be run and is the same when asked again (%i)', async (seed) => {
    const random = seeded(seed)
    const one = (texts: readonly string[]) => texts[Math.floor(random() * texts.length)] ?? ''
    const history: PriorQuestion[] = []
    for (const question of [one(starts), ...Array.from({ length: 6 }, () => one(changes))]) {
      const found = await translateOn(shop, question, shopToday, history)
      const said = history.map((earlier) => earlier.question)
      expect({ said, question, broken: brokenIn(found, question) }).toEqual({ said, question, broken: [] })
      if (!found.understood) continue
      const rows = shop.rows(found.sql)
      const state: unknown = JSON.parse(JSON.stringify(found.state))
      expect(state).toEqual(found.state)
      const again = await translateOn(shop, question, shopToday, structuredClone(history))
      expect(again).toEqual(found)
      expect(shop.rows(found.sql)).toEqual(rows)
      history.push({ question, sql: found.sql, state })
    }
  })
})

describe('changes that undo each other', () => {
  it.each([
    ['revenue by country', 'sort it descending', 'the other way round', 'the other way round'],
    ['How many orders are there?', 'only for France', 'without the last filter'],
    ['number of orders by status', 'exclude cancelled', 'include cancelled again'],
    ['number of orders by status', 'as a percentage', 'back'],
    ['top 3 customers by revenue', 'top 1 instead', 'top 3 instead'],
  ])('%s, %s, %s', async (...questions) => {
    const history: PriorQuestion[] = []
    const rows: unknown[] = []
    for (const question of questions) {
      const found = await translateOn(shop, question, shopToday, history)
      if (!found.understood) throw new Error(`${question}: ${formatMessage(found.reason)}`)
      rows.push(shop.rows(found.sql))
      history.push({ question, sql: found.sql, state: found.state })
    }
    expect(rows.at(-1)).toEqual(rows[questions.includes('sort it descending') ? 1 : 0])
    expect(rows[1]).not.toEqual(rows[2])
  })
})
