import type { CheckedExample } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { RowsTable } from '../../../components/rows-table.tsx'

/** The number of rows of a run, and the first rows, as this user may see them. */
export function ExampleRows({ result }: { result: NonNullable<CheckedExample['result']> }) {
  const { t } = useTranslation()
  const { columns, results, row_count: n, truncated } = result
  return (
    <div className="mt-2 grid min-w-0 gap-1.5">
      <output className="text-meta text-muted tabular-nums">
        {truncated
          ? t('Ran with more than {n, number} rows.', { n })
          : t('{n, plural, one {Ran with # row.} other {Ran with # rows.}}', { n })}{' '}
        {n > results.length && t('{n, plural, one {The first row:} other {The first # rows:}}', { n: results.length })}
      </output>
      {results.length > 0 && (
        <RowsTable
          className="max-h-60 w-fit max-w-full"
          label={t('First rows')}
          columns={columns}
          rows={results}
          most={results.length}
        />
      )}
    </div>
  )
}
