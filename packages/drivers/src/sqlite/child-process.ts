import { message } from '@parlance/contract'
import { fork, type ChildProcess } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { DriverError } from '../contract.ts'
import type { Reply, Request } from './protocol.ts'

const heapMegabytes = 512
/** The exit code that a shell and Windows report for an abort. */
const abortCode = 134

/** One child process and its replies in order. Killing it is the only way to stop a SQLite statement. */
export class SqliteChild {
  /** The last database file it opened, so that the next query on that file can reuse it. */
  path: string | null = null
  /** Resolves when the process can work, or has failed. */
  readonly started: Promise<void>
  #process: ChildProcess
  #replies: Reply[] = []
  #waiting: PromiseWithResolvers<Reply> | null = null
  #failure: DriverError | null = null
  readonly #start = Promise.withResolvers<void>()

  constructor() {
    this.started = this.#start.promise
    this.#process = fork(new URL('./child.ts', import.meta.url), [String(process.pid)], {
      // The server's environment isn't passed on, because it contains secrets.
      env: passedEnvironment(),
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMegabytes}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    this.#process.on('message', (reply: Reply) => this.#receive(reply))
    this.#process.on('error', (error) => this.#fail(failed(error)))
    this.#process.on('exit', (code, signal) => this.#fail(describeExit(code, signal)))
    this.idle()
  }

  get isUsable(): boolean {
    return this.#failure === null && this.#process.connected
  }

  /** Lets the server's process exit while the child is idle. */
  idle(): void {
    this.#process.unref()
    this.#process.channel?.unref()
  }

  busy(): void {
    this.#process.ref()
    this.#process.channel?.ref()
  }

  send(request: Request): void {
    if ('path' in request) this.path = request.path
    if (request.type === 'compute') this.path = null
    if (this.#failure) return
    this.#process.send(request, (error) => {
      if (error) this.#fail(failed(error))
    })
  }

  /**
   * Returns the next reply.
   * @throws DriverError from the child, or the reason why it was killed
   */
  async receive(): Promise<Reply> {
    const reply = this.#replies.shift() ?? (await this.#next())
    if (reply.type !== 'failed') return reply
    throw new DriverError(reply.failure.kind, reply.failure.text, reply.failure)
  }

  /** Ends the process and its statement immediately. Waiting callers get the reason. */
  kill(reason: DriverError): void {
    this.#fail(reason)
    this.#process.kill('SIGKILL')
  }

  #next(): Promise<Reply> {
    if (this.#failure) return Promise.reject(this.#failure)
    this.#waiting = Promise.withResolvers<Reply>()
    return this.#waiting.promise
  }

  #receive(reply: Reply): void {
    if (reply.type === 'ready') return this.#start.resolve()
    if (this.#failure) return
    if (!this.#waiting) return void this.#replies.push(reply)
    this.#waiting.resolve(reply)
    this.#waiting = null
  }

  #fail(reason: DriverError): void {
    this.#failure ??= reason
    this.#start.resolve()
    this.#replies = []
    this.#waiting?.reject(this.#failure)
    this.#waiting = null
  }
}

function failed(error: Error): DriverError {
  return new DriverError('unknown', message('The SQLite process failed: {reason}', { reason: error.message }))
}

/** Only for an end that the server did not cause. V8 aborts the process when its heap is full. */
function describeExit(code: number | null, signal: NodeJS.Signals | null): DriverError {
  if (signal === 'SIGABRT' || code === abortCode)
    return new DriverError(
      'memory',
      message('The query needed more than {limit, number} MB of memory, which is the limit for a query.', {
        limit: heapMegabytes,
      }),
    )
  const text =
    signal === null
      ? message('The SQLite process ended unexpectedly with exit code {code}. Try again.', { code: String(code) })
      : message('The SQLite process was ended by {signal}. Try again.', { signal })
  return new DriverError('interrupted', text)
}

function passedEnvironment(): NodeJS.ProcessEnv {
  const names = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'SQLITE_TMPDIR']
  const passed = Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  // A compile cache makes a child's start four times as fast. Node adds its version to the folder.
  const own = getCompileCacheDir()
  const folder = own === undefined ? process.env['NODE_COMPILE_CACHE'] : dirname(own)
  return folder === undefined ? passed : { ...passed, NODE_COMPILE_CACHE: folder }
}
