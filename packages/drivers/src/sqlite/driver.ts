import type { CatalogueTable, Cell } from '@parlance/contract'
import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type {
  Connection,
  ConnectionConfig,
  Driver,
  IntrospectOptions,
  QueryOptions,
  QueryResult,
  TestReport,
  TestStage,
} from '../contract.ts'
import { SqliteCatalogue } from './catalogue.ts'
import { expectReply, SqliteJobs } from './jobs.ts'
import type { RawTable } from './introspect.ts'
import { withStage } from '../server/staged-test.ts'
import { sqliteManifest } from './manifest.ts'
import { releaseFile } from './pool.ts'
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
  readonly #path: string
  readonly #jobs: SqliteJobs

  constructor(config: ConnectionConfig) {
    const { database } = sqliteManifest.configSchema.parse(config)
    // An absolute path is never read as a URI with options, or as ':memory:'.
    this.#path = resolve(String(database))
    this.#jobs = new SqliteJobs(this.#path)
  }

  async check(stage: CheckStage, signal?: AbortSignal): Promise<Extract<Reply, { type: 'checked' }>> {
    const request = { type: 'check', path: this.#path, busyMs: busyLimitMs, stage } as const
    return await this.#jobs.withChild({ timeoutMs: testTimeoutMs, signal }, async (child) => {
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
    const stream = await this.#jobs.open({ type: 'introspect', path: this.#path, busyMs: busyLimitMs }, limits)
    const catalogue = new SqliteCatalogue()
    let seen = 0
    for await (const batch of stream.items()) {
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
    const stream = await this.#jobs.open(request, options)
    return {
      columns: stream.columns,
      batches: stream.rows(),
      json: stream.json(),
      outcome: stream.outcome,
    }
  }

  async close(): Promise<void> {
    this.#jobs.close()
    releaseFile(this.#path)
  }
}
