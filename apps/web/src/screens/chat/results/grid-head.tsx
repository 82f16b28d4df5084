/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid are positioned freely, which table elements
   do not allow */
import { memo } from 'react'
import { cn } from '../../../lib/cn.ts'
import { GridHeader, type Header } from './grid-header.tsx'
import type { DrawnColumn } from './use-grid-columns.ts'
import styles from './grid.module.css'

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
    <div className={cn(styles.gridRow, styles.head)} role="row" aria-rowindex={1}>
      <div className={cn(styles.headCell, styles.rowNumber)} role="columnheader" aria-colindex={1}>
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
      <div className={styles.filler} role="presentation" />
    </div>
  )
})
