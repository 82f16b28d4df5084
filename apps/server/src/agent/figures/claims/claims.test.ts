import { expect, test } from 'vitest'
import { isShown, stepOf } from '../testing.ts'

const garages = stepOf(
  'r1',
  ['garage', 'town', 'spaces', 'occupied', 'budget_eur', 'costs_eur', 'avg_stay_minutes'],
  [
    ['North Gate', 'Bern', 400, 300, 90_000, 99_000, 150],
    ['Old Town', 'Bern', 250, 250, 60_000, 51_000, 95],
    ['Airport', 'Basel', 200, 50, 40_000, 40_000, 330],
    ['Lake', 'Thun', 100, 20, 20_000, 18_000, 60],
  ],
)
const months = stepOf(
  'r1',
  ['month', 'visits', 'open_cases'],
  [
    ['2026-01', 100, 9],
    ['2026-02', 140, 7],
    ['2026-03', 120, 7],
    ['2026-04', 180, 4],
  ],
)
const quarters = stepOf(
  'r1',
  ['shop', 'quarter', 'sales'],
  [
    ['Ost', '2025-Q1', 10],
    ['Ost', '2025-Q2', 30],
    ['West', '2025-Q1', 25],
    ['West', '2025-Q2', 20],
  ],
)
const prices = stepOf(
  'r1',
  ['item', 'price_2025', 'price_2026'],
  [
    ['Lamp', 40, 50],
    ['Chair', 80, 72],
    ['Table', 200, 200],
  ],
)
const trucks = stepOf(
  'r1',
  ['truck', 'driver', 'checked_on', 'stops'],
  [
    ['Truck 1', 'Ann Lee', '2026-03-02', 3],
    ['Truck 2', 'Bob Ray', '2026-03-16', 0],
    ['Van 7', null, null, 5],
  ],
)
const race = stepOf(
  'r1',
  ['runner', 'minutes'],
  [
    ['Ines', 92],
    ['Tomas', 95],
    ['Mara', 103],
  ],
)

