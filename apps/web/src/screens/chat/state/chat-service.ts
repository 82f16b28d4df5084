import { defaultAppName, type NumberedEvent, type RunRequest } from '@parlance/contract'
import type { OpenedSession } from '../../../api/sessions.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { makeId } from '../../../lib/make-id.ts'
import { filePartsOf, type OutgoingFile } from '../../../lib/turn/attachment-files.ts'
import type { NewsLine, TurnNews } from '../../../lib/turn/turn-news.ts'
import { answerId, conversationOf } from '../../../lib/turn/turn-reducer.ts'
import { waitsForNetwork } from '../../../lib/turn/turn-errors.ts'
import { askTurn, followToEnd, type TurnListener, type TurnTransport } from '../../../lib/turn/turn-runner.ts'
import type { Network } from '../../../lib/use-online.ts'
import type { UserStore } from '../../../lib/user-store.ts'
import type { ConversationStore } from './conversation-store.ts'
import { createTurnDesk, type TurnDesk } from './turn-desk.ts'
import { createWaitingQuestions } from './waiting-questions.ts'

export interface ChatScope {
  databaseConfigId: string | null
  businessAreaId: string | null
}

export interface ChatServiceParts {
  userId: string
  store: ConversationStore
  memory: UserStore
  transport: TurnTransport
  loadSession: (sessionId: string) => Promise<OpenedSession>
  cancel: (sessionId: string) => Promise<void>
  /** Where other tabs of this user learn about turns. */
  news: Pick<NewsLine, 'tell'>
  /** Stores the text of a question until the server has it, for the next time this page opens. */
  unsent: {
    keep: (text: string, sessionId: string, turnId: string) => void
    forget: (text: string, sessionId: string) => void
  }
  network: Network
  /** Called when a turn has ended, so that lists can be reloaded. */
  onTurnEnd: () => void
}

/** What is sent with a question in addition to its text. */
export interface AskOptions {
  files?: OutgoingFile[]
  /** Answers only this question without the configured model. */
  answerWith?: 'builtin' | undefined
  /** The turn to ask again; if the server already has it, its events are joined. */
  turnId?: string
  /** Called once the server has the question. */
  onReached?: () => void
}

/** A question that is sent when the browser is online again. */
interface Waiting {
  sessionId: string
  text: string
  scope: ChatScope
  options: AskOptions & { turnId: string }
}

/** In milliseconds: the delay until a withdrawn question is checked, in case the server received it anyway. */
const takenBackDelay = 1000

/** Opens sessions, asks, resumes and cancels; everything visible is in the store. */
export function createChatService(parts: ChatServiceParts) {
  const { store, transport } = parts
  const desk = createTurnDesk(parts)
  /** The files of unanswered questions by turn, for asking again. */
  const filesOfTurns = new Map<string, OutgoingFile[]>()
  const resume = (sessionId: string, turnId: string): Promise<unknown> =>
    desk.work(sessionId, turnId, async (listener, signal) => {
      const after = store.get(sessionId).conversation.lastSeq[turnId] ?? 0
      const known = await followToEnd(transport, { id: turnId, after }, listener, signal)
      if (!known) throw new ApiError({ status: 404, statusText: '', body: null })
    })

  /**
   * Asks, and resolves when the turn has ended in any way, with the error that kept the question from reaching the
   * server, or null. Without a network, the question is sent when the browser is online again.
   */
  const ask = async (
    sessionId: string,
    text: string,
    scope: ChatScope,
    { turnId = makeId(), ...options }: AskOptions = {},
  ): Promise<unknown> => {
    const { files = [], answerWith, onReached } = options
    if (files.length > 0) filesOfTurns.set(turnId, files)
    const attachments = files.map(({ name, type }) => ({ name, type }))
    store.dispatch(sessionId, { type: 'asked', turnId, text, timestamp: new Date().toISOString(), attachments })
    const request = requestOf(parts.userId, { sessionId, turnId, text, scope, files, answerWith })
    parts.unsent.keep(text, sessionId, turnId)
    const reach = () => {
      // The server has the turn now, so other tabs can follow it.
      parts.news.tell({ userId: parts.userId, sessionId, turnId })
      parts.unsent.forget(text, sessionId)
      onReached?.()
    }
    const failure = await desk.work(sessionId, turnId, (listener, signal) =>
      askTurn(transport, request, afterFirst(listener, reach), signal),
    )
    if (isAnswered(store, sessionId, turnId)) filesOfTurns.delete(turnId)
    const isUnsent = failure !== null && isUnknown(store, sessionId, turnId)
    if (isWaiting(store, sessionId, turnId)) waiting.add({ sessionId, text, scope, options: { ...options, turnId } })
    else waiting.sendAll()
    return isUnsent ? failure : null
  }

  const waiting = createWaitingQuestions<Waiting>({
    network: parts.network,
    isWaiting: ({ sessionId, options }) => isWaiting(store, sessionId, options.turnId),
    isBusy: ({ sessionId }) => desk.isWorking(sessionId),
    send: ({ sessionId, text, scope, options }) => void ask(sessionId, text, scope, options),
  })

  return {
    ...createSessionReader(parts, desk, resume),

    /** The files of a failed question, while this page still has them. */
    filesOf: (turnId: string | null): OutgoingFile[] => filesOfTurns.get(turnId ?? '') ?? [],

    ask,

    /** Asks the server to stop; throws if it refuses. A question that is still being sent is withdrawn. */
    cancel: async (sessionId: string): Promise<void> => {
      const giveUp = desk.giveUpLater(sessionId)
      const { runningTurn } = store.get(sessionId)
      try {
        await parts.cancel(sessionId)
        giveUp()
      } catch (error) {
        const isOnItsWay = runningTurn !== null && isUnknown(store, sessionId, runningTurn)
        if (!isOnItsWay || !(error instanceof ApiError) || error.status !== 404) throw error
        desk.stop(sessionId)
        setTimeout(() => {
          if (store.get(sessionId).runningTurn === null) void parts.cancel(sessionId).catch(() => undefined)
        }, takenBackDelay)
      }
    },

    /** Adds a note after a message, or at the end. */
    note: (sessionId: string, note: { id: string; text: string; after: string | null }): void =>
      store.dispatch(sessionId, { type: 'noted', ...note, timestamp: new Date().toISOString() }),

    /** Stops listening; the turns continue on the server. */
    dispose: () => {
      waiting.dispose()
      desk.dispose()
    },
  }
}

