import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askModel, runs, says } from '../testing/asking-model.ts'
import { createFileWorld, type FileWorld } from '../testing/file-turn.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())

const revenue =
  'SELECT c.name, SUM(o.total) AS revenue FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name ORDER BY revenue DESC'
const count = 'SELECT COUNT(*) AS orders FROM orders'

describe('references in an answer', () => {
  test('are filled in, and the last event says where each figure comes from', async () => {
    const { answer, events, requests } = await askModel(world, 'Who earned the most?', [
      runs(revenue),
      says('{r1.name[max reve', 'nue]} earned {r1.revenue[1]}, {share(r1.revenue[1])} of all.'),
    ])
    expect(answer).toBe('Ana earned 1,234.56, 49.4% of all.')
    expect(events.at(-1)?.figures).toEqual([
      { start: 0, end: 3, sources: [{ step: 'r1', column: 0, rows: [0] }] },
      { start: 11, end: 19, sources: [{ step: 'r1', column: 1, rows: [0] }] },
      expect.objectContaining({ start: 21, end: 26 }),
    ])
    expect(requests).toHaveLength(2)
    expect(requests[0]?.text).not.toContain('{r1.')
    expect(requests[1]?.text).toContain('{r1.revenue[country=Germany]}')
    // The call that describes the rows names only tools that it offers.
    expect(requests[0]?.text).toMatch(/look first.*call ask_user/s)
    expect(requests[1]?.text).not.toMatch(/look first|call ask_user/)
  })

  test('can use every result of the turn', async () => {
    const { answer, responses } = await askModel(world, 'Orders in January and February 2026?', [
      runs(`${count} WHERE ordered_on < '2026-02-01'`),
      runs(`${count} WHERE ordered_on >= '2026-02-01' AND ordered_on < '2026-03-01'`),
      says('There was {r1.orders} order in January and {r2.orders} in February 2026.'),
    ])
    expect(responses.map(({ step }) => step)).toEqual(['r1', 'r2'])
    expect(answer).toBe('There was 1 order in January and 2 in February 2026.')
  })

  test('decide which result is shown: the one that most of them are from, and not the last one', async () => {
    const script = [
      runs(revenue, { reading: 'Revenue of each customer' }),
      runs(count, { reading: 'All orders' }),
      says('{r1.name[1]} earned {r1.revenue[1]}. There are {r2.orders} orders.'),
    ]
    const { answer, end, events } = await askModel(world, 'Who earned the most?', script)
    expect(events.at(-1)?.step).toBe('r1')
    expect(answer).toBe('Ana earned 1,234.56. There are 4 orders.')
    expect(end.answer?.result?.step).toBe('r1')
    expect(end.answer?.memory).toMatchObject({
      reading: 'Revenue of each customer',
      sql: expect.stringContaining('SUM'),
    })
  })

  test('may be corrected once, and the corrected answer replaces the first one', async () => {
    const { answer, requests } = await askModel(world, 'Who earned the most?', [
      runs(revenue),
      says('Ana earned {r1.revenue}.'),
      says('Ana earned {r1.revenue[name=Ana]}.'),
    ])
    expect(requests[2]?.text).toContain('r1.revenue is in 3 rows.')
    expect(answer).toBe('Ana earned 1,234.56.')
  })

  test('that stay wrong are left out, and the table answers if nothing is left', async () => {
    const wrong = says('Ana earned {r1.revenue}.')
    const { answer, requests } = await askModel(world, 'Who earned the most?', [runs(revenue), wrong, wrong])
    expect(answer).toBe('The result has 3 rows. First row: name Ana, revenue 1,234.56.')
    expect(requests).toHaveLength(3)
  })

  test('show values to the user that a model without data sharing has not seen', async () => {
    const { answer, requests } = await askModel(
      world,
      'Who earned the most?',
      [runs(revenue), says('{r1.name[1]} earned the most, {r1.revenue[1]}.')],
      { shareData: false },
    )
    expect(answer).toBe('Ana earned the most, 1,234.56.')
    expect(requests.map(({ text }) => text).join()).not.toMatch(/1,?234\.56/)
  })

  test('show a masked cell as the user sees it, and compute nothing with it', async () => {
    const masks = { name: 'Hidden', tables: { customers: { name: { mask_type: 'partial', pattern: 'A**' } } } }
    Object.assign(world.scope, {
      areaId: 'a',
      policies: { rowRules: null, columnRules: { rules: [masks] }, hashSalt: 's' },
    })
    const text = 'The first customer is {r1.name[1]}. The largest is {r1.id[max name]}.'
    const query = runs('SELECT id, name FROM customers ORDER BY id')
    const { answer } = await askModel(world, 'Customers?', [query, says(text), says(text)])
    Object.assign(world.scope, { areaId: null, policies: null })
    expect(answer).toBe('The first customer is A**.')
  })

  test('replace typed figures that the rows do not prove, if the model corrects its answer', async () => {
    const { answer, requests } = await askModel(world, 'Who earned the most?', [
      runs(revenue),
      says('Ana earned the most. Together they earned 9,876.54.'),
      says('Ana earned the most. Together they earned {sum(r1.revenue)}.'),
    ])
    expect(requests[2]?.text).toContain('Together they earned 9,876.54. (')
    expect(requests[2]?.text).toContain('State each figure and name by a reference')
    expect(answer).toBe('Ana earned the most. Together they earned 2,500.00.')
  })

  test('are not asked for if the model may not see the rows, because a refusal would tell it about them', async () => {
    const { answer, requests } = await askModel(
      world,
      'Who earned the most?',
      [runs(revenue), says('{r1.name[1]} earned the most. Ben earned the least.')],
      { shareData: false },
    )
    expect(requests).toHaveLength(2)
    expect(answer).toBe('Ana earned the most.')
  })

  test.each([
    ['fails', { status: 500 }],
    ['says nothing', says('')],
    ['is worse', says('Ana earned 1. Ana earned 2. Ana earned 3.')],
  ])('keep the first version if the corrected one %s', async (_, second) => {
    const { answer } = await askModel(world, 'Who earned the most?', [
      runs(revenue),
      says('Ana earned the most. Together they earned 9,876.54.'),
      second,
    ])
    expect(answer).toBe('Ana earned the most.')
  })
})
