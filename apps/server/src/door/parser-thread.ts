import { message } from '@parlance/contract'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SqlDialect } from '@parlance/contract'
import type { ParseForm, ParseOutcome } from '@parlance/sql'
import type { CompiledParsers } from '@parlance/sql/parse'
import { AppError } from '../lib/errors.ts'
import type { ParseJob, ParseMessage, ParserWorkerData, ParseReply, ReadReply } from './parser-worker.ts'

export interface ParserThreadOptions {
  /** Milliseconds of processor time for one text in a loaded worker. */
  timeout?: number
  /** Milliseconds of processor time for a worker to load its parsers. */
  loadTimeout?: number
  /** Milliseconds that a text waits for a worker that gets no processor time. */
  patience?: number
  /** The worker's code; tests use a hostile one. */
  workerUrl?: URL
}

/** The text to parse, and how. */
export interface Text {
  dialect: SqlDialect
  sql: string
  form?: ParseForm
}

interface Pending extends PromiseWithResolvers<ParseOutcome> {
  cpuTimer: NodeJS.Timeout
  patienceTimer: NodeJS.Timeout | null
}

/** Milliseconds that a thread has to exit before it is terminated. */
const endTimeout = 2_000
/** How often a text's processor time is checked within its limit. */
const cpuChecks = 4
export const defaultPatience = 30_000

const tooHard: ParseOutcome = {
  ok: false,
  code: 'unparseable',
  message: message('This SQL is too complex to check. Use less nesting and fewer conditions.'),
  position: null,
}

/** For a text that no worker could read because the machine has no time for it, which isn't the text's fault. */
export function serverBusy(): AppError {
  return new AppError('unavailable', { detail: message('The server is busy. Try again in a moment.') })
}

/** One worker thread with its parsers loaded. */
export class ParserThread {
  /** Resolves when the parsers have loaded, or have failed to load (then `isDead`). */
  readonly ready: Promise<void>
  isLoaded = false
  isDead = false
  readonly #worker: Worker
  readonly #options: ParserThreadOptions
  readonly #pending = new Map<number, Pending>()
  readonly #ended = Promise.withResolvers<void>()
  #lastId = 0

  /** @param compiled parsers that another thread has compiled; this one adds its own */
  constructor(dialect: SqlDialect, options: ParserThreadOptions, compiled: CompiledParsers) {
    this.#options = options
    const workerUrl = options.workerUrl ?? new URL('./parser-worker.ts', import.meta.url)
    this.#worker = new Worker(workerUrl, {
      resourceLimits: { stackSizeMb: 64 },
      execArgv: ['--no-warnings'],
      workerData: { compileCache: compileCacheFolder(), compiled } satisfies ParserWorkerData,
    })
    this.#worker.on('message', (reply: ParseReply) => {
      if ('compiled' in reply) Object.assign(compiled, reply.compiled)
      else this.#settle(reply)
    })
    this.#worker.on('error', () => this.#die())
    this.#worker.on('exit', () => {
      this.#die()
      this.#ended.resolve()
    })
    this.#worker.unref()
    this.ready = this.#send({ dialect, sql: 'SELECT 1' }, options.loadTimeout ?? 20_000, null).then(() => {
      this.isLoaded = !this.isDead
    })
  }

  /**
   * A text that kills the worker or uses too much of its processor time is 'unparseable'.
   * @throws AppError unavailable if the machine gives the worker no time
   */
  read(text: Text): Promise<ParseOutcome> {
    if (this.isDead) return Promise.reject(serverBusy())
    return this.#send(text, this.#options.timeout ?? 2_000, this.#options.patience ?? defaultPatience)
  }

  /** Asks a loaded thread to exit, because terminating one while V8 compiles its WebAssembly can crash the process. */
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

  #send(text: Text, cpuLimit: number, patience: number | null): Promise<ParseOutcome> {
    const id = ++this.#lastId
    this.#worker.ref()
    const pending = {
      ...Promise.withResolvers<ParseOutcome>(),
      cpuTimer: this.#checkLater(id, cpuLimit, null),
      patienceTimer: patience === null ? null : setTimeout(() => this.#giveUp(id), patience),
    }
    this.#pending.set(id, pending)
    this.#worker.postMessage({ id, ...text } satisfies ParseJob)
    return pending.promise
  }

  /** Most texts take a few milliseconds, so processor time is checked only when a text takes long. */
  #checkLater(id: number, cpuLimit: number, start: number | null): NodeJS.Timeout {
    return setTimeout(() => void this.#checkCpu(id, cpuLimit, start), cpuLimit / cpuChecks)
  }

  async #checkCpu(id: number, cpuLimit: number, start: number | null): Promise<void> {
    const used = await cpuMsOf(this.#worker)
    const pending = this.#pending.get(id)
    if (!pending) return
    if (start !== null && used - start >= cpuLimit) return this.#die()
    pending.cpuTimer = this.#checkLater(id, cpuLimit, start ?? used)
  }

  #giveUp(id: number): void {
    this.#take(id)?.reject(serverBusy())
    this.#die()
  }

  #settle(reply: ReadReply): void {
    if ('died' in reply) return this.#die()
    this.#take(reply.id)?.resolve(reply.outcome)
    if (this.#pending.size === 0) this.#worker.unref()
  }

  #die(): void {
    this.isDead = true
    this.isLoaded = false
    for (const id of this.#pending.keys()) this.#take(id)?.resolve(tooHard)
    this.#worker.unref()
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    if (!pending) return undefined
    this.#pending.delete(id)
    clearTimeout(pending.cpuTimer)
    if (pending.patienceTimer) clearTimeout(pending.patienceTimer)
    return pending
  }
}

/** Processor time of the thread, or 0 before it runs. Works even in the middle of a loop or of WebAssembly. */
async function cpuMsOf(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return 0
  }
}

/** The folder that the process was given. Node names the subfolder for its own version. */
function compileCacheFolder(): string | null {
  const folder = getCompileCacheDir()
  return folder === undefined ? null : dirname(folder)
}
