import { randomUUID } from 'node:crypto'
import { toWire, type AgentEventBody, type TurnEvent } from '@parlance/contract'
import { errorEvent } from '../../agent/turn.ts'
import type { Store } from '../../store/store.ts'
import type { TurnRunner } from './turn-runner.ts'
import { eventPage, findTurn, listEvents } from './turn-store.ts'

/** How often to read the store without a message, in milliseconds. Messages of other processes may be lost. */
const pollMs = 3_000
/** Events that are buffered for a slow reader. A reader that falls further behind reads the store again. */
const pendingLimit = 200

/** The turns that this process answers. Their events are passed directly and never lost. */
type LocalTurns = Pick<TurnRunner, 'isAnswering' | 'brokenBy' | 'watchWritten'>

export interface TurnFollower {
  /**
   * Yields the events of a turn above `after`: first the stored ones, then each one once it is written, until the
   * turn's last. Ends early if the signal aborts.
   */
  follow(turnId: string, after: number, signal: AbortSignal): AsyncGenerator<TurnEvent>
  close(): void
}

/** All followers in this process share one subscription to the bus and one timer. */
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
    follow: (turnId, after, signal) => readAndWait({ store, local, followers, turnId, after, signal }),
  }
}

interface Following {
  store: Store
  local: LocalTurns
  followers: Map<string, Set<Inbox>>
  turnId: string
  after: number
  signal: AbortSignal
}

async function* readAndWait(following: Following): AsyncGenerator<TurnEvent> {
  const { store, local, followers, turnId, after, signal } = following
  const inbox = new Inbox(after, signal)
  const inboxes = followers.get(turnId) ?? new Set()
  followers.set(turnId, inboxes.add(inbox))
  let isEndSeen = false
  try {
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
        // A full page may not be the last one.
        if (events.length === eventPage) inbox.mustRead = true
        continue
      }
      if (inbox.hasNext) continue
      const { last } = inbox
      const turn = await findTurn(store.db, turnId)
      // The turn may have ended between the two reads. Then its last events are there now.
      if (turn && turn.status !== 'running' && turn.last_seq > last && !isEndSeen) {
        isEndSeen = true
        inbox.mustRead = true
        continue
      }
      // If it ended without its last events, the conversation was deleted between the two reads.
      if (!turn || (turn.status !== 'running' && turn.last_seq > last)) {
        yield numbered(deletedEnd, turnId, last + 1)
        return
      }
      if (turn.status !== 'running') return
      const failure = local.brokenBy(turnId)
      // Its last event could not be stored yet. The store gets one later.
      if (failure) {
        yield numbered(errorEvent(failure), turnId, last + 1)
        return
      }
    }
  } finally {
    inboxes.delete(inbox)
    if (inboxes.size === 0) followers.delete(turnId)
  }
}

/** The last event of a turn whose conversation was deleted while someone followed it. */
const deletedEnd: AgentEventBody = { kind: 'cancelled', message: 'The conversation was deleted.' }

/** A last event that the store doesn't have. */
function numbered(body: AgentEventBody, turnId: string, seq: number): TurnEvent {
  return toWire(body, { id: randomUUID(), turnId, seq, timestamp: new Date().toISOString() })
}

/** The events for one follower that it has not taken yet, in order and without gaps. */
class Inbox {
  /** The number of the last event taken. */
  last: number
  /** The store may have events that were not passed directly. */
  mustRead = true
  #pending: TurnEvent[] = []
  /** The number of the newest event that was passed or taken. */
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

  /** Returns the next event, only once. */
  take(): TurnEvent | null {
    const event = this.#pending.shift()
    if (!event) return null
    this.last = event.seq
    return event
  }

  /** Receives events that were just written. If earlier ones are missing, the store has them. */
  hand(events: TurnEvent[]): void {
    for (const event of events) {
      if (event.seq <= this.#newest) continue
      if (event.seq > this.#newest + 1 || this.#pending.length >= pendingLimit) return this.announce(event.seq)
      this.#pending.push(event)
      this.#newest = event.seq
    }
    this.#wake?.()
  }

  /** Notes that the store has events up to this number. */
  announce(seq: number): void {
    if (seq <= this.#newest) return
    this.mustRead = true
    this.#wake?.()
  }

  /** Adds stored events above the last taken one, before those that arrived meanwhile. */
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
