import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import type { Chat } from '../state/use-chat.ts'
import { ShownResult } from './shown-result.tsx'
import { resultIdOf, useEditedSql } from './use-edited-sql.ts'
import type { FigureCells } from '../../../lib/turn/figure-cells.ts'
import styles from './results.module.css'

interface ResultsPanelProps {
  chat: Chat
  message: ChatMessage | null
  /** The cells to mark and show; null for none. */
  cells: FigureCells | null
}

/** SQL and rows of one answer, with their actions. */
export function ResultsPanel({ chat, message, cells }: ResultsPanelProps) {
  const { t } = useTranslation()
  const edits = useEditedSql()
  const id = message === null ? null : resultIdOf(message)
  const result = message === null || id === null ? null : (edits.of(id)?.result ?? message.sqlResult)
  return (
    <section className={styles.results} aria-label={t('Query Results')}>
      {message === null || result === null ? (
        <>
          <div className={styles.head}>
            <h2>{t('Query Results')}</h2>
          </div>
          <EmptyPanel />
        </>
      ) : (
        <ShownResult
          key={resultIdOf(message)}
          chat={chat}
          message={message}
          result={result}
          edits={edits}
          cells={cells}
        />
      )}
    </section>
  )
}

function EmptyPanel() {
  const { t } = useTranslation()
  return (
    <div className={styles.empty}>
      <b>{t('No query results to display.')}</b>
      <p>{t('Execute a query from the chat to see results here.')}</p>
    </div>
  )
}
