import { formatMessage, type Row } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import type { Understood } from '../contract.ts'
import { ask, translateOn } from '../testing/ask.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { composeAnswer } from './compose.ts'
import { formatCell, formatMeasure, formatNumber, numberOf, styleOf } from './numbers.ts'

const shop = openShop()
afterAll(() => shop.close())
const textOf = async (...questions: string[]) => (await ask(shop, shopToday, ...questions)).text

async function read(question: string): Promise<Understood> {
  const found = await translateOn(shop, question, shopToday)
  if (!found.understood) throw new Error(formatMessage(found.reason))
  return found
}

function tell(understood: Understood, rows: Row[], rest: { truncated?: boolean; totalRows?: number | null } = {}) {
  const columns = shop.columns(understood.sql).map((name) => ({ name, dataType: '', kind: 'other' as const }))
  const request = { question: '', understood, columns, rows, truncated: false, today: shopToday, ...rest }
  return formatMessage(composeAnswer(request).text)
}

describe('composeAnswer', () => {
  it.each([
    ['How many orders are there?', 'There are 8 orders.'],
    ['How many orders are cancelled?', 'There is 1 order with status “cancelled”.'],
    ['How many orders were there in 2019?', 'There are no orders in 2019.'],
    ['How many orders were there this year?', 'There are 5 orders this year so far.'],
    ['How many orders were there in 2024?', 'There are 3 orders in 2024.'],
    ['What is the average price of products?', 'The average price is 34.57.'],
    ['What is the revenue this year?', 'Revenue this year so far is 358.'],
    ['total revenue', 'Revenue is 573.'],
    ['the lowest and the highest price', 'In total, the lowest price is 12 and the highest price is 60.'],
  ])('phrases a number as a sentence: %s', async (question, text) => {
    expect(await textOf(question)).toBe(text)
  })

  it('says who leads a ranking, and who follows', async () => {
    expect(await textOf('Which two products earned the most?')).toBe(
      'Kettle has the highest revenue (150), followed by Atlas (120).',
    )
    expect(await textOf('the 3 cheapest products')).toBe(
      'Novel has the lowest price (12), followed by Rake (18) and Spade (25).',
    )
    expect(await textOf('Which customer has the most orders?')).toBe('Ben Kurz has the most orders (3).')
    expect(await textOf('which month had the most orders')).toBe('May 2025 has the most orders (2).')
  })

  it('names all who share the first place', async () => {
    const found = await read('top 3 customers by number of orders')
    expect(
      tell(found, [
        ['Ana', 3],
        ['Ben', 3],
        ['Dev', 1],
      ]),
    ).toBe('Ana and Ben share the most orders (3 each), followed by Dev (1).')
    expect(
      tell(found, [
        ['Ana', 3],
        ['Ben', 3],
      ]),
    ).toBe('Ana and Ben share the most orders (3 each).')
  })

  it('separates a name from the values next to it', async () => {
    expect(await textOf('Show the 2 most expensive products with their categories')).toMatch(
      /^Atlas, Books has the highest price \(60\), followed by Toaster, /,
    )
  })

  it('compares groups, and names those that share a value', async () => {
    expect(await textOf('number of customers per country')).toBe(
      'Of 3 countries, France and Germany have the most customers (2 each); Spain has the fewest (1).',
    )
    expect(await textOf('number of customers per city')).toBe('The number of customers is 1 for each of the 5 cities.')
    expect(await textOf('average price by category')).toBe(
      'Of 3 categories, Kitchen has the highest average price (47.5); Garden has the lowest (25.0).',
    )
  })

  it('compares groups by two measures', async () => {
    const found = await read('number of products and average price by category')
    expect(
      tell(found, [
        ['Books', 2, 36],
        ['Garden', 3, 25],
      ]),
    ).toMatch(/^Of 2 categories, Garden has the most products \(3\); Books has the highest average price \(36\)\.$/)
  })

  it('describes what it looked for when there are no rows', async () => {
    expect(await textOf('How many orders per customer in 2019?')).toBe('No orders in 2019 were found.')
    expect(await textOf('orders with status pending in 2024')).toBe(
      'No orders with status “pending” in 2024 were found.',
    )
  })

  it('counts the rows of a list and shows the first', async () => {
    expect(await textOf('customers from Germany')).toBe(
      '2 customers with country “Germany” were found: Ben Kurz and Carla Voss.',
    )
    expect(await textOf('list the names of all customers')).toBe(
      '5 customers were found: Ana Lopez, Ben Kurz, Carla Voss, and 2 more.',
    )
    expect(await textOf('which countries do our customers live in?')).toMatch(/^3 countries were found: /)
  })

  it('does not take a requested number of rows for all that there are', async () => {
    expect(await textOf('show the names of the first 2 customers')).not.toMatch(/2 customers were found/)
  })

  it('gives the total number of rows if more were counted than read', async () => {
    const found = await read('list all customers')
    const rows = shop.rows(found.sql).slice(0, 2)
    expect(tell(found, rows, { truncated: true, totalRows: 1234 })).toMatch(/^1,234 customers were found: /)
    expect(tell(found, rows, { truncated: true, totalRows: null })).toMatch(/^More than 2 customers were found: /)
    expect(tell(found, rows, { truncated: true })).toMatch(/^More than 2 customers were found: /)
  })

  it('names the rows of a wide list by their first texts that differ, not by their ids', async () => {
    const found = await read('list all customers')
    const row = (id: number, name: string, group: string) => [id, group, name, '2026-01-01']
    const columns = ['id', 'group', 'name', 'since'].map((name) => ({ name, dataType: '', kind: 'other' as const }))
    const request = { question: '', understood: found, columns, truncated: true, today: shopToday }
    const rows = [row(1, 'Ana', 'A'), row(2, 'Ben', 'A'), row(3, 'Cem', 'B'), row(4, 'Dev', 'B')]
    const text = (rest: { rows: Row[]; totalRows: number | null }) =>
      formatMessage(composeAnswer({ ...request, ...rest }).text)
    expect(text({ rows, totalRows: 900 })).toBe('900 customers were found: Ana, Ben, Cem, and 897 more.')
    expect(text({ rows, totalRows: null })).toBe('More than 4 customers were found: Ana, Ben, Cem, and more.')
    const unnamed = rows.map((cells) => cells.with(2, 'Ana'))
    expect(text({ rows: unnamed, totalRows: 900 })).toBe('900 customers were found.')
  })

  it('says that cut groups are only some of them', async () => {
    const found = await read('number of customers per city')
    expect(
      tell(
        found,
        [
          ['Berlin', 2],
          ['Paris', 1],
        ],
        { truncated: true },
      ),
    ).toMatch(/ This is based on the first 2 rows only\.$/)
  })
})