test.each([
  ['the rest of a whole', garages, 'North Gate has 100 free spaces.', 'North Gate has 120 free spaces.'],
  ['a part of a whole', garages, 'North Gate is 75% full.', 'North Gate is 85% full.'],
  ['a part in words', garages, 'Airport is a quarter occupied.', 'Airport is 60% occupied.'],
  ['a whole without a rest', garages, 'Old Town is completely full.', 'Lake is completely full.'],
  ['all of a whole', garages, 'All 250 spaces in Old Town are occupied.', 'All 400 spaces at North Gate are occupied.'],
  ['most of what is free', garages, 'Airport has the most free spaces.', 'Lake has the most free spaces.'],
  ['an amount for each', garages, 'North Gate costs €247.50 per space.', 'North Gate costs €347.50 per space.'],
  ['over and under another column', garages, 'North Gate is over budget.', 'Old Town is over budget.'],
  ['the same as another column', garages, 'Airport is exactly on budget.', 'Lake is exactly on budget.'],
  ['by how much', garages, 'North Gate is €9,000 over budget.', 'North Gate is €7,000 over budget.'],
  ['how many are', garages, 'Two garages spent less than their budget.', 'Three garages spent less than their budget.'],
  [
    'all but some',
    garages,
    'All but one of the garages have at least 200 spaces.',
    'All but two have at least 200 spaces.',
  ],
  [
    'all except one',
    garages,
    'Every garage except Lake has at least 200 spaces.',
    'Every garage except Airport has at least 200 spaces.',
  ],
  [
    'the top of a ranking',
    garages,
    'Each of the top two has over 200 spaces.',
    'Each of the top three has over 200 spaces.',
  ],
  [
    'the rest of the rows',
    garages,
    'The other two garages have 300 spaces together.',
    'The other two have 380 spaces together.',
  ],
  [
    'a succession',
    garages,
    'North Gate has the most spaces, followed by Old Town.',
    'North Gate has the most spaces, followed by Lake and Airport.',
  ],
  [
    'the first few',
    garages,
    'North Gate and Old Town are the top two by spaces.',
    'North Gate and Lake are the top two by spaces.',
  ],
  ['a place in a list', garages, '2. Old Town (250 spaces)', '3. Old Town (250 spaces)'],
  ['no one more than', garages, 'No garage has more spaces than North Gate.', 'No garage has more spaces than Lake.'],
  [
    'a duration in words',
    garages,
    'People stay two and a half hours at North Gate.',
    'People stay three and a half hours at North Gate.',
  ],
  [
    'hours and minutes',
    garages,
    'The average stay at Old Town is 1 hour and 35 minutes.',
    'The average stay at Old Town is 1 hour and 55 minutes.',
  ],
  ['two names of a row', garages, 'Lake, in Thun, has 100 spaces.', 'Lake, in Basel, has 100 spaces.'],
  ['what no column says', garages, 'Lake has 100 spaces.', 'Lake was renovated with great care.'],
  ['a cause', garages, 'Lake has 20 occupied spaces.', 'Lake has 20 occupied spaces as it was flooded.'],
  ['a supposition', garages, 'Airport has 200 spaces.', 'Airport could reach 300 spaces.'],
  [
    'a fall and a rise',
    months,
    'Visits fell to 120 in March before rising to 180 in April.',
    'Visits rose to 120 in March before falling to 180 in April.',
  ],
  [
    'a move since a date',
    months,
    'Visits fell in March and have risen since.',
    'Visits rose to 140 in February and have fallen since.',
  ],
  ['how often it moved', months, 'Visits fell once.', 'Visits fell twice.'],
  [
    'a standstill',
    months,
    'Open cases were unchanged between February and March.',
    'Open cases were unchanged between March and April.',
  ],
  [
    'the largest move',
    months,
    'The biggest increase in visits came in April.',
    'The biggest increase in visits came in March.',
  ],
  ['a date as a base', months, 'Compared with February, visits are up.', 'Compared with February, open cases are up.'],
  [
    'a series of a name',
    quarters,
    'At West, sales fell in the second quarter.',
    'At Ost, sales fell in the second quarter.',
  ],
  ['a shared second name', quarters, 'In Q1 2025, West sold more than Ost.', 'In Q2 2025, West sold more than Ost.'],
  ['the sum of a name', quarters, 'Ost reached sales of 40 in total.', 'Ost reached sales of 60 in total.'],
  ['columns of two periods', prices, 'The price of the lamp rose.', 'The price of the chair rose.'],
  ['an unchanged column', prices, 'The price of the table stayed the same.', 'The price of the lamp stayed the same.'],
  ['a change in percent', prices, 'The lamp went up by 25%.', 'The lamp went up by 35%.'],
  ['the largest change', prices, 'The lamp had the biggest increase.', 'The chair had the biggest increase.'],
  [
    'a distance of days',
    trucks,
    'Truck 2 was checked two weeks after Truck 1.',
    'Truck 2 was checked four weeks after Truck 1.',
  ],
  ['a missing text', trucks, 'Only Van 7 is without a driver.', 'Only Truck 2 is without a driver.'],
  ['nothing of a number', trucks, 'Truck 2 made no stops.', 'Truck 1 made no stops.'],
  ['a word for several names', trucks, 'Both trucks have a driver.', 'Both trucks made over 2 stops.'],
  ['a value of a named column', trucks, 'The driver is Ann Lee.', 'The owner is Ann Lee.'],
  ['the smallest as the first', race, 'Ines is three minutes ahead of Tomas.', 'Mara is ahead of Ines.'],
  ['the fastest', race, 'Ines is the fastest.', 'Tomas is the fastest.'],
])('shows a true sentence about %s and leaves out an untrue one', (_, step, isTrue, isUntrue) => {
  expect([isTrue, isUntrue].map((sentence) => isShown([step], sentence))).toEqual([true, false])
})

test('compares rows with the total of another result', () => {
  const total = stepOf('r2', ['all_spaces'], [[2500]])
  expect(isShown([garages, total], 'The four garages have 38% of all 2,500 spaces.')).toBe(true)
  expect(isShown([garages, total], 'The four garages have 58% of all 2,500 spaces.')).toBe(false)
})

test('knows the day after a period only as its end', () => {
  const step = stepOf('r1', ['orders'], [[7]], {
    sql: "SELECT COUNT(*) AS orders FROM o WHERE day >= '2026-03-01' AND day < '2026-04-01'",
  })
  expect(isShown([step], 'There were 7 orders in March 2026.')).toBe(true)
  expect(isShown([step], 'There were 7 orders in April 2026.')).toBe(false)
})
