import type { Row } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { shownCellText } from '../../../lib/cell-text.ts'
import { isNumericColumn } from '../../../lib/numeric-column.ts'
import type { ResultShape } from '../chart/chart-settings.ts'
import { chartWords } from '../chart/chart-words.ts'
import { labelOf } from '../chart/labels.ts'
import { PagedTable } from './data-table.tsx'

/** The rows in query order: the chart of type 'table'. */
export function RowTable({ rows, shape }: { rows: Row[]; shape: ResultShape }) {
  const { t } = useTranslation()
  const { columns, roles } = shape
  const words = chartWords(t)
  const cellsOf = (index: number): string[] =>
    columns.map((column, position) => {
      const cell = rows[index]?.[position] ?? null
      if (cell === null) return words.noValue
      return roles[position] === 'date' ? labelOf(cell, { isDate: true, words }) : shownCellText(cell, column)
    })
  return (
    <div className="min-w-0">
      <PagedTable
        label={t('Query rows')}
        heads={columns.map(({ name }) => name)}
        count={rows.length}
        cellsOf={cellsOf}
        isNumber={(column) => {
          const described = columns[column]
          return described !== undefined && isNumericColumn(described, column, rows)
        }}
      />
    </div>
  )
}
