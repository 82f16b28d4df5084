import { emptyConversation, type Conversation } from '../../../lib/turn/chat-message.ts'
import { reduceConversation, type ConversationAction } from '../../../lib/turn/turn-reducer.ts'

export interface SessionState {
  status: 'loading' | 'ready' | 'failed'
  conversation: Conversation
  /** The id of the turn that is being answered; null when idle. */
  runningTurn: string | null
  /** Whether the connection to it is broken and waiting for the next try. */
  isLineBroken: boolean
  /** The current line of the model's thinking; empty unless it thinks. Nothing keeps it. */
  thought: string
}

const unknownSession: SessionState = {
  status: 'loading',
  conversation: emptyConversation,
  runningTurn: null,
  isLineBroken: false,
  thought: '',
}

/** The conversations opened on this page; a turn continues in its session while another is shown. */
export function createConversationStore() {
  const sessions = new Map<string, SessionState>()
  const listeners = new Set<() => void>()
  const set = (sessionId: string, change: Partial<SessionState>) => {
    sessions.set(sessionId, { ...(sessions.get(sessionId) ?? unknownSession), ...change })
    for (const listener of listeners) listener()
  }
  return {
    get: (sessionId: string | null): SessionState => sessions.get(sessionId ?? '') ?? unknownSession,
    has: (sessionId: string) => sessions.has(sessionId),
    set,
    dispatch: (sessionId: string, action: ConversationAction) =>
      set(sessionId, {
        conversation: reduceConversation((sessions.get(sessionId) ?? unknownSession).conversation, action),
      }),
    remove: (sessionId: string) => {
      sessions.delete(sessionId)
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type ConversationStore = ReturnType<typeof createConversationStore>
