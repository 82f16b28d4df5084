import { afterAll, describe, expect, it } from 'vitest'
import { ask } from './testing/ask.ts'
import { clinicToday, openClinic } from './testing/clinic.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { expectedOf, questionsOf, talk, type Step } from './testing/talk.ts'
import { openTracker, trackerToday } from './testing/tracker.ts'

const [shop, clinic, tracker] = [openShop(), openClinic(), openTracker()]
afterAll(() => [shop, clinic, tracker].forEach((one) => one.close()))

const ofShop: Step[][] = [
  [
    ['revenue', [[573]]],
    [
      'compare Germany with France',
      [
        ['France', 166],
        ['Germany', 273],
      ],
    ],
  ],
  [
    [
      'revenue by category',
      [
        ['Kitchen', 260],
        ['Garden', 133],
        ['Books', 180],
      ],
    ],
    [
      'share of total',
      [
        ['Kitchen', 45.4],
        ['Garden', 23.2],
        ['Books', 31.4],
      ],
    ],
    ['compare 2025 with 2024', 'Shares and changes cannot be compared between periods. Ask for the totals first.'],
    [
      'back',
      [
        ['Kitchen', 260],
        ['Garden', 133],
        ['Books', 180],
      ],
    ],
    [
      'compare 2025 with 2024',
      [
        ['Kitchen', 190, 70, -63.2],
        ['Garden', 25, 108, 332],
        ['Books', 0, 180, null],
      ],
    ],
  ],
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

const ofClinic: Step[][] = [
  [
    [
      'appointments per doctor',
      [
        ['Mia Stone', 4],
        ['Noah Reed', 2],
        ['Olga Brandt', 3],
        ['Pete Wong', 1],
      ],
    ],
    ['on average', [[2.5]]],
    [
      'back',
      [
        ['Mia Stone', 4],
        ['Noah Reed', 2],
        ['Olga Brandt', 3],
        ['Pete Wong', 1],
      ],
    ],
    ['who has the most?', [['Mia Stone', 4]]],
    [
      'show the appointments of the first one',
      [
        [2, 2, 1, '2024-06-10 10:00', 'completed', 45, 150],
        [3, 3, 1, '2024-11-05 11:30', 'no-show', 45, 0],
        [6, 2, 1, '2025-02-20 10:00', 'cancelled', 45, 0],
        [7, 2, 1, '2025-03-06 10:00', 'completed', 60, 200],
      ],
    ],
    [
      'sort by date',
      [
        [2, 2, 1, '2024-06-10 10:00', 'completed', 45, 150],
        [3, 3, 1, '2024-11-05 11:30', 'no-show', 45, 0],
        [6, 2, 1, '2025-02-20 10:00', 'cancelled', 45, 0],
        [7, 2, 1, '2025-03-06 10:00', 'completed', 60, 200],
      ],
    ],
  ],
  [
    [
      'appointments this year by status',
      [
        ['cancelled', 1],
        ['completed', 5],
        ['no-show', 1],
      ],
    ],
    ['only completed', [['completed', 5]]],
    [
      'by doctor',
      [
        ['Mia Stone', 1],
        ['Noah Reed', 1],
        ['Olga Brandt', 2],
        ['Pete Wong', 1],
      ],
    ],
    [
      'average fee instead',
      [
        ['Mia Stone', 200],
        ['Noah Reed', 80],
        ['Olga Brandt', 90],
        ['Pete Wong', 60],
      ],
    ],
    [
      'highest first',
      [
        ['Mia Stone', 200],
        ['Olga Brandt', 90],
        ['Noah Reed', 80],
        ['Pete Wong', 60],
      ],
    ],
    ['the second one', [['Olga Brandt', 90]]],
  ],
  [
    ['patients from Austin', [['Ava Hill'], ['Cora Diaz']]],
    [
      'their appointments',
      [
        [1, 1, 2, '2024-03-04 09:00', 'completed', 30, 80],
        [3, 3, 1, '2024-11-05 11:30', 'no-show', 45, 0],
        [5, 1, 2, '2025-02-03 09:00', 'completed', 20, 80],
        [8, 3, 4, '2025-05-12 14:00', 'completed', 15, 60],
        [10, 1, 3, '2025-06-04 09:00', 'completed', 30, 90],
      ],
    ],
    [
      'only this year',
      [
        [5, 1, 2, '2025-02-03 09:00', 'completed', 20, 80],
        [8, 3, 4, '2025-05-12 14:00', 'completed', 15, 60],
        [10, 1, 3, '2025-06-04 09:00', 'completed', 30, 90],
      ],
    ],
    ['how many?', [[3]]],
    [
      'list them',
      [
        [5, 1, 2, '2025-02-03 09:00', 'completed', 20, 80],
        [8, 3, 4, '2025-05-12 14:00', 'completed', 15, 60],
        [10, 1, 3, '2025-06-04 09:00', 'completed', 30, 90],
      ],
    ],
  ],
  [
    [
      'average fee by specialty',
      [
        ['Cardiologist', 87.5],
        ['Dermatologist', 60],
        ['Pediatrician', 68],
      ],
    ],
    [
      'sort it descending',
      [
        ['Cardiologist', 87.5],
        ['Pediatrician', 68],
        ['Dermatologist', 60],
      ],
    ],
    ['the first one', [['Cardiologist', 87.5]]],
    ['and last year?', [['Pediatrician', 80]]],
    ['only completed', [['Cardiologist', 150]]],
  ],
  [
    [
      'visits by week',
      [
        ['2025-W22', 14],
        ['2025-W23', 17],
        ['2025-W24', 9],
      ],
    ],
    ['in total', [[40]]],
  ],
]

const ofTracker: Step[][] = [
  [
    [
      'tasks by status',
      [
        ['done', 5],
        ['in progress', 1],
        ['open', 2],
      ],
    ],
    [
      'and by priority',
      [
        ['high', 4],
        ['low', 2],
        ['medium', 2],
      ],
    ],
    ['only high', [['high', 4]]],
    [
      'list them',
      [
        [1, 1, 1, 'Set up pages', 'high', 'done', '2024-09-05', '2024-10-01', '2024-09-28', 20],
        [4, 2, 2, 'Sketch screens', 'high', 'done', '2025-01-20', '2025-02-10', '2025-02-07', 30],
        [5, 2, 1, 'Build login', 'high', 'in progress', '2025-04-01', '2025-06-30', null, 40],
        [7, 3, 3, 'Load orders', 'high', 'done', '2024-04-10', '2024-05-01', '2024-05-03', 60],
      ],
    ],
    [
      'sort by due date',
      [
        [7, 3, 3, 'Load orders', 'high', 'done', '2024-04-10', '2024-05-01', '2024-05-03', 60],
        [1, 1, 1, 'Set up pages', 'high', 'done', '2024-09-05', '2024-10-01', '2024-09-28', 20],
        [4, 2, 2, 'Sketch screens', 'high', 'done', '2025-01-20', '2025-02-10', '2025-02-07', 30],
        [5, 2, 1, 'Build login', 'high', 'in progress', '2025-04-01', '2025-06-30', null, 40],
      ],
    ],
    ['the second one', [[1, 1, 1, 'Set up pages', 'high', 'done', '2024-09-05', '2024-10-01', '2024-09-28', 20]]],
  ],
  [
    [
      'hours by member',
      [
        ['Ida Moss', 29.5],
        ['Jon Park', 23],
        ['Kim Lund', 8],
        ['Leo Marsh', 5],
      ],
    ],
    [
      'this year',
      [
        ['Ida Moss', 15.5],
        ['Jon Park', 16],
        ['Leo Marsh', 5],
      ],
    ],
    [
      'compared with last year',
      [
        ['Ida Moss', 14, 15.5, 10.7],
        ['Jon Park', 7, 16, 128.6],
        ['Kim Lund', 8, 0, -100],
        ['Leo Marsh', 0, 5, null],
      ],
    ],
    [
      'by month',
      [
        ['January', 0, 21, null],
        ['April', 8, 0, -100],
        ['May', 0, 6, null],
        ['June', 0, 9.5, null],
        ['September', 14, 0, -100],
        ['November', 7, 0, -100],
      ],
    ],
    [
      'only Web',
      [
        ['January', 0, 16, null],
        ['May', 0, 6, null],
        ['June', 0, 9.5, null],
        ['September', 14, 0, -100],
        ['November', 7, 0, -100],
      ],
    ],
    [
      'sort by change',
      [
        ['September', 14, 0, -100],
        ['November', 7, 0, -100],
      ],
    ],
  ],
  [
    [
      'hours per project',
      [
        ['Website relaunch', 23],
        ['Mobile app', 29.5],
        ['Data warehouse', 13],
      ],
    ],
    [
      'highest first',
      [
        ['Mobile app', 29.5],
        ['Website relaunch', 23],
        ['Data warehouse', 13],
      ],
    ],
    ['the last one', [['Data warehouse', 13]]],
    [
      'by member',
      [
        ['Data warehouse', 'Kim Lund', 8],
        ['Data warehouse', 'Leo Marsh', 5],
      ],
    ],
  ],
  [
    [
      'tasks by status',
      [
        ['done', 5],
        ['in progress', 1],
        ['open', 2],
      ],
    ],
    ['which has the most?', [['done', 5]]],
    [
      'list them',
      [
        [1, 1, 1, 'Set up pages', 'high', 'done', '2024-09-05', '2024-10-01', '2024-09-28', 20],
        [2, 1, 2, 'Draw icons', 'low', 'done', '2024-11-10', '2024-12-01', '2024-12-09', 12],
        [4, 2, 2, 'Sketch screens', 'high', 'done', '2025-01-20', '2025-02-10', '2025-02-07', 30],
        [7, 3, 3, 'Load orders', 'high', 'done', '2024-04-10', '2024-05-01', '2024-05-03', 60],
        [8, 3, 4, 'Check totals', 'medium', 'done', '2025-01-08', '2025-02-01', '2025-01-30', 16],
      ],
    ],
    ['how many is that?', [[5]]],
    ['who did them?', 'It is not clear what this question refers to. Ask it in full.'],
  ],
  [
    [
      'top 2 projects by hours',
      [
        ['Mobile app', 29.5],
        ['Website relaunch', 23],
      ],
    ],
    ['the second one', [['Website relaunch', 23]]],
    [
      'show its tasks',
      [
        [1, 1, 1, 'Set up pages', 'high', 'done', '2024-09-05', '2024-10-01', '2024-09-28', 20],
        [2, 1, 2, 'Draw icons', 'low', 'done', '2024-11-10', '2024-12-01', '2024-12-09', 12],
        [3, 1, 1, 'Fix menu', 'medium', 'open', '2025-05-02', '2025-06-01', null, 4],
      ],
    ],
    [
      'only done ones',
      [
        [1, 1, 1, 'Set up pages', 'high', 'done', '2024-09-05', '2024-10-01', '2024-09-28', 20],
        [2, 1, 2, 'Draw icons', 'low', 'done', '2024-11-10', '2024-12-01', '2024-12-09', 12],
      ],
    ],
    ['how many is that?', [[2]]],
  ],
  [
    ['projects sorted by budget', [['Website relaunch'], ['Mobile app'], ['Data warehouse']]],
    ['the last one', [['Data warehouse']]],
    [
      'show its tasks',
      [
        [7, 3, 3, 'Load orders', 'high', 'done', '2024-04-10', '2024-05-01', '2024-05-03', 60],
        [8, 3, 4, 'Check totals', 'medium', 'done', '2025-01-08', '2025-02-01', '2025-01-30', 16],
      ],
    ],
    [
      'sort by due date',
      [
        [7, 3, 3, 'Load orders', 'high', 'done', '2024-04-10', '2024-05-01', '2024-05-03', 60],
        [8, 3, 4, 'Check totals', 'medium', 'done', '2025-01-08', '2025-02-01', '2025-01-30', 16],
      ],
    ],
    ['total estimate', [[76]]],
  ],
]

describe('chains of follow-ups that a newcomer asks', () => {
  const named = (chains: readonly Step[][]) => chains.map((steps) => [steps[0]?.[0] ?? '', steps] as const)

  it.each(named(ofShop))('of a shop: %s', async (_first, steps) => {
    expect(await talk(shop, shopToday, questionsOf(steps))).toEqual(expectedOf(steps))
  })

  it.each(named(ofClinic))('of a clinic: %s', async (_first, steps) => {
    expect(await talk(clinic, clinicToday, questionsOf(steps))).toEqual(expectedOf(steps))
  })

  it.each(named(ofTracker))('of a project tracker: %s', async (_first, steps) => {
    expect(await talk(tracker, trackerToday, questionsOf(steps))).toEqual(expectedOf(steps))
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
