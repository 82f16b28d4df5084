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
import { Sessions, type Cursor } from '../server/sessions.ts'
import { testUntilSignIn, withStage } from '../server/staged-test.ts'
import { accountSql, accountWarnings } from './account.ts'
import {
  beginReadOnly,
  closeClient,
  destroyClient,
  isUsable,
  openClient,
  openCursor,
  readCursor,
  type Client,
} from './client.ts'
import { toDriverError } from './errors.ts'
import { catalogueSql, readTable } from './introspect.ts'
import { postgresqlManifest } from './manifest.ts'
import { converterFor, TypeRegistry } from './types.ts'

const signInTimeoutMs = 20_000
const introspectTimeoutMs = 120_000

/** PostgreSQL and what speaks its protocol. Queries on one connection may run in parallel, up to five at once. */
export const postgresqlDriver: Driver = {
  manifest: postgresqlManifest,
  async connect(config, options) {
    const connection = new PostgresqlConnection(serverConfigSchema.parse(config))
    try {
      await connection.signIn(options?.signal)
      return connection
    } catch (error) {
      await connection.close()
      throw withStage(error)
    }
  },
}

class PostgresqlConnection implements Connection {
  defaultSchema: string | null
  #config: ServerConfig
  #address: string | null = null
  #types = new TypeRegistry()
  #backends = new WeakMap<Client, number>()
  #sessions: Sessions<Client>

  constructor(config: ServerConfig) {
    this.#config = config
    this.defaultSchema = config.schema_name
    this.#sessions = new Sessions({
      open: async () => await this.#openClient(),
      close: closeClient,
      destroy: destroyClient,
      isUsable,
      begin: async (client, timeoutMs) => void this.#backends.set(client, await beginReadOnly(client, timeoutMs)),
      start: async (client, sql, params) => await this.#start(client, sql, params),
      cancel: async (client) => await this.#cancel(client),
      reset: async (client) => void (await client.query('ROLLBACK')),
      toDriverError,
    })
  }

  /** Proves the account and learns the database's own types and its first schema. */
  async signIn(signal?: AbortSignal): Promise<void> {
    const options = { timeoutMs: signInTimeoutMs, signal }
    const ownTypes = `SELECT oid, format_type(oid, NULL), typcategory FROM pg_type
      WHERE oid >= 16384 AND typtype IN ('b', 'e') AND typcategory <> 'A'`
    for (const [id, name, category] of await this.#sessions.readAll(ownTypes, [], options)) {
      this.#types.add(Number(id), String(name), String(category))
    }
    const [row] = await this.#sessions.readAll('SELECT current_schema()', [], options)
    this.defaultSchema ??= typeof row?.[0] === 'string' ? row[0] : 'public'
  }

  async test(onStage: (stage: TestStage) => void): Promise<TestReport> {
    const signIn = async (address: string) => closeClient(await openClient(this.#config, address))
    await testUntilSignIn(this.#config, onStage, signIn, toDriverError)
    onStage('read-only')
    const [mode] = await this.#sessions.readAll('SHOW transaction_read_only')
    if (mode?.[0] !== 'on') throw new DriverError('unsupported', 'The server does not keep the session read-only.')
    const [account] = await this.#sessions.readAll(accountSql)
    onStage('list-tables')
    const [tables] = await this.#sessions.readAll(`SELECT count(*) FROM (${catalogueSql}) t`, [
      this.#config.schema_name,
    ])
    const [version] = await this.#sessions.readAll("SELECT current_setting('server_version')")
    return {
      tableCount: Number(tables?.[0]),
      engine: `PostgreSQL ${String(version?.[0])}`,
      warnings: accountWarnings(account ?? []),
    }
  }

  async *introspect(options: IntrospectOptions = {}): AsyncIterable<CatalogueTable> {
    const limits = { timeoutMs: options.timeoutMs ?? introspectTimeoutMs, signal: options.signal }
    const result = await this.query(catalogueSql, [this.#config.schema_name], {
      ...limits,
      maxRows: null,
      maxBytes: null,
    })
    let seen = 0
    for await (const batch of result.batches) {
      seen += batch.length
      options.onProgress?.(seen)
      for (const row of batch) yield readTable(row.map((cell) => (cell === null ? null : String(cell))))
    }
  }

  async query(sql: string, params: Cell[], options: QueryOptions): Promise<QueryResult> {
    return await this.#sessions.query(sql, params, options)
  }

  async close(): Promise<void> {
    this.#sessions.close()
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

  async #start(client: Client, sql: string, params: Cell[]): Promise<Cursor> {
    const opened = await openCursor(client, sql, params)
    const { cursor, fields } = opened
    const converters = fields.map((field) => converterFor(field.dataTypeID))
    return {
      columns: fields.map((field) => {
        const { name, kind } = this.#types.find(field.dataTypeID)
        return { name: field.name, dataType: name, kind }
      }),
      read: async (count) => convertRows(await readCursor(client, opened, count), converters),
      // Not waited for: after an error its promise never ends, and the next message waits its turn anyway.
      close: () => void cursor.close().catch(() => {}),
    }
  }

  /** The engine goes on with a statement whose client has left, so another session tells it to stop. */
  async #cancel(client: Client): Promise<void> {
    const backend = this.#backends.get(client)
    if (backend === undefined) return
    const other = await this.#openClient()
    try {
      await other.query('SELECT pg_cancel_backend($1)', [backend])
    } finally {
      closeClient(other)
    }
  }
}

function convertRows(rows: Row[], converters: ReturnType<typeof converterFor>[]): Row[] {
  for (const [index, convert] of converters.entries()) {
    if (!convert) continue
    for (const row of rows) {
      const text = row[index]
      if (typeof text === 'string') row[index] = convert(text)
    }
  }
  return rows
}
