import type { Job } from '@google-cloud/bigquery'
import { message, type CatalogueTable, type Cell, type Message, type Row } from '@parlance/contract'
import {
  DriverError,
  type Connection,
  type Driver,
  type IntrospectOptions,
  type QueryOptions,
  type QueryResult,
  type TestReport,
  type TestStage,
} from '../contract.ts'
import { accountName, type GoogleAccount } from '../google/account.ts'
import { noAnswer, type Limits } from '../deadline.ts'
import { streamResult } from '../server/result-stream.ts'
import { withStage } from '../server/staged-test.ts'
import { Watch } from '../server/watch.ts'
import { BigqueryClient, type Estimate, type Page } from './client.ts'
import { readAccount, readConfig, type BigqueryConfig } from './config.ts'
import { toDriverError } from './errors.ts'
import { keysSql, readKeys, readTable, tablesSql, type TableKeys } from './introspect.ts'
import { bigqueryManifest } from './manifest.ts'
import { describeField } from './types.ts'

const signInTimeoutMs = 30_000
const introspectTimeoutMs = 120_000
const firstPageRows = 1000
const pageRows = 10_000

/** The BigQuery driver. Queries on one connection run in parallel: each is its own job. */
export const bigqueryDriver: Driver = createBigqueryDriver(null)

/** @param endpoint replaces all of Google's hosts; null for Google itself */
export function createBigqueryDriver(endpoint: string | null): Driver {
  return {
    manifest: bigqueryManifest,
    async connect(given, options) {
      const config = readConfig(given)
      const account = await readAccount(config)
      const connection = new BigqueryConnection(config, account, await BigqueryClient.open(config, account, endpoint))
      try {
        await connection.signIn(options?.signal)
        return connection
      } catch (error) {
        throw withStage(error)
      }
    },
  }
}

class BigqueryConnection implements Connection {
  readonly defaultSchema: string
  readonly database: string
  readonly #config: BigqueryConfig
  readonly #account: GoogleAccount
  readonly #client: BigqueryClient
  readonly #watches = new Set<Watch>()

  constructor(config: BigqueryConfig, account: GoogleAccount, client: BigqueryClient) {
    this.#config = config
    this.#account = account
    this.#client = client
    this.defaultSchema = config.dataset
    this.database = config.project
  }

  async signIn(signal?: AbortSignal): Promise<void> {
    const limits = { timeoutMs: signInTimeoutMs, late: noAnswer, ...(signal && { signal }) }
    await this.#within(limits, null, async (watch) => await watch.race(this.#client.readDataset()))
  }

