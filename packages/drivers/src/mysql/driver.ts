import type { CatalogueTable, Cell, Row } from '@parlance/contract'
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
import { serverConfigSchema, type ServerConfig } from '../server/fields.ts'
import { findListening, resolveHost } from '../server/network.ts'
import { Sessions } from '../server/sessions.ts'
import { testUntilSignIn, withStage } from '../server/staged-test.ts'
import { accountWarnings } from './account.ts'
import { closeClient, destroyClient, limitTime, openClient, ping, run, startStatement, type Client } from './client.ts'
import { toDriverError } from './errors.ts'
import { buildTable, catalogueSql, groupByTable } from './introspect.ts'
import { mysqlManifest } from './manifest.ts'

const signInTimeoutMs = 20_000
const introspectTimeoutMs = 120_000

/** MySQL and MariaDB. Queries on one connection may run in parallel, up to five at once. */
export const mysqlDriver: Driver = {
  manifest: mysqlManifest,
  async connect(config, options) {
    const connection = new MysqlConnection(serverConfigSchema.parse(config))
    try {
      await connection.signIn(options?.signal)
      return connection
    } catch (error) {
      await connection.close()
      throw withStage(error)
    }
  },
}

class MysqlConnection implements Connection {
  readonly defaultSchema: string
  #config: ServerConfig
  #address: string | null = null
  #sessions: Sessions<Client>

  constructor(config: ServerConfig) {
    this.#config = config
    this.defaultSchema = config.database
    this.#sessions = new Sessions({
      open: async () => await this.#openClient(),
      close: closeClient,
      destroy: destroyClient,
      isUsable: (client) => !client.isBroken,
      begin: limitTime,
      start: startStatement,
      cancel: async (client) => await this.#cancel(client),
      reset: ping,
      toDriverError,
    })
  }

  async signIn(signal?: AbortSignal): Promise<void> {
    await this.#sessions.readAll('SELECT 1', [], { timeoutMs: signInTimeoutMs, signal })
  }

  async test(onStage: (stage: TestStage) => void): Promise<TestReport> {
    const signIn = async (address: string) => closeClient(await openClient(this.#config, address))
    await testUntilSignIn(this.#config, onStage, signIn, toDriverError)
    onStage('read-only')
    const [version] = await this.#sessions.readAll('SELECT VERSION()')
    const engine = String(version?.[0])
    await this.#proveReadOnly(/mariadb/i.test(engine))
    const grants = await this.#sessions.readAll('SHOW GRANTS')
    onStage('list-tables')
    const tables = await this.#sessions.readAll(catalogueSql.tables, [this.#config.database])
    return {
      tableCount: tables.length,
      engine: /mariadb/i.test(engine) ? `MariaDB ${engine.replace(/-.*$/, '')}` : `MySQL ${engine}`,
      warnings: accountWarnings(grants),
    }
  }

  /** Tables and keys first, then the columns as they come, so that a large catalogue is never held twice. */
  async *introspect(options: IntrospectOptions = {}): AsyncIterable<CatalogueTable> {
    const limits = { timeoutMs: options.timeoutMs ?? introspectTimeoutMs, signal: options.signal }
    const name = [this.#config.database]
    const tables = await this.#sessions.readAll(catalogueSql.tables, name, limits)
    const keys = groupByTable(await this.#sessions.readAll(catalogueSql.keys, name, limits))
    const columns = groupByTable(await this.#sessions.readAll(catalogueSql.columns, name, limits))
    let seen = 0
    for (const row of tables) {
      const table = String(row[0])
      const own = columns.get(table)
      if (!own) continue
      columns.delete(table)
      seen += 1
      options.onProgress?.(seen)
      yield buildTable(this.#config.database, row, own, keys.get(table) ?? [])
    }
  }

  async query(sql: string, params: Cell[], options: QueryOptions): Promise<QueryResult> {
    return await this.#sessions.query(sql, params, options)
  }

  async close(): Promise<void> {
    this.#sessions.close()
  }

  async #proveReadOnly(isMariadb: boolean): Promise<void> {
    const name = isMariadb ? 'tx_read_only' : 'transaction_read_only'
    const [mode]: Row[] = await this.#sessions.readAll(`SELECT @@SESSION.${name}`)
    if (mode?.[0] !== 1) throw new DriverError('unsupported', 'The server does not keep the session read-only.')
  }

  /** The address is kept while it works, and looked up anew after a failure. */
  async #openClient(): Promise<Client> {
    this.#address ??= await findListening(await resolveHost(this.#config.host), this.#config.port)
    try {
      return await openClient(this.#config, this.#address)
    } catch (error) {
      this.#address = null
      throw error
    }
  }

  /** The engine goes on with a statement whose client has left, so another session tells it to stop. */
  async #cancel(client: Client): Promise<void> {
    const other = await this.#openClient()
    try {
      await run(other, `KILL QUERY ${client.id}`)
    } finally {
      closeClient(other)
    }
  }
}
