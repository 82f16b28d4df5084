import type { FullResultsRequest, ResultColumn, Row } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { getArtifact } from '../../../api/sessions.ts'
import { describeError } from '../../../lib/api-error.ts'
import { saveFile } from '../../../lib/file-name.ts'
import { translate } from '../../../lib/i18n.ts'
import type { OutgoingFile } from '../../../lib/turn/attachment-files.ts'
import type { AnswerButton, ChatMessage } from '../../../lib/turn/chat-message.ts'
import { useNotices } from '../../../ui/notices.tsx'
import type { ChatParts } from './chat-parts.ts'
import { newSessionName, type BeginSession } from './use-begin-session.ts'

const isRecording = ({ type }: OutgoingFile): boolean => type.startsWith('audio/')

/** What a user can do with one answer and its rows. */
export function useAnswerActions(
  { user, store, service, sessionId, areaId, openArea }: ChatParts,
  { begin, current }: BeginSession,
  changeArea: (areaId: string) => Promise<void>,
) {
  const { t } = useTranslation()
  const { show: notify } = useNotices()
  return {
    /** Saves a file of a question again. */
    downloadFile: async (name: string): Promise<void> => {
      if (sessionId === null) return
      try {
        saveFile(await getArtifact(user.user_id, sessionId, name), name)
      } catch (error) {
        notify(describeError(error, t('Could not download the file. Try again.')), 'danger')
      }
    },

    /** Performs a button under an answer, then removes its buttons. */
    performButton: async (message: ChatMessage, button: AnswerButton): Promise<void> => {
      if (sessionId === null) return
      store.dispatch(sessionId, { type: 'buttons-dismissed', messageId: message.id })
      if (['ask_again', 'retry', 'answer_with_builtin'].includes(button.action)) {
        const { messages } = store.get(sessionId).conversation
        const question = messages.find((other) => other.kind === 'question' && other.turnId === message.turnId)
        const answerWith = button.action === 'answer_with_builtin' ? 'builtin' : undefined
        // The text of a stored question contains the transcript of its recordings.
        const files = service
          .filesOf(message.turnId)
          .filter((file) => question?.isStored !== true || !isRecording(file))
        const same = button.action === 'ask_again' && message.turnId !== null ? { turnId: message.turnId } : {}
        if (question === undefined) return
        await service.ask(sessionId, question.content, current, { files, answerWith, ...same })
      }
      if (button.action === 'edit_area' && areaId !== null) openArea(areaId)
      const wanted = /^switch_area:(.+)$/.exec(button.action)?.[1]
      if (wanted !== undefined) await changeArea(wanted)
      if (button.action === 'switch_all_tables') {
        await begin(translate(t, newSessionName), { ...current, businessAreaId: null })
      }
    },

    showAllRows: (
      messageId: string,
      full: { step: string | null; columns: ResultColumn[]; rows: Row[]; truncated: boolean },
    ): void => {
      if (sessionId !== null) store.dispatch(sessionId, { type: 'rows-loaded', messageId, ...full })
    },

    /**
     * Identifies a query for the server, which runs it on the answer's source, including a file.
     * @param step the result, if it was computed from others
     */
    fullResultsRequest: (
      sql: string,
      { turnId }: Pick<ChatMessage, 'turnId'>,
      step: string | null = null,
    ): FullResultsRequest =>
      turnId === null
        ? {
            sql_query: sql,
            session_id: sessionId,
            database_config_id: current.databaseConfigId,
            business_area_id: current.businessAreaId,
          }
        : { sql_query: sql, turn_id: turnId, ...(step !== null && { step }) },
  }
}
