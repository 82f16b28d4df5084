import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import type { Chat } from '../state/use-chat.ts'
import { ShownResult } from './shown-result.tsx'
import { useEditedSql } from './use-edited-sql.ts'
import styles from './results.module.css'

/** SQL and rows of one answer, with their actions. */
export function ResultsPanel({ chat, message }: { chat: Chat; message: ChatMessage | null }) {
  const { t } = useTranslation()
  const edits = useEditedSql()
  const result = message === null ? null : (edits.of(message.id)?.result ?? message.sqlResult)
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
        <ShownResult key={message.id} chat={chat} message={message} result={result} edits={edits} />
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
