import { visibleText } from '@parlance/contract'
import type { Row } from '@parlance/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fractionDigits, shownCellText } from '../../../lib/cell-text.ts'
import { cn } from '../../../lib/cn.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import styles from './printed-rows.module.css'

/** The limit of rows and columns on paper; exports contain the rest. */
const printedRows = 1000
const printedColumns = 30

interface PrintedRowsProps {
  result: SqlResult
  /** In the order of the grid. */
  rows: Row[]
  numeric: boolean[]
}

/** The rows on paper: all of them, not only the visible ones. */
export function PrintedRows({ result, rows, numeric }: PrintedRowsProps) {
  const { t } = useTranslation()
  const columns = result.columns.slice(0, printedColumns)
  const digits = useMemo(
    () => result.columns.slice(0, printedColumns).map((column, index) => fractionDigits(column, index, result.rows)),
    [result],
  )
  const masked = new Set(result.receipt?.maskedOutputs.map(({ index }) => index))
  const isCut = rows.length > printedRows || result.columns.length > printedColumns
  return (
    <div className={styles.paper}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
              <th key={index} scope="col" className={cn(numeric[index] === true && styles.number)}>
                {visibleText(name)}
                {masked.has(index) && <em> {t('masked')}</em>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, printedRows).map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of one answer
            <tr key={at}>
              {columns.map((column, index) => {
                const value = row[index] ?? null
                return (
                  // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
                  <td key={index} className={cn(numeric[index] === true && styles.number)} dir="auto">
                    {value === null ? (
                      <span className="text-faint italic">NULL</span>
                    ) : (
                      shownCellText(value, column, digits[index] ?? null)
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && (
        <p className="meta">
          {t(
            'Printed {rows, number} of {allRows, number} rows and {columns, number} of {allColumns, number} columns.',
            {
              rows: Math.min(rows.length, printedRows),
              allRows: rows.length,
              columns: columns.length,
              allColumns: result.columns.length,
            },
          )}
        </p>
      )}
    </div>
  )
}
