import { describe, expect, test } from 'vitest'
import { isShown, stepOf } from '../testing.ts'

const markets = stepOf(
  'r1',
  ['market', 'region', 'orders', 'sales_usd', 'late_orders'],
  [
    ['Lisbon', 'South', 120, 48_000, 6],
    ['Oslo', 'North', 90, 45_000, 9],
    ['Madrid', 'South', 70, 21_000, 7],
    ['Turku', 'North', 20, 6_000, 1],
  ],
)
const single = stepOf('r1', ['orders', 'unpaid_orders'], [[412, 37]])
const parcels = stepOf(
  'r1',
  ['size', 'state', 'parcels'],
  [
    ['Large', 'Sent', 40],
    ['Large', 'Lost', 3],
    ['Small', 'Sent', 25],
    ['Small', 'Lost', 12],
  ],
)
const holidays = stepOf(
  'r1',
  ['town', 'holidays'],
  [
    ['Bern', 8],
    ['Thun', 9],
    ['Chur', 8],
  ],
)
const riders = stepOf(
  'r1',
  ['gender', 'riders', 'average_age', 'top_speed'],
  [
    ['F', 30, 28.5, 41],
    ['M', 24, 31.2, 39],
  ],
)

const rain = stepOf(
  'r1',
  ['month', 'rainy_days'],
  [
    ['01', 9],
    ['02', 12],
    ['03', 4],
  ],
)

type Case = [kind: string, step: typeof markets, isTrue: string, isUntrue: string]

