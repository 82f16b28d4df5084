import { expect, test } from 'vitest'
import type { Row } from '@parlance/contract'
import { figuresOf } from './choose-figure.ts'
import { isSumOfRows } from './additive.ts'

type Shown = Parameters<typeof figuresOf>[0]

const kindOf = {
  name: 'text',
  month: 'text',
  revenue: 'number',
  revenue_2024: 'number',
  change_percent: 'number',
} as const

function shown(names: (keyof typeof kindOf)[], rows: Row[], change: Partial<Shown> = {}): Shown {
  return {
    columns: names.map((name) => ({ name, dataType: '', kind: kindOf[name] })),
    rows,
    notExecuted: false,
    isSample: false,
    truncated: false,
    totalRows: rows.length,
    display: null,
    look: null,
    chart: null,
    display_sql: 'SELECT name, SUM(amount) AS revenue FROM sales GROUP BY name ORDER BY revenue DESC',
    ...change,
  }
}
const kinds = (result: Shown) => figuresOf(result).map(({ kind }) => kind)
const ranking = Array.from({ length: 36 }, (_, at): Row => [`Product ${at}`, 36 - at])

test('shows one value as a number', () => {
  expect(kinds(shown(['revenue'], [[5]]))).toEqual(['number'])
  expect(figuresOf(shown(['name', 'revenue'], [['Desk', 5]]))[0]).toMatchObject({
    kind: 'number',
    value: 1,
    names: [0],
  })
})

test('compares a value with the period before', () => {
  const months = shown(
    ['month', 'revenue'],
    [
      ['2026-09', 70],
      ['2026-10', 76],
    ],
  )
  expect(figuresOf(months)[0]).toMatchObject({ kind: 'number', row: ['2026-10', 76], before: { row: ['2026-09', 70] } })
  const sideBySide = shown(['revenue_2024', 'revenue', 'change_percent'], [[70, 76, 8.5]])
  expect(figuresOf(sideBySide)[0]).toMatchObject({ kind: 'number', value: 1, before: { value: 0 } })
})

test('shows a ranking as bars, and adds up the rows that have none', () => {
  const [bars] = figuresOf(shown(['name', 'revenue'], ranking))
  expect(bars).toMatchObject({ kind: 'bars', others: { count: 31, sum: 496 } })
  expect(bars?.kind === 'bars' && bars.rows).toEqual(ranking.slice(0, 5))
})

test('leaves a chart that looks as the question asks to the charting library', () => {
  const look = { stack: 'none' as const, lines: [], references: [10] }
  expect(kinds(shown(['name', 'revenue'], ranking, { display: 'bar', look }))).toEqual(['chart', 'bars', 'table'])
})

test('adds up no averages, and no rows after a limit', () => {
  const others = (display_sql: string) => figuresOf(shown(['name', 'revenue'], ranking, { display_sql }))[0]
  expect(others('SELECT name, AVG(amount) AS revenue FROM sales GROUP BY name')).toMatchObject({
    others: { count: 31, sum: null },
  })
  for (const sql of [
    'SELECT name, COUNT(DISTINCT buyer) FROM sales GROUP BY name',
    'SELECT name, SUM(a) / COUNT(*) AS revenue FROM sales GROUP BY name',
    'SELECT name, SUM(a) AS revenue FROM sales GROUP BY name LIMIT 36',
  ])
    expect(isSumOfRows(sql, 1)).toBe(false)
  expect(isSumOfRows('SELECT name, COUNT(*) AS n FROM sales GROUP BY name', 1)).toBe(true)
})

test('ranks nothing whose largest rows may be missing', () => {
  const unsorted = ranking.toReversed().concat([
    ['Last', 99],
    ['Least', 0],
  ])
  expect(kinds(shown(['name', 'revenue'], unsorted, { truncated: true }))).toEqual(['table'])
  expect(figuresOf(shown(['name', 'revenue'], unsorted))[0]).toMatchObject({
    rows: [['Last', 99], ['Product 0', 36], {}, {}, {}],
  })
})

test('shows values over time as a line, and names a kind that the question asks for first', () => {
  const months = Array.from({ length: 12 }, (_, at): Row => [`2026-${String(at + 1).padStart(2, '0')}`, at % 5])
  expect(kinds(shown(['month', 'revenue'], months))).toEqual(['line', 'number', 'bars', 'table'])
  expect(kinds(shown(['month', 'revenue'], months, { display: 'bar' }))[0]).toBe('bars')
  // Twelve slices are too many, which the chart says.
  expect(figuresOf(shown(['month', 'revenue'], months, { display: 'pie' }))[0]).toMatchObject({
    kind: 'chart',
    spec: { kind: 'line' },
  })
  expect(kinds(shown(['name', 'revenue'], ranking.slice(0, 4), { display: 'pie' }))[0]).toBe('chart')
})

test('shows the first rows of anything else, and nothing for a single word', () => {
  const [table] = figuresOf(
    shown(
      ['name', 'month'],
      ranking.map(([name]) => [name ?? null, 'a']),
    ),
  )
  expect(table).toMatchObject({ kind: 'table', others: 31 })
  expect(figuresOf(shown(['name'], [['Desk']]))).toEqual([])
  expect(figuresOf(shown(['name'], []))).toEqual([])
})
