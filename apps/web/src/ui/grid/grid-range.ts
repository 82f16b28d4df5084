import type { Row } from '@parlance/contract'
import type { SqlResult } from '../../lib/turn/chat-message.ts'

/** What a grid shows of a result. */
export interface GridResult extends Pick<SqlResult, 'columns' | 'rows' | 'totalRows'> {
  /** Says which columns are masked. */
  receipt: Pick<NonNullable<SqlResult['receipt']>, 'maskedOutputs'> | null
}

/** A cell by its position; row -1 is the header. */
export interface GridPlace {
  row: number
  column: number
}

/** A rectangle of cells, both ends included. */
export interface GridRange {
  top: number
  bottom: number
  left: number
  right: number
}

/** The selected rectangle of the rows, in their current order; it may be one cell. */
export interface GridExcerpt {
  rows: Row[]
  columns: SqlResult['columns']
}

export function rangeOf(anchor: GridPlace, head: GridPlace): GridRange {
  return {
    top: Math.max(0, Math.min(anchor.row, head.row)),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  }
}

export function cellCount(range: GridRange): number {
  return Math.max(0, range.bottom - range.top + 1) * Math.max(0, range.right - range.left + 1)
}

interface Span {
  start: number
  end: number
}

/**
 * The scroll position, in pixels, that makes a span visible; `covered` is the size of what hides the start of the view.
 */
export function scrolledTo(
  { start, end }: Span,
  { offset, size, covered }: { offset: number; size: number; covered: number },
): number {
  const first = Math.max(0, start - covered)
  return Math.min(Math.max(offset, end - size), first)
}

/** In pixels: the distance inside an edge at which dragging starts to scroll. */
const edgeZone = 12
const fastestStep = 60

/** Pixels to scroll per frame while dragging: negative before the start of a view, positive past its end. */
export function edgeStep(at: number, start: number, end: number): number {
  const past = Math.max(0, at - (end - edgeZone)) - Math.max(0, start + edgeZone - at)
  return Math.sign(past) * Math.min(fastestStep, Math.ceil(Math.abs(past) / 2))
}

/** The cell at a point of the grid's content, or the nearest one. @param ends the end of each column in pixels */
export function placeUnder(
  { x, y }: { x: number; y: number },
  { rowHeight, rowCount, ends }: { rowHeight: number; rowCount: number; ends: number[] },
): GridPlace {
  const column = ends.findIndex((end) => x < end)
  return {
    row: Math.min(rowCount - 1, Math.max(0, Math.floor(y / rowHeight))),
    column: column < 0 ? ends.length - 1 : column,
  }
}

const page = 20

/** The cell that a key moves to; null for keys that do not move. */
export function placeAfterKey(
  key: string,
  withControl: boolean,
  { row, column }: GridPlace,
  count: { rows: number; columns: number },
): GridPlace | null {
  switch (key) {
    case 'ArrowUp':
      return { row: withControl ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: withControl ? count.rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: withControl ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: withControl ? count.columns - 1 : column + 1 }
    case 'PageUp':
      return { row: Math.max(0, row - page), column }
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
