import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askModel, calls, runs, says } from '../../testing/asking-model.ts'
import { createFileWorld, type FileWorld } from '../../testing/file-turn.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())

const byDaySql = 'SELECT ordered_on, total, customer_id FROM orders'
const byDay = runs(byDaySql)
const chart = { result: 'r1', type: 'line', x: 'ordered_on', y: ['total'] }

describe('drawing a chart', () => {
  test('names the columns by position, and its result is the one of the answer', async () => {
    const script = [
      byDay,
      runs('SELECT COUNT(*) AS n FROM orders'),
      calls('draw_chart', { ...chart, sort: 'x', title: 'Orders' }),
      says('See the chart.'),
    ]
    const { responses, answer, end } = await askModel(world, 'Draw the orders.', script)
    expect(responses[2]).toEqual({
      tool: 'draw_chart',
      success: true,
      step: 'r1',
      chart: {
        type: 'line',
        x: 0,
        y: [1],
        series: null,
        stack: 'none',
        lines: [],
        references: [],
        sort: 'x',
        title: 'Orders',
      },
      token_usage: expect.anything(),
    })
    expect([answer, end.answer?.result?.step]).toEqual(['See the chart.', 'r1'])
  })

  test('combines bars with a line, and marks a target', async () => {
    const combined = { ...chart, type: 'bar', y: ['total', 'customer_id'], lines: ['customer_id'], references: 20 }
    const { responses } = await askModel(world, 'Draw the orders.', [
      byDay,
      calls('draw_chart', combined),
      says('See.'),
    ])
    expect(responses[1]).toMatchObject({ chart: { type: 'bar', y: [1, 2], lines: [2], references: [20] } })
  })

  test('of a result that the same message reads', async () => {
    const query = { name: 'execute_sql_query', args: { sql_query: byDaySql } }
    const together = { toolCalls: [query, { name: 'draw_chart', args: { ...chart, y: 'total' } }] }
    const { responses } = await askModel(world, 'Draw the orders.', [together, says('See.')])
    expect(responses[1]).toMatchObject({ success: true, step: 'r1' })
  })

  test.each<[string, object, string]>([
    ['a result that does not exist', { result: 'r9' }, 'There is no result "r9". The results are r1.'],
    [
      'a column that does not exist',
      { x: 'day' },
      'r1 has no column "day". Its columns are ordered_on, total, customer_id.',
    ],
    ['a stacked line', { stack: 'stacked' }, 'Only bars can be stacked or have lines.'],
    [
      'stacked bars without a series',
      { type: 'bar', stack: 'share' },
      'Stacked bars need a series, or several columns in y.',
    ],
    [
      'bars without bars',
      { type: 'bar', lines: 'total' },
      'lines must name some of the columns in y, and leave one for the bars.',
    ],
    ['texts as numbers', { y: ['ordered_on'] }, 'ordered_on is not a column of numbers.'],
    [
      'a line without dates',
      { x: 'total', y: ['customer_id'] },
      'total is not a column of dates, which a line needs. Draw bars instead.',
    ],
    ['a pie of two columns', { type: 'pie', y: ['total', 'customer_id'] }, 'This chart takes a single column as y.'],
    [
      'a scatter with a series',
      { type: 'scatter', x: 'total', series: 'customer_id' },
      'Only lines and bars can have a series.',
    ],
    [
      'several rows in one place',
      { type: 'bar', x: 'customer_id', series: 'customer_id' },
      'Several rows have the same place in the chart. Aggregate them in SQL, or name a series.',
    ],
    [
      'a title with an invented figure',
      { title: 'Up by 300%' },
      'The title states a number that is in no result. Leave it out.',
    ],
  ])('refuses %s with the reason', async (_what, change, error) => {
    const script = [byDay, calls('draw_chart', { ...chart, ...change }), says('See the table.')]
    const { responses, requests } = await askModel(world, 'Draw the orders.', script)
    expect(responses[1]).toMatchObject({ success: false, error })
    const sent = requests[2]?.body.messages as { content: string }[]
    expect(JSON.parse(sent.at(-1)?.content ?? '')).toEqual({ success: false, error })
  })

  test.each<[string, object, RegExp]>([
    ['R01 anything that is not in the specification', { formatter: 'alert(1)' }, /Unrecognized key/],
    ['R01 another type', { type: '<script>' }, /Invalid option/],
    ['a title that is too long', { title: 'x'.repeat(200) }, /Too big/],
    ['no columns', { y: [] }, /Too small/],
  ])('refuses %s', async (_what, change, reason) => {
    const script = [byDay, calls('draw_chart', { ...chart, ...change }), says('See the table.')]
    const { responses, requests } = await askModel(world, 'Draw the orders.', script)
    expect(responses.map(({ tool, success }) => [tool, success])).toEqual([
      ['execute_sql_query', true],
      ['draw_chart', false],
    ])
    expect(JSON.stringify(requests[2]?.body.messages)).toMatch(reason)
  })

  test('R01 a title is text, whatever it contains', async () => {
    const title = '<script>alert(1)</script>'
    const { responses } = await askModel(world, 'Draw.', [
      byDay,
      calls('draw_chart', { ...chart, title: `${title}\u202E` }),
      says('See.'),
    ])
    expect(responses[1]?.chart?.title).toBe(title)
  })

  test('of one row is refused, and one of masked values too', async () => {
    const one = [runs('SELECT ordered_on, total FROM orders LIMIT 1'), calls('draw_chart', chart), says('See.')]
    expect((await askModel(world, 'Draw.', one)).responses[1]?.error).toBe('A chart needs more than one row.')
    const columnRules = {
      rules: [{ name: 'r', tables: { orders: { total: { mask_type: 'replace' as const, replacement: 'x' } } } }],
    }
    Object.assign(world.scope, { areaId: 'a1', policies: { rowRules: null, columnRules, hashSalt: 's' } })
    const { responses } = await askModel(world, 'Draw.', [byDay, calls('draw_chart', chart), says('See.')])
    Object.assign(world.scope, { areaId: null, policies: null })
    expect(responses[1]?.error).toBe('total is not a column of numbers.')
  })
})
