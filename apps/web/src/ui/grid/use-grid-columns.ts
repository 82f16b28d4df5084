import type { ResultColumn, Row } from '@parlance/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useMemo, type RefObject } from 'react'
import { fractionDigits } from '../../lib/cell-text.ts'
import { cn } from '../../lib/cn.ts'
import type { GridResult } from './grid-range.ts'

/** Width in pixels of the column with the row numbers: as wide as the largest of them. */
export function indexWidthOf(rowCount: number): number {
  return 52 + 8 * (Math.max(4, String(rowCount).length) - 4)
}

const cellClass =
  'h-7 flex-none overflow-hidden border-b border-line bg-page px-2.5 leading-[27px] text-ellipsis whitespace-pre outline-none [unicode-bidi:isolate] group-hover/row:tint-hover focus:tint-accent focus:shadow-[inset_0_0_0_2px_var(--focus)] aria-selected:tint-accent max-md:h-9 max-md:leading-[35px]'
const stateClass =
  'data-masked:bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--bg-hover)_5px_6px)] data-masked:text-muted data-[marked=cell]:shadow-[inset_0_0_0_2px_var(--accent)] data-[marked=column]:shadow-[inset_2px_0_var(--accent),inset_-2px_0_var(--accent)] data-[marked=column]:tint-accent data-[marked=row]:shadow-[inset_0_2px_var(--accent),inset_0_-2px_var(--accent)] data-[marked=row]:tint-accent data-numeric:text-right data-numeric:tabular-nums'

/** The properties of a column that all its cells share. */
export interface DrawnColumn {
  index: number
  column: ResultColumn
  /** In pixels. */
  width: number
  /** The width in pixels of the columns before it that are not rendered. */
  gap: number
  numeric: boolean
  /** The rule that masks it; null if none does. */
  maskRule: string | null
  /** The number of decimals that its values share; null if they differ. */
  digits: number | null
  /** For its cells. */
  className: string
}

interface ColumnParts {
  scroller: RefObject<HTMLElement | null>
  result: GridResult
  numeric: boolean[]
  /** The width of each column in pixels. */
  widths: number[]
  focusedColumn: number
}

/** The visible columns, plus the first one, which is fixed, and the focused one. */
export function useGridColumns({ scroller, result, numeric, widths, focusedColumn }: ColumnParts): DrawnColumn[] {
  const { columns, rows, receipt } = result
  const indexWidth = indexWidthOf(rows.length)
  const withFixed = useCallback(
    (range: { startIndex: number; endIndex: number; overscan: number; count: number }) =>
      withExtra(range, [0, focusedColumn]),
    [focusedColumn],
  )
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled, and the values are not memoized
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    paddingStart: indexWidth,
    overscan: 2,
    rangeExtractor: withFixed,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, widths])
  const looks = useMemo(() => columnLooks(columns, rows, numeric, receipt), [columns, rows, numeric, receipt])
  // Return the same list for the same columns, so that rows need not render again.
  const shown = virtualizer.getVirtualIndexes().join(' ')
  return useMemo(() => {
    let end = indexWidth
    let before = 0
    return shown
      .split(' ')
      .map(Number)
      .flatMap((index) => {
        for (; before < index; before += 1) end += widths[before] ?? 0
        const look = looks(index)
        return look === null ? [] : [{ ...look, index, width: widths[index] ?? 0, start: end }]
      })
      .map(({ start, ...each }, at, all) => {
        const previous = all[at - 1]
        return { ...each, gap: start - (previous === undefined ? indexWidth : previous.start + previous.width) }
      })
  }, [shown, looks, widths, indexWidth])
}

/** The visible rows or columns, some around them, and others that must be rendered, in order. */
export function withExtra(
  { startIndex, endIndex, overscan, count }: { startIndex: number; endIndex: number; overscan: number; count: number },
  extra: number[],
): number[] {
  const first = Math.max(0, startIndex - overscan)
  const last = Math.min(count - 1, endIndex + overscan)
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset)
  const others = new Set(extra.filter((index) => index >= 0 && index < count && (index < first || index > last)))
  return others.size === 0 ? indexes : [...indexes, ...others].toSorted((left, right) => left - right)
}

/** The look of a column, computed when it is first rendered. */
function columnLooks(columns: ResultColumn[], rows: Row[], numeric: boolean[], receipt: GridResult['receipt']) {
  const rules = new Map(receipt?.maskedOutputs.map((mask) => [mask.index, mask.rule]))
  const known = new Map<number, Omit<DrawnColumn, 'index' | 'width' | 'gap'>>()
  return (index: number) => {
    const column = columns[index]
    if (column === undefined) return null
    const found = known.get(index) ?? lookOf(column, index, rows, { numeric: numeric[index] ?? false, rules })
    known.set(index, found)
    return found
  }
}

function lookOf(
  column: ResultColumn,
  index: number,
  rows: Row[],
  { numeric, rules }: { numeric: boolean; rules: Map<number, string> },
) {
  const maskRule = rules.get(index) ?? null
  const isDate = column.kind === 'date' || column.kind === 'time' || column.kind === 'timestamp'
  return {
    column,
    numeric,
    maskRule,
    digits: fractionDigits(column, index, rows),
    className: cn(cellClass, stateClass, isDate && 'tabular-nums', index === 0 && 'sticky left-(--index) z-1 border-r'),
  }
}
