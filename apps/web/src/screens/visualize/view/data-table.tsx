import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import type { ChartData } from '../chart/chart-contract.ts'
import type { ChartSettings, ResultShape } from '../chart/chart-settings.ts'
import { measureText } from '../chart/chart-title.ts'
import { exactText } from '../chart/labels.ts'
import styles from '../visualize.module.css'

/** The rows shown at a time: thousands would be slow, and no one reads them. */
export const rowsAtATime = 200

/** The values of a chart with all digits, to read and for screen readers. */
export function DataTable({ data, shape, settings }: { data: ChartData; shape: ResultShape; settings: ChartSettings }) {
  const { t } = useTranslation()
  const name = (column: number | null) => (column === null ? '' : (shape.columns[column]?.name ?? ''))
  const isAlone = data.kind === 'groups' && data.series.length === 1 && settings.series === null
  const heads =
    data.kind === 'points'
      ? [name(settings.x), name(settings.y[0] ?? null)]
      : [
          name(settings.x),
          ...data.series.map((series) => (isAlone ? translate(t, measureText(settings, shape)) : series.name)),
        ]
  const count = data.kind === 'points' ? data.points.length : data.categories.length
  const cellsOf = (index: number): string[] =>
    data.kind === 'points'
      ? [...(data.points[index]?.texts ?? [])]
      : [
          data.categories[index]?.label ?? '',
          ...data.series.map(({ values }) => {
            const value = values[index] ?? null
            return value === null ? t('No value') : exactText(value)
          }),
        ]
  return <PagedTable label={t('Chart values')} heads={heads} count={count} cellsOf={cellsOf} />
}

interface PagedTableProps {
  label: string
  heads: string[]
  count: number
  cellsOf: (index: number) => string[]
  /** Whether a column is right-aligned; by default all but the first. */
  isNumber?: (column: number) => boolean
}

export function PagedTable({ label, heads, count, cellsOf, isNumber = (column) => column > 0 }: PagedTableProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(rowsAtATime)
  const rows = Array.from({ length: Math.min(shown, count) }, (_, index) => cellsOf(index))
  return (
    <section className={styles.data} aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by
          keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        <table>
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr>
              {heads.map((head, column) => (
                <th key={column} scope="col" className={isNumber(column) ? styles.number : undefined} dir="auto">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, index) => (
              <tr key={index}>
                {cells.map((cell, column) => (
                  <td
                    key={column}
                    className={isNumber(column) ? cn('tabular-nums', styles.number) : undefined}
                    dir="auto"
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > shown && (
        <p className={cn('flex items-center gap-2', styles.showMore)}>
          <Button size="small" onClick={() => setShown(shown + rowsAtATime)}>
            {t('Show more rows')}
          </Button>
          <span className="meta muted">{t('{shown, number} of {total, number} rows', { shown, total: count })}</span>
        </p>
      )}
    </section>
  )
}
