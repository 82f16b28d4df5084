import { visibleText, type RerunSide } from '@parlance/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { shownCellText } from '../../../lib/cell-text.ts'
import { cn } from '../../../lib/cn.ts'
import { isNumericColumn } from '../../../lib/numeric-column.ts'
import cardStyles from './result-card.module.css'

const drawnAtMost = 200

interface RerunRowsProps {
  label: string
  side: RerunSide
  /** The cells that differ from the expected ones, as `row:column`. */
  marks: ReadonlySet<string>
}

/** The rows of a query that ran again just now. */
export function RerunRows({ label, side, marks }: RerunRowsProps) {
  const { t } = useTranslation()
  const { columns, results, row_count: count, truncated } = side
  const numeric = useMemo(
    () => columns.map((column, index) => isNumericColumn(column, index, results)),
    [columns, results],
  )
  if (results.length === 0) return <p className={cn('meta muted', cardStyles.cardNote)}>{t('No rows.')}</p>
  const drawn = results.slice(0, drawnAtMost)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by
          keyboard */}
      <section className={cardStyles.rows} tabIndex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
                <th key={index} scope="col" className={cn(numeric[index] === true && cardStyles.number)}>
                  {visibleText(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of one answer
              <tr key={at}>
                {columns.map((column, index) => {
                  const value = row[index] ?? null
                  const isMarked = marks.has(`${at}:${index}`)
                  return (
                    // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
                    <td
                      key={index}
                      className={cn(numeric[index] === true && cardStyles.number, isMarked && cardStyles.differs)}
                      dir="auto"
                    >
                      {value === null ? <span className="text-faint italic">NULL</span> : shownCellText(value, column)}
                      {isMarked && <span className="sr-only"> {t('(differs)')}</span>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {(truncated || count > drawn.length) && (
        <p className={cn('meta faint', cardStyles.cardNote)}>
          {t('{n, plural, one {Only the first row is shown.} other {Only the first # rows are shown.}}', {
            n: drawn.length,
          })}
        </p>
      )}
    </>
  )
}