describe('a series', () => {
  it('compares two years, and marks the one that is still running', async () => {
    expect(await textOf('revenue by year')).toBe('Revenue is 358 in 2025, which is still running, after 215 in 2024.')
    const found = await read('revenue by year')
    expect(
      tell(found, [
        ['2022', 100],
        ['2023', 150],
      ]),
    ).toBe('Revenue was 150 in 2023, up 50% from 100 in 2022.')
    expect(
      tell(found, [
        ['2022', 150],
        ['2023', 100],
      ]),
    ).toBe('Revenue was 100 in 2023, down 33.3% from 150 in 2022.')
    expect(
      tell(found, [
        ['2022', 0],
        ['2023', 100],
      ]),
    ).toBe('Revenue was 100 in 2023, up from 0 in 2022.')
    expect(
      tell(found, [
        ['2022', 5],
        ['2023', 5],
      ]),
    ).toBe('Revenue is 5 in both 2022 and 2023.')
    expect(tell(found, [['2025', 5]])).toBe('Revenue is 5 in 2025, which is still running.')
  })

  it('gives the total and the best and lowest month', async () => {
    const found = await read('revenue by month')
    const rows: Row[] = [
      ['2024-11', 40],
      ['2024-12', 90.5],
      ['2025-01', 30],
      ['2025-02', 60],
    ]
    expect(tell(found, rows)).toBe(
      'Revenue from November 2024 to February 2025 is 220.5. December 2024 was the best month (90.5); January 2025 was the lowest month (30.0).',
    )
  })

  it('does not hold a month against itself that is still running', async () => {
    const found = await read('revenue by month in 2025')
    const rows: Row[] = [
      ['2025-03', 40],
      ['2025-04', 90],
      ['2025-05', 60],
      ['2025-06', 10],
    ]
    expect(tell(found, rows)).toBe(
      'Revenue in 2025 so far is 200. April was the best month (90); March was the lowest finished month (40). June is still running (10 so far).',
    )
    expect(tell(found, rows.toSpliced(3, 1, ['2025-06', 99]))).toBe(
      'Revenue in 2025 so far is 289. June is the best month (99, still running); March was the lowest month (40).',
    )
  })

  it('does not hold a week against itself that the question includes only in part', async () => {
    const found = await read('revenue by week in the last 3 weeks')
    const rows: Row[] = [
      ['2025-W21', 10],
      ['2025-W22', 40],
      ['2025-W23', 90],
      ['2025-W24', 20],
    ]
    expect(tell(found, rows)).toBe(
      'Revenue in the last 3 weeks is 160. The week of 2025-06-02 was the best week (90); the week of 2025-05-26 was the lowest finished week (40). The week of 2025-05-19 is only partly included (10). The week of 2025-06-09 is still running (20 so far).',
    )
  })

  it('says if a number rises or falls all the time, but not across a gap', async () => {
    const found = await read('revenue by month in 2025')
    const rows: Row[] = [
      ['2025-01', 10],
      ['2025-02', 20],
      ['2025-03', 30],
    ]
    expect(tell(found, rows)).toBe('Revenue in 2025 so far rose every month, from 10 in January to 30 in March.')
    expect(
      tell(
        found,
        rows.toReversed().map(([month], at) => [month ?? null, [10, 20, 30][at] ?? 0]),
      ),
    ).toContain('fell every month, from 30 in January to 10 in March')
    expect(tell(found, rows.toSpliced(1, 1, ['2025-04', 20]))).toMatch(/January was the lowest month shown/)
  })

  it('reads dates that a database returns as the first day of a month or quarter', async () => {
    const found = await read('number of orders by month')
    const rows: Row[] = [
      ['2024-11-01T00:00:00Z', 4],
      ['2024-12-01T00:00:00Z', 9],
      ['2025-01-01T00:00:00Z', 3],
    ]
    expect(tell(found, rows)).toBe(
      'There are 16 orders from November 2024 to January 2025. December 2024 was the highest month (9); January 2025 was the lowest month (3).',
    )
    const quarters = await read('number of orders by quarter')
    expect(
      tell(quarters, [
        ['2024-Q3', 4],
        ['2024-Q4', 9],
        ['2025-Q1', 3],
      ]),
    ).toContain('Q4 2024 was the highest quarter')
  })
})

