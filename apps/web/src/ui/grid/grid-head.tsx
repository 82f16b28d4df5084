/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid are positioned freely, which table elements
   do not allow */
import { memo } from 'react'
import { GridHeader, type Header } from './grid-header.tsx'
import type { DrawnColumn } from './use-grid-columns.ts'

interface GridHeadProps {
  columns: DrawnColumn[]
  headers: Header[]
  /** A value that changes when a column is sorted or resized, because the headers keep their identity. */
  state: unknown
  focusedColumn: number | null
  onFocus: (row: number, column: number) => void
}

/** The names of the visible columns. */
export const GridHead = memo(function GridHead({ columns, headers, focusedColumn, onFocus }: GridHeadProps) {
  return (
    <div className="sticky top-0 z-3 flex" role="row" aria-rowindex={1}>
      <div
        className="sticky left-0 z-2 flex h-(--row) w-(--index) flex-none items-center justify-end border-b border-line-strong bg-page px-2 text-xs text-faint max-md:h-11"
        role="columnheader"
        aria-colindex={1}
      >
        #
      </div>
      {columns.map((column) => {
        const header = headers[column.index]
        return header === undefined ? null : (
          <GridHeader
            key={header.id}
            header={header}
            column={column}
            focusable={focusedColumn === column.index}
            onFocus={onFocus}
          />
        )
      })}
      <div className="min-w-0 flex-1 border-b border-line-strong bg-page" role="presentation" />
    </div>
  )
})
