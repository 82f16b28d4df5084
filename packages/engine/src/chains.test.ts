import { afterAll, describe, expect, it } from 'vitest'
import { ask } from './testing/ask.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { expectedOf, questionsOf, talk, type Step } from './testing/talk.ts'

const shop = openShop()
afterAll(() => shop.close())

const chains: Step[][] = [
  [
    [
      'top 3 customers by revenue',
      [
        ['Ben Kurz', 195],
        ['Dev Rao', 166],
        ['Ana Lopez', 134],
      ],
    ],
    ['the second one', [['Dev Rao', 166]]],
    ['the third one', [['Ana Lopez', 134]]],
    ['the fourth one', 'The previous answer has at most 3 rows.'],
    [
      'show their orders',
      [
        [1, 1, '2024-02-10', 'delivered', 80],
        [5, 1, '2025-03-03', 'shipped', 54],
      ],
    ],
    ['how many is that?', [[2]]],
  ],
  [
    [
      'best rated products',
      [
        ['Kettle', 4.5],
        ['Rake', 3],
        ['Atlas', 2],
      ],
    ],
    ['the last one', [['Atlas', 2]]],
    ['show its reviews', [[3, 5, 3, 2, 'Too heavy', '2025-02-01']]],
    ['only those with 5 stars', []],
  ],
  [
    ['customers from Germany', [['Ben Kurz'], ['Carla Voss']]],
    [
      'their orders',
      [
        [2, 2, '2024-06-05', 'delivered', 110],
        [3, 2, '2024-11-23', 'cancelled', 25],
        [4, 3, '2025-01-15', 'delivered', 78],
        [7, 2, '2025-05-20', 'delivered', 60],
      ],
    ],
    [
      'only delivered ones',
      [
        [2, 2, '2024-06-05', 'delivered', 110],
        [4, 3, '2025-01-15', 'delivered', 78],
        [7, 2, '2025-05-20', 'delivered', 60],
      ],
    ],
    [
      'on average',
      '“on average” could not be combined with the rest of the question. Rephrase this part, or leave it out.',
    ],
  ],
  [
    [
      'number of orders by country',
      [
        ['France', 2],
        ['Germany', 4],
        ['Spain', 2],
      ],
    ],
    [
      'the second one',
      'The previous answer is not sorted, so the place of its rows is not certain. Sort it, or name the one that you mean.',
    ],
    ['which one has the most?', [['Germany', 4]]],
    [
      'and by status',
      [
        ['Germany', 'cancelled', 1],
        ['Germany', 'delivered', 3],
      ],
    ],
    ['what did the first one buy?', 'It is not clear what this question refers to. Ask it in full.'],
  ],
  [
    [
      'orders by month in 2025',
      [
        ['2025-01', 1],
        ['2025-03', 1],
        ['2025-05', 2],
        ['2025-06', 1],
      ],
    ],
    ['the last one', [['2025-06', 1]]],
    ['the first one', [['2025-01', 1]]],
    ['the best month', [['2025-05', 2]]],
    ['sort by customer', 'The previous answer has no such column to sort by. Add it as a grouping first.'],
  ],
  [
    [
      'revenue by month this year against last year',
      [
        ['January', 0, 78, null],
        ['February', 80, 0, -100],
        ['March', 0, 54, null],
        ['May', 0, 190, null],
        ['June', 110, 36, -67.3],
        ['November', 25, 0, -100],
      ],
    ],
    [
      'sort by change',
      [
        ['June', 110, 36, -67.3],
        ['November', 25, 0, -100],
        ['February', 80, 0, -100],
      ],
    ],
    ['the second one', [['November', 25, 0, -100]]],
  ],
  [
    [
      'orders per customer',
      [
        ['Ana Lopez', 2],
        ['Ben Kurz', 3],
        ['Carla Voss', 1],
        ['Dev Rao', 2],
      ],
    ],
    ['on average', [[2]]],
    [
      'back',
      [
        ['Ana Lopez', 2],
        ['Ben Kurz', 3],
        ['Carla Voss', 1],
        ['Dev Rao', 2],
      ],
    ],
    ['who has the fewest?', [['Carla Voss', 1]]],
    ['details for the first one', [['Carla Voss', 4, 3, '2025-01-15', 'delivered', 78]]],
  ],
  [
    ['how many customers are from France?', [[2]]],
    [
      'show their orders',
      [
        [6, 4, '2025-05-08', 'delivered', 130],
        [8, 4, '2025-06-02', 'pending', 36],
      ],
    ],
    ['how many orders do they have?', [[2]]],
    ['who rated it?', 'It is not clear what this question refers to. Ask it in full.'],
  ],
  [
    [
      'orders in 2025',
      [
        [4, 3, '2025-01-15', 'delivered', 78],
        [5, 1, '2025-03-03', 'shipped', 54],
        [6, 4, '2025-05-08', 'delivered', 130],
        [7, 2, '2025-05-20', 'delivered', 60],
        [8, 4, '2025-06-02', 'pending', 36],
      ],
    ],
    ['average total', [[71.6]]],
    [
      'back',
      [
        [4, 3, '2025-01-15', 'delivered', 78],
        [5, 1, '2025-03-03', 'shipped', 54],
        [6, 4, '2025-05-08', 'delivered', 130],
        [7, 2, '2025-05-20', 'delivered', 60],
        [8, 4, '2025-06-02', 'pending', 36],
      ],
    ],
    ['compared with last year', [[3, 5, 66.7]]],
    [
      'by month',
      [
        ['January', 0, 1, null],
        ['February', 1, 0, -100],
        ['March', 0, 1, null],
        ['May', 0, 2, null],
        ['June', 1, 1, 0],
        ['November', 1, 0, -100],
      ],
    ],
  ],
]

describe('chains of follow-ups that a newcomer asks of a shop', () => {
  it.each(chains.map((steps) => [steps[0]?.[0] ?? '', steps] as const))('%s', async (_first, steps) => {
    expect(await talk(shop, shopToday, questionsOf(steps))).toEqual(expectedOf(steps))
  })
})

describe('sentences about one row of a list', () => {
  it.each([
    [['top 3 customers by revenue', 'the second one'], 'Revenue is 166 for Dev Rao.'],
    [['products sorted by price', 'the second one'], 'One product was found: Rake.'],
    [
      ['orders by month in 2025', 'the last one'],
      'The number of orders in 2025 so far is 1 in June, which is still running.',
    ],
    [['best rated products', 'the last one'], 'The average rating is 2 for Atlas.'],
    [
      ['revenue by month this year against last year'],
      'The total revenue this year is higher than last year for 3 and lower for 1 of 4 groups. Months that are not over are left out of this.',
    ],
  ])('%j', async (questions, text) => {
    expect((await ask(shop, shopToday, ...questions)).text).toBe(text)
  })
})
