import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage, type Cell } from '@parlance/contract'
import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import type { PriorQuestion } from './contract.ts'
import { translateOn } from './testing/ask.ts'
import { expectedOf, questionsOf, talk, type Step } from './testing/talk.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { openTestDatabase } from './testing/sqlite-database.ts'

const shop = openShop()
afterAll(() => shop.close())

const best: Cell[][] = [
  ['Ben Kurz', 195],
  ['Dev Rao', 166],
  ['Ana Lopez', 134],
]

const conversations: [about: string, ...Step[]][] = [
  [
    'sorting',
    [
      'revenue by country',
      [
        ['France', 166],
        ['Germany', 273],
        ['Spain', 134],
      ],
    ],
    [
      'sort it descending',
      [
        ['Germany', 273],
        ['France', 166],
        ['Spain', 134],
      ],
    ],
    [
      'the other way round',
      [
        ['Spain', 134],
        ['France', 166],
        ['Germany', 273],
      ],
    ],
    [
      'sort by country',
      [
        ['France', 166],
        ['Germany', 273],
        ['Spain', 134],
      ],
    ],
    ['by weight', 'weight'],
  ],
  [
    'sorting the first rows, which stay the same ones',
    ['top 3 customers by revenue', best],
    ['sort it by name', [best[2] ?? [], best[0] ?? [], best[1] ?? []]],
    ['how many is that?', 'cannot be counted'],
  ],
  [
    'sorting a single number',
    ['How many orders are there?', [[8]]],
    ['sort it descending', 'single row'],
    ['the other way round', 'not sorted'],
  ],
  [
    'a limit after a split, which keeps the split',
    ['top 3 customers by revenue', best],
    [
      'and by year?',
      [
        ['Ana Lopez', '2024', 80],
        ['Ben Kurz', '2024', 135],
        ['Ana Lopez', '2025', 54],
        ['Ben Kurz', '2025', 60],
        ['Dev Rao', '2025', 166],
      ],
    ],
    [
      'top 1 instead',
      [
        ['Ben Kurz', '2024', 135],
        ['Ben Kurz', '2025', 60],
      ],
    ],
    [
      'only the first two',
      [
        ['Ben Kurz', '2024', 135],
        ['Ben Kurz', '2025', 60],
        ['Dev Rao', '2025', 166],
      ],
    ],
    [
      'all of them',
      [
        ['Ana Lopez', '2024', 80],
        ['Ben Kurz', '2024', 135],
        ['Ana Lopez', '2025', 54],
        ['Ben Kurz', '2025', 60],
        ['Carla Voss', '2025', 78],
        ['Dev Rao', '2025', 166],
      ],
    ],
    ['all of them', 'already has all rows'],
  ],
  [
    'excluding and including values',
    [
      'number of orders by status',
      [
        ['cancelled', 1],
        ['delivered', 5],
        ['pending', 1],
        ['shipped', 1],
      ],
    ],
    [
      'without cancelled ones',
      [
        ['delivered', 5],
        ['pending', 1],
        ['shipped', 1],
      ],
    ],
    [
      'exclude pending',
      [
        ['delivered', 5],
        ['shipped', 1],
      ],
    ],
    [
      'include cancelled again',
      [
        ['cancelled', 1],
        ['delivered', 5],
        ['shipped', 1],
      ],
    ],
    ['only delivered', [['delivered', 5]]],
    ['exclude delivered', 'nothing would be left'],
  ],
  [
    'another value or period of the same column',
    ['How many orders from Germany?', [[4]]],
    ['and France?', [[2]]],
    ['and last year?', [[0]]],
    ['what about Spain?', [[1]]],
    ['also Germany', [[3]]],
    ['all countries again', [[3]]],
  ],
  [
    'removing conditions',
    ['How many orders from Germany in 2025?', [[2]]],
    ['without the last filter', [[4]]],
    ['remove all filters', [[8]]],
    ['without the last filter', 'no conditions'],
    ['remove the filter on country', 'no condition on country'],
    ['also from France', 'not limited by country'],
  ],
  [
    'groupings',
    [
      'revenue by segment',
      [
        ['Business', 195],
        ['Consumer', 378],
      ],
    ],
    [
      'by country instead',
      [
        ['France', 166],
        ['Germany', 273],
        ['Spain', 134],
      ],
    ],
    [
      'split by segment too',
      [
        ['France', 'Consumer', 166],
        ['Germany', 'Business', 195],
        ['Germany', 'Consumer', 78],
        ['Spain', 'Consumer', 134],
      ],
    ],
    ['by country as well', 'already split'],
    ['in total', [[573]]],
    ['in total', 'not split into groups'],
  ],
  [
    'another measure',
    [
      'number of orders by country',
      [
        ['France', 2],
        ['Germany', 4],
        ['Spain', 2],
      ],
    ],
    ['the average instead', 'counts rows'],
    [
      'show revenue instead of number of orders',
      [
        ['France', 166],
        ['Germany', 273],
        ['Spain', 134],
      ],
    ],
    [
      'the maximum instead',
      [
        ['France', 70],
        ['Germany', 110],
        ['Spain', 80],
      ],
    ],
    [
      'what about the number of orders?',
      [
        ['France', 2],
        ['Germany', 4],
        ['Spain', 2],
      ],
    ],
    [
      'as a percentage',
      [
        ['France', 25],
        ['Germany', 50],
        ['Spain', 25],
      ],
    ],
  ],
  [
    'a share',
    ['How many orders from Germany?', [[4]]],
    ['what share is that?', [[4, 50]]],
    ['what share is that?', [[4, 50]]],
    [
      'list them',
      [
        [2, 2, '2024-06-05', 'delivered', 110],
        [3, 2, '2024-11-23', 'cancelled', 25],
        [4, 3, '2025-01-15', 'delivered', 78],
        [7, 2, '2025-05-20', 'delivered', 60],
      ],
    ],
  ],
  [
    'a share of everything',
    ['How many orders are there?', [[8]]],
    ['what share is that?', '100%'],
    ['as a percentage', '100%'],
  ],
  [
    'comparing with another period',
    ['How many orders in 2025?', [[5]]],
    ['compare with last year', [[3, 5, 66.7]]],
    [
      'by country',
      [
        ['France', 0, 2, null],
        ['Germany', 2, 2, 0],
        ['Spain', 1, 1, 0],
      ],
    ],
    ['only for Germany', [['Germany', 2, 2, 0]]],
    ['by week', 'cannot be split by time'],
    [
      'by month',
      [
        ['January', 0, 1, null],
        ['May', 0, 1, null],
        ['June', 1, 0, -100],
        ['November', 1, 0, -100],
      ],
    ],
    [
      'and 2024?',
      [
        ['June', 1],
        ['November', 1],
      ],
    ],
  ],
  [
    'comparing with the previous period and the same days',
    ['orders this month by status', [['pending', 1]]],
    [
      'vs. the previous month',
      [
        ['delivered', 2, 0, -100],
        ['pending', 0, 1, null],
      ],
    ],
    ['in total', [[2, 1, -50]]],
    ['the same days', [[1, 1, 0]]],
    ['back', [[2, 1, -50]]],
  ],
  [
    'comparing a month with the same month of another year',
    ['How many orders in June 2025?', [[1]]],
    ['how does that compare to 2024?', [[1, 1, 0]]],
    ['compare with last year', [[1, 1, 0]]],
    ['compare with the 2020s', 'overlap'],
  ],
  [
    'comparing without a period',
    [
      'revenue by country',
      [
        ['France', 166],
        ['Germany', 273],
        ['Spain', 134],
      ],
    ],
    ['compare with 2024', 'no particular period'],
    [
      'compare with last year',
      [
        ['France', 0, 166, null],
        ['Germany', 135, 138, 2.2],
        ['Spain', 80, 54, -32.5],
      ],
    ],
    ['top 1', [['France', 0, 166, null]]],
    ['bottom 1', [['Spain', 80, 54, -32.5]]],
  ],
  [
    'comparing a series',
    [
      'number of orders by year',
      [
        ['2024', 3],
        ['2025', 5],
      ],
    ],
    ['compare with last year', 'split by time'],
    [
      'the other way round',
      [
        ['2025', 5],
        ['2024', 3],
      ],
    ],
  ],
  [
    'opening a row',
    ['top 3 customers by revenue', best],
    [
      'show the orders of the first one',
      [
        [2, 2, '2024-06-05', 'delivered', 110],
        [3, 2, '2024-11-23', 'cancelled', 25],
        [7, 2, '2025-05-20', 'delivered', 60],
      ],
    ],
    ['how many is that?', [[3]]],
    ['show the orders of the second one', 'cannot be opened'],
  ],
  [
    'opening a group',
    [
      'number of orders by country',
      [
        ['France', 2],
        ['Germany', 4],
        ['Spain', 2],
      ],
    ],
    ['show the orders of the first one', 'not sorted'],
    [
      'details for Spain',
      [
        ['Spain', 1, 1, '2024-02-10', 'delivered', 80],
        ['Spain', 5, 1, '2025-03-03', 'shipped', 54],
      ],
    ],
    ['list them', 'already lists'],
  ],
  [
    'sorting by the change, which some groups do not have',
    [
      'revenue by country 2024 vs 2025',
      [
        ['France', 0, 166, null],
        ['Germany', 135, 138, 2.2],
        ['Spain', 80, 54, -32.5],
      ],
    ],
    [
      'sort by change',
      [
        ['Germany', 135, 138, 2.2],
        ['Spain', 80, 54, -32.5],
      ],
    ],
    [
      'the other way round',
      [
        ['Spain', 80, 54, -32.5],
        ['Germany', 135, 138, 2.2],
      ],
    ],
    ['in total', 'a condition on its groups'],
  ],
  [
    'a month without its year, which is that of the earlier answer',
    ['How many orders in February 2024?', [[1]]],
    ['and June?', [[1]]],
    ['how does that compare to November?', [[1, 1, 0]]],
    ['and in November 2025?', [[0]]],
  ],
  [
    'a share next to its number',
    [
      'number of orders by segment',
      [
        ['Business', 3],
        ['Consumer', 5],
      ],
    ],
    [
      'what share is that?',
      [
        ['Business', 3, 37.5],
        ['Consumer', 5, 62.5],
      ],
    ],
    ['only Consumer', [['Consumer', 5, 100]]],
    ['in total', [[5]]],
  ],
  [
    'a fragment that would also be a list',
    ['revenue in 2025', [[358]]],
    [
      'by customer',
      [
        ['Ana Lopez', 54],
        ['Ben Kurz', 60],
        ['Carla Voss', 78],
        ['Dev Rao', 166],
      ],
    ],
  ],
  [
    'ranking a list by other rows',
    ['customers from Germany', [['Ben Kurz'], ['Carla Voss']]],
    ['with the most orders', [['Ben Kurz', 3]]],
  ],
  [
    'people behind a number',
    ['How many customers are from France?', [[2]]],
    [
      'who are they?',
      [
        [4, 'Dev Rao', 'dev@example.com', 'Paris', 'France', 'Consumer', '2024-08-30'],
        [5, 'Eva Lind', 'eva@example.com', 'Lyon', 'France', 'Business', '2025-02-14'],
      ],
    ],
    ['how many is that?', [[2]]],
    [
      'back',
      [
        [4, 'Dev Rao', 'dev@example.com', 'Paris', 'France', 'Consumer', '2024-08-30'],
        [5, 'Eva Lind', 'eva@example.com', 'Lyon', 'France', 'Business', '2025-02-14'],
      ],
    ],
    ['undo that', [[2]]],
    ['back', 'no earlier answer'],
  ],
  [
    'a new question after another',
    [
      'revenue by country',
      [
        ['France', 166],
        ['Germany', 273],
        ['Spain', 134],
      ],
    ],
    ['How many customers are there?', [[5]]],
    [
      'back',
      [
        ['France', 166],
        ['Germany', 273],
        ['Spain', 134],
      ],
    ],
  ],
]