  async test(onStage: (stage: TestStage) => void): Promise<TestReport> {
    const limits = { timeoutMs: signInTimeoutMs, late: noAnswer }
    onStage('resolve')
    onStage('reach')
    return await this.#within(limits, null, async (watch) => {
      const { location, roles } = await watch.race(this.#client.readDataset())
      onStage('sign-in')
      onStage('read-only')
      const { statementType } = await watch.race(this.#client.dryRun('SELECT 1', []))
      if (statementType !== 'SELECT')
        throw new DriverError(
          'unsupported',
          message('BigQuery does not report the type of a statement, so queries cannot be checked.'),
        )
      onStage('list-tables')
      const tableCount = await watch.race(this.#client.countTables())
      return { tableCount, engine: `BigQuery API v2, ${location}`, warnings: roleWarnings(roles) }
    })
  }

  async *introspect(options: IntrospectOptions = {}): AsyncIterable<CatalogueTable> {
    const signal = options.signal && { signal: options.signal }
    const limits = { timeoutMs: options.timeoutMs ?? introspectTimeoutMs, maxRows: null, maxBytes: null, ...signal }
    const keys = await this.#readKeys(limits)
    const { batches } = await this.query(tablesSql(this.#config), [], limits)
    let seen = 0
    for await (const batch of batches) {
      seen += batch.length
      options.onProgress?.(seen)
      for (const row of batch) yield readTable(this.#config.dataset, row, keys)
    }
  }

  /** A dry run comes first: it is free, and reports the statement type and how much it would read. */
  async query(sql: string, params: Cell[], options: QueryOptions): Promise<QueryResult> {
    return await this.#within(options, sql, async (watch, forget) => {
      const estimate = await watch.race(this.#client.dryRun(sql, params))
      this.#refuse(estimate)
      const running = new RunningJob(this.#client, sql, params, options.timeoutMs)
      const first = await running.first(watch)
      const statement = {
        columns: first.fields.map(describeField),
        read: async (count: number) => {
          try {
            return await running.read(count)
          } catch (error) {
            throw toDriverError(error, sql, accountName(this.#account))
          }
        },
        finish: () => forget(),
      }
      return { ...streamResult(statement, watch, options), bytesRead: estimate.bytes }
    })
  }

  async close(): Promise<void> {
    for (const watch of this.#watches) watch.stop(new DriverError('cancelled', message('The connection was closed.')))
  }

  /** Declared keys are only a hint: an account that may not see them can still run queries. */
  async #readKeys(limits: QueryOptions): Promise<Map<string, TableKeys>> {
    try {
      const { batches } = await this.query(keysSql(this.#config), [], limits)
      return readKeys((await Array.fromAsync(batches)).flat())
    } catch (error) {
      if (error instanceof DriverError && error.kind === 'permission') return new Map()
      throw error
    }
  }

  /** The second wall behind the gate: the engine's own view of the statement (R05), and the cap on a query's cost. */
  #refuse({ statementType, bytes }: Estimate): void {
    if (statementType !== 'SELECT') {
      const text = statementType
        ? message('Only a single SELECT can run. This statement is {statementType}.', { statementType })
        : message('Only a single SELECT can run.')
      throw new DriverError('unsupported', text)
    }
    const { maximumBytes } = this.#config
    if (maximumBytes === null || bytes <= maximumBytes) return
    const text = message(
      'The query would read {read, number} GB. The limit is {limit, number} GB per query. Ask for fewer columns or a shorter period, or ask an administrator to raise the limit.',
      { read: gigabytes(bytes), limit: gigabytes(maximumBytes) },
    )
    throw new DriverError('limit', text)
  }

  /** Runs several steps under one watch. A failure ends the watch; after success the caller ends it with `forget`. */
  async #within<Result>(
    limits: Limits,
    sql: string | null,
    work: (watch: Watch, forget: () => void) => Promise<Result>,
  ): Promise<Result> {
    const watch = new Watch(limits)
    this.#watches.add(watch)
    const forget = () => {
      watch.end()
      this.#watches.delete(watch)
    }
    try {
      const result = await work(watch, forget)
      if (sql === null) forget()
      return result
    } catch (error) {
      forget()
      throw toDriverError(error, sql, accountName(this.#account))
    }
  }
}

/** Reads a job's rows page by page. Requests a page only after the previous one was read. */
class RunningJob {
  readonly #client: BigqueryClient
  readonly #starting: Promise<Job>
  #rows: Row[] = []
  #next: string | null = null

  constructor(client: BigqueryClient, sql: string, params: Cell[], timeoutMs: number) {
    this.#client = client
    this.#starting = client.start(sql, params, timeoutMs)
  }

  /** Waits until the job has finished. Cancels a job that is given up before that. */
  async first(watch: Watch): Promise<Page> {
    const page = this.#starting.then((job) => this.#client.readPage(job, firstPageRows, null))
    try {
      return this.#take(await watch.race(page))
    } catch (error) {
      if (watch.reason) this.#cancel()
      throw error
    }
  }

  async read(count: number): Promise<Row[]> {
    while (this.#rows.length === 0 && this.#next !== null) {
      this.#take(await this.#client.readPage(await this.#starting, pageRows, this.#next))
    }
    return this.#rows.splice(0, count)
  }

  #take(page: Page): Page {
    this.#rows = page.rows
    this.#next = page.next
    return page
  }

  /** Not awaited: the user's answer doesn't depend on it, and the job's own time limit is the fallback. */
  #cancel(): void {
    this.#starting.then((job) => job.cancel()).catch(() => {})
  }
}

function roleWarnings(roles: string[]): Message[] {
  const writing = roles.filter((role) => /OWNER|WRITER|dataEditor|dataOwner/i.test(role))
  if (writing.length === 0) return []
  return [message('The account can write to the dataset ({roles}).', { roles: writing.join(', ') })]
}

function gigabytes(bytes: number): number {
  return Math.round((bytes / 1024 ** 3) * 10) / 10
}
