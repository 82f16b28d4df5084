import { availableParallelism } from 'node:os'
import { dialectFacts, message, type Message, type SqlDialect } from '@parlance/contract'
import type { Parse, ParseForm, ParseOutcome } from '@parlance/sql'
import type { CompiledParsers } from '@parlance/sql/parse'
import { AppError } from '../lib/errors.ts'
import { returnMemory } from '../lib/return-memory.ts'
import { FairQueue } from './fair-queue.ts'
import { defaultPatience, ParserThread, serverBusy } from './parser-thread.ts'
import type { ParserThreadOptions, Text } from './parser-thread.ts'

/**
 * Parses SQL for an owner. Texts without an owner share one turn. Null is the server itself, after whose texts the parsers
 * end soon.
 */
export type ParseFor = (
  dialect: SqlDialect,
  sql: string,
  form?: ParseForm,
  owner?: string | null,
) => Promise<ParseOutcome>

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
  /** Maximum number of workers in one lane. */
  threads?: number
  /** Milliseconds without a text after which a lane ends its workers. */
  idleTime?: number
  /** The same if only the server itself had texts. */
  ownIdleTime?: number
}

interface Job extends PromiseWithResolvers<ParseOutcome> {
  owner: string
  text: Text
}

/** More would read no faster than databases answer. */
const mostThreads = Math.min(2, availableParallelism())
const tenMinutes = 600_000
const fiveSeconds = 5_000

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
 * takes too long is discarded, because its memory may be corrupted for good. Another one then starts at once, with the
 * parsers that the first one compiled.
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

/**
 * One worker, and more while texts of several owners wait. An owner's texts are read one at a time, so that no one's
 * hard texts occupy every worker.
 */
class Lane {
  readonly #dialect: SqlDialect
  readonly #options: ParserPoolOptions
  readonly #queue: FairQueue<Job>
  readonly #threads = new Set<ParserThread>()
  readonly #reading = new Set<ParserThread>()
  readonly #owners = new Set<string>()
  readonly #mayRead = (owner: string): boolean => !this.#owners.has(owner)
  #compiled: CompiledParsers = {}
  #idleTimer: NodeJS.Timeout | null = null
  /** Whether users need the lane. The server itself reads databases while no one waits. */
  #isKept = false
  #closed = false

  constructor(dialect: SqlDialect, options: ParserPoolOptions) {
    this.#dialect = dialect
    this.#options = options
    this.#queue = new FairQueue(options.queueLimit ?? 1_000)
  }

  parse(text: Text, asker: string | null): Promise<ParseOutcome> {
    if (this.#closed) return Promise.reject(unavailable(closing))
    if (asker !== null) this.#keep()
    const owner = asker ?? ''
    const job = { text, owner, ...Promise.withResolvers<ParseOutcome>() }
    if (!this.#queue.add(owner, job)) return Promise.reject(unavailable(tooMany))
    this.#work()
    return job.promise
  }

  async warm(): Promise<void> {
    if (this.#closed) return
    this.#keep()
    const [thread = this.#start()] = this.#threads
    await thread.ready
    this.#restLater()
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#idleTimer) clearTimeout(this.#idleTimer)
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take()) job.reject(unavailable(closing))
    await this.#endThreads()
  }

  #work(): void {
    if (this.#closed) return
    for (let thread = this.#freeThread(); thread !== null; thread = this.#freeThread()) {
      const job = this.#queue.take(this.#mayRead)
      if (job === undefined) return this.#restLater()
      void this.#read(job, thread)
    }
    if (this.#queue.has(this.#mayRead)) this.#startAnother()
  }

  /** A loaded thread with nothing to read. If none has loaded, the first text waits for the one that loads. */
  #freeThread(): ParserThread | null {
    for (const thread of this.#threads) if (thread.isDead && !this.#reading.has(thread)) this.#discard(thread)
    const threads = [...this.#threads]
    const loaded = threads.filter(({ isLoaded }) => isLoaded)
    const free = loaded.find((thread) => !this.#reading.has(thread))
    if (free !== undefined || loaded.length > 0 || this.#reading.size > 0) return free ?? null
    return threads[0] ?? this.#start()
  }

  #startAnother(): void {
    const isLoading = [...this.#threads].some((thread) => !thread.isLoaded)
    if (isLoading || this.#threads.size >= (this.#options.threads ?? mostThreads)) return
    this.#start()
  }

  async #read(job: Job, first: ParserThread): Promise<void> {
    this.#owners.add(job.owner)
    let thread = first
    try {
      for (let attempt = 0; ; attempt++) {
        this.#reading.add(thread)
        await this.#patientlyFor(thread)
        if (!thread.isDead) break
        this.#discard(thread)
        if (this.#closed || attempt === 2) throw unavailable(this.#closed ? closing : unloadable)
        thread = this.#start()
      }
      job.resolve(await thread.read(job.text))
    } catch (error) {
      job.reject(error)
    }
    this.#owners.delete(job.owner)
    this.#reading.delete(thread)
    if (thread.isDead && this.#threads.has(thread)) this.#replace(thread)
    this.#work()
  }

  /** A worker that is slow to load continues loading for the next text. @throws AppError unavailable */
  async #patientlyFor({ ready }: ParserThread): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(serverBusy()), this.#options.patience ?? defaultPatience)
    await Promise.race([ready, promise]).finally(() => clearTimeout(timer))
  }

  #discard(thread: ParserThread): void {
    this.#threads.delete(thread)
    this.#reading.delete(thread)
    void thread.end()
  }

  #replace(dead: ParserThread): void {
    this.#discard(dead)
    if (!this.#closed) this.#start()
  }

  #keep(): void {
    if (this.#isKept) return
    this.#isKept = true
    if (this.#idleTimer) clearTimeout(this.#idleTimer)
    this.#idleTimer = null
  }

  #restLater(): void {
    if (this.#idleTimer) return void this.#idleTimer.refresh()
    const { idleTime = tenMinutes, ownIdleTime = fiveSeconds } = this.#options
    this.#idleTimer = setTimeout(() => this.#rest(), this.#isKept ? idleTime : ownIdleTime).unref()
  }

  /** Returns the memory of parsers that no one needs at the moment. */
  #rest(): void {
    if (this.#reading.size > 0) return
    const isOwn = !this.#isKept
    this.#isKept = false
    this.#idleTimer = null
    // A server that has only read its databases should need as little as one that has just started.
    void this.#endThreads().then(() => (isOwn ? returnMemory() : undefined))
    this.#compiled = {}
  }

  async #endThreads(): Promise<void> {
    const threads = [...this.#threads]
    this.#threads.clear()
    await Promise.all(threads.map((thread) => thread.end()))
  }

  #start(): ParserThread {
    const thread = new ParserThread(this.#dialect, this.#options, this.#compiled)
    this.#threads.add(thread)
    void thread.ready.then(() => this.#work())
    return thread
  }
}
