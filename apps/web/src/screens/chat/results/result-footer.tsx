import type { FullResultsRequest, FullResultsResponse } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../../lib/format.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { receiptSummary } from '../messages/receipt-summary.ts'
import { CopyMenu } from './copy-menu.tsx'
import type { GridExcerpt } from './grid-range.ts'
import { useAllRows } from './use-all-rows.ts'
import styles from './results.module.css'

interface ResultFooterProps {
  result: SqlResult
  /** The database or file that was used; null if unknown. */
  sourceName: string | null
  request: FullResultsRequest
  /** When the answer was given, in ISO 8601. */
  timestamp: string
  readExcerpt: () => GridExcerpt | null
  onAllRows: (full: FullResultsResponse) => void
}

/** The number of rows, a button for the rest, and their source. */
export function ResultFooter({ result, sourceName, request, timestamp, readExcerpt, onAllRows }: ResultFooterProps) {
  const { t } = useTranslation()
  const all = useAllRows()
  const origin = [
    result.receipt === null ? null : receiptSummary(result.receipt, result, sourceName, t),
    formatClock(timestamp),
  ]
  return (
    <footer className={styles.foot}>
      <output className="tabular-nums">
        {all.count === null
          ? rowCount(result, t)
          : t('Loading... {n, plural, one {# row} other {# rows}}', { n: all.count })}
      </output>
      {result.truncated && result.computedFrom === null && (
        <button
          type="button"
          className="link"
          onClick={all.count === null ? () => void all.load(request, onAllRows) : all.cancel}
        >
          {all.count === null ? t('Load all rows') : t('Cancel')}
        </button>
      )}
      {result.rows.length > 0 && <CopyMenu read={readExcerpt} />}
      <span className="meta faint tabular-nums max-md:hidden!">
        {origin.filter((part) => part !== null && part !== '').join(' · ')}
      </span>
    </footer>
  )
}

function rowCount(result: SqlResult, t: TFunction): string {
  const shown = result.displayedRows
  if (!result.truncated) return t('{n, plural, one {# row} other {# rows}}', { n: shown })
  if (result.totalRows === null || result.totalRows <= result.displayedRows) {
    return t('Showing {shown, plural, one {the first row} other {the first # rows}}', { shown })
  }
  return t('Showing {shown, number} of {total, number} rows', { shown, total: result.totalRows })
}