describe('conversations over the shop', () => {
  it.each(conversations)('%s', async (_about, ...steps) => {
    expect(await talk(shop, shopToday, questionsOf(steps))).toEqual(expectedOf(steps))
  })

  it('says what a follow-up changes', async () => {
    const history: PriorQuestion[] = []
    const readings: string[] = []
    for (const question of [
      'How many orders?',
      'only for France',
      'and last month?',
      'by status',
      'as a bar chart',
      'back',
    ]) {
      const found = await translateOn(shop, question, shopToday, history)
      if (!found.understood) throw new Error(formatMessage(found.reason))
      readings.push(formatMessage(found.reading).split('. ')[0] ?? '')
      history.push({ question, sql: found.sql, state: found.state })
    }
    expect(readings.slice(1)).toEqual([
      'Same question, only for “France”',
      'Same question, only last month',
      'Same question, by status',
      'The same rows as a bar chart',
      'Back to the earlier question',
    ])
  })

  it('states that a compared period is not over', async () => {
    const found = await translateOn(shop, 'orders this year vs last year', shopToday)
    expect(found.understood ? found.assumptions.map((one) => formatMessage(one)) : []).toContain(
      'The later period (this year) is not over. Its days until 2025-06-15 are compared with all of last year',
    )
    const over = await translateOn(shop, 'revenue 2023 vs 2024', shopToday)
    expect(over.understood ? over.assumptions.map((one) => formatMessage(one)).join() : '').not.toContain('not over')
  })

  it('forgets a state that names what the schema no longer has', async () => {
    const first = await translateOn(shop, 'How many orders by status?', shopToday)
    if (!first.understood) throw new Error(formatMessage(first.reason))
    const tables = shop.catalogue.tables.filter((one) => one.name !== 'orders')
    const without = { ...shop, catalogue: { ...shop.catalogue, tables } }
    const history = [{ question: 'q', sql: first.sql, state: first.state }]
    for (const question of ['sort it descending', 'back', 'as a chart'])
      expect((await translateOn(without, question, shopToday, history)).understood).toBe(false)
  })
})

