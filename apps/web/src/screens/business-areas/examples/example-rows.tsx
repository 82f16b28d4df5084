import { visibleText, type CheckedExample } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { shownCellText } from '../../../lib/cell-text.ts'
import { isNumericColumn } from '../../../lib/numeric-column.ts'
import styles from './examples.module.css'

/** The number of rows of a run, and the first rows, as this user may see them. */
export function ExampleRows({ result }: { result: NonNullable<CheckedExample['result']> }) {
  const { t } = useTranslation()
  const { columns, results, row_count: n, truncated } = result
  const numeric = columns.map((column, index) => isNumericColumn(column, index, results))
  return (
    <div className={styles.outcome}>
      <output className="meta muted tabular-nums">
        {truncated
          ? t('Ran with more than {n, number} rows.', { n })
          : t('{n, plural, one {Ran with # row.} other {Ran with # rows.}}', { n })}{' '}
        {n > results.length && t('{n, plural, one {The first row:} other {The first # rows:}}', { n: results.length })}
      </output>
      {results.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
        <section className={styles.rows} tabIndex={0} aria-label={t('First rows')}>
          <table>
            <thead>
              <tr>
                {columns.map(({ name }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
                  <th key={index} scope="col" className={numeric[index] === true ? 'text-end' : undefined}>
                    {visibleText(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {results.map((row, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows of one answer
                <tr key={at}>
                  {columns.map((column, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
                    <td
                      key={index}
                      dir="auto"
                      className={numeric[index] === true ? 'text-end tabular-nums' : undefined}
                    >
                      {row[index] === null ? (
                        <span className="text-faint italic">NULL</span>
                      ) : (
                        shownCellText(row[index] ?? null, column)
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}
