import { message } from '@parlance/contract'
import type { TurnEvent } from '@parlance/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Emit } from '../../agent/contract.ts'
import type { TurnEnd } from '../../agent/turn.ts'
import { AppError } from '../../lib/errors.ts'
import { leaseOwner } from '../../lib/lease-owner.ts'
import { startPeriodicJob, type PeriodicJob } from '../../lib/periodic-job.ts'
import { translateStoreError } from '../../store/store-errors.ts'
import type { Store } from '../../store/store.ts'
import { failDeadTurns } from './dead-turns.ts'
import { EventWriter } from './event-writer.ts'
import { createGroupWriter, LostTurnError, type GroupWriter } from './group-writer.ts'
import { ThoughtLine } from './thought-line.ts'
import { renewLeases, requestCancel } from './turn-store.ts'

/** A turn whose lease was not renewed for this long is dead. The heartbeat finds it within 30 seconds. */
export const leaseMs = 20_000
const heartbeatMs = 5_000
/** The most turns whose write errors are remembered. */
const brokenLimit = 100

type WrittenListener = (turnId: string, events: TurnEvent[]) => void

type ThoughtListener = (line: string) => void

/** @param think receives the current line of a model's thinking, which is never stored */
export type TurnWork = (emit: Emit, signal: AbortSignal, think?: ThoughtListener) => Promise<TurnEnd>

export interface TurnRunner {
  /** The name of this process in its leases. */
  readonly owner: string
  /** The end of a lease that is taken now. */
  leaseEnd(): string
  /** Answers a turn in the background. The turn's events and status are always written. */
  start(turn: { id: string; sessionId: string; lastSeq: number }, work: TurnWork): void
  /**
   * Asks the process that answers the turn to stop. Resolves when the request was sent, not when the turn has stopped.
   */
  cancel(turnId: string): Promise<void>
  /** Stops this process's turns of some conversations and waits for their end. */
  stopSessions(sessionIds: string[]): Promise<void>
  /** Why the end of a turn could not be written. Null if it was written or is still to come. */
  brokenBy(turnId: string): AppError | null
  /** Whether this process answers the turn. */
  isAnswering(turnId: string): boolean
  /** Calls back with the stored events of this process's turns until the turn is stopped. */
  watchWritten(listener: WrittenListener): void
  /**
   * Calls back with lines of a model's thinking, which nothing stores. Silent if another process answers the turn.
   * @returns a function that ends it
   */
  watchThoughts(turnId: string, listener: ThoughtListener): () => void
  /** Marks turns of dead processes as failed, now and from time to time. */
  recover(): Promise<void>
  /** Ends every turn of this process with an explanation. */
  close(): Promise<void>
}

export interface TurnRunnerOptions {
  store: Store
  now: () => Date
  log: FastifyBaseLogger
  /** The time limit of a whole turn in milliseconds. */
  turnTimeoutMs: number
}

interface Running {
  sessionId: string
  controller: AbortController
  done: Promise<void>
}

export function createTurnRunner(options: TurnRunnerOptions): TurnRunner {
  return new ProcessTurnRunner(options)
}

class ProcessTurnRunner implements TurnRunner {
  readonly owner = leaseOwner()
  readonly #options: TurnRunnerOptions
  readonly #writer: GroupWriter
  readonly #running = new Map<string, Running>()
  readonly #broken = new Map<string, AppError>()
  readonly #watchers: WrittenListener[] = []
  readonly #thoughtWatchers = new Map<string, Set<ThoughtListener>>()
  readonly #unsubscribe: () => void
  #heartbeat: PeriodicJob | null = null
  #isClosed = false

  constructor(options: TurnRunnerOptions) {
    this.#options = options
    this.#writer = createGroupWriter(options.store)
    this.#unsubscribe = options.store.bus.subscribe('turn_cancel', ({ turn_id }) => this.#abort(String(turn_id)))
  }

