import { visibleText, type Cell, type ResultColumn, type Row } from '@parlance/contract'
import { useMemo, type ReactNode } from 'react'
import { shownCellText } from '../lib/cell-text.ts'
import { cn } from '../lib/cn.ts'
import { isNumericColumn } from '../lib/numeric-column.ts'

interface RowsTableProps {
  label: string
  columns: ResultColumn[]
  rows: Row[]
  /** The number of rows to draw. */
  most: number
  /** More about a column, after its name. */
  headOf?: (index: number) => ReactNode
  /** The text of a value; null shows it as it is. */
  textOf?: (value: Cell, index: number) => string | null
  /** The look of a cell, and what it means. */
  markOf?: (row: number, index: number) => { className: string; meaning?: string } | null
  /** Inside a card, which has its own frame. */
  isInCard?: boolean
  className?: string
}

/** The first rows of a result as a table that scrolls on its own; the names of the columns stay in view. */
export function RowsTable({ label, columns, rows, most, isInCard = false, className, ...of }: RowsTableProps) {
  const numeric = useMemo(() => columns.map((column, index) => isNumericColumn(column, index, rows)), [columns, rows])
  const alignOf = (index: number) => (numeric[index] === true ? 'text-end tabular-nums' : 'text-start')
  return (
    <section
      className={cn(
        'max-h-80 overflow-auto focus-visible:-outline-offset-2',
        !isInCard && 'rounded-control border border-line bg-raised',
        className,
      )}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table className="min-w-full border-separate border-spacing-0 text-dense">
        <thead>
          <tr>
            {columns.map(({ name }, index) => (
              <th
                // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
                key={index}
                scope="col"
                className={cn(
                  'sticky top-0 border-b border-line-strong bg-raised py-1.5 font-medium whitespace-nowrap text-muted',
                  isInCard ? 'px-3' : 'px-2.5',
                  alignOf(index),
                )}
              >
                {visibleText(name)}
                {of.headOf?.(index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of one answer
            <tr key={at} className="group/row">
              {columns.map((column, index) => {
                const value = row[index] ?? null
                const mark = of.markOf?.(at, index) ?? null
                return (
                  <td
                    // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
                    key={index}
                    className={cn(
                      'max-w-60 truncate border-b border-line',
                      isInCard ? 'px-3 py-[5px]' : 'px-2.5 py-1 group-last/row:border-b-0',
                      alignOf(index),
                      mark?.className,
                    )}
                    dir="auto"
                  >
                    {value === null ? (
                      <span className="text-faint italic">NULL</span>
                    ) : (
                      (of.textOf?.(value, index) ?? shownCellText(value, column))
                    )}
                    {mark?.meaning !== undefined && <span className="sr-only"> {mark.meaning}</span>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
