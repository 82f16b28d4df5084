import type { Row } from '@parlance/contract'
import { expect, it } from 'vitest'
import type { Breath } from '../../lib/breath.ts'
import { sortedOrder, type SortKey } from './row-order.ts'

const breath: Breath = { now: () => 0, pause: () => Promise.resolve() }
const up = (column: number): SortKey => ({ column, descending: false })
const down = (column: number): SortKey => ({ column, descending: true })

/** The sorted values of the first column, each with its position before. */
async function sorted(values: Row, keys: SortKey[], numeric: boolean) {
  const order = await sortedOrder(
    values.map((value) => [value]),
    keys,
    [numeric],
    breath,
  )
  return [...order].map((index) => `${values[index]}@${index}`)
}

it('puts NULL last in both directions, and keeps the order of equal rows', async () => {
  const values = [null, 2, 10, 2, null, -1]
  expect(await sorted(values, [up(0)], true)).toEqual(['-1@5', '2@1', '2@3', '10@2', 'null@0', 'null@4'])
  expect(await sorted(values, [down(0)], true)).toEqual(['10@2', '2@1', '2@3', '-1@5', 'null@0', 'null@4'])
})

it('sorts decimals that arrive as text, and numbers before other texts', async () => {
  expect(await sorted(['n/a', '10.50', 9, '1,200', '10.50'], [up(0)], true)).toEqual([
    '9@2',
    '10.50@1',
    '10.50@4',
    '1,200@3',
    'n/a@0',
  ])
})

it('sorts texts by language, and keeps the order of those that differ only in case', async () => {
  expect(await sorted(['b', 'a10', 'B', 'A9', true], [up(0)], false)).toEqual(['A9@3', 'a10@1', 'b@0', 'B@2', 'true@4'])
})

it('orders the rows that are equal in the first column by the next', async () => {
  const rows: Row[] = [
    ['x', 1],
    ['y', 5],
    ['x', 3],
    [null, 9],
    ['y', null],
  ]
  expect([...(await sortedOrder(rows, [up(0), down(1)], [false, true], breath))]).toEqual([2, 0, 1, 4, 3])
})

it('pauses often while it sorts many texts, and stops when aborted', async () => {
  const rows: Row[] = Array.from({ length: 5000 }, (_, index) => [`Customer ${(index * 1237) % 5000}`])
  const stop = new AbortController()
  let clock = 0
  let pauses = 0
  const slow: Breath = {
    now: () => (clock += 10),
    pause: () => {
      pauses += 1
      return Promise.resolve()
    },
    signal: stop.signal,
  }
  const order = await sortedOrder(rows, [up(0)], [false], slow)
  expect(Array.from(order.slice(0, 3), (index) => rows[index]?.[0])).toEqual(['Customer 0', 'Customer 1', 'Customer 2'])
  expect(pauses).toBeGreaterThan(200)
  stop.abort(new Error('another order'))
  await expect(sortedOrder(rows, [up(0)], [false], slow)).rejects.toThrow('another order')
})
