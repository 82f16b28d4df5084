import { message, type CatalogueTable, type Cell, type Row } from '@parlance/contract'
import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  DriverError,
  type Connection,
  type ConnectionConfig,
  type Driver,
  type IntrospectOptions,
  type QueryOptions,
  type QueryOutcome,
  type QueryResult,
  type TestReport,
  type TestStage,
} from '../contract.ts'
import { withDeadline } from '../deadline.ts'
import { SqliteCatalogue } from './catalogue.ts'
import type { SqliteChild } from './child-process.ts'
import type { RawTable } from './introspect.ts'
import { withStage } from '../server/staged-test.ts'
import { sqliteManifest } from './manifest.ts'
import { releaseFile, returnChild, takeChild } from './pool.ts'
import type { CheckStage, Reply, Request } from './protocol.ts'

const testTimeoutMs = 15_000
const introspectTimeoutMs = 120_000
const busyLimitMs = 5000

/** SQLite files, read in child processes. Queries on one connection may run in parallel: each has its own child. */
export const sqliteDriver: Driver = {
  manifest: sqliteManifest,
  async connect(config, options) {
    const connection = new SqliteConnection(config)
    try {
      await connection.check('reach', options?.signal)
      return connection
    } catch (error) {
      throw withStage(error)
    }
  },
}

class SqliteConnection implements Connection {
  readonly defaultSchema = null
  #path: string
  #running = new Set<(reason: DriverError) => void>()
  #closing = new AbortController()

  constructor(config: ConnectionConfig) {
    const { database } = sqliteManifest.configSchema.parse(config)
    // An absolute path is never read as a URI with options, or as ':memory:'.
    this.#path = resolve(String(database))
  }

  async check(stage: CheckStage, signal?: AbortSignal): Promise<Extract<Reply, { type: 'checked' }>> {
    const request = { type: 'check', path: this.#path, busyMs: busyLimitMs, stage } as const
    return await this.#withChild({ timeoutMs: testTimeoutMs, signal }, async (child) => {
      child.send(request)
      return expectReply(await child.receive(), 'checked')
    })
  }

  async test(onStage: (stage: TestStage) => void): Promise<TestReport> {
    onStage('resolve')
    onStage('reach')
    await this.check('reach')
    onStage('read-only')
    await this.check('read-only')
    onStage('list-tables')
    const { engine, tableCount } = await this.check('list-tables')
    // A file has no account. The driver opens it read-only, whatever its permissions.
    return { engine, tableCount, warnings: [] }
  }

  async identify(): Promise<string[]> {
    const [path, { dev, ino }] = await Promise.all([realpath(this.#path), stat(this.#path, { bigint: true })])
    return [`sqlite:path:${path}`, `sqlite:inode:${dev}:${ino}`]
  }

  async *introspect(options: IntrospectOptions = {}): AsyncIterable<CatalogueTable> {
    const limits = { timeoutMs: options.timeoutMs ?? introspectTimeoutMs, signal: options.signal }
    const stream = await this.#open({ type: 'introspect', path: this.#path, busyMs: busyLimitMs }, limits)
    const catalogue = new SqliteCatalogue()
    let seen = 0
    for await (const batch of stream.batches()) {
      for (const table of batch as RawTable[]) catalogue.add(table)
      seen += batch.length
      options.onProgress?.(seen)
    }
    yield* catalogue.build()
  }

  async query(sql: string, params: Cell[], options: QueryOptions): Promise<QueryResult> {
    const request: Request = {
      type: 'run',
      path: this.#path,
      busyMs: Math.min(options.timeoutMs, busyLimitMs),
      sql,
      params,
      maxRows: options.maxRows,
      maxBytes: options.maxBytes,
      readable: options.readable ?? null,
    }
    const stream = await this.#open(request, options)
    return {
      columns: stream.columns,
      batches: stream.batches() as AsyncIterable<Row[]>,
      outcome: stream.outcome,
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    for (const stop of this.#running) stop(new DriverError('cancelled', message('The connection was closed.')))
    releaseFile(this.#path)
  }

  /** Starts a streaming job, which occupies its child until the stream ends, fails, or is abandoned. */
  async #open(request: Request, limits: Limits): Promise<Stream> {
    const lease = await this.#lease(limits)
    try {
      lease.child.send(request)
      const { columns } = expectReply(await lease.child.receive(), 'head')
      return new Stream(lease, columns)
    } catch (error) {
      lease.end()
      throw error
    }
  }

  async #withChild<Result>(limits: Limits, work: (child: SqliteChild) => Promise<Result>): Promise<Result> {
    const lease = await this.#lease(limits)
    try {
      return await work(lease.child)
    } finally {
      lease.end()
    }
  }

  async #lease({ timeoutMs, signal }: Limits): Promise<Lease> {
    const started = performance.now()
    const closing = this.#closing.signal
    this.#refuseWhenOver(signal)
    const stopWaiting = signal === undefined ? closing : AbortSignal.any([closing, signal])
    const child = await takeChild(this.#path, { timeoutMs, signal: stopWaiting })
    try {
      this.#refuseWhenOver(signal)
    } catch (error) {
      returnChild(child)
      throw error
    }
    const limits = { signal, timeoutMs: Math.max(1, timeoutMs - (performance.now() - started)) }
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      stopWatching()
      this.#running.delete(stop)
      returnChild(child)
    }
    // This frees its slot even if no one reads the result.
    const stop = (reason: DriverError) => {
      child.kill(reason)
      end()
    }
    const stopWatching = withDeadline(limits, stop)
    this.#running.add(stop)
    return { child, end }
  }

  #refuseWhenOver(signal: AbortSignal | undefined): void {
    if (this.#closing.signal.aborted) throw new DriverError('cancelled', message('The connection was closed.'))
    if (signal?.aborted) throw new DriverError('cancelled', message('The query was canceled.'))
  }
}

interface Limits {
  timeoutMs: number
  signal?: AbortSignal
}

interface Lease {
  child: SqliteChild
  end: () => void
}

class Stream {
  readonly columns: QueryResult['columns']
  readonly outcome = (): QueryOutcome | null => this.#outcome
  #lease: Lease
  #outcome: QueryOutcome | null = null

  constructor(lease: Lease, columns: QueryResult['columns']) {
    this.#lease = lease
    this.columns = columns
  }

  async *batches(): AsyncIterable<unknown[]> {
    const { child, end } = this.#lease
    let isComplete = false
    try {
      while (!isComplete) {
        const batch = expectReply(await child.receive(), 'batch')
        isComplete = batch.end !== null
        if (isComplete) this.#finish(batch.end)
        else child.send({ type: 'next' })
        if (batch.items.length > 0) yield batch.items
      }
    } finally {
      if (!isComplete) child.kill(new DriverError('cancelled', message('The result was not read completely.')))
      end()
    }
  }

  #finish(outcome: QueryOutcome | null): void {
    this.#outcome = outcome
    this.#lease.end()
  }
}

function expectReply<Type extends Reply['type']>(reply: Reply, type: Type): Extract<Reply, { type: Type }> {
  if (reply.type !== type) {
    const text = message('The SQLite process sent {reply} instead of {expected}.', {
      reply: reply.type,
      expected: type,
    })
    throw new DriverError('unknown', text)
  }
  return reply as Extract<Reply, { type: Type }>
}
