import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useRowOrder } from './use-row-order.ts'

const rows = [
  ['b', 1],
  ['a', 1],
  ['a', 2],
]
const numeric = [false, true]

it('keeps the place of a column when it is sorted the other way around, and removes it the third time', async () => {
  const { result } = renderHook(() => useRowOrder(rows, numeric))
  const toggle = (column: number, extend: boolean) => act(async () => result.current.toggle(column, extend))
  const shown = () => [0, 1, 2].map((position) => result.current.sourceOf(position))
  await toggle(0, false)
  await toggle(1, true)
  await waitFor(() => expect(shown()).toEqual([2, 1, 0]))
  await toggle(0, true)
  await waitFor(() => expect(shown()).toEqual([0, 2, 1]))
  expect(result.current.keys).toEqual([
    { column: 0, descending: true },
    { column: 1, descending: true },
  ])
  await toggle(0, true)
  expect(result.current.keys).toEqual([{ column: 1, descending: true }])
})
