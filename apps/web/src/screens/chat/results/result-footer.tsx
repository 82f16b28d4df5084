import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadFullResults } from '../../../api/query.ts'
import { formatClock, formatCount } from '../../../lib/format.ts'
import type { ChatMessage, SqlResult } from '../../../lib/turn/chat-message.ts'
import { useQuestions } from '../../../ui/questions.tsx'
import { receiptSummary } from '../messages/receipt-summary.ts'
import type { Chat } from '../state/use-chat.ts'

interface ResultFooterProps {
  chat: Chat
  message: ChatMessage
  result: SqlResult
}

/** How many rows there are, how to get the rest, and where they come from. */
export function ResultFooter({ chat, message, result }: ResultFooterProps) {
  const { t } = useTranslation()
  const { tell } = useQuestions()
  const [loading, setLoading] = useState(false)
  const loadAll = async () => {
    setLoading(true)
    try {
      const full = await loadFullResults(chat.fullResultsRequest(result))
      chat.showAllRows(message.id, { columns: full.columns, rows: full.results, truncated: full.truncated })
    } catch {
      await tell('Failed to load full results. Please try again.')
    } finally {
      setLoading(false)
    }
  }
  const origin = [
    result.receipt === null ? null : receiptSummary(result.receipt, result.databaseMs, null, t),
    formatClock(message.timestamp),
  ]
  return (
    <footer className="foot">
      <output className="num">{rowCount(result, t)}</output>
      {result.truncated && (
        <button type="button" className="link" disabled={loading} onClick={() => void loadAll()}>
          {loading ? t('Loading...') : t('Load all rows')}
        </button>
      )}
      <span className="meta faint num desk">{origin.filter((part) => part !== null && part !== '').join(' · ')}</span>
    </footer>
  )
}

function rowCount(result: SqlResult, t: TFunction): string {
  const shown = formatCount(result.displayedRows)
  if (!result.truncated) return result.displayedRows === 1 ? t('1 row') : t('{{n}} rows', { n: shown })
  if (result.totalRows === null || result.totalRows <= result.displayedRows) {
    return t('Showing the first {{shown}} rows', { shown })
  }
  return t('Showing {{shown}} of {{total}} rows', { shown, total: formatCount(result.totalRows) })
}
