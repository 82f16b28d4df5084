import type { FullResultsRequest, FullResultsResponse } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { receiptSummary } from '../proof/receipt-summary.ts'
import { CopyMenu } from './copy-menu.tsx'
import type { GridExcerpt } from '../../../ui/grid/grid-range.ts'
import { useAllRows } from './use-all-rows.ts'
import { LinkButton } from '../../../ui/link-button.tsx'

interface ResultFooterProps {
  result: SqlResult
  /** The database or file that was used; null if unknown. */
  sourceName: string | null
  request: FullResultsRequest
  /** Whether the rows belong to the SQL before it was edited. */
  isStale: boolean
  readExcerpt: () => GridExcerpt | null
  onAllRows: (full: FullResultsResponse) => void
  /** What else can be done with the result. */
  children: ReactNode
}

/** The number of rows, a button for the rest, their source, and other views of them. */
export function ResultFooter(props: ResultFooterProps) {
  const { result, sourceName, request, isStale, readExcerpt, onAllRows, children } = props
  const { t } = useTranslation()
  const all = useAllRows()
  const [isAsked, setAsked] = useState(false)
  // Only what the user waits for is announced; the answer already is.
  const Count = isAsked ? 'output' : 'span'
  return (
    <footer className="flex min-h-9 flex-none items-center gap-3 border-t border-line px-3 text-dense text-muted *:shrink-0 max-md:min-h-11 max-md:gap-x-1.5">
      {!result.notExecuted && (
        <Count className="tabular-nums" aria-busy={all.count !== null || undefined}>
          {all.count === null
            ? rowCount(result, t)
            : t('Loading... {n, plural, one {# row} other {# rows}}', { n: all.count })}
        </Count>
      )}
      {result.truncated && result.computedFrom === null && (
        <LinkButton
          className="max-md:min-h-11"
          onClick={() => {
            setAsked(true)
            if (all.count === null) void all.load(request, onAllRows)
            else all.cancel()
          }}
        >
          {all.count === null ? t('Load all rows') : t('Cancel')}
        </LinkButton>
      )}
      {result.rows.length > 0 && <CopyMenu read={readExcerpt} />}
      {isStale ? (
        <span className="min-w-0 shrink! grow basis-0 truncate text-right text-meta text-warning">
          {t('Rows of the SQL before your change')}
        </span>
      ) : (
        <span
          className={cn(
            'min-w-0 shrink! grow basis-0 truncate text-right text-meta text-faint tabular-nums max-md:hidden',
            // Next to the button for the rest, too little of it would be visible.
            result.truncated && '@max-[700px]/results:invisible',
          )}
        >
          {result.receipt !== null && receiptSummary(result.receipt, result, sourceName, t)}
        </span>
      )}
      {children}
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
