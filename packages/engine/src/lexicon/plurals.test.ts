import { expect, it } from 'vitest'
import { plural } from './plurals.ts'

it.each([
  ['order', 'orders'],
  ['order item', 'order items'],
  ['category', 'categories'],
  ['day', 'days'],
  ['address', 'addresses'],
  ['class', 'classes'],
  ['status', 'statuses'],
  ['campus', 'campuses'],
  ['branch', 'branches'],
  ['tax', 'taxes'],
  ['sales person', 'sales people'],
  ['woman', 'women'],
  ['human', 'humans'],
  ['aircraft', 'aircraft'],
  ['order details', 'order details'],
  ['analysis', 'analyses'],
  ['column 2', 'column 2'],
  ['', ''],
])('writes the plural of %o as %o', (singular, expected) => {
  expect(plural(singular)).toBe(expected)
})
