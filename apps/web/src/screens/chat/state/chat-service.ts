import { defaultAppName, type RunRequest, type Session } from '@parlance/contract'
import { ApiError } from '../../../lib/api-error.ts'
import { makeId } from '../../../lib/make-id.ts'
import { conversationOf } from '../../../lib/turn/turn-reducer.ts'
import { askTurn, followToEnd, type TurnTransport } from '../../../lib/turn/turn-runner.ts'
import type { UserStore } from '../../../lib/user-store.ts'
import type { ConversationStore } from './conversation-store.ts'
import { createTurnDesk } from './turn-desk.ts'

export interface ChatScope {
  databaseConfigId: string | null
  businessAreaId: string | null
}

export interface ChatServiceParts {
  userId: string
  store: ConversationStore
  memory: UserStore
  transport: TurnTransport
  loadSession: (sessionId: string) => Promise<Session>
  cancel: (sessionId: string) => Promise<void>
  /** Called when a turn has ended, so that lists can be read again. */
  onTurnEnd: () => void
}

/** Opens sessions, asks, resumes and cancels; all that shows of it is in the store. */
export function createChatService(parts: ChatServiceParts) {
  const { store, transport } = parts
  const desk = createTurnDesk(parts)

  const resume = (sessionId: string, turnId: string): Promise<void> =>
    desk.work(sessionId, turnId, async (onEvent, signal) => {
      const after = store.get(sessionId).conversation.lastSeq[turnId] ?? 0
      const known = await followToEnd(transport, { id: turnId, after }, onEvent, signal)
      if (!known) throw new ApiError({ status: 404, statusText: '', body: null })
    })

  return {
    /** Loads a session and follows its running turn; null when it cannot be loaded. */
    open: async (sessionId: string): Promise<Session | null> => {
      if (!store.has(sessionId)) store.set(sessionId, { status: 'loading' })
      try {
        const session = await parts.loadSession(sessionId)
        if (desk.isWorking(sessionId)) return session
        store.set(sessionId, { status: 'ready', conversation: conversationOf(session.events) })
        if (session.running_turn_id !== null) void resume(sessionId, session.running_turn_id)
        return session
      } catch {
        store.set(sessionId, { status: 'failed' })
        return null
      }
    },

    /** Asks, and resolves when the turn has ended one way or another. */
    ask: (sessionId: string, text: string, scope: ChatScope, answerWith?: 'builtin'): Promise<void> => {
      const turnId = makeId()
      store.dispatch(sessionId, { type: 'asked', turnId, text, timestamp: new Date().toISOString() })
      const request: RunRequest & { turnId: string } = {
        appName: defaultAppName,
        userId: parts.userId,
        sessionId,
        newMessage: { role: 'user', parts: [{ text }] },
        businessAreaId: scope.businessAreaId,
        databaseConfigId: scope.databaseConfigId,
        turnId,
        ...(answerWith === undefined ? {} : { answerWith }),
      }
      return desk.work(sessionId, turnId, (onEvent, signal) => askTurn(transport, request, onEvent, signal))
    },

    /** Asks the server to stop; throws when it refuses. */
    cancel: async (sessionId: string): Promise<void> => {
      const giveUp = desk.giveUpLater(sessionId)
      await parts.cancel(sessionId)
      giveUp()
    },

    note: (sessionId: string, id: string, text: string): void =>
      store.dispatch(sessionId, { type: 'noted', id, text, timestamp: new Date().toISOString() }),

    /** Stops listening; the turns themselves go on at the server. */
    dispose: desk.dispose,
  }
}

export type ChatService = ReturnType<typeof createChatService>