describe('claims of business answers', () => {
  test.each<Case>([
    [
      'who follows whom',
      markets,
      'Lisbon has the most orders (120), followed by Oslo with 90.',
      'Lisbon has the most orders (120), followed by Madrid with 70.',
    ],
    [
      'a list in order',
      markets,
      'Lisbon has the highest sales, followed by Oslo and Madrid.',
      'Lisbon has the highest sales, followed by Madrid and Oslo.',
    ],
    [
      'who is ahead',
      markets,
      'Oslo has the most late orders with 9, just ahead of Madrid (7).',
      'Oslo has the most late orders with 9, just ahead of Madrid (6).',
    ],
    ['a verb that compares', markets, 'Oslo outsold Madrid.', 'Madrid outsold Oslo.'],
    [
      'a range',
      markets,
      'Orders range from 20 to 120 across the markets.',
      'Orders range from 70 to 120 across the markets.',
    ],
    [
      'the same of each',
      holidays,
      'Bern and Chur have eight holidays each.',
      'Bern and Thun have eight holidays each.',
    ],
    [
      'a gap',
      markets,
      'The gap between Lisbon and Oslo is 30 orders.',
      'The gap between Lisbon and Oslo is 50 orders.',
    ],
    [
      'a ratio between two figures',
      markets,
      'Madrid has more than three times as many orders as Turku.',
      'Madrid has more than four times as many orders as Turku.',
    ],
    [
      'a share with a limit',
      markets,
      'Lisbon accounts for more than a third of all sales.',
      'Lisbon accounts for more than half of all sales.',
    ],
    [
      'the first rows',
      markets,
      'The top two markets account for $93,000 in sales.',
      'The top two markets account for $69,000 in sales.',
    ],
    [
      'how many are somewhere',
      markets,
      'Two of the four markets are in the South.',
      'Three of the four markets are in the South.',
    ],
    ['all of them', riders, 'Women are younger on average than men.', 'Men are younger on average than women.'],
    ['a speed', riders, 'The women are faster than the men.', 'The men are faster than the women.'],
    [
      'a limit among the numbers of one column',
      markets,
      'Only two markets exceeded $40,000.',
      'Only three markets exceeded $40,000.',
    ],
    ['most of what is counted', parcels, 'Most parcels are Sent.', 'Most parcels are Lost.'],
    [
      'groups by their sums',
      parcels,
      'There are more large parcels than small parcels.',
      'There are more small parcels than large parcels.',
    ],
    ['the figures of a single row', single, 'Of the 412 orders, 37 are unpaid.', 'Of the 412 orders, 47 are unpaid.'],
    [
      'all in one place',
      stepOf(
        'r1',
        ['coaster', 'park', 'state'],
        [
          ['Comet', 'Hill', 'Open'],
          ['Rocket', 'Lake', 'Open'],
          ['Worm', 'Lake', 'Open'],
        ],
      ),
      'All three coasters are open.',
      'All three coasters are in Lake.',
    ],
  ])('%s', (_, step, isTrue, isUntrue) => {
    expect(isShown([step], isTrue)).toBe(true)
    expect(isShown([step], isUntrue)).toBe(false)
  })

  test.each([
    ['Month 2 had the most rainy days, with 12.', 'Month 3 had the most rainy days, with 12.'],
    ['In month 1, there were 9 rainy days.', 'In month 1, there were 12 rainy days.'],
    ['Rainy days fell from 12 in month 2 to 4 in month 3.', 'Rainy days rose from 12 in month 2 to 4 in month 3.'],
    ['The wettest months were months 1 and 2.', 'The wettest months were months 2 and 3.'],
    ['Der Monat 2 hatte die meisten Regentage (12).', 'Der Monat 3 hatte die meisten Regentage (12).'],
  ])('a month by its number: %s', (isTrue, isUntrue) => {
    expect(isShown([rain], isTrue)).toBe(true)
    expect(isShown([rain], isUntrue)).toBe(false)
  })

  test.each<Case>([
    [
      'months that are numbers',
      rain,
      'February had the most rainy days, with 12.',
      'March had the most rainy days, with 12.',
    ],
    [
      'how many have a number each',
      holidays,
      'Two towns have eight holidays each, among them Bern.',
      'Three towns have eight holidays each, among them Bern.',
    ],
    [
      'the first of two columns',
      markets,
      'The market with the most orders also has the highest sales.',
      'The market with the most orders also has the most late orders.',
    ],
    [
      'the higher one of two',
      riders,
      'Men have the higher average age (31.2 vs. 28.5).',
      'Women have the higher average age (31.2 vs. 28.5).',
    ],
    [
      'a low point',
      stepOf(
        'r1',
        ['month', 'visits'],
        [
          ['May', 50],
          ['June', 20],
          ['July', 45],
        ],
      ),
      'Visits hit their low in June.',
      'Visits hit their low in July.',
    ],
    [
      'a multiple over time',
      stepOf(
        'r1',
        ['month', 'visits'],
        [
          ['May', 20],
          ['June', 41],
          ['July', 45],
        ],
      ),
      'Visits roughly doubled from May to June.',
      'Visits roughly tripled from May to June.',
    ],
    [
      'two figures of one row',
      stepOf(
        'r1',
        ['price', 'tracks'],
        [
          [0.99, 320],
          [1.99, 45],
        ],
      ),
      'There are 45 tracks that cost $1.99.',
      'There are 320 tracks that cost $1.99.',
    ],
    [
      'rows of a name, and which they are',
      markets,
      'The South has two markets: Lisbon and Madrid.',
      'The South has two markets: Lisbon and Oslo.',
    ],
  ])('%s', (_, step, isTrue, isUntrue) => {
    expect(isShown([step], isTrue)).toBe(true)
    expect(isShown([step], isUntrue)).toBe(false)
  })

  test('nothing was found in an empty result', () => {
    const none = stepOf('r1', ['order_id', 'country'], [])
    expect(isShown([none], 'There were no orders.')).toBe(true)
    expect(isShown([none], 'There were a few orders.')).toBe(false)
  })

  test('the total of a shortened list is not the total of all', () => {
    const list = stepOf(
      'r1',
      ['town', 'shops'],
      [
        ['Bern', 40],
        ['Chur', 31],
      ],
    )
    const all = stepOf('r2', ['shops'], [[96]])
    expect(isShown([list, all], 'There are 96 shops in total.')).toBe(true)
    expect(isShown([list, all], 'There are 71 shops in total.')).toBe(false)
  })
})
