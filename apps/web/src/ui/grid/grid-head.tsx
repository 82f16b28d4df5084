/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid are positioned freely, which table elements
   do not allow */
import { memo } from 'react'
import { GridHeader } from './grid-header.tsx'
import type { SortKey } from './row-order.ts'
import type { ColumnWidths } from './use-column-widths.ts'
import type { DrawnColumn } from './use-grid-columns.ts'
import type { RowOrder } from './use-row-order.ts'

interface GridHeadProps {
  columns: DrawnColumn[]
  /** The columns that the rows are sorted by. */
  keys: readonly SortKey[]
  onSort: RowOrder['toggle']
  onResize: ColumnWidths['resize']
  focusedColumn: number | null
  onFocus: (row: number, column: number) => void
}

/** The names of the visible columns. */
export const GridHead = memo(function GridHead({
  columns,
  keys,
  onSort,
  onResize,
  focusedColumn,
  onFocus,
}: GridHeadProps) {
  return (
    <div className="sticky top-0 z-3 flex" role="row" aria-rowindex={1}>
      <div
        className="sticky left-0 z-2 flex h-(--row) w-(--index) flex-none items-center justify-end border-b border-line-strong bg-page px-2 text-xs text-faint max-md:h-11"
        role="columnheader"
        aria-colindex={1}
      >
        #
      </div>
      {columns.map((column) => (
        <GridHeader
          key={column.index}
          column={column}
          sortKey={keys.find((key) => key.column === column.index) ?? null}
          onSort={onSort}
          onResize={onResize}
          focusable={focusedColumn === column.index}
          onFocus={onFocus}
        />
      ))}
      <div className="min-w-0 flex-1 border-b border-line-strong bg-page" role="presentation" />
    </div>
  )
})
