import { message } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { readDraft } from '../../../lib/draft.ts'
import { readKeptFiles } from '../../../lib/kept-files.ts'
import type { ChatParts } from './chat-parts.ts'
import type { ChatScope } from './chat-service.ts'
import { translate } from '../../../lib/i18n.ts'

export const newSessionName = message('New conversation')
export const createFailure = message('Failed to create new session. Please try again.')

/** How to start a session, for every caller that starts one. */
export function useBeginSession(parts: ChatParts) {
  const { t } = useTranslation()
  const { sessions, scope, store, sessionId, setProblem } = parts
  const own = scope.configurations.data?.find((candidate) => candidate.id === parts.session?.database_config_id)
  const database = own ?? scope.database
  const current: ChatScope = { databaseConfigId: database?.id ?? null, businessAreaId: parts.areaId }
  const hasQuestions = (id: string | null) =>
    store.get(id).conversation.messages.some((message) => message.kind === 'question')

  /** The open session if nothing was asked in it. */
  const unusedSession = (): string | null =>
    sessionId !== null && store.get(sessionId).status === 'ready' && !hasQuestions(sessionId) ? sessionId : null

  /** Creates a session and shows it; deletes the previous one if it was never used. */
  const begin = async (name: string, chosen: ChatScope): Promise<void> => {
    const unused = unusedSession()
    const created = await sessions.create(name, chosen)
    store.set(created.id, { status: 'ready' })
    parts.setAreaId(chosen.businessAreaId)
    setProblem(null)
    // Back must not lead to an address without a conversation, or to a deleted one.
    await sessions.show(created.id, sessionId === null || unused !== null)
    if (unused !== null) await sessions.remove(unused).catch(() => undefined)
  }

  /** Shows another session; deletes the previous one if it was never used and nothing is written in it. */
  const open = async (id: string): Promise<void> => {
    const left = unusedSession()
    const isEmpty = left !== null && left !== id && readDraft(left) === '' && (await readKeptFiles(left)).length === 0
    await sessions.show(id, isEmpty)
    if (isEmpty) await sessions.remove(left).catch(() => undefined)
  }

  return {
    /** The database and area of the next question. */
    current,
    hasQuestions,
    open,
    /** Starts a session; if that fails, the text is shown above the composer. */
    begin: (name: string, chosen: ChatScope, failure = createFailure): Promise<void> =>
      begin(name, chosen).catch(() => setProblem(translate(t, failure))),
  }
}

export type BeginSession = ReturnType<typeof useBeginSession>