/** Loads sessions, and follows what runs in them. */
function createSessionReader(
  parts: ChatServiceParts,
  desk: TurnDesk,
  resume: (sessionId: string, turnId: string) => Promise<unknown>,
) {
  const { store } = parts
  return {
    /** Loads a session and follows its running turn; null when it cannot be loaded. */
    open: async (sessionId: string): Promise<OpenedSession | null> => {
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

    /** Loads what happened elsewhere while this page was hidden, and follows a running turn. */
    refresh: async (sessionId: string): Promise<void> => {
      if (!store.has(sessionId) || desk.isWorking(sessionId)) return
      const session = await parts.loadSession(sessionId).catch(() => null)
      if (session === null || desk.isWorking(sessionId)) return
      takeNews(store, sessionId, session.events)
      if (store.get(sessionId).status === 'failed') store.set(sessionId, { status: 'ready' })
      if (session.running_turn_id !== null) void resume(sessionId, session.running_turn_id)
    },

    /** Follows a turn from another tab if its session is open here. */
    hear: async ({ userId, sessionId, turnId }: TurnNews): Promise<void> => {
      if (userId !== parts.userId || !store.has(sessionId) || desk.isWorking(sessionId)) return
      if (isUnknown(store, sessionId, turnId)) await resume(sessionId, turnId)
    },
  }
}

/** Calls `reach` before the first event. */
function afterFirst({ onEvent, ...listener }: TurnListener, reach: () => void): TurnListener {
  let isReached = false
  const take = (event: NumberedEvent) => {
    if (!isReached) reach()
    isReached = true
    onEvent(event)
  }
  return { ...listener, onEvent: take }
}

interface Asked {
  sessionId: string
  turnId: string
  text: string
  scope: ChatScope
  files: OutgoingFile[]
  answerWith: 'builtin' | undefined
}

function requestOf(userId: string, asked: Asked): RunRequest & { turnId: string } {
  const { sessionId, turnId, text, scope, files, answerWith } = asked
  return {
    appName: defaultAppName,
    userId,
    sessionId,
    newMessage: { role: 'user', parts: [...(text === '' ? [] : [{ text }]), ...filePartsOf(files)] },
    ...scope,
    turnId,
    ...(answerWith === undefined ? {} : { answerWith }),
  }
}

/** Takes the events of a session that this page lacks, also of turns that ended only on this page. */
function takeNews(store: ConversationStore, sessionId: string, events: NumberedEvent[]): void {
  const known = new Set(events.map((event) => event.turnId))
  for (const { turnId, isLocalEnd } of store.get(sessionId).conversation.messages) {
    if (isLocalEnd && turnId !== null && known.has(turnId)) store.dispatch(sessionId, { type: 'reopened', turnId })
  }
  const { lastSeq } = store.get(sessionId).conversation
  const isNew = (event: NumberedEvent) => event.seq > (lastSeq[event.turnId] ?? 0)
  for (const event of events.filter(isNew)) store.dispatch(sessionId, { type: 'event', event })
}

/** Whether no event of a turn has arrived. */
function isUnknown(store: ConversationStore, sessionId: string, turnId: string): boolean {
  return store.get(sessionId).conversation.lastSeq[turnId] === undefined
}

function isAnswered(store: ConversationStore, sessionId: string, turnId: string): boolean {
  const { messages } = store.get(sessionId).conversation
  return messages.some(({ id, status }) => id === answerId(turnId) && status === 'answered')
}

function isWaiting(store: ConversationStore, sessionId: string, turnId: string): boolean {
  const { messages } = store.get(sessionId).conversation
  return messages.some((message) => message.id === answerId(turnId) && waitsForNetwork(message))
}

export type ChatService = ReturnType<typeof createChatService>
