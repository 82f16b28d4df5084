import type { FullResultsRequest, ResultColumn, Row } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import type { ActionButton, ChatMessage, SqlResult } from '../../../lib/turn/chat-message.ts'
import type { ChatParts } from './chat-parts.ts'
import { newSessionName, type BeginSession } from './use-begin-session.ts'

/** What a person can do with one answer and its rows. */
export function useAnswerActions({ store, service, sessionId }: ChatParts, { begin, current }: BeginSession) {
  const { t } = useTranslation()
  return {
    /** Performs a button under an answer; the buttons leave with it. */
    performButton: async (message: ChatMessage, button: ActionButton): Promise<void> => {
      if (sessionId === null) return
      store.dispatch(sessionId, { type: 'buttons-dismissed', messageId: message.id })
      if (button.action === 'retry' || button.action === 'answer_with_builtin') {
        const { messages } = store.get(sessionId).conversation
        const question = messages.find((other) => other.kind === 'question' && other.turnId === message.turnId)
        const answerWith = button.action === 'answer_with_builtin' ? 'builtin' : undefined
        if (question !== undefined) await service.ask(sessionId, question.content, current, answerWith)
      }
      if (button.action === 'switch_all_tables') {
        await begin(t(newSessionName), { ...current, businessAreaId: null })
      }
    },

    showAllRows: (messageId: string, full: { columns: ResultColumn[]; rows: Row[]; truncated: boolean }): void => {
      if (sessionId !== null) store.dispatch(sessionId, { type: 'rows-loaded', messageId, ...full })
    },

    /** What names a shown query to the server. */
    fullResultsRequest: (result: SqlResult): FullResultsRequest => ({
      sql_query: result.sql,
      session_id: sessionId,
      database_config_id: current.databaseConfigId,
      business_area_id: current.businessAreaId,
    }),
  }
}
