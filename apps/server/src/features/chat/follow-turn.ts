import { randomUUID } from 'node:crypto'
import { toWire, type AgentEventBody, type TurnEvent } from '@parlance/contract'
import { errorEvent } from '../../agent/turn.ts'
import type { Store } from '../../store/store.ts'
import type { TurnRunner } from './turn-runner.ts'
import { eventPage, findTurn, listEvents } from './turn-store.ts'

/**
 * Milliseconds after which the store is read even without a message: messages of other processes may be lost, the store is
 * the truth.
 */
const pollMs = 3_000
/** Events that are kept for a reader who is slower than the answer; beyond them it reads the store again. */
const pendingLimit = 200

/** The turns that this process answers: their events are handed over and never lost. */
type LocalTurns = Pick<TurnRunner, 'isAnswering' | 'brokenBy' | 'watchWritten'>

export interface TurnFollower {
  /**
   * The events of a turn above `after`, stored ones first and then each once it is written, until the turn's last one.
   * Ends early when the signal aborts.
   */
  follow(turnId: string, after: number, signal: AbortSignal): AsyncGenerator<TurnEvent>
  close(): void
}

/** Followers of all turns in this process share one subscription to the bus and one timer. */
export function createTurnFollower(store: Store, local: LocalTurns): TurnFollower {
  const followers = new Map<string, Set<Inbox>>()
  const unsubscribe = store.bus.subscribe('turn_event', ({ turn_id, seq }) => {
    for (const inbox of followers.get(String(turn_id)) ?? []) inbox.announce(Number(seq ?? Infinity))
  })
  local.watchWritten((turnId, events) => {
    for (const inbox of followers.get(turnId) ?? []) inbox.hand(events)
  })
  const poll = setInterval(() => {
    for (const [turnId, inboxes] of followers) {
      if (!local.isAnswering(turnId)) for (const inbox of inboxes) inbox.announce(Infinity)
    }
  }, pollMs).unref()
  return {
    close: () => {
      clearInterval(poll)
      unsubscribe()
    },
    follow: async function* (turnId, after, signal) {
      const inbox = new Inbox(after, signal)
      const inboxes = followers.get(turnId) ?? new Set()
      followers.set(turnId, inboxes.add(inbox))
      try {
        yield* readAndWait({ store, local, turnId, inbox, signal })
      } finally {
        inboxes.delete(inbox)
        if (inboxes.size === 0) followers.delete(turnId)
      }
    },
  }
}

interface Following {
  store: Store
  local: LocalTurns
  turnId: string
  inbox: Inbox
  signal: AbortSignal
}

async function* readAndWait({ store, local, turnId, inbox, signal }: Following): AsyncGenerator<TurnEvent> {
  let isEndSeen = false
  while (!signal.aborted) {
    for (let event = inbox.take(); event; event = inbox.take()) {
      yield event
      if (event.final) return
      if (signal.aborted) return
    }
    if (!inbox.mustRead) {
      await inbox.change()
      continue
    }
    inbox.mustRead = false
    const events = await listEvents(store.db, turnId, inbox.last)
    if (events.length > 0) {
      inbox.replay(events)
      // A full page may have more behind it.
      if (events.length === eventPage) inbox.mustRead = true
      continue
    }
    if (inbox.hasNext) continue
    const { last } = inbox
    const turn = await findTurn(store.db, turnId)
    // It may have ended between the two readings: then its last events are there now.
    if (turn && turn.status !== 'running' && turn.last_seq > last && !isEndSeen) {
      isEndSeen = true
      inbox.mustRead = true
      continue
    }
    // Ended, and its last events are not there: the conversation was deleted between the two readings.
    if (!turn || (turn.status !== 'running' && turn.last_seq > last)) {
      yield numbered(deletedEnd, turnId, last + 1)
      return
    }
    if (turn.status !== 'running') return
    const failure = local.brokenBy(turnId)
    // Its own last event could not be stored; the store gets one later.
    if (failure) {
      yield numbered(errorEvent(failure), turnId, last + 1)
      return
    }
  }
}

/** The last event of a turn whose conversation was deleted while someone followed it. */
const deletedEnd: AgentEventBody = { kind: 'cancelled', message: 'The conversation was deleted.' }

/** A last event that the store does not have. */
function numbered(body: AgentEventBody, turnId: string, seq: number): TurnEvent {
  return toWire(body, { id: randomUUID(), turnId, seq, timestamp: new Date().toISOString() })
}

/** What has come for one follower and was not taken yet, in order and without gaps. */
class Inbox {
  /** The number of the last event that was taken. */
  last: number
  /** The store may have what was not handed over. */
  mustRead = true
  #pending: TurnEvent[] = []
  /** The number of the last event that was handed over or taken. */
  #newest: number
  #wake: (() => void) | null = null

  constructor(after: number, signal: AbortSignal) {
    this.last = after
    this.#newest = after
    signal.addEventListener('abort', () => this.#wake?.(), { once: true })
  }

  get hasNext(): boolean {
    return this.#pending.length > 0
  }

  /** The next event, once. */
  take(): TurnEvent | null {
    const event = this.#pending.shift()
    if (!event) return null
    this.last = event.seq
    return event
  }

  /** Events that were just written; where some before them are missing, the store has them. */
  hand(events: TurnEvent[]): void {
    for (const event of events) {
      if (event.seq <= this.#newest) continue
      if (event.seq > this.#newest + 1 || this.#pending.length >= pendingLimit) return this.announce(event.seq)
      this.#pending.push(event)
      this.#newest = event.seq
    }
    this.#wake?.()
  }

  /** The store has events up to this number. */
  announce(seq: number): void {
    if (seq <= this.#newest) return
    this.mustRead = true
    this.#wake?.()
  }

  /** Events that were read above the last one that was taken; what was handed over meanwhile stays behind them. */
  replay(events: TurnEvent[]): void {
    const end = events.at(-1)?.seq ?? this.last
    this.#pending = [...events, ...this.#pending.filter((event) => event.seq > end)]
    this.#newest = Math.max(this.#newest, end)
  }

  /** Resolves when there may be something to take or to read, or the follower has gone. */
  async change(): Promise<void> {
    await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#wake = null
  }
}
