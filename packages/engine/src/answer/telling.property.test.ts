import { formatMessage, type Row } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import type { CalendarUnit, Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { col, computed, during, every, openTables, query, rowsIn } from '../testing/queries.ts'
import { answerTo } from '../testing/answer-to.ts'
import type { AnswerRequest } from './compose.ts'

const database = openTables(`
CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, name TEXT, first_name TEXT, last_name TEXT);
CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, shop_id INTEGER NOT NULL REFERENCES shops, sale_date DATE NOT NULL, amount_usd REAL, tip REAL);
CREATE TABLE people (person_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, town TEXT);`)
const schema = modelSchema(database.catalogue, [])
database.close()

const today = '2025-06-15'

/** The sentence about rows of a query. */
function tell(asked: Query, rows: Row[], rest: Partial<AnswerRequest> = {}): string {
  return formatMessage(answerTo(schema, { asked, rows, today }, rest))
}

const sales = rowsIn('sales')
const amount = computed('sum', 'sales.amount_usd')
const name = col('shops.name')
const byShop = { groups: [col('shops.shop_id'), name] }
const seriesBy = (unit: CalendarUnit, changes: Partial<Query> = {}) =>
  query('sales', [every(unit, 'sales.sale_date'), amount], { groups: [every(unit, 'sales.sale_date')], ...changes })

describe('the first sentence', () => {
  it.each<[string, Query, Row[], string]>([
    ['a number with its unit', query('sales', [amount]), [[1234.5]], 'The total amount usd is $1,234.5.'],
    [
      'that there are no values, and not that there are no rows,',
      query('sales', [amount]),
      [[null]],
      'No values were found for sales, so there is nothing to calculate.',
    ],
    ['no rows at all', query('shops', [name]), [], 'No shops were found.'],
    ['one row', query('shops', [name]), [['North']], 'One shop was found: North.'],
    ['two rows', query('shops', [name]), [['North'], ['South']], '2 shops were found: North and South.'],
    ['a name that is NULL', query('shops', [name]), [['North'], [null]], '2 shops were found: North and (none).'],
    [
      'as many rows as were asked for',
      query('shops', [name], { limit: 2 }),
      [['North'], ['South']],
      'The first 2 shops: North and South.',
    ],
    [
      'fewer rows than were asked for',
      query('shops', [name], { limit: 5 }),
      [['North'], ['South']],
      '2 shops were found: North and South.',
    ],
    [
      'the parts of a name without a comma',
      query('people', [col('people.first_name'), col('people.last_name'), col('people.town')]),
      [['Ann', 'Lee', 'York']],
      'One person was found: Ann Lee, York.',
    ],
    ['a single group', query('sales', [name, amount], byShop), [['North', 5]], 'The total amount usd is $5 for North.'],
    [
      'groups without any number',
      query('sales', [name, amount], byShop),
      [
        ['North', null],
        ['South', null],
      ],
      '2 rows were found: North, (none); South, (none).',
    ],
    [
      'a period that is still running',
      query('sales', [sales], { filters: [during('sales.sale_date', '2025-01-01', '2026-01-01', '2025')] }),
      [[7]],
      'There are 7 sales in 2025 so far.',
    ],
    [
      'a period that is over',
      query('sales', [sales], { filters: [during('sales.sale_date', '2024-01-01', '2025-01-01', '2024')] }),
      [[1]],
      'There is 1 sale in 2024.',
    ],
    ['a series of one period', seriesBy('quarter'), [['2025-Q1', 5]], 'The total amount usd is $5 in Q1 2025.'],
    [
      'equal periods',
      seriesBy('year'),
      [
        ['2021', 5],
        ['2022', 5],
        ['2023', 5],
      ],
      'The total amount usd is $5 in each of the 3 years.',
    ],
    [
      'a tiny rise',
      seriesBy('year'),
      [
        ['2021', 1_000_000],
        ['2022', 1_000_001],
      ],
      'The total amount usd was $1,000,001 in 2022, up less than 0.1% from $1,000,000 in 2021.',
    ],
    [
      'periods in another order',
      seriesBy('year'),
      [
        ['2022', 4],
        ['2021', 2],
      ],
      'The total amount usd was $4 in 2022, up 100% from $2 in 2021.',
    ],
  ])('says %s', (_name, asked, rows, sentence) => {
    expect(tell(asked, rows)).toBe(sentence)
  })

  it('never takes the shown rows for all rows', () => {
    const rows: Row[] = [['North'], ['South']]
    expect(tell(query('shops', [name]), rows, { truncated: true, totalRows: null })).toBe(
      'More than 2 shops were found: North and South.',
    )
    expect(tell(query('shops', [name]), rows, { truncated: true, totalRows: 40 })).toBe(
      '40 shops were found: North and South.',
    )
    expect(
      tell(
        query('sales', [name, amount], byShop),
        [
          ['North', 5],
          ['South', 3],
        ],
        { truncated: true },
      ),
    ).toMatch(/ This is based on the first 2 rows only\.$/)
  })

  it('needs no facts: it counts the rows', () => {
    const say = (rows: Row[], truncated = false) =>
      formatMessage(answerTo(schema, { asked: null, rows, today }, { truncated }))
    expect(say([])).toBe('Nothing was found.')
    expect(say([['a', 1]])).toBe('One row was found: a, 1.')
    expect(say([['a'], ['b'], ['c'], ['d']])).toBe('4 rows were found. The first three are: a; b; c.')
    expect(say([['a'], ['b']], true)).toBe('More than 2 rows were found: a; b.')
  })
})

const rounds = 60

/** The amount after some words of a sentence; null if it doesn't have them. */
function amountAfter(said: string, words: RegExp): number | null {
  const found = words.exec(said)
  const rest = found === null ? null : /^-?\$?-?([\d,.]*\d)/.exec(said.slice(found.index + found[0].length))
  return rest === null ? null : Number(rest[1]?.replaceAll(',', '')) * (rest[0].startsWith('-') ? -1 : 1)
}

/** The amounts of a sentence that aren't those of the rows; a period that is still running isn't the lowest one. */
function untrueAmounts(said: string, values: number[], done: number[]): string[] {
  const highest = amountAfter(said, /the highest \w+(?: shown)? \(/)
  const lowest = amountAfter(said, /the lowest(?: finished)? \w+(?: shown)? \(/)
  const least = Math.min(...(done.length > 1 ? done : values))
  return [
    ...(highest === null || highest === Math.max(...values) ? [] : ['highest']),
    ...(lowest === null || lowest === least ? [] : ['lowest']),
  ]
}

/** What a sentence says about all periods that isn't so. */
function untrueTrend(said: string, done: number[], hasRunning: boolean): string[] {
  const steps = done.slice(1).map((one, at) => Math.sign(one - (done[at] ?? one)))
  const isRunning = said.includes('still running')
  return [
    ...(said.includes(' rose every ') && steps.some((one) => one !== 1) ? ['rose'] : []),
    ...(said.includes(' fell every ') && steps.some((one) => one !== -1) ? ['fell'] : []),
    ...(isRunning && !hasRunning ? ['running'] : []),
    ...(/ (?:rose|fell) every /.test(said) && isRunning !== hasRunning ? ['unfinished'] : []),
    ...(/ (?:rose|fell) every .*shown/.test(said) ? ['gap'] : []),
  ]
}

describe('sentences about random rows are true', () => {
  const cellsOf: Record<'week' | 'quarter' | 'year' | 'day', string[]> = {
    day: Array.from({ length: 20 }, (_, at) => `2025-06-${String(at + 1).padStart(2, '0')}`),
    week: Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2025, 2, 31 + 7 * at)).toISOString().slice(0, 10)),
    quarter: ['2023-Q3', '2023-Q4', '2024-Q1', '2024-Q2', '2024-Q3', '2024-Q4', '2025-Q1', '2025-Q2'],
    year: ['2018', '2019', '2020', '2021', '2022', '2023', '2024', '2025'],
  }
  const running = { day: '2025-06-15', week: '2025-06-09', quarter: '2025-Q2', year: '2025' }

  it.each(['day', 'week', 'quarter', 'year'] as const)('in series by %s', (unit) => {
    const random = seeded(unit.length)
    for (let round = 0; round < rounds; round++) {
      const kept = cellsOf[unit].filter(() => random() < 0.8)
      const rows = kept.map((cell): Row => [cell, Math.round(random() * 30) - 3])
      if (rows.length < 3) continue
      const values = rows.map((row) => Number(row[1]))
      const done = rows.filter((row) => row[0] !== running[unit]).map((row) => Number(row[1]))
      const said = tell(seriesBy(unit), rows)
      const untrue = [...untrueAmounts(said, values, done), ...untrueTrend(said, done, kept.includes(running[unit]))]
      expect({ rows, said, untrue }).toEqual({ rows, said, untrue: [] })
    }
  })

  it('in groups by two numbers, with NULLs: each is the highest in its column', () => {
    const random = seeded(44)
    const asked = query('sales', [name, amount, sales], byShop)
    for (let round = 0; round < rounds; round++) {
      const rows = Array.from({ length: 2 + Math.floor(random() * 6) }, (_, at): Row => [
        `Shop ${String.fromCharCode(65 + at)}`,
        random() < 0.15 ? null : Math.round(random() * 8),
        Math.round(random() * 8),
      ])
      const said = tell(asked, rows)
      const known = rows.flatMap((row) => (row[1] === null ? [] : [Number(row[1])]))
      const most = amountAfter(said, /highest total amount usd \(/)
      const count = amountAfter(said, /the most sales \(/)
      expect({ said, most: most ?? Math.max(...known) }).toEqual({ said, most: Math.max(...known) })
      const highest = Math.max(...rows.map((row) => Number(row[2])))
      expect({ said, count: count ?? highest }).toEqual({ said, count: highest })
    }
  })

  it('in rankings from the lowest on, and never of rows that are in another order', () => {
    const random = seeded(45)
    const asked = query('sales', [name, amount], {
      ...byShop,
      order: [{ expression: amount, descending: false }],
      limit: 9,
    })
    for (let round = 0; round < rounds; round++) {
      const rows = Array.from({ length: 2 + Math.floor(random() * 6) }, (_, at): Row => [
        `Shop ${at}`,
        Math.round(random() * 6),
      ])
      const sorted = rows.toSorted((left, right) => Number(left[1]) - Number(right[1]))
      const said = tell(asked, sorted)
      expect({ said, least: amountAfter(said, /the lowest total amount usd \(/) }).toEqual({
        said,
        least: Number(sorted[0]?.[1]),
      })
      const isRanking = tell(asked, sorted.toReversed()).includes('followed by')
      expect(isRanking && sorted[0]?.[1] !== sorted.at(-1)?.[1]).toBe(false)
    }
  })

  it('whatever the rows are: strange cells and shapes never break it', () => {
    const random = seeded(46)
    const cells = [null, '', 0, -1.5, 1e21, '{x}', '2025-06', 'a'.repeat(300), true, false, '12.50', '💶', "O'Brien"]
    const shapes = [
      query('sales', [amount]),
      query('sales', [name, amount], byShop),
      query('sales', [name, amount], { ...byShop, order: [{ expression: amount, descending: true }], limit: 3 }),
      seriesBy('month'),
      query('shops', [name]),
    ]
    for (let round = 0; round < rounds; round++) {
      const asked = shapes[round % shapes.length]!
      const rows = Array.from({ length: Math.floor(random() * 5) }, () =>
        asked.select.map(() => cells[Math.floor(random() * cells.length)]!),
      )
      const said = tell(asked, rows, { truncated: random() < 0.3 })
      expect(said).toMatch(/[.…]$/)
      expect(said).not.toMatch(/undefined|NaN|\[object/)
    }
  })
})
