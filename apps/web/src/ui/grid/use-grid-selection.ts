import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { cellCount, placeAfterKey, rangeOf, type GridPlace, type GridRange } from './grid-range.ts'
import { placeOfElement, useGridDrag, type GridGeometry } from './use-grid-drag.ts'

interface GridSelectionParts {
  geometry: GridGeometry
  columnCount: number
  /** Scrolls a cell, or a column header, into view. */
  reveal: (place: GridPlace) => void
  copy: (range: GridRange) => void
  /** Widens a column by a number of pixels. */
  widen: (column: number, pixels: number) => void
}

interface Selection {
  /** The only place that Tab reaches. */
  focused: GridPlace
  anchor: GridPlace
  head: GridPlace
}

const resizeStep = 16

/**
 * One cell or column header has the focus, and a rectangle of cells is selected: with arrow, Home, End and Page keys,
 * with Shift to extend it, by dragging, and with Shift and a click. Ctrl+A selects all cells, Ctrl+C copies them.
 */
export function useGridSelection(parts: GridSelectionParts) {
  const { geometry, columnCount, reveal, copy, widen } = parts
  const { scroller, rowCount } = geometry
  const [selection, setSelection] = useState<Selection>(() => single({ row: 0, column: 0 }))
  const latest = useRef(selection)
  const wantsFocus = useRef(false)
  useEffect(() => {
    latest.current = selection
  }, [selection])

  const select = useCallback((next: Selection) => {
    latest.current = next
    setSelection(next)
  }, [])
  /** Handles focus that a click, a touch or a screen reader moved to a cell. */
  const take = useCallback(
    (row: number, column: number) => {
      const { focused } = latest.current
      if (focused.row !== row || focused.column !== column) select(single({ row, column }))
    },
    [select],
  )

  const moveTo = (wanted: GridPlace, extend: boolean) => {
    const place = {
      row: clamp(wanted.row, extend ? 0 : -1, rowCount - 1),
      column: clamp(wanted.column, 0, columnCount - 1),
    }
    select(extend ? { ...latest.current, focused: place, head: place } : single(place))
    reveal(place)
    wantsFocus.current = true
  }
  // Focus in the commit that renders the new place and removes the old one, so that no key press in between gets lost.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const { row, column } = latest.current.focused
    scroller.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus({ preventScroll: true })
  })

  const handleKeyDown = (event: KeyboardEvent) => {
    if (placeOfElement(event.target) === null || event.altKey) return
    const { focused, head } = latest.current
    // Don't use the target's place: repeated keys are faster than the focus. A dragged selection continues from its
    // end.
    const at = event.shiftKey && focused.row >= 0 ? head : focused
    const withControl = event.ctrlKey || event.metaKey
    if (withControl && handleCommand(event, latest.current)) return
    if (event.key === 'Escape' && cellCount(rangeOf(latest.current.anchor, latest.current.head)) > 1) {
      event.stopPropagation()
      select(single(latest.current.focused))
      return
    }
    if (at.row < 0 && event.shiftKey) {
      const step = { ArrowLeft: -resizeStep, ArrowRight: resizeStep }[event.key]
      if (step === undefined) return
      event.preventDefault()
      widen(at.column, step)
      return
    }
    const target = placeAfterKey(event.key, withControl, at, { rows: rowCount, columns: columnCount })
    if (target === null) return
    event.preventDefault()
    moveTo(target, event.shiftKey)
  }

  const handleCommand = (event: KeyboardEvent, { anchor, head }: Selection): boolean => {
    if (event.key === 'c' && window.getSelection()?.isCollapsed !== false) {
      event.preventDefault()
      copy(rangeOf(anchor, head))
      return true
    }
    if (event.key !== 'a') return false
    event.preventDefault()
    select({
      ...latest.current,
      anchor: { row: 0, column: 0 },
      head: { row: rowCount - 1, column: columnCount - 1 },
    })
    return true
  }

  const drag = useGridDrag(geometry, (place) => {
    const { head } = latest.current
    if (head.row !== place.row || head.column !== place.column) select({ ...latest.current, head: place })
  })
  const handlePointerDown = (event: PointerEvent) => {
    const place = placeOfElement(event.target)
    if (place === null || place.row < 0 || event.button !== 0 || event.pointerType === 'touch') return
    select(event.shiftKey ? { ...latest.current, focused: place, head: place } : single(place))
    drag(place)
  }
  return {
    focused: within(selection.focused, rowCount, columnCount),
    range: clipped(rangeOf(selection.anchor, selection.head), rowCount, columnCount),
    take,
    handlers: { onKeyDown: handleKeyDown, onPointerDown: handlePointerDown },
  }
}

function single(place: GridPlace): Selection {
  return { focused: place, anchor: place, head: place }
}

function within({ row, column }: GridPlace, rows: number, columns: number): GridPlace {
  return { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) }
}

function clipped(range: GridRange, rows: number, columns: number): GridRange {
  return { ...range, bottom: Math.min(range.bottom, rows - 1), right: Math.min(range.right, columns - 1) }
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.max(lowest, Math.min(highest, value))
}
