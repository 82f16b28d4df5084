/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a virtual grid are placed freely, which table elements cannot be */
import type { Cell, ResultColumn } from '@parlance/contract'
import { memo } from 'react'
import { cn } from '../../../lib/cn.ts'
import { plainCellText, shownCellText } from '../../../lib/cell-text.ts'

const peekLength = 2000

interface GridCellProps {
  value: Cell
  column: ResultColumn
  row: number
  index: number
  /** Pixels. */
  width: number
  numeric: boolean
  masked: boolean
  focusable: boolean
  selected: boolean
  onFocus: (row: number, column: number) => void
}

/** One value: NULL is a faint word, an empty text is empty, a masked value is hatched. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { value, column, row, index, width, numeric, masked, focusable, selected, onFocus } = props
  const isDate = column.kind === 'date' || column.kind === 'time' || column.kind === 'timestamp'
  return (
    <div
      className={cn('dg-c', numeric && 'r', isDate && 'date', index === 0 && 'c1', masked && 'mk', selected && 'sel')}
      role="gridcell"
      aria-colindex={index + 2}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
      data-cell={`${row}:${index}`}
      style={{ width }}
      dir="auto"
      title={value === null ? undefined : plainCellText(value).slice(0, peekLength)}
      onFocus={() => onFocus(row, index)}
    >
      {value === null ? <span className="null">NULL</span> : shownCellText(value, column)}
    </div>
  )
})
