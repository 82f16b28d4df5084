import { randomUUID } from 'node:crypto'
import type { TurnEvent } from '@parlance/contract'
import { describeError } from '../../agent/turn.ts'
import type { AppError } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import { findTurn, listEvents } from './turn-store.ts'

/** Milliseconds after which the store is read even without a message: messages may be lost, the store is the truth. */
const pollMs = 3_000

/** Why a turn's end could not be written; null when it was, or is still to come. */
type BrokenBy = (turnId: string) => AppError | null

export interface TurnFollower {
  /**
   * The events of a turn above `after`, stored ones first and then each as it is written, until the turn's last one.
   * Ends early when the signal aborts.
   */
  follow(turnId: string, after: number, signal: AbortSignal): AsyncGenerator<TurnEvent>
  close(): void
}

/** Followers of all turns in this process share one subscription to the bus. */
export function createTurnFollower(store: Store, brokenBy: BrokenBy): TurnFollower {
  const waiting = new Map<string, Set<() => void>>()
  const unsubscribe = store.bus.subscribe('turn_event', ({ turn_id }) => {
    for (const wake of waiting.get(String(turn_id)) ?? []) wake()
  })
  return {
    close: unsubscribe,
    follow: async function* (turnId, after, signal) {
      const bell = new Bell(signal)
      const bells = waiting.get(turnId) ?? new Set()
      waiting.set(turnId, bells.add(bell.ring))
      try {
        yield* readAndWait({ store, brokenBy, turnId, after, signal, bell })
      } finally {
        bells.delete(bell.ring)
        if (bells.size === 0) waiting.delete(turnId)
      }
    },
  }
}

interface Following {
  store: Store
  brokenBy: BrokenBy
  turnId: string
  after: number
  signal: AbortSignal
  bell: Bell
}

async function* readAndWait({ store, brokenBy, turnId, after, signal, bell }: Following): AsyncGenerator<TurnEvent> {
  let last = after
  while (!signal.aborted) {
    // The status is read first: a turn seen as ended has all its events in the store.
    const turn = await findTurn(store.db, turnId)
    const events = await listEvents(store.db, turnId, last)
    for (const event of events) {
      last = event.seq
      yield event
      if (event.final) return
    }
    if (events.length > 0) continue
    if (!turn) {
      yield deletedEnd(turnId, last + 1)
      return
    }
    if (turn.status !== 'running') return
    const failure = brokenBy(turnId)
    if (failure) {
      yield unwrittenEnd(turnId, last + 1, failure)
      return
    }
    await bell.wait(pollMs)
  }
}

/** The last event of a turn whose own one could not be stored; the store gets one later. */
function unwrittenEnd(turnId: string, seq: number, error: AppError): TurnEvent {
  return { ...newEvent(turnId, seq), type: 'error', final: true, ...describeError(error) }
}

/** The last event of a turn whose conversation was deleted while somebody followed it. */
function deletedEnd(turnId: string, seq: number): TurnEvent {
  return { ...newEvent(turnId, seq), type: 'cancelled', final: true, message: 'The conversation was deleted.' }
}

function newEvent(turnId: string, seq: number) {
  return { id: randomUUID(), turn_id: turnId, seq, author: 'assistant', timestamp: new Date().toISOString() } as const
}

/** Remembers a ring that comes while nobody waits, so that none is missed between reading and waiting. */
class Bell {
  #rung = false
  #wake: (() => void) | null = null

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', this.ring, { once: true })
  }

  readonly ring = (): void => {
    this.#rung = true
    this.#wake?.()
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#wake = null
    this.#rung = false
  }
}
