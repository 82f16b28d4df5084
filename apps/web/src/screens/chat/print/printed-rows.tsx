import { visibleText } from '@parlance/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { isNumericColumn } from '../../../lib/numeric-column.ts'
import { leftOut, shownRows } from '../copy/answer-document.ts'

/** More columns don't fit on paper; exports contain the rest. */
const printedColumns = 12

/** The first rows of a result on paper, with a note if there are more. */
export function PrintedRows({ result, most }: { result: SqlResult; most: number }) {
  const { t } = useTranslation()
  const shown = useMemo(() => shownRows(result, { rows: most, columns: printedColumns }), [result, most])
  const masked = new Set(result.receipt?.maskedOutputs.map(({ index }) => index))
  const isNumber = shown.columns.map((column, index) => isNumericColumn(column, index, result.rows))
  const align = (index: number) => cn('px-1.5 py-0.5 align-top', isNumber[index] === true ? 'text-right' : 'text-left')
  const note = leftOut(result, shown, t)
  const leftColumns = result.columns.length - shown.columns.length
  if (shown.rows.length === 0) return <p>{t('Query executed successfully but returned no rows.')}</p>
  return (
    <>
      <table className="mt-2 max-w-full border-collapse text-[11px]/4 tabular-nums">
        <thead>
          <tr>
            {shown.columns.map(({ name }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
              <th key={index} scope="col" className={cn(align(index), 'border-b border-line-strong font-medium')}>
                {visibleText(name)}
                {masked.has(index) && <em> {t('masked')}</em>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of one answer
            <tr key={at} className="break-inside-avoid">
              {shown.columns.map((_, index) => {
                const cell = row[index] ?? null
                return (
                  <td
                    // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
                    key={index}
                    className={cn(align(index), 'isolate border-b border-line wrap-anywhere whitespace-pre-wrap')}
                    dir="auto"
                  >
                    {cell === null ? <i className="text-faint">NULL</i> : shown.textOf(cell, index)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {(note !== null || leftColumns > 0) && (
        <p className="mt-1 text-(length:--text-meta) text-muted">
          {[
            note,
            leftColumns > 0
              ? t('{n, plural, one {# more column is} other {# more columns are}} left out.', { n: leftColumns })
              : null,
          ]
            .filter((part) => part !== null)
            .join(' ')}
        </p>
      )}
    </>
  )
}
