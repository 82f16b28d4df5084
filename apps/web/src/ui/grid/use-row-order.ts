import type { Row } from '@parlance/contract'
import { useCallback, useEffect, useState } from 'react'
import { browserBreath } from '../../lib/breath.ts'
import { sortedOrder, type SortKey } from './row-order.ts'

interface Sorted {
  rows: Row[]
  keys: readonly SortKey[]
  order: Uint32Array
}

/** The order in which the rows are shown. */
export interface RowOrder {
  /** The columns that it sorts by, the first one first. */
  keys: readonly SortKey[]
  /** Whether the rows are still being sorted. */
  isBusy: boolean
  /** The position among the result's rows of the row shown at a position. */
  sourceOf: (position: number) => number
  /** Sorts by a column, then the other way around, then not at all. @param extend keeps the other columns and their places */
  toggle: (column: number, extend: boolean) => void
}

const unsorted: readonly SortKey[] = []

/** The order of the rows, which the user chooses. Numeric columns start with the largest value. */
export function useRowOrder(rows: Row[], numeric: readonly boolean[]): RowOrder {
  const [keys, setKeys] = useState(unsorted)
  const [sorted, setSorted] = useState<Sorted | null>(null)
  useEffect(() => {
    if (keys.length === 0) return undefined
    const stop = new AbortController()
    const sort = async () => {
      try {
        const order = await sortedOrder(rows, keys, numeric, browserBreath(stop.signal))
        if (!stop.signal.aborted) setSorted({ rows, keys, order })
      } catch (error) {
        if (!stop.signal.aborted) throw error
      }
    }
    void sort()
    return () => stop.abort()
  }, [rows, keys, numeric])

  // Until the new order is known, the rows keep the order before.
  const order = keys.length > 0 && sorted?.rows === rows ? sorted.order : null
  const toggle = useCallback(
    (column: number, extend: boolean) => {
      const key = keys.find((each) => each.column === column)
      const next = nextKey(column, key, numeric[column] ?? false)
      if (!extend) setKeys(next === null ? unsorted : [next])
      else if (key === undefined) setKeys(next === null ? keys : [...keys, next])
      else setKeys(keys.flatMap((each) => (each === key ? (next ?? []) : each)))
    },
    [keys, numeric],
  )
  return {
    keys,
    isBusy: keys.length > 0 && (sorted?.rows !== rows || sorted.keys !== keys),
    sourceOf: useCallback((position: number) => order?.[position] ?? position, [order]),
    toggle,
  }
}

function nextKey(column: number, key: SortKey | undefined, startsDescending: boolean): SortKey | null {
  if (key === undefined) return { column, descending: startsDescending }
  return key.descending === startsDescending ? { column, descending: !startsDescending } : null
}