describe('every sentence is true for its rows', () => {
  /** A repeatable sequence of numbers from 0 to 1. */
  function chance(seed: number): () => number {
    let state = seed
    return () => {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
      return state / 2 ** 32
    }
  }
  const seeds = Array.from({ length: 60 }, (_, at) => at + 1)
  const amount = (next: () => number): number => Math.round(next() * 20 - 2) * (next() < 0.3 ? 0.25 : 1)

  /** The number after some words; null if the text doesn't have them. */
  function numberAfter(said: string, words: RegExp): number | null {
    const found = words.exec(said)
    const text = found === null ? null : /^-?[\d,]+(?:\.\d+)?/.exec(said.slice(found.index + found[0].length))
    return text === null ? null : Number(text[0].replaceAll(',', ''))
  }

  const differs = (said: number | null, real: number): boolean => said !== null && Math.abs(said - real) > 0.005

  it.each(seeds)('in groups of random rows (%i)', async (seed) => {
    const next = chance(seed)
    const rows = Array.from({ length: 1 + Math.floor(next() * 9) }, (_, at): [string, number] => [
      `Group ${String.fromCharCode('A'.charCodeAt(0) + at)}`,
      amount(next),
    ])
    const values = rows.map(([, value]) => value)
    const [most, least] = [Math.max(...values), Math.min(...values)]
    const said = tell(await read('average price by category'), rows)
    const named = new Set(said.match(/Group [A-Z]/g))
    const isSame = most === least
    const untrue = [
      ...(differs(numberAfter(said, /highest average price \(/), most) ? ['highest'] : []),
      ...(differs(numberAfter(said, /the lowest \(/), least) ? ['lowest'] : []),
      ...(isSame === /average price is/.test(said) ? [] : ['same']),
      ...rows.flatMap(([name, value]) => (named.has(name) && value !== most && value !== least ? [name] : [])),
    ]
    expect({ said, untrue }).toEqual({ said, untrue: [] })
  })

  it.each(seeds)('in rankings of random rows (%i)', async (seed) => {
    const next = chance(seed)
    const rows = Array.from({ length: 2 + Math.floor(next() * 7) }, (_, at): [string, number] => [
      `Item ${at}`,
      amount(next),
    ])
    const sorted = rows.toSorted((left, right) => right[1] - left[1])
    const leaders = sorted.filter((row) => row[1] === sorted[0]?.[1])
    const found = await read('top 9 products by price')
    const said = tell(found, sorted)
    const isUneven = leaders.length < rows.length
    expect({ said, share: said.includes(' share ') }).toEqual({ said, share: leaders.length > 1 })
    expect({ said, follow: said.includes('followed by') }).toEqual({ said, follow: isUneven })
    // Rows in another order than the question's are never told as a ranking.
    expect(isUneven && tell(found, sorted.toReversed()).includes('followed by')).toBe(false)
  })

  it.each(seeds)('in series of random rows (%i)', async (seed) => {
    const next = chance(seed)
    const months = Array.from({ length: 12 }, (_, at) => `2024-${String(at + 1).padStart(2, '0')}`)
    const kept = months.filter((_, at) => at < 3 || next() < 0.8)
    const rows = kept.map((month): [string, number] => [month, amount(next)])
    const values = rows.map(([, value]) => value)
    const said = tell(await read('revenue by month in 2024'), rows)
    const hasGaps = months.indexOf(kept.at(-1) ?? '') >= kept.length
    const isSorted = (sign: number) => values.every((one, at) => at === 0 || sign * (one - (values[at - 1] ?? one)) > 0)
    const untrue = [
      ...(differs(numberAfter(said, /best months?(?: shown)? \(/), Math.max(...values)) ? ['best'] : []),
      ...(differs(numberAfter(said, /lowest months?(?: shown)? \(/), Math.min(...values)) ? ['lowest'] : []),
      ...(differs(numberAfter(said, /^Revenue in 2024 is (?=[-\d,.]+\. )/), sumOf(values)) ? ['total'] : []),
      ...(said.includes('rose every') && !isSorted(1) ? ['rose'] : []),
      ...(said.includes('fell every') && !isSorted(-1) ? ['fell'] : []),
      ...(hasGaps && /(?:best|lowest) months? \(/.test(said) ? ['gap'] : []),
    ]
    expect({ said, untrue }).toEqual({ said, untrue: [] })
  })

  function sumOf(values: readonly number[]): number {
    return values.reduce((sum, one) => sum + one, 0)
  }
})

describe('numbers', () => {
  it('are written like in the grid', () => {
    expect([1234567.891, 0.1 + 0.2, 0.00012, -5, 0].map((one) => formatNumber(one))).toEqual([
      '1,234,567.89',
      '0.3',
      '0.00012',
      '-5',
      '0',
    ])
    expect(formatMeasure(44971.2, styleOf([44971.2, 83436.72], '$'))).toBe('$44,971.20')
    expect(formatMeasure(-5, styleOf([-5], '€'))).toBe('-€5')
    expect(formatMeasure('12.5', styleOf(['12.5'], '%'))).toBe('12.5%')
    expect(formatMeasure(37.979166667, styleOf([37.979166667, 2], null))).toBe('37.98')
    expect(formatMeasure(-0.0001, styleOf([-0.0001, 2.5], null))).toBe('-0.0001')
    expect(formatMeasure(null, styleOf([null], '$'))).toEqual({ text: '(none)' })
  })

  it('are read from exact decimals, but not from other texts', () => {
    expect(numberOf('12.50')).toBe(12.5)
    expect(numberOf('12-50')).toBeNull()
    expect(formatCell('2024-01-01T00:00:00Z')).toBe('2024-01-01')
    expect(formatCell(null)).toEqual({ text: '(none)' })
  })
})
