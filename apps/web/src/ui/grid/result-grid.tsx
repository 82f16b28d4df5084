/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid are positioned freely, which table elements
   do not allow */
import type { Row } from '@parlance/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useMemo, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { plainCellText } from '../../lib/cell-text.ts'
import { useClientWidth } from '../../lib/use-client-width.ts'
import { stackedMedia, useMedia } from '../../lib/use-media.ts'
import { GridHead } from './grid-head.tsx'
import {
  cellCount,
  scrolledTo,
  type GridExcerpt,
  type GridPlace,
  type GridRange,
  type GridResult,
} from './grid-range.ts'
import { GridRow } from './grid-row.tsx'
import { createRowKeys } from './row-keys.ts'
import { SortNews } from './sort-news.tsx'
import { useColumnWidths } from './use-column-widths.ts'
import { useCopyCells } from './use-copy-cells.ts'
import { indexWidthOf, useGridColumns, withExtra } from './use-grid-columns.ts'
import { placeOfElement } from './use-grid-drag.ts'
import { useGridSelection } from './use-grid-selection.ts'
import { useRowOrder, type RowOrder } from './use-row-order.ts'
import type { FigureCells } from '../../lib/turn/figure-cells.ts'

const heights = { row: 28, header: 32 }
/** For fingers. */
const touchHeights = { row: 36, header: 44 }
const peekLength = 2000

interface ResultGridProps {
  result: GridResult
  /** Receives a function that returns the excerpt, so that it can be copied later. */
  onExcerpt: (read: () => GridExcerpt) => void
  /** The cells to mark, which scroll into view; null for none. */
  marked: FigureCells | null
  className?: string | undefined
}

/**
 * Rows as a grid. Only visible cells are rendered, so that very many rows and columns scroll smoothly; the first column
 * is fixed. Tab reaches one cell, and the arrow, Page, Home, and End keys move from it; with Shift they select, Ctrl+A
 * selects everything, and Ctrl+C copies. On a column's name, Enter sorts, and Shift with an arrow key resizes. NULL is a
 * faint word, a masked cell is hatched, and marked cells have a frame.
 */
export const ResultGrid = memo(function ResultGrid({ result, onExcerpt, marked, className }: ResultGridProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { columns: resultColumns, rows } = result
  const { numeric, widths, resize } = useColumnWidths(result, useClientWidth(scroller))
  const order = useRowOrder(rows, numeric)
  const { row: height, header: headerHeight } = useMedia(stackedMedia) ? touchHeights : heights
  const rowAt = (position: number) => rows[order.sourceOf(position)] ?? []
  const excerptOf = ({ top, bottom, left, right }: GridRange): GridExcerpt => ({
    columns: resultColumns.slice(left, right + 1),
    rows: Array.from({ length: bottom - top + 1 }, (_, offset) => rowAt(top + offset).slice(left, right + 1)),
  })
  const ends = useMemo(() => endsOf(indexWidthOf(rows.length), widths), [rows, widths])
  const peek = usePeek((row, column) => rowAt(row)[column] ?? null)
  const copy = useCopyCells()
  const selection = useGridSelection({
    geometry: { scroller, rowHeight: height, rowCount: rows.length, headerHeight, ends },
    columnCount: result.columns.length,
    reveal: (place) => reveal(scroller.current, place, { height, headerHeight, ends }),
    copy: (range) => copy(excerptOf(range)),
    widen: (column, pixels) => resize(column, (widths[column] ?? 0) + pixels),
  })
  const { focused, range } = selection
  const wanted = cellCount(range) > 1 ? range : everythingIn(rows.length, result.columns.length)
  useEffect(() => onExcerpt(() => excerptOf(wanted)))

  const isMarked = useMarkedRows(marked, { rowCount: rows.length, sourceOf: order.sourceOf }, (place) =>
    reveal(scroller.current, place, { height, headerHeight, ends }),
  )

  const columns = useGridColumns({ scroller, result, numeric, widths, focusedColumn: focused.column })
  const { visible, size } = useVisibleRows(scroller, { count: rows.length, height, focused: focused.row })
  return (
    <>
      <SortNews order={order} columns={resultColumns} />
      <div
        className={cn('relative min-h-0 flex-1 overflow-auto text-dense -outline-offset-2', className)}
        ref={scroller}
        role="grid"
        tabIndex={-1}
        aria-label={t('Result rows')}
        aria-rowcount={(result.totalRows ?? rows.length) + 1}
        aria-colcount={result.columns.length + 1}
        aria-multiselectable
        aria-readonly
        aria-busy={order.isBusy || undefined}
        style={{ '--index': `${indexWidthOf(rows.length)}px` } as Record<string, string>}
        {...peek}
        {...selection.handlers}
      >
        <div className="relative min-w-full" style={{ width: ends.at(-1) }}>
          <GridHead
            columns={columns}
            keys={order.keys}
            onSort={order.toggle}
            onResize={resize}
            focusedColumn={focused.row < 0 ? focused.column : null}
            onFocus={selection.take}
          />
          <div className="relative select-none" role="rowgroup" style={{ height: size }}>
            {visible.map(({ item, key }) => {
              const source = order.sourceOf(item.index)
              const row = rows[source]
              const inRange = item.index >= range.top && item.index <= range.bottom && cellCount(range) > 1
              return row === undefined ? null : (
                <GridRow
                  key={key}
                  row={row}
                  index={item.index}
                  top={item.start}
                  columns={columns}
                  focusedColumn={focused.row === item.index ? focused.column : null}
                  from={inRange ? range.left : null}
                  to={inRange ? range.right : null}
                  marked={isMarked(source) ? (marked?.column ?? 'all') : null}
                  markedAs={marksOf(marked)}
                  onFocus={selection.take}
                />
              )
            })}
          </div>
        </div>
      </div>
    </>
  )
})

