import type { NumberedEvent } from '@parlance/contract'
import { ApiError } from '../../../lib/api-error.ts'
import { failureText, mayAskAgain } from '../../../lib/turn/turn-errors.ts'
import type { Network } from '../../../lib/use-online.ts'
import type { TurnListener } from '../../../lib/turn/turn-runner.ts'
import type { UserStore } from '../../../lib/user-store.ts'
import type { ConversationStore } from './conversation-store.ts'

const finalDelay = 300
/** In milliseconds: how long a canceled turn may take to confirm before the screen continues without it. */
const cancelPatience = 5000

type TurnWork = (listener: TurnListener, signal: AbortSignal) => Promise<void>

interface TurnDeskParts {
  store: ConversationStore
  memory: UserStore
  network: Pick<Network, 'isOnline'>
  onTurnEnd: () => void
}

/** The turns that this page listens to, up to one per session. */
export function createTurnDesk({ store, memory, network, onTurnEnd }: TurnDeskParts) {
  const working = new Map<string, AbortController>()

  /**
   * Runs one turn's work, shows its events, and leaves the session idle however it ends. Never throws; resolves to its
   * failure on this page, or null if the server responded or someone canceled it.
   */
  const work = async (sessionId: string, turnId: string, run: TurnWork): Promise<unknown> => {
    const controller = new AbortController()
    working.set(sessionId, controller)
    store.set(sessionId, { runningTurn: turnId })
    const finals: NumberedEvent[] = []
    const onThought = (thought: string) => {
      if (store.get(sessionId).thought !== thought) store.set(sessionId, { thought })
    }
    const onEvent = (event: NumberedEvent) => {
      onThought('')
      if (event.kind === 'final') finals.push(event)
      else store.dispatch(sessionId, { type: 'event', event })
    }
    const onWaiting = (isLineBroken: boolean) => store.set(sessionId, { isLineBroken, thought: '' })
    try {
      await run({ onEvent, onWaiting, onThought }, controller.signal)
      if (finals.length > 0) await new Promise((resolve) => setTimeout(resolve, finalDelay))
      for (const event of finals) store.dispatch(sessionId, { type: 'event', event })
      return null
    } catch (error) {
      showFailure(store, { sessionId, turnId, error, signal: controller.signal, isOnline: network.isOnline() })
      return controller.signal.aborted ? null : error
    } finally {
      if (working.get(sessionId) === controller) working.delete(sessionId)
      store.set(sessionId, { runningTurn: null, isLineBroken: false, thought: '' })
      remember(store, memory, sessionId)
      onTurnEnd()
    }
  }

  return {
    work,
    isWorking: (sessionId: string) => working.has(sessionId),
    /** Prepares to end the running turn; the returned function starts the wait. */
    giveUpLater: (sessionId: string) => {
      const controller = working.get(sessionId)
      return () => {
        setTimeout(() => {
          if (controller !== undefined && working.get(sessionId) === controller) controller.abort('cancelled')
        }, cancelPatience)
      }
    },
    /** Ends the running turn, only on this page. */
    stop: (sessionId: string) => working.get(sessionId)?.abort('cancelled'),
    dispose: () => {
      for (const controller of working.values()) controller.abort('left')
    },
  }
}

export type TurnDesk = ReturnType<typeof createTurnDesk>

interface Failure {
  sessionId: string
  turnId: string
  error: unknown
  signal: AbortSignal
  isOnline: boolean
}

function showFailure(store: ConversationStore, { sessionId, turnId, error, signal, isOnline }: Failure): void {
  const timestamp = new Date().toISOString()
  if (!signal.aborted) {
    const { code = null, status = null } = error instanceof ApiError ? error : {}
    const isUnknown = store.get(sessionId).conversation.lastSeq[turnId] === undefined
    store.dispatch(sessionId, {
      type: 'failed',
      turnId,
      text: failureText(error),
      code,
      mayAskAgain: mayAskAgain(error),
      waitsForNetwork: status === 0 && !isOnline && isUnknown,
      timestamp,
    })
  } else if (signal.reason === 'cancelled') {
    store.dispatch(sessionId, { type: 'cancelled', turnId, timestamp })
  }
}

/** Stores a conversation's text in the browser, but never its rows. */
function remember(store: ConversationStore, memory: UserStore, sessionId: string): void {
  const messages = store
    .get(sessionId)
    .conversation.messages.filter((message) => message.kind !== 'note' && message.content !== '')
  memory.saveMessages(
    sessionId,
    messages.map(({ role, content, timestamp }) => ({ role, content, timestamp })),
  )
}
