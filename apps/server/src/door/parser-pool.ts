import { dialectFacts, message, type Message, type SqlDialect } from '@parlance/contract'
import type { Parse, ParseForm, ParseOutcome } from '@parlance/sql'
import { AppError } from '../lib/errors.ts'
import { FairQueue } from './fair-queue.ts'
import { defaultPatience, ParserThread, serverBusy } from './parser-thread.ts'
import type { ParserThreadOptions, Text } from './parser-thread.ts'

/** Parses SQL for an owner. Texts without an owner share one turn. */
export type ParseFor = (dialect: SqlDialect, sql: string, form?: ParseForm, owner?: string) => Promise<ParseOutcome>

export interface ParserPool {
  /**
   * Parses SQL in a worker. Owners take turns, and each owner's texts are read in order. A text that needs too much
   * processor time is 'unparseable', never a long wait or a crash.
   * @throws AppError unavailable if too many texts wait, the machine is too busy, no parser can be loaded, or the pool
   * was closed
   */
  parse: ParseFor
  /** Loads the parsers of a dialect before the first question needs them. */
  warm(dialect: SqlDialect): Promise<void>
  close(): Promise<void>
}

export interface ParserPoolOptions extends ParserThreadOptions {
  /** Maximum number of texts waiting in one lane. */
  queueLimit?: number
  /** Milliseconds after the first text before a spare starts; a process for a single question doesn't need one. */
  spareDelay?: number
}

interface Job extends PromiseWithResolvers<ParseOutcome> {
  text: Text
}

const tooMany = message('Too many queries are being checked right now. Try again in a few seconds.')
const unloadable = message(
  'Could not start the SQL check. Try again. If the problem continues, contact an administrator.',
)
const closing = message('The server is shutting down. Try again in a moment.')

function unavailable(detail: Message): AppError {
  return new AppError('unavailable', { detail })
}

/** The owner whose turn each text of a query uses. */
export function parseFor(parse: ParseFor, owner: string): Parse {
  return (dialect, sql, form) => parse(dialect, sql, form, owner)
}

/**
 * Parsers in worker threads. A dialect with its own grammar has its own lane, and the general parsers of all other
 * dialects share another, so an installation with only PostgreSQL never loads the large ones. A worker that dies or
 * takes too long is discarded, because its memory may be corrupted for good, and a warm spare takes over.
 */
export function createParserPool(options: ParserPoolOptions = {}): ParserPool {
  const lanes = new Map<string, Lane>()
  const laneOf = (dialect: SqlDialect): Lane => {
    const name = dialectFacts[dialect].hasOwnGrammar ? dialect : 'general parsers'
    const lane = lanes.get(name) ?? new Lane(dialect, options)
    lanes.set(name, lane)
    return lane
  }
  return {
    parse: (dialect, sql, form, owner = '') => laneOf(dialect).parse({ dialect, sql, form }, owner),
    warm: (dialect) => laneOf(dialect).warm(),
    close: async () => {
      await Promise.all([...lanes.values()].map((lane) => lane.close()))
      lanes.clear()
    },
  }
}

/** One active worker and one warm spare. Texts wait their turn, because parsing one takes a few milliseconds. */
class Lane {
  readonly #dialect: SqlDialect
  readonly #options: ParserPoolOptions
  readonly #queue: FairQueue<Job>
  #active: ParserThread | null = null
  #spare: ParserThread | null = null
  #spareTimer: NodeJS.Timeout | null = null
  #isWorking = false
  #closed = false

  constructor(dialect: SqlDialect, options: ParserPoolOptions) {
    this.#dialect = dialect
    this.#options = options
    this.#queue = new FairQueue(options.queueLimit ?? 1_000)
  }

  parse(text: Text, owner: string): Promise<ParseOutcome> {
    const job = { text, ...Promise.withResolvers<ParseOutcome>() }
    if (!this.#queue.add(owner, job)) return Promise.reject(unavailable(tooMany))
    void this.#work()
    return job.promise
  }

  async warm(): Promise<void> {
    await (this.#active ??= this.#start()).ready
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#spareTimer) clearTimeout(this.#spareTimer)
    await Promise.all([this.#active?.end(), this.#spare?.end()])
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take())
      await this.#parseNow(job.text).then(job.resolve, job.reject)
    this.#isWorking = false
  }

  async #parseNow(text: Text): Promise<ParseOutcome> {
    const thread = await this.#living()
    try {
      return await thread.read(text)
    } finally {
      if (thread.isDead) this.#replace(thread)
      this.#planSpare()
    }
  }

  /** A thread with its parsers. Replaces one that died while idle. */
  async #living(): Promise<ParserThread> {
    for (let attempt = 0; attempt < 3 && !this.#closed; attempt++) {
      const thread = (this.#active ??= this.#start())
      await this.#patientlyFor(thread)
      if (!thread.isDead) return thread
      this.#replace(thread)
    }
    throw unavailable(this.#closed ? closing : unloadable)
  }

  /** A worker that is slow to load continues loading for the next text. @throws AppError unavailable */
  async #patientlyFor({ ready }: ParserThread): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(serverBusy()), this.#options.patience ?? defaultPatience)
    await Promise.race([ready, promise]).finally(() => clearTimeout(timer))
  }

  #planSpare(): void {
    if (this.#spare || this.#spareTimer || this.#closed) return
    this.#spareTimer = setTimeout(() => {
      this.#spareTimer = null
      this.#spare ??= this.#closed ? null : this.#start()
    }, this.#options.spareDelay ?? 1_000).unref()
  }

  #replace(dead: ParserThread): void {
    void dead.end()
    this.#active = this.#spare
    this.#spare = null
  }

  #start(): ParserThread {
    return new ParserThread(this.#dialect, this.#options)
  }
}
