import { message, type SessionListItem } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { nameFromQuestion } from '../../../lib/session-name.ts'
import { readFiles } from '../../../lib/turn/attachment-files.ts'
import { mayAskAgain } from '../../../lib/turn/turn-errors.ts'
import { useNotices } from '../../../ui/notices.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import type { ChatParts } from './chat-parts.ts'
import { newSessionName, type BeginSession } from './use-begin-session.ts'
import { defaultArea } from './use-scope.ts'

/** The user's actions on conversations, with all confirmations and failures. */
export function useConversationActions(parts: ChatParts, { begin, current, hasQuestions, open }: BeginSession) {
  const { t } = useTranslation()
  const { show: notify } = useNotices()
  const { sessions, scope, service, sessionId, setProblem } = parts
  const removals = useRemovals(parts)

  return {
    ...removals,
    newConversation: () => begin(translate(t, newSessionName), current),

    startNew: async ({ because }: { because: 'none' | 'failed' }) => {
      const businessAreaId = defaultArea(scope.areaList)?.area_id ?? null
      const failure = message('Failed to create a new session. Please try again.')
      await begin(translate(t, newSessionName), { ...current, businessAreaId }, failure)
      if (because === 'failed') setProblem(t('Failed to load conversation history. Starting fresh session.'))
    },

    open,

    reopen: async () => {
      if (sessionId !== null) await service.open(sessionId)
    },

    /**
     * The first question names the conversation. Files without text are a question too. Resolves to why the server
     * refused the files; null if it accepted them, or if asking again may help.
     */
    ask: async (text: string, chosen: File[] = []): Promise<ApiError | null> => {
      if (sessionId === null) return null
      setProblem(null)
      const files = await readFiles(chosen).catch(() => null)
      if (files === null) {
        setProblem(t('Could not read a file. Attach it again.'))
        return null
      }
      const isFirst = !hasQuestions(sessionId)
      const name = nameFromQuestion(text === '' ? (files[0]?.name ?? '') : text)
      const onReached = () => {
        if (isFirst) void sessions.rename(sessionId, name).catch(() => undefined)
      }
      const failure = await service.ask(sessionId, text, current, { files, onReached })
      return files.length > 0 && failure instanceof ApiError && !mayAskAgain(failure) ? failure : null
    },

    leaveFile: async () => {
      if (sessionId === null) return
      await sessions
        .leaveFile(sessionId)
        .catch((error: unknown) =>
          notify(describeError(error, t('Could not stop using the file. Try again.')), 'danger'),
        )
    },

    cancel: async () => {
      if (sessionId === null) return
      await service
        .cancel(sessionId)
        .catch(() => notify(t('Failed to cancel the operation. The process may have already completed.'), 'danger'))
    },

    rename: (id: string, name: string) => {
      if (name.trim() === '') return
      void sessions.rename(id, name.trim()).catch(() => notify(t('Could not save the new name. Try again.'), 'danger'))
    },
  }
}

function useRemovals({ sessions, store, sessionId }: ChatParts) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const { show: notify } = useNotices()
  return {
    /** The side menu asks about a conversation, the open one's own action about a session. */
    remove: async (session: SessionListItem, called: 'conversation' | 'session' = 'conversation') => {
      const question =
        called === 'session'
          ? { text: t('Are you sure you want to delete this session?'), confirm: t('Delete session') }
          : { text: t('Are you sure you want to delete this conversation?'), confirm: t('Delete conversation') }
      if (!(await ask({ ...question, danger: true }))) return
      try {
        const left = await sessions.remove(session.id)
        store.remove(session.id)
        if (session.id === sessionId) await sessions.show(left[0]?.id, true)
      } catch {
        notify(t('Failed to delete conversation. Please try again.'), 'danger')
      }
    },

    clearAll: async () => {
      if ((sessions.list.data ?? []).length === 0) {
        notify(t('No sessions to delete.'))
        return
      }
      const text = t('Are you sure you want to delete all conversations? This action cannot be undone.')
      if (!(await ask({ text, confirm: t('Delete all conversations'), danger: true }))) return
      try {
        const { deleted, failed } = await sessions.clearAll()
        if (failed > 0) {
          notify(
            t(
              'Deleted {deleted, plural, one {# conversation} other {# conversations}}. {failed, number} failed to delete.',
              { deleted, failed },
            ),
            'danger',
          )
        }
        await sessions.show(undefined, true)
      } catch {
        notify(t('Failed to clear all conversations. Please try again.'), 'danger')
      }
    },
  }
}
