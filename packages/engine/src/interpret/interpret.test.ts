import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { Decline } from '../decline.ts'
import { indexPhrases } from '../match/phrases.ts'
import { addValues, emptyValues } from '../match/values.ts'
import { columnOf } from '../schema/model.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import type { Query } from '../query.ts'
import { interpret } from './interpret.ts'

const shop = openShop()
afterAll(() => shop.close())

const schema = modelSchema(shop.catalogue, [])
const phrases = indexPhrases(schema)
const values = emptyValues()
addValues(values, columnOf(schema, { table: 'customers', column: 'country' }), {
  values: ['Spain', 'Germany', 'France'],
})
addValues(values, columnOf(schema, { table: 'orders', column: 'status' }), {
  values: ['delivered', 'shipped', 'cancelled'],
})

const read = (question: string) => interpret({ schema, phrases, values, today: shopToday }, question)

function query(question: string): Query {
  const found = read(question)
  if (found instanceof Decline) throw new Error(`Declined: ${formatMessage(found.reason)}`)
  return found.query
}

function reason(question: string): string {
  const found = read(question)
  return found instanceof Decline ? formatMessage(found.reason) : 'understood'
}

const column = (table: string, name: string) => ({ kind: 'column', ref: { table, column: name } })

describe('interpret', () => {
  it('uses the named table as the subject', () => {
    expect(query('names of customers')).toMatchObject({
      subject: 'customers',
      select: [{ expression: column('customers', 'name') }],
    })
  })

  it('reads a stored value as a condition on the column that has it', () => {
    expect(query('customers from Germany').filters).toEqual([
      { kind: 'compare', left: column('customers', 'country'), operator: '=', value: 'Germany' },
    ])
  })

  it('turns a negated value into an exclusion', () => {
    expect(query('customers not from Germany').filters).toMatchObject([{ operator: '<>', value: 'Germany' }])
  })

  it('reads a relation that must not exist', () => {
    expect(query('customers without orders').filters).toMatchObject([
      { kind: 'related', table: 'orders', of: 'customers', negated: true },
    ])
  })

  it('compares the number of related rows with a number', () => {
    expect(query('customers with more than 2 orders').filters).toMatchObject([
      { kind: 'related', having: { expression: { kind: 'rows', table: 'orders' }, operator: '>', value: 2 } },
    ])
  })

  it("groups a count by the key of each group's rows", () => {
    const { groups, select } = query('number of orders per customer')
    expect(groups).toEqual([column('customers', 'customer_id'), column('customers', 'name')])
    expect(select.map((one) => one.expression.kind)).toEqual(['column', 'rows'])
  })

  it('ranks by the column that an adjective implies', () => {
    expect(query('the 2 cheapest products')).toMatchObject({
      order: [{ expression: column('products', 'price'), descending: false }],
      limit: 2,
    })
  })

  it('applies a date condition to the table that is counted', () => {
    expect(query('number of orders in 2024').filters).toMatchObject([
      { kind: 'period', ref: { table: 'orders', column: 'order_date' }, from: '2024-01-01', before: '2025-01-01' },
    ])
  })

  it('declines unknown words and names them', () => {
    const found = read('How many unicorns per country?')
    expect(found instanceof Decline ? found.missed : []).toEqual(['unicorns'])
  })

  it('declines the first of each group if nothing says what comes first', () => {
    expect(reason('the cheapest and the newest product in each category')).toContain('not clear what comes first')
  })

  it('asks whether to include those without any', () => {
    const found = read('customers with at most 2 orders')
    expect(found instanceof Decline ? found.choices?.replacements.map((one) => formatMessage(one.label)) : []).toEqual([
      'Include those without orders',
      'Only those with orders',
    ])
  })

  it('declines to compare texts by size', () => {
    expect(reason('customers with a city above 5')).toContain('does not contain numbers to compare')
  })
})
