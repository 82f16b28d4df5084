import { describe, expect, it } from 'vitest'
import { modelSchema } from '../schema/model-schema.ts'
import { col, query, rowsIn, where } from '../testing/queries.ts'
import { openShop } from '../testing/shop.ts'
import {
  asksForTheirs,
  countedFollowUp,
  earlierQueries,
  goesBack,
  isFragment,
  pointsBack,
  priorQuery,
  refersBack,
  soundsLikeFollowUp,
} from './follow-up.ts'

describe('what the words of a question refer to', () => {
  it.each<[string, ...marks: string[]]>([
    ['How many orders are there?'],
    ['customers from Germany'],
    [''],
    ['orders this month'],
    ['and by month?', 'follow-up', 'fragment'],
    ['what about France?', 'follow-up'],
    ['only delivered ones', 'follow-up', 'back'],
    ['the average instead', 'follow-up', 'back'],
    ['how many is that?', 'follow-up', 'back'],
    ['by month', 'fragment'],
    ['for Germany please', 'fragment'],
    ['since March 2024', 'fragment'],
    ['with the most orders', 'fragment'],
    ['by month for all customers of Germany in 2024'],
    ['sort it descending', 'back'],
    ['the same week of last year'],
    ['the same as a chart', 'back'],
    ['which of them have orders?', 'back', 'points'],
    ['and how many of those were delivered?', 'follow-up', 'back', 'points'],
    ['what did they buy?', 'back', 'theirs'],
    ['how many orders do they have?', 'back', 'theirs'],
    ['what is their average salary?', 'theirs'],
    ['and their invoices?', 'follow-up', 'theirs'],
    ['show the number of their orders', 'theirs'],
    ['sort by their age'],
    ['by their country', 'fragment'],
    ['What was his last order?', 'theirs'],
    ['customers and their orders'],
    ['show the names of customers and their cities'],
    ['theirs'],
    ['back', 'undo'],
    ['ok, go back', 'follow-up', 'undo'],
    ['undo that please', 'back', 'undo'],
    ['as it was before', 'back', 'undo'],
    ['back orders'],
    ['the previous answer again', 'back', 'undo'],
  ])('%s', (question, ...marks) => {
    const found = [
      ...(soundsLikeFollowUp(question) ? ['follow-up'] : []),
      ...(refersBack(question) ? ['back'] : []),
      ...(isFragment(question) ? ['fragment'] : []),
      ...(pointsBack(question) ? ['points'] : []),
      ...(asksForTheirs(question) ? ['theirs'] : []),
      ...(goesBack(question) ? ['undo'] : []),
    ]
    expect(found).toEqual(marks)
  })

  it.each([
    ['how many of them ordered in 2025?', 'which of them ordered in 2025?'],
    ['and how many of these are open', 'and which of these are open'],
    ['how many orders?', null],
    ['of them, how many?', null],
  ])('counts what it would list: %s', (question, expected) => {
    expect(countedFollowUp(question)).toBe(expected)
  })
})

const shop = openShop()
const schema = modelSchema(shop.catalogue, [])
shop.close()

const orders = query('orders', [rowsIn('orders')], { filters: [where('customers.country', '=', 'France')] })

describe('the state of an earlier answer', () => {
  it('is the query that it was written from, also after it was stored as JSON', () => {
    expect(priorQuery(schema, JSON.parse(JSON.stringify({ version: 1, query: orders })))).toEqual(orders)
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'state'],
    ['an empty object', {}],
    ['another version', { version: 2, query: orders }],
    ['a table that is gone', { version: 1, query: { ...orders, subject: 'refunds' } }],
    ['a column that is gone', { version: 1, query: query('orders', [col('orders.weight')]) }],
    [
      'a column that only a nested condition has',
      { version: 1, query: { ...orders, filters: [{ kind: 'not', filter: where('orders.weight', '>', 1) }] } },
    ],
    ['a table that only counts', { version: 1, query: query('orders', [rowsIn('refunds')]) }],
  ])('is not a query for %s', (_name, state) => {
    expect(priorQuery(schema, state)).toBeNull()
  })

  it('keeps the earlier queries that can still be read, oldest first', () => {
    const gone = query('refunds', [])
    const other = query('customers', [col('customers.name')])
    const noted = { query: other, assumed: [] }
    expect(earlierQueries(schema, { earlier: [orders, gone, noted] })).toEqual([{ query: orders, assumed: [] }, noted])
    for (const state of [null, {}, { earlier: 'x' }, { earlier: null }])
      expect(earlierQueries(schema, state)).toEqual([])
  })
})