  leaseEnd(): string {
    return new Date(this.#options.now().getTime() + leaseMs).toISOString()
  }

  start(turn: { id: string; sessionId: string; lastSeq: number }, work: TurnWork): void {
    const controller = new AbortController()
    if (this.#isClosed) controller.abort(stopping())
    const { store, now } = this.#options
    const writer = new EventWriter({
      store,
      writer: this.#writer,
      turnId: turn.id,
      owner: this.owner,
      lastSeq: turn.lastSeq,
      now,
      onWritten: (events) => {
        // Readers get the remaining events of a stopped turn from the store, because its conversation may be deleted by
        // then.
        if (controller.signal.aborted) return
        for (const watcher of this.#watchers) watcher(turn.id, events)
      },
      onFailure: (error) => controller.abort(error),
    })
    const done = this.#answer(turn.id, writer, controller, work)
    this.#running.set(turn.id, { sessionId: turn.sessionId, controller, done })
    this.#startHeartbeat()
  }

  async cancel(turnId: string): Promise<void> {
    const { store } = this.#options
    await requestCancel(store.db, turnId)
    await store.bus.publish('turn_cancel', { turn_id: turnId })
  }

  async stopSessions(sessionIds: string[]): Promise<void> {
    const wanted = new Set(sessionIds)
    const turns = [...this.#running.values()].filter((turn) => wanted.has(turn.sessionId))
    for (const turn of turns) turn.controller.abort()
    await Promise.all(turns.map((turn) => turn.done))
  }

  brokenBy(turnId: string): AppError | null {
    return this.#broken.get(turnId) ?? null
  }

  isAnswering(turnId: string): boolean {
    return this.#running.has(turnId)
  }

  watchWritten(listener: WrittenListener): void {
    this.#watchers.push(listener)
  }

  watchThoughts(turnId: string, listener: ThoughtListener): () => void {
    const listeners = this.#thoughtWatchers.get(turnId) ?? new Set()
    this.#thoughtWatchers.set(turnId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#thoughtWatchers.delete(turnId)
    }
  }

  async recover(): Promise<void> {
    await failDeadTurns({ ...this.#options, owner: this.owner, isAnswering: (id) => this.isAnswering(id) })
    this.#startHeartbeat()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#unsubscribe()
    const turns = [...this.#running.values()]
    for (const turn of turns) turn.controller.abort(stopping())
    await Promise.all(turns.map((turn) => turn.done))
    await this.#heartbeat?.close()
  }

  async #answer(turnId: string, writer: EventWriter, controller: AbortController, work: TurnWork): Promise<void> {
    const { log, turnTimeoutMs } = this.#options
    const timer = setTimeout(() => controller.abort(tooLong()), turnTimeoutMs)
    const thoughts = new ThoughtLine((line) => {
      if (controller.signal.aborted) return
      for (const listener of this.#thoughtWatchers.get(turnId) ?? []) listener(line)
    })
    const emit: Emit = (body) => {
      thoughts.clear()
      writer.emit(body)
    }
    try {
      const end = await work(emit, controller.signal, (line) => thoughts.think(line))
      if (end.error) log.warn({ turn: turnId, code: end.error.code }, 'turn ended with an error')
      await writer.finish(end)
    } catch (error) {
      if (!(error instanceof LostTurnError)) await this.#break(turnId, error)
    } finally {
      clearTimeout(timer)
      thoughts.clear()
      this.#running.delete(turnId)
    }
  }

  /** Followers learn of it at once. The store is updated when the lease has expired and it can be written again. */
  async #break(turnId: string, error: unknown): Promise<void> {
    const { log, store } = this.#options
    log.error({ err: error, turn: turnId }, 'could not save a turn')
    const known = translateStoreError(error)
    this.#broken.set(turnId, known instanceof AppError ? known : new AppError('internal', { cause: error }))
    if (this.#broken.size > brokenLimit) this.#broken.delete(this.#broken.keys().next().value ?? '')
    await store.bus.publish('turn_event', { turn_id: turnId, seq: null }).catch(() => undefined)
  }

  #abort(turnId: string): void {
    this.#running.get(turnId)?.controller.abort()
  }

  #startHeartbeat(): void {
    const times = { failure: 'could not renew the leases of running turns', everyMs: heartbeatMs }
    this.#heartbeat ??= startPeriodicJob(this.#options.log, times, () => this.#beat())
  }

  async #beat(): Promise<void> {
    const { store } = this.#options
    for (const turnId of await renewLeases(store.db, [...this.#running.keys()], this.leaseEnd())) this.#abort(turnId)
    await failDeadTurns({ ...this.#options, owner: this.owner, isAnswering: (id) => this.isAnswering(id) })
  }
}

function stopping(): AppError {
  return new AppError('unavailable', {
    detail: message('The server stopped before the answer was complete. Please ask again.'),
  })
}

function tooLong(): AppError {
  return new AppError('query_timeout', {
    detail: message('The answer took too long and was stopped. Try a narrower question.'),
  })
}
