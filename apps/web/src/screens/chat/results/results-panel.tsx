import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import type { Chat } from '../state/use-chat.ts'
import { ShownResult } from './shown-result.tsx'
import { useEditedSql } from './use-edited-sql.ts'

/** SQL and rows of one answer, with their actions. */
export function ResultsPanel({ chat, message }: { chat: Chat; message: ChatMessage | null }) {
  const { t } = useTranslation()
  const edits = useEditedSql()
  const result = message === null ? null : (edits.of(message.id)?.result ?? message.sqlResult)
  return (
    <section className="res" aria-label={t('Query Results')}>
      {message === null || result === null ? (
        <>
          <div className="res-h">
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
    <div className="res-empty">
      <b>{t('No query results to display.')}</b>
      <p>{t('Execute a query from the chat to see results here.')}</p>
    </div>
  )
}