describe('comparisons of two periods as a first question', () => {
  it.each<Step>([
    ['revenue 2023 vs 2024', [[0, 215, null]]],
    [
      'revenue by country 2024 vs 2025',
      [
        ['France', 0, 166, null],
        ['Germany', 135, 138, 2.2],
        ['Spain', 80, 54, -32.5],
      ],
    ],
    ['orders this month compared with last month', [[2, 1, -50]]],
    ['how does revenue this year compare to last year?', [[215, 358, 66.5]]],
    ['change in revenue from 2024 to 2025', [[215, 358, 66.5]]],
    ['compare average order value between 2024 and 2025', [[71.7, 71.6, -0.1]]],
    [
      'compare revenue in 2023, 2024 and 2025',
      [
        ['2024', 215],
        ['2025', 358],
      ],
    ],
    ['compare revenue in 2024 and May 2025', 'different lengths'],
  ])('%s', async (...step) => {
    expect(await talk(shop, shopToday, questionsOf([step]))).toEqual(expectedOf([step]))
  })
})

const folder = testDataFolder()
const today = '2018-06-15'

describe.skipIf(folder === null)(
  `conversations over unseen databases (${folder === null ? testDataReason : 'present'})`,
  () => {
    const open = (name: string) => {
      const path = join(folder ?? '', name, `${name}.sqlite`)
      if (!existsSync(path)) throw new Error(`${path} is missing`)
      return openTestDatabase(path)
    }

    it.each<[string, ...Step[]]>([
      [
        'northwind',
        ['How many orders in 2017?', [[408]]],
        ['compare with the previous year', [[152, 408, 168.4]]],
        ['only for Germany', [[24, 64, 166.7]]],
      ],
      [
        'chinook',
        [
          'top 3 artists by revenue',
          [
            ['Iron Maiden', 138.6],
            ['U2', 105.9],
            ['Metallica', 90.1],
          ],
        ],
        [
          'exclude U2',
          [
            ['Iron Maiden', 138.6],
            ['Metallica', 90.1],
            ['Led Zeppelin', 86.1],
          ],
        ],
        ['top 1 instead', [['Iron Maiden', 138.6]]],
        [
          'back',
          [
            ['Iron Maiden', 138.6],
            ['Metallica', 90.1],
            ['Led Zeppelin', 86.1],
          ],
        ],
      ],
      [
        'sakila',
        ['How many films are rated PG?', [[194]]],
        ['what share is that?', [[194, 19.4]]],
        ['and NC-17?', [[210, 21]]],
      ],
    ])('%s', async (name, ...steps) => {
      const database = open(name)
      expect(await talk(database, today, questionsOf(steps))).toEqual(expectedOf(steps))
      database.close()
    })
  },
)
