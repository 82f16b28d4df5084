import { message, type CatalogueTable, type Cell, type Message } from '@parlance/contract'
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
import { noAnswer, type Limits } from '../deadline.ts'
import { findListening, resolveHost } from '../server/network.ts'
import { streamResult } from '../server/result-stream.ts'
import { withStage } from '../server/staged-test.ts'
import { Watch } from '../server/watch.ts'
import { SnowflakeClient, type Execution } from './client.ts'
import { readConfig, type SnowflakeConfig } from './config.ts'
import { toDriverError } from './errors.ts'
import {
  countSql,
  keysSql,
  readForeignKeys,
  readPrimaryKeys,
  readTable,
  tablesSql,
  type NamedRows,
} from './introspect.ts'
import { snowflakeManifest } from './manifest.ts'
import { RowReader } from './row-reader.ts'
import { assertSingleSelect } from './single-select.ts'
import { describeColumn } from './types.ts'

const signInTimeoutMs = 30_000
const introspectTimeoutMs = 120_000

/** The Snowflake driver. Queries on one connection run in parallel within one session. */
export const snowflakeDriver: Driver = createSnowflakeDriver(null)

/** @param endpoint replaces every account's address; null for Snowflake itself */
export function createSnowflakeDriver(endpoint: string | null): Driver {
  return {
    manifest: snowflakeManifest,
    async connect(given, options) {
      const config = readConfig(given)
      const connection = new SnowflakeConnection(config, endpoint ?? `https://${config.host}`)
      try {
        await connection.signIn(options?.signal)
        return connection
      } catch (error) {
        await connection.close()
        throw withStage(error)
      }
    },
  }
}

class SnowflakeConnection implements Connection {
  defaultSchema: string | null
  /** In Snowflake's spelling, which the form may not use. */
  database: string | null = null
  readonly #config: SnowflakeConfig
  readonly #accessUrl: string
  readonly #watches = new Set<Watch>()
  #client: Promise<SnowflakeClient> | null = null
  #isClosed = false

  constructor(config: SnowflakeConfig, accessUrl: string) {
    this.#config = config
    this.#accessUrl = accessUrl
    this.defaultSchema = config.schema
  }

  async signIn(signal?: AbortSignal): Promise<void> {
    const limits = { timeoutMs: signInTimeoutMs, late: noAnswer, ...(signal && { signal }) }
    const { rows } = await this.#readAll('SELECT CURRENT_SCHEMA(), CURRENT_DATABASE()', [], limits)
    const [schema, database] = rows[0] ?? []
    this.defaultSchema ??= typeof schema === 'string' ? schema : 'PUBLIC'
    this.database = typeof database === 'string' ? database : null
  }