function everythingIn(rows: number, columns: number): GridRange {
  return { top: 0, bottom: rows - 1, left: 0, right: columns - 1 }
}

/** The rows in view, some around them, and the focused one; and the height of all rows in pixels. */
function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  { count, height, focused }: { count: number; height: number; focused: number },
) {
  const withFocused = useCallback((seen: Parameters<typeof withExtra>[0]) => withExtra(seen, [focused]), [focused])
  const [keysOf] = useState(createRowKeys)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled, and the values are not memoized
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 4,
    rangeExtractor: withFocused,
  })
  const items = virtualizer.getVirtualItems()
  const keys = keysOf(
    items.map(({ index }) => index),
    focused,
  )
  return { visible: items.map((item, at) => ({ item, key: keys[at] })), size: virtualizer.getTotalSize() }
}

/** What a figure marks: its cells, whole rows, or a column. */
function marksOf(marked: FigureCells | null): 'cell' | 'row' | 'column' {
  if (marked?.column === null) return 'row'
  return marked?.rows === null ? 'column' : 'cell'
}

/** Whether a row is marked, by its index. Scrolls to the first of them when another figure is chosen. */
function useMarkedRows(
  marked: FigureCells | null,
  { rowCount, sourceOf }: { rowCount: number; sourceOf: RowOrder['sourceOf'] },
  show: (place: GridPlace) => void,
): (source: number) => boolean {
  const isMarked = useMemo(() => {
    const indexes = new Set(marked?.rows)
    // The number of all rows marks none of them, but their total marks its column.
    const isColumn = marked?.rows === null && marked.column !== null
    return (source: number) => isColumn || indexes.has(source)
  }, [marked])
  useEffect(() => {
    for (let row = 0; marked !== null && row < rowCount; row += 1) {
      if (!isMarked(sourceOf(row))) continue
      show({ row, column: marked?.column ?? 0 })
      break
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only another figure scrolls, not sorting or resizing
  }, [marked])
  return isMarked
}

/** The distance from the grid's left edge to the end of each column, in pixels. */
function endsOf(indexWidth: number, widths: number[]): number[] {
  let end = indexWidth
  return widths.map((width) => (end += width))
}

/** Scrolls just enough to show a place; the first column and the header are always visible. */
function reveal(
  scroller: HTMLElement | null,
  { row, column }: GridPlace,
  { height, headerHeight, ends }: { height: number; headerHeight: number; ends: number[] },
): void {
  if (scroller === null) return
  if (row >= 0) {
    const view = { offset: scroller.scrollTop, size: scroller.clientHeight - headerHeight, covered: 0 }
    scroller.scrollTop = scrolledTo({ start: row * height, end: (row + 1) * height }, view)
  }
  const [fixed = 0] = ends
  const span = { start: ends[column - 1] ?? 0, end: ends[column] ?? 0 }
  const view = { offset: scroller.scrollLeft, size: scroller.clientWidth, covered: fixed }
  scroller.scrollLeft = scrolledTo(span, view)
}

/** Shows the whole value of the hovered cell if the cell shows it differently, until another one is hovered. */
function usePeek(valueAt: (row: number, column: number) => Row[number]) {
  const peeked = useRef<HTMLElement | null>(null)
  // The element shows another row after scrolling.
  const clear = () => peeked.current?.removeAttribute('title')
  return {
    onScroll: clear,
    onPointerOver: ({ target }: PointerEvent) => {
      clear()
      const cell = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null
      const place = placeOfElement(cell)
      if (cell === null || place === null) return
      const value = valueAt(place.row, place.column)
      const text = value === null ? '' : plainCellText(value)
      const isWhole = value === null || (text === cell.textContent && cell.scrollWidth <= cell.clientWidth)
      if (!isWhole) cell.title = text.slice(0, peekLength)
      peeked.current = cell
    },
  }
}
