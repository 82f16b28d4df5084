import { visibleText, type ResultColumn } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../../lib/cn.ts'
import { fractionDigits, shownCellText } from '../../../../lib/cell-text.ts'
import { isNumericColumn } from '../../../../lib/numeric-column.ts'
import type { AnswerFigure } from './choose-figure.ts'
import { MoreRows } from './more-rows.tsx'

/** Wider results are read in the results panel. */
const mostColumns = 8

interface FigureTableProps {
  figure: Extract<AnswerFigure, { kind: 'table' }>
  columns: ResultColumn[]
  onMore: () => void
}

/** The first rows as a small table that scrolls sideways. */
export function FigureTable({ figure: { rows, others }, columns, onMore }: FigureTableProps) {
  const { t } = useTranslation()
  const drawn = columns.slice(0, mostColumns).map((column, index) => ({
    column,
    digits: fractionDigits(column, index, rows),
    className: cn(
      'h-7 max-w-60 truncate pr-4 last:pr-0 border-b border-line',
      isNumericColumn(column, index, rows) ? 'text-right tabular-nums' : 'text-left',
    ),
  }))
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="overflow-x-auto" tabIndex={0} aria-label={t('First rows')}>
        <table className="min-w-full text-(length:--text-dense)">
          <thead>
            <tr className="text-muted">
              {drawn.map(({ column, className }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- only the position identifies a column
                <th key={index} className={cn(className, 'font-medium')} scope="col" dir="auto">
                  {visibleText(column.name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the order is fixed
              <tr key={at}>
                {drawn.map(({ column, digits, className }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- only the position identifies a column
                  <td key={index} className={className} dir="auto">
                    {row[index] === null ? (
                      <i className="text-faint">NULL</i>
                    ) : (
                      shownCellText(row[index] ?? null, column, digits)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {others > 0 && (
        <p className="mt-1 text-(length:--text-dense)">
          <MoreRows label={t('{n, plural, one {# more row} other {# more rows}}', { n: others })} onMore={onMore} />
        </p>
      )}
    </>
  )
}
