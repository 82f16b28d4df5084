import { useTranslation } from 'react-i18next'
import type { ChatParts } from './chat-parts.ts'
import type { ChatScope } from './chat-service.ts'

export const newSessionName = 'New conversation'
export const createFailure = 'Failed to create new session. Please try again.'

/** How a session begins, for all that begins one. */
export function useBeginSession(parts: ChatParts) {
  const { t } = useTranslation()
  const { sessions, scope, store, sessionId, setProblem } = parts
  const own = scope.configurations.data?.find((candidate) => candidate.id === parts.session?.database_config_id)
  const database = own ?? scope.database
  const current: ChatScope = { databaseConfigId: database?.id ?? null, businessAreaId: parts.areaId }
  const hasQuestions = (id: string | null) =>
    store.get(id).conversation.messages.some((message) => message.kind === 'question')

  /** Makes a session and shows it; one that was never used goes away in return. */
  const begin = async (name: string, chosen: ChatScope): Promise<void> => {
    const unused = sessionId !== null && store.get(sessionId).status === 'ready' && !hasQuestions(sessionId)
    const created = await sessions.create(name, chosen)
    store.set(created.id, { status: 'ready' })
    parts.setAreaId(chosen.businessAreaId)
    setProblem(null)
    // Back must not lead to an address without a conversation, or to one that is gone.
    await sessions.show(created.id, sessionId === null || unused)
    if (unused) await sessions.remove(sessionId).catch(() => undefined)
  }

  return {
    /** Database and area that the next question goes to. */
    current,
    hasQuestions,
    /** Begins a session; where that fails, the text shows above the composer. */
    begin: (name: string, chosen: ChatScope, failure = createFailure): Promise<void> =>
      begin(name, chosen).catch(() => setProblem(t(failure))),
  }
}

export type BeginSession = ReturnType<typeof useBeginSession>
