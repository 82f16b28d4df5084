import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Decline } from '../decline.ts'
import type { Known } from '../match/known-words.ts'
import { knownOf } from '../testing/known.ts'
import { reasonOf } from '../testing/queries.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { interpret } from './interpret.ts'

const shop = openShop()
let known: Known
beforeAll(async () => {
  known = await knownOf(shop, shopToday)
})
afterAll(() => shop.close())

const read = (question: string) => interpret(known, question)

describe('a question that the schema leaves open is declined, and the reason is the open point', () => {
  it.each([
    ['customers with a city above 5', 'customers.city does not contain numbers to compare.'],
    ['average city of customers', 'does not contain numbers'],
    ['customers with orders that are neither', 'neither'],
    ['median country of customers', 'does not contain numbers'],
    ['average number of customers per order', 'It is not clear how many of the customers belong to each order.'],
    ['What is the percentage of orders?', 'not clear which part the percentage is for'],
    ['percentage of the average price by category', 'Only totals and counts'],
    ['products with the price of a Spade or orders', ''],
    ['compare customers', 'compare'],
    ['compare revenue in 2024 and May 2025', 'Periods of different lengths cannot be compared.'],
    ['the cheapest and the newest product in each category', 'It is not clear what comes first in each group.'],
    ['orders where the status is greater than Spain', ''],
    ['categories by month', 'no date to group by month'],
    ['customers who are both from Spain and from Germany', ''],
    ['names of the customers and products', ''],
  ])('%s', (question, part) => {
    const found = read(question)
    expect(found).toBeInstanceOf(Decline)
    expect(reasonOf(found)).toContain(part)
  })
})

describe('a reason', () => {
  const questions = [
    'customers with at most 2 orders',
    'customers with a city above 5',
    'revenue of unicorns',
    'best customers',
    'top products',
    'orders of 5',
    'products whose name is',
    'customers older than 30',
    'orders longer than 3 days',
    'customers named after a product',
    'how many orders per unicorn',
    'which customers ordered the same product twice',
  ]

  it.each(questions)('is a whole sentence without placeholders, and is the same each time: %s', (question) => {
    const found = read(question)
    const text = reasonOf(found)
    expect({ text, again: reasonOf(read(question)) }).toEqual({ text, again: text })
    expect(text === '' || /^[A-Z“'\w][^{}]*[.?!]$/u.test(text)).toBe(true)
  })
})
