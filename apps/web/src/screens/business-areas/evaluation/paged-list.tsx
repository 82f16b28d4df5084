import { evaluationPageSize } from '@parlance/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'

/** Height of a row, in pixels. */
const rowHeight = 48

export interface PagedListProps {
  label: string
  /** Number of rows, of which only some are loaded. */
  total: number
  /** Called with the pages to load: the first one, and those whose rows are visible. */
  onPages: (pages: number[]) => void
  /** The row's link; `tabIndex` decides whether Tab reaches it. Null while it is loading. */
  renderRow: (index: number, tabIndex: 0 | -1) => ReactNode
  /** Index of the open row, if it is loaded. */
  current: number | null
}

/** A list that renders only the visible rows and loads only their pages. Arrow keys move between rows. */
export function PagedList({ label, total, onPages, renderRow, current }: PagedListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<number | null>(null)
  /** The row that takes the focus once it is rendered. */
  const awaited = useRef<number | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled, and the values are not memoized
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const items = virtualizer.getVirtualItems()
  // The first page says how many rows there are, so it stays.
  const pages = [...new Set([0, ...items.map(({ index }) => Math.floor(index / evaluationPageSize))])].join()
  useEffect(() => {
    onPages(pages.split(',').map(Number))
    // oxlint-disable-next-line react/exhaustive-deps -- `onPages` sets a state
  }, [pages])
  useEffect(() => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${awaited.current}"] a`)
    if (row === null || row === undefined) return
    awaited.current = null
    row.focus({ preventScroll: true })
  })
  const move = (event: KeyboardEvent) => {
    const from = focused ?? current ?? 0
    const targets: Record<string, number> = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: total - 1 }
    const target = targets[event.key]
    if (target === undefined || target < 0 || target >= total) return
    event.preventDefault()
    awaited.current = target
    setFocused(target)
    virtualizer.scrollToIndex(target)
  }
  const follow = ({ target }: FocusEvent<HTMLElement>) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
    if (index !== undefined) setFocused(Number(index))
  }
  const stops = new Set(items.map(({ index }) => index))
  const stop = [focused, current, items[0]?.index].find((index) => stops.has(index ?? -1))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between the links inside it
    <div className="min-h-0 flex-initial overflow-auto" ref={scroller} onKeyDown={move} onFocus={follow}>
      <ol className="relative" aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <li
            key={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            data-index={index}
            className="absolute inset-x-0 top-0"
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
          >
            {renderRow(index, index === stop ? 0 : -1)}
          </li>
        ))}
      </ol>
    </div>
  )
}
