import { expect, it } from 'vitest'
import { checkedRows } from './checked-rows.ts'

const rows = Array.from({ length: 1000 }, (_, at) => [at, 'x', null])

function slowBreath(signal?: AbortSignal) {
  const pauses: number[] = []
  const breath = {
    now: () => pauses.length * 10 + 9 * ++looks,
    pause: () => Promise.resolve(void pauses.push(looks)),
    signal,
  }
  let looks = 0
  return { breath, pauses }
}

it('checks many rows in slices', async () => {
  const { breath, pauses } = slowBreath()
  expect(await checkedRows(rows, breath)).toEqual(rows)
  expect(pauses).toHaveLength(3)
})

it('refuses what is not a row, and stops when it is canceled', async () => {
  await expect(checkedRows([...rows, ['x', {}]], slowBreath().breath)).rejects.toThrow('Invalid input')
  const stopped = slowBreath(AbortSignal.abort(new Error('canceled'))).breath
  await expect(checkedRows(rows, stopped)).rejects.toThrow('canceled')
})