  async test(onStage: (stage: TestStage) => void): Promise<TestReport> {
    const { hostname, port, protocol } = new URL(this.#accessUrl)
    const isSecure = protocol === 'https:'
    onStage('resolve')
    const addresses = await resolveHost(hostname)
    onStage('reach')
    await findListening(addresses, Number(port || (isSecure ? 443 : 80)))
    if (isSecure) onStage('tls')
    await this.#proveSignIn(onStage)
    onStage('read-only')
    const { rows } = await this.#readAll('SELECT CURRENT_VERSION(), CURRENT_ROLE(), CURRENT_WAREHOUSE()')
    const [version, role, warehouse] = rows[0] ?? []
    onStage('list-tables')
    const { schema } = this.#config
    const [count] = (await this.#readAll(countSql, [schema, schema])).rows
    return {
      tableCount: Number(count?.[0]),
      engine: `Snowflake ${String(version)}`,
      warnings: accountWarnings(role ?? null, warehouse ?? null),
    }
  }

  /** Yields keys first, because there are few, then tables as they arrive. */
  async *introspect(options: IntrospectOptions = {}): AsyncIterable<CatalogueTable> {
    const signal = options.signal && { signal: options.signal }
    const limits = { timeoutMs: options.timeoutMs ?? introspectTimeoutMs, ...signal }
    const primaryKeys = readPrimaryKeys(await this.#readAll(keysSql.primary, [], limits))
    const foreignKeys = readForeignKeys(await this.#readAll(keysSql.foreign, [], limits))
    const { schema } = this.#config
    const { batches } = await this.#run(tablesSql, [schema, schema], { ...limits, maxRows: null, maxBytes: null })
    let seen = 0
    for await (const batch of batches) {
      seen += batch.length
      options.onProgress?.(seen)
      for (const row of batch) yield readTable(row, primaryKeys, foreignKeys)
    }
  }

  async query(sql: string, params: Cell[], options: QueryOptions): Promise<QueryResult> {
    assertSingleSelect(sql)
    return await this.#run(sql, params, options)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const watch of this.#watches) watch.stop(new DriverError('cancelled', message('The connection was closed.')))
    const opening = this.#client
    this.#client = null
    opening?.then((client) => client.close()).catch(() => {})
  }

  /** Uses a separate session, since the connection's own is already signed in. */
  async #proveSignIn(onStage: (stage: TestStage) => void): Promise<void> {
    try {
      const client = await SnowflakeClient.open(this.#config, this.#accessUrl)
      client.close()
      onStage('sign-in')
    } catch (error) {
      const failure = toDriverError(error)
      if (failure.kind !== 'tls') onStage('sign-in')
      throw failure
    }
  }

  async #readAll(sql: string, params: Cell[] = [], limits: Partial<QueryOptions & Limits> = {}): Promise<NamedRows> {
    const options = { timeoutMs: introspectTimeoutMs, maxRows: null, maxBytes: null, ...limits }
    const result = await this.#run(sql, params, options)
    const rows = (await Array.fromAsync(result.batches)).flat()
    return { columns: result.columns.map(({ name }) => name), rows }
  }

  async #run(sql: string, params: Cell[], options: QueryOptions & Limits): Promise<QueryResult> {
    if (this.#isClosed) throw new DriverError('cancelled', message('The connection was closed.'))
    const watch = new Watch(options)
    this.#watches.add(watch)
    const forget = () => {
      watch.end()
      this.#watches.delete(watch)
    }
    let execution: Execution | null = null
    try {
      const client = await watch.race(this.#useClient())
      execution = client.execute(sql, params, options.timeoutMs)
      const statement = await watch.race(execution.done)
      const columns = statement.getColumns() ?? []
      const reader = new RowReader(statement.streamRows(), columns)
      const read = async (count: number) => {
        try {
          return await reader.read(count)
        } catch (error) {
          throw toDriverError(error, sql)
        }
      }
      const finish = () => {
        reader.close()
        forget()
      }
      return streamResult({ columns: columns.map(describeColumn), read, finish }, watch, options)
    } catch (error) {
      if (watch.reason) giveUp(execution)
      forget()
      throw toDriverError(error, sql)
    }
  }

  /** Returns the session, and signs in again after it ended. Checks its address before each sign-in (R14). */
  async #useClient(): Promise<SnowflakeClient> {
    const known = this.#client
    const client = await known?.catch(() => null)
    if (client?.isUsable) return client
    if (this.#client === known) this.#client = this.#openClient()
    return await (this.#client ?? this.#openClient())
  }

  async #openClient(): Promise<SnowflakeClient> {
    const { hostname } = new URL(this.#accessUrl)
    await resolveHost(hostname)
    return await SnowflakeClient.open(this.#config, this.#accessUrl)
  }
}

/** Not awaited: the user's answer doesn't depend on it, and the statement's own time limit is the fallback. */
function giveUp(execution: Execution | null): void {
  execution?.cancel()
  execution?.done.catch(() => {})
}

/** Lists what an operator should know (R02). Only the list of grants shows a role's rights in detail. */
function accountWarnings(role: Cell, warehouse: Cell): Message[] {
  const warnings: Message[] = []
  if (/^(ACCOUNTADMIN|SECURITYADMIN|SYSADMIN|ORGADMIN)$/i.test(String(role))) {
    warnings.push(
      message('The role {role} can administer the account. Use a role that can only read.', { role: String(role) }),
    )
  }
  if (warehouse === null) {
    warnings.push(
      message('No warehouse is selected, so queries on tables will fail. Enter a warehouse in the connection.'),
    )
  }
  return warnings
}
