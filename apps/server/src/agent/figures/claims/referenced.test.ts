import { expect, test } from 'vitest'
import { isShown, stepOf } from '../testing.ts'

const stores = stepOf(
  'r1',
  ['store', 'city', 'revenue', 'customers', 'avg_basket', 'late', 'late_share_percent'],
  [
    ['North', 'Bern', 9000, 326, 27.5, 40, 62.5],
    ['South', 'Basel', 6000, 273, 22, 15, 23.4],
    ['West', 'Thun', 6000, 120, 50, 9, 14.1],
  ],
  { sql: 'SELECT store, city, revenue FROM totals ORDER BY revenue DESC LIMIT 3' },
)
const totals = stepOf('r2', ['orders', 'unpaid', 'revenue'], [[830, 21, 40_000]])
const halls = stepOf('r3', ['hall', 'guests_2025', 'guests_2026'], [['Rex', 840, 960]])
const steps = [stores, totals, halls]

test.each([
  // Each of several figures needs a row that is named, and not the name right beside it.
  'North has {r1.customers[store=North]} customers against {r1.customers[store=South]}, and {r1.late[store=North]} late orders.',
  'South and West are tied at {r1.revenue[store=South]}, and North has {r1.revenue[store=North]}.',
  'North leads with {r1.customers[1]} customers, against {r1.customers[2]} in Basel.',
  'Between North and South, the difference is {diff(r1.revenue[1], r1.revenue[2])}, and it is {diff(r1.customers[1], r1.customers[2])} customers.',
  // Columns that the sentence names in its own words.
  'North took {r1.revenue[store=North]}, and {r1.late[store=North]} of its orders were late.',
  '{r2.unpaid[1]} of {r2.orders[1]} orders are unpaid.',
  'Rex grew from {r3.guests_2025[hall=Rex]} to {r3.guests_2026[hall=Rex]} guests.',
  'North and South have {sum(r1.late_share_percent[1], r1.late_share_percent[2])}% of the late orders, and West has {r1.late_share_percent[3]}%.',
  // Computed figures.
  'South has {change(r1.revenue[store=North], r1.revenue[store=South])} less revenue than North, {r1.revenue[store=South]} instead of {r1.revenue[store=North]}.',
  'North makes up {share(r1.revenue[store=North])} of the revenue of these three, and South {share(r1.revenue[store=South])}.',
  'On average, the stores have an average basket of {avg(r1.avg_basket)}.',
])('shows a true sentence with references: %s', (sentence) => {
  expect(isShown(steps, sentence)).toBe(true)
})

test.each([
  ['another row', 'North has {r1.customers[store=South]} customers and {r1.late[store=North]} late orders.'],
  ['the rows in another order', 'North and South took {r1.revenue[2]} and {r1.revenue[1]}.'],
  [
    'another column',
    'North has {r1.revenue[store=North]} customers, and South has {r1.customers[store=South]} customers.',
  ],
  ['the other direction', 'Rex shrank from {r3.guests_2025[hall=Rex]} to {r3.guests_2026[hall=Rex]} guests.'],
  ['no majority', 'The majority of orders is unpaid, {r2.unpaid[1]} of {r2.orders[1]}.'],
  [
    'the share of the wrong base',
    'South earned {r1.revenue[store=South]}, {change(r1.revenue[store=South], r1.revenue[store=North])} less than North.',
  ],
  ['a share of another column', 'North has {share(r1.revenue[store=North])} of all customers.'],
  ['a share of rows that a query cut off', 'North makes up {share(r1.revenue[store=North])} of the total revenue.'],
  ['an average of averages', 'Across the company, customers have a basket of {avg(r1.avg_basket)} on average.'],
])('leaves out a sentence with references that is untrue: %s', (_what, sentence) => {
  expect(isShown(steps, sentence)).toBe(false)
})
