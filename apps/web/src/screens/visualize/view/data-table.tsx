import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import type { ChartData } from '../chart/chart-contract.ts'
import type { ChartSettings, ResultShape } from '../chart/chart-settings.ts'
import { measureText } from '../chart/chart-title.ts'
import { exactText } from '../chart/labels.ts'

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

const scrollLook =
  'max-h-[420px] overflow-auto rounded-(--r-panel) border border-line print:max-h-none print:overflow-visible'

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
    <section className="mt-4 lg:[.grid>&]:col-start-1 lg:[.grid>&]:mt-0" aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by
          keyboard */}
      <div className={scrollLook} tabIndex={0}>
        <table className="w-full border-separate border-spacing-0 text-(length:--text-dense) leading-5">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr>
              {heads.map((head, column) => (
                <th
                  key={column}
                  scope="col"
                  className={cn(
                    'sticky top-0 border-b border-line-strong bg-raised px-3 py-1.5 font-medium whitespace-nowrap text-muted',
                    isNumber(column) ? 'text-end' : 'text-start',
                  )}
                  dir="auto"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, index) => (
              <tr key={index} className="group/row">
                {cells.map((cell, column) => (
                  <td
                    key={column}
                    className={cn(
                      'max-w-[360px] border-b border-line px-3 py-[5px] wrap-break-word first:min-w-24 group-last/row:border-b-0',
                      isNumber(column) && 'text-end whitespace-nowrap tabular-nums',
                    )}
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
        <p className="mt-2 flex items-center gap-2 print:hidden">
          <Button size="small" onClick={() => setShown(shown + rowsAtATime)}>
            {t('Show more rows')}
          </Button>
          <span className="text-meta text-muted">
            {t('{shown, number} of {total, number} rows', { shown, total: count })}
          </span>
        </p>
      )}
    </section>
  )
}
