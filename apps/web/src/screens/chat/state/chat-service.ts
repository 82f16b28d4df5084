import { defaultAppName, type RunRequest, type Session, type TurnEvent } from '@parlance/contract'
import { ApiError } from '../../../lib/api-error.ts'
import { makeId } from '../../../lib/make-id.ts'
import { filePartsOf, type OutgoingFile } from '../../../lib/turn/attachment-files.ts'
import type { NewsLine, TurnNews } from '../../../lib/turn/turn-news.ts'
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
  /** Where other tabs of this person hear of turns. */
  news: Pick<NewsLine, 'tell'>
  /** Called when a turn has ended, so that lists can be read again. */
  onTurnEnd: () => void
}

/** What goes with a question beside its words. */
export interface AskOptions {
  files?: OutgoingFile[]
  /** Answers this one question without the configured model. */
  answerWith?: 'builtin' | undefined
}

/** Opens sessions, asks, resumes and cancels; all that shows of it is in the store. */
export function createChatService(parts: ChatServiceParts) {
  const { store, transport } = parts
  const desk = createTurnDesk(parts)
  /** The files of the last question, for asking it again. */
  let last: { turnId: string; files: OutgoingFile[] } | null = null

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

    /** Takes what happened elsewhere while this page was not looking, and follows what runs there. */
    refresh: async (sessionId: string): Promise<void> => {
      if (!store.has(sessionId) || desk.isWorking(sessionId)) return
      const session = await parts.loadSession(sessionId).catch(() => null)
      if (session === null || desk.isWorking(sessionId)) return
      const { status, conversation } = store.get(sessionId)
      const isNew = (event: TurnEvent) => event.seq > (conversation.lastSeq[event.turn_id] ?? 0)
      for (const event of session.events.filter(isNew)) store.dispatch(sessionId, { type: 'event', event })
      if (status === 'failed') store.set(sessionId, { status: 'ready' })
      if (session.running_turn_id !== null) void resume(sessionId, session.running_turn_id)
    },

    /** Follows a turn that another tab has asked for, where its session is open here. */
    hear: async ({ userId, sessionId, turnId }: TurnNews): Promise<void> => {
      if (userId !== parts.userId || !store.has(sessionId) || desk.isWorking(sessionId)) return
      if (store.get(sessionId).conversation.lastSeq[turnId] === undefined) await resume(sessionId, turnId)
    },

    /** The files that went with a turn's question, as long as this page has them. */
    filesOf: (turnId: string | null): OutgoingFile[] => (last !== null && last.turnId === turnId ? last.files : []),

    /** Asks, and resolves when the turn has ended one way or another. */
    ask: (
      sessionId: string,
      text: string,
      scope: ChatScope,
      { files = [], answerWith }: AskOptions = {},
    ): Promise<void> => {
      const turnId = makeId()
      last = { turnId, files }
      const attachments = files.map(({ name, type }) => ({ name, type }))
      store.dispatch(sessionId, { type: 'asked', turnId, text, timestamp: new Date().toISOString(), attachments })
      const request: RunRequest & { turnId: string } = {
        appName: defaultAppName,
        userId: parts.userId,
        sessionId,
        newMessage: { role: 'user', parts: [...(text === '' ? [] : [{ text }]), ...filePartsOf(files)] },
        businessAreaId: scope.businessAreaId,
        databaseConfigId: scope.databaseConfigId,
        turnId,
        ...(answerWith === undefined ? {} : { answerWith }),
      }
      return desk.work(sessionId, turnId, (onEvent, signal) => {
        let told = false
        const take = (event: TurnEvent) => {
          // The server has the turn now: whoever hears of it can follow it.
          if (!told) parts.news.tell({ userId: parts.userId, sessionId, turnId })
          told = true
          onEvent(event)
        }
        return askTurn(transport, request, take, signal)
      })
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
