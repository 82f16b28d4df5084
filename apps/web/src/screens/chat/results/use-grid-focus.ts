import type { Cell } from '@parlance/contract'
import { useCallback, useState, type KeyboardEvent, type RefObject } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { plainCellText } from '../../../lib/cell-text.ts'

interface GridFocusParts {
  scroller: RefObject<HTMLElement | null>
  rowCount: number
  columnCount: number
  valueAt: (row: number, column: number) => Cell
  /** Scrolls a row into view. */
  reveal: (row: number) => void
}

const page = 20

/** One cell of the grid has the focus; arrows, Home, End and Page keys move it, Ctrl+C copies it. */
export function useGridFocus(parts: GridFocusParts) {
  const { scroller, rowCount, columnCount, valueAt, reveal } = parts
  const [wanted, setCell] = useState({ row: 0, column: 0 })
  const cell = { row: Math.min(wanted.row, rowCount - 1), column: Math.min(wanted.column, columnCount - 1) }
  const take = useCallback((row: number, column: number) => setCell({ row, column }), [])

  const moveTo = (row: number, column: number) => {
    const next = { row: clamp(row, rowCount), column: clamp(column, columnCount) }
    setCell(next)
    reveal(next.row)
    // The row may be drawn only after the scroll.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-cell="${next.row}:${next.column}"]`)?.focus(),
      ),
    )
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.cell === undefined) return
    const withControl = event.ctrlKey || event.metaKey
    if (withControl && event.key === 'c' && window.getSelection()?.isCollapsed !== false) {
      void copyText(plainCellText(valueAt(cell.row, cell.column))).catch(() => undefined)
      return
    }
    const target = targetOf(event.key, withControl, cell, { rows: rowCount, columns: columnCount })
    if (target === null || event.altKey || event.shiftKey) return
    event.preventDefault()
    moveTo(target.row, target.column)
  }
  return { cell, take, handleKeyDown }
}

function targetOf(
  key: string,
  withControl: boolean,
  { row, column }: { row: number; column: number },
  count: { rows: number; columns: number },
): { row: number; column: number } | null {
  switch (key) {
    case 'ArrowUp':
      return { row: withControl ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: withControl ? count.rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'PageUp':
      return { row: row - page, column }
    case 'PageDown':
      return { row: row + page, column }
    case 'Home':
      return { row: withControl ? 0 : row, column: 0 }
    case 'End':
      return { row: withControl ? count.rows - 1 : row, column: count.columns - 1 }
    default:
      return null
  }
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value))
}
