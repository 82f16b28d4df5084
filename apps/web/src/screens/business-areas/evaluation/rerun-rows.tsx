import type { RerunSide } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { RowsTable } from '../../../components/rows-table.tsx'

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
  const differs = { className: 'bg-(--warning-soft)', meaning: t('(differs)') }
  if (results.length === 0)
    return <p className="text-meta text-muted border-b border-line px-3 py-2">{t('No rows.')}</p>
  const drawn = Math.min(results.length, drawnAtMost)
  return (
    <>
      <RowsTable
        isInCard
        label={label}
        columns={columns}
        rows={results}
        most={drawnAtMost}
        markOf={(row, index) => (marks.has(`${row}:${index}`) ? differs : null)}
      />
      {(truncated || count > drawn) && (
        <p className="text-meta text-faint border-b border-line px-3 py-2">
          {t('{n, plural, one {Only the first row is shown.} other {Only the first # rows are shown.}}', {
            n: drawn,
          })}
        </p>
      )}
    </>
  )
}
