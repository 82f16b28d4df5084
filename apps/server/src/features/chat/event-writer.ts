import { randomUUID } from 'node:crypto'
import { toWire, type AgentEventBody, type TurnEvent, type TurnPrompt } from '@parlance/contract'
import type { TurnMemory } from '../../agent/contract.ts'
import type { TurnRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { GroupWriter } from './group-writer.ts'

/** Milliseconds in which pieces of text are joined into one event. */
const coalesceMs = 50

export interface EventWriterOptions {
  store: Pick<Store, 'bus'>
  writer: GroupWriter
  turnId: string
  owner: string
  lastSeq: number
  now: () => Date
  /** Called with events once they are in the store, in order. */
  onWritten?: (events: TurnEvent[]) => void
  /** Called once if events can no longer be written. */
  onFailure: (error: unknown) => void
}

/** How a turn ended, and what is stored of it. */
interface WrittenEnd {
  status: Exclude<TurnRow['status'], 'running'>
  memory: TurnMemory | null
  prompt?: TurnPrompt | null | undefined
}

/**
 * Appends a turn's events with gapless numbers. State changes are written at once, and pieces of text are joined for
 * about 50 ms. Events that arrive during a write go with the next one. The last event waits for `finish`, so that it is
 * written together with the turn's status.
 */
export class EventWriter {
  readonly #options: EventWriterOptions
  #seq: number
  #queue: TurnEvent[] = []
  #text = ''
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> | null = null
  #last: AgentEventBody | null = null
  #failure: unknown = null
  #isScheduled = false
  #isFinished = false

  constructor(options: EventWriterOptions) {
    this.#options = options
    this.#seq = options.lastSeq
  }

  emit(body: AgentEventBody): void {
    if (this.#last) return
    switch (body.kind) {
      case 'text':
        return this.#gather(body.text)
      case 'progress':
      case 'tool_call':
      case 'tool_response':
        return this.#append(body)
      case 'final':
      case 'error':
      case 'cancelled':
        this.#last = body
        return
    }
    // A kind that is missing above would be lost silently.
    body satisfies never
  }

  /** Writes the remaining events, the last event and the status in one transaction. */
  async finish({ status, memory, prompt }: WrittenEnd): Promise<void> {
    this.#closeText()
    // Queue the last event only when no other write can take it along without the status.
    while (this.#writing) await this.#writing
    this.#isFinished = true
    if (this.#failure) throw this.#failure
    if (this.#last) this.#queue.push(this.#number(this.#last))
    const ended_at = this.#options.now().toISOString()
    const memoryText = memory ? JSON.stringify(memory) : null
    const change = { status, ended_at, memory: memoryText, lease_owner: null, lease_until: null }
    await this.#write(change, prompt ? JSON.stringify(prompt) : null)
  }

  #gather(text: string): void {
    this.#text += text
    this.#timer ??= setTimeout(() => {
      this.#closeText()
      this.#flush()
    }, coalesceMs)
  }

  #closeText(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    this.#queue.push(this.#number({ kind: 'text', text }))
  }

  #append(body: AgentEventBody): void {
    this.#closeText()
    this.#queue.push(this.#number(body))
    this.#flushSoon()
  }

  #number(body: AgentEventBody): TurnEvent {
    const { turnId, now } = this.#options
    return toWire(body, { id: randomUUID(), turnId, seq: ++this.#seq, timestamp: now().toISOString() })
  }

  /** Collects the events of one step of the turn in one write, because each write waits for the disk. */
  #flushSoon(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#writing || this.#failure || this.#isFinished || this.#queue.length === 0) return
    this.#writing = this.#write({})
      .catch((error: unknown) => {
        this.#failure = error
        this.#options.onFailure(error)
      })
      .then(() => {
        this.#writing = null
        this.#flush()
      })
  }

  async #write(change: Partial<TurnRow>, prompt: string | null = null): Promise<void> {
    const { store, writer, turnId, owner, onWritten } = this.#options
    const events = this.#queue.splice(0)
    const last_seq = events.at(-1)?.seq ?? this.#seq
    await writer.write({ turnId, owner, events, change: { last_seq, ...change }, prompt })
    onWritten?.(events)
    await store.bus.publish('turn_event', { turn_id: turnId, seq: last_seq })
  }
}
