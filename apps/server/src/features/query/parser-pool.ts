import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SqlDialect } from '@parlance/contract'
import type { Parse, ParseForm, ParseOutcome } from '@parlance/sql'
import { AppError } from '../../errors.ts'
import type { ParseJob, ParseMessage, ParserWorkerData, ParseReply } from './parser-worker.ts'

export interface ParserPool {
  /**
   * Reads SQL in a worker, in the order in which it came. What the parsers cannot read in time is 'unparseable': never a
   * long wait, never a crash.
   * @throws AppError unavailable when too many texts wait, no parser can be loaded, or the pool was closed
   */
  parse: Parse
  /** Loads the parsers of a dialect before the first question needs them. */
  warm(dialect: SqlDialect): Promise<void>
  close(): Promise<void>
}

export interface ParserPoolOptions {
  /** Milliseconds for one text in a loaded worker. */
  timeout?: number
  /** Milliseconds for a worker to load its parsers. */
  loadTimeout?: number
  /** Texts of one lane that may wait for their turn. */
  queueLimit?: number
  /** Milliseconds after the first text until a spare is made ready: a process that lives for one question makes none. */
  spareDelay?: number
  /** The worker's code; tests give a hostile one. */
  workerUrl?: URL
}

/** What is to be read, and how. */
interface Text {
  dialect: SqlDialect
  sql: string
  form?: ParseForm
}

interface Pending {
  resolve: (outcome: ParseOutcome) => void
  timer: NodeJS.Timeout
}

/** Milliseconds that a thread has to end by itself. */
const endTimeout = 2_000

const tooHard: ParseOutcome = {
  ok: false,
  code: 'unparseable',
  message: 'This SQL is too complex to be checked. Write it with less nesting and fewer conditions.',
  position: null,
}

const busy = 'Too many queries are being checked at this moment. Please ask again in a few seconds.'
const unloadable = 'The check of SQL could not be started. Please try again; if it stays so, tell an administrator.'

function unavailable(detail: string): AppError {
  return new AppError('unavailable', { detail })
}

/**
 * Parsers in worker threads: PostgreSQL's grammar in one lane, the WebAssembly parsers of all other dialects in another,
 * so that an installation with PostgreSQL alone never loads the large ones. A worker that dies or takes too long is
 * thrown away (its memory may be poisoned for good) and a warm spare takes over.
 */
export function createParserPool(options: ParserPoolOptions = {}): ParserPool {
  const lanes = new Map<string, Lane>()
  const laneOf = (dialect: SqlDialect): Lane => {
    const name = dialect === 'postgresql' ? 'postgresql' : 'other'
    const lane = lanes.get(name) ?? new Lane(dialect, options)
    lanes.set(name, lane)
    return lane
  }
  return {
    parse: (dialect, sql, form) => laneOf(dialect).parse({ dialect, sql, form }),
    warm: (dialect) => laneOf(dialect).warm(),
    close: async () => {
      await Promise.all([...lanes.values()].map((lane) => lane.close()))
      lanes.clear()
    },
  }
}

/** One worker at work and one warm spare; texts wait their turn, since reading one takes a few milliseconds. */
class Lane {
  readonly #dialect: SqlDialect
  readonly #options: ParserPoolOptions
  #active: ParserThread | null = null
  #spare: ParserThread | null = null
  #queue: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #spareTimer: NodeJS.Timeout | null = null
  #closed = false

  constructor(dialect: SqlDialect, options: ParserPoolOptions) {
    this.#dialect = dialect
    this.#options = options
  }

  parse(text: Text): Promise<ParseOutcome> {
    const { queueLimit = 1_000 } = this.#options
    if (this.#waiting >= queueLimit) return Promise.reject(unavailable(busy))
    this.#waiting++
    const turn = this.#queue
      .then(() => this.#parseNow(text))
      .finally(() => {
        this.#waiting--
      })
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  async warm(): Promise<void> {
    await (this.#active ??= this.#start()).ready
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#spareTimer) clearTimeout(this.#spareTimer)
    await Promise.all([this.#active?.end(), this.#spare?.end()])
  }

  async #parseNow(text: Text): Promise<ParseOutcome> {
    const thread = await this.#living()
    const outcome = await thread.read(text)
    if (thread.isDead) this.#replace(thread)
    this.#planSpare()
    return outcome
  }

  /** A thread with its parsers; one that died while nobody asked it anything is replaced first. */
  async #living(): Promise<ParserThread> {
    for (let attempt = 0; attempt < 3 && !this.#closed; attempt++) {
      const thread = (this.#active ??= this.#start())
      await thread.ready
      if (!thread.isDead) return thread
      this.#replace(thread)
    }
    throw unavailable(this.#closed ? 'The server is being stopped. Please ask again.' : unloadable)
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

/** One worker thread with its parsers loaded. */
class ParserThread {
  /** Resolves when the parsers are loaded, or have failed to load (then `isDead`). */
  readonly ready: Promise<void>
  isDead = false
  readonly #worker: Worker
  readonly #timeout: number
  readonly #pending = new Map<number, Pending>()
  readonly #ended = Promise.withResolvers<void>()
  #lastId = 0

  constructor(dialect: SqlDialect, options: ParserPoolOptions) {
    this.#timeout = options.timeout ?? 2_000
    const workerUrl = options.workerUrl ?? new URL('./parser-worker.ts', import.meta.url)
    this.#worker = new Worker(workerUrl, {
      resourceLimits: { stackSizeMb: 64 },
      execArgv: ['--no-warnings'],
      workerData: { compileCache: compileCacheFolder() } satisfies ParserWorkerData,
    })
    this.#worker.on('message', (reply: ParseReply) => this.#settle(reply))
    this.#worker.on('error', () => this.#die())
    this.#worker.on('exit', () => {
      this.#die()
      this.#ended.resolve()
    })
    this.#worker.unref()
    this.ready = this.read({ dialect, sql: 'SELECT 1' }, options.loadTimeout ?? 20_000).then(() => undefined)
  }

  read(text: Text, timeout = this.#timeout): Promise<ParseOutcome> {
    if (this.isDead) return Promise.resolve(tooHard)
    const id = ++this.#lastId
    this.#worker.ref()
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#die(), timeout)
      this.#pending.set(id, { resolve, timer })
      this.#worker.postMessage({ id, ...text } satisfies ParseJob)
    })
  }

  /** A loaded thread is asked to end by itself: terminating one while V8 compiles its WebAssembly can crash the process. */
  async end(): Promise<void> {
    if (!this.isDead) {
      await this.ready
      this.#worker.ref()
      this.#worker.postMessage('end' satisfies ParseMessage)
      const timer = setTimeout(() => this.#ended.resolve(), endTimeout)
      await this.#ended.promise
      clearTimeout(timer)
    }
    this.#die()
    await this.#worker.terminate()
  }

  #settle(reply: ParseReply): void {
    const pending = this.#pending.get(reply.id)
    if ('died' in reply) return this.#die()
    if (!pending) return
    this.#pending.delete(reply.id)
    clearTimeout(pending.timer)
    pending.resolve(reply.outcome)
    if (this.#pending.size === 0) this.#worker.unref()
  }

  #die(): void {
    this.isDead = true
    for (const { resolve, timer } of this.#pending.values()) {
      clearTimeout(timer)
      resolve(tooHard)
    }
    this.#pending.clear()
    this.#worker.unref()
  }
}

/** The folder that the process was given: Node names the part of it that belongs to this version. */
function compileCacheFolder(): string | null {
  const folder = getCompileCacheDir()
  return folder === undefined ? null : dirname(folder)
}
