/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid are positioned freely, which table elements
   do not allow */
import type { Cell, Row } from '@parlance/contract'
import { memo } from 'react'
import { shownCellText } from '../../lib/cell-text.ts'
import type { DrawnColumn } from './use-grid-columns.ts'

/** Characters of scripts that may run from right to left; other text needs no direction check. */
const maybeRightToLeft = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ud802-\ud83b\ufb1d-\ufdff\ufe70-\ufeff]/

interface GridRowProps {
  row: Row
  index: number
  /** Pixels from the first row. */
  top: number
  columns: DrawnColumn[]
  /** The column whose cell Tab reaches; null if it is in another row. */
  focusedColumn: number | null
  /** The selected columns of this row; null if there are none. */
  from: number | null
  to: number | null
  /** The column whose cell a figure comes from, or all of the row; null for none. */
  marked: number | 'all' | null
  /** Whether the mark covers single cells, whole rows, or all of a column. */
  markedAs: 'cell' | 'row' | 'column'
  onFocus: (row: number, column: number) => void
}

/**
 * One row of the visible columns. NULL is a faint word, empty text is empty, a masked value is hatched. The cells are
 * not separate components, because a hundred thousand rows may scroll past.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, top, columns, focusedColumn, from, to, marked, markedAs, onFocus } = props
  return (
    <div
      className="group/row absolute inset-x-0 top-0 flex h-7 max-md:h-9"
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        className="sticky left-0 z-1 h-7 w-(--index) flex-none border-b border-line bg-page px-2 text-right text-xs/[27px] text-faint tabular-nums group-hover/row:tint-hover max-md:h-9 max-md:leading-[35px]"
        role="rowheader"
        aria-colindex={1}
      >
        {index + 1}
      </div>
      {columns.map(({ index: position, column, width, gap, digits, numeric, maskRule, className }) => {
        const value: Cell = row[position] ?? null
        const text = value === null ? null : shownCellText(value, column, digits)
        const selected = from !== null && to !== null && position >= from && position <= to
        const isMarked = marked === 'all' || marked === position
        return (
          <div
            // Only the position identifies a column: two may have the same name.
            key={position}
            className={className}
            data-numeric={numeric || undefined}
            data-masked={maskRule !== null || undefined}
            data-marked={isMarked ? markedAs : undefined}
            role="gridcell"
            aria-colindex={position + 2}
            aria-selected={selected ? true : undefined}
            tabIndex={focusedColumn === position ? 0 : -1}
            data-cell={`${index}:${position}`}
            style={gap === 0 ? { width } : { width, marginLeft: gap }}
            dir={text !== null && maybeRightToLeft.test(text) ? 'auto' : undefined}
            onFocus={() => onFocus(index, position)}
          >
            {text ?? <span className="text-faint italic">NULL</span>}
          </div>
        )
      })}
      <div className="min-w-0 flex-1 border-b border-line bg-page" role="presentation" />
    </div>
  )
})
