import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, ValueNode } from 'kysely'
import type { DatabaseConnection, Dialect, Driver, Kysely, LimitNode, QueryResult } from 'kysely'
import { sqliteCode, translateStoreError } from './store-errors.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

const statementCacheSize = 300
/**
 * Pages of the log that are copied into the database at once. SQLite's own limit of 1,000 copies the pages of counters and
 * indexes too often, which blocks this process. The log takes up to 16 MB.
 */
const pagesPerCheckpoint = 4000
const busy = 5
const busyPatienceMs = 15_000

/**
 * Kysely on `node:sqlite` with one connection, so statements and transactions take turns. Using the store inside a
 * transaction without its handle would deadlock, so it throws instead.
 */
export function sqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new OneConnectionAdapter(),
    createDriver: () => new NodeSqliteDriver(path),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  }
}

/**
 * Writes limits into the SQL. SQLite plans with the value of a limit, so it would compile the statement again for each
 * execution with a parameter.
 */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const value = ValueNode.is(node.limit) ? node.limit.value : null
    if (Number.isSafeInteger(value)) this.append(`limit ${String(value)}`)
    else super.visitLimit(node)
  }
}

/** The driver queues statements itself to distinguish a wait from a deadlock. SQLite's DDL is transactional. */
class OneConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  readonly #path: string
  #connection: NodeSqliteConnection | null = null
  #tail: Promise<void> = Promise.resolve()
  #release: (() => void) | null = null

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    this.#connection = new NodeSqliteConnection(this.#path)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (insideTransaction.getStore() === true) {
      throw new Error('The store was used inside a transaction without the transaction’s own handle')
    }
    const previous = this.#tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tail = promise
    await previous
    this.#release = resolve
    if (this.#connection === null) throw new Error('The store is closed')
    return this.#connection
  }

  /** The next one may use the connection while this one waits for the disk. */
  async releaseConnection(): Promise<void> {
    const synced = this.#connection?.synced(withoutSync.getStore() !== true)
    this.#release?.()
    await synced
  }

  /** Takes the write lock at once, so that a transaction never fails halfway for lack of it. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection?.isInTransaction() === true) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    await this.#tail
    await this.#connection?.close()
    this.#connection = null
  }
}

const insideTransaction = new AsyncLocalStorage<boolean>()
const withoutSync = new AsyncLocalStorage<boolean>()

/** Runs `work`, whose commits don't wait for the disk. */
export function runWithoutSync<T>(work: () => Promise<T>): Promise<T> {
  return withoutSync.run(true, work)
}

/** Marks `work` as running inside a transaction, where only the transaction's handle may be used. */
export function runInsideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return insideTransaction.run(true, work)
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, {
    timeout: busyPatienceMs,
    enableForeignKeyConstraints: true,
    allowExtension: false,
    defensive: true,
  })
  database.exec('pragma synchronous = full; pragma trusted_schema = off')
  // From here on we wait for other processes' writes ourselves, so that the wait doesn't block this process.
  database.exec('pragma busy_timeout = 0')
  return database
}

/**
 * SQLite itself would sync each commit and block this process meanwhile, so its commits only write to the log. Some file
 * systems support no log.
 */
function openLog(database: DatabaseSync, path: string): WriteAheadLog | null {
  if (database.prepare('pragma journal_mode = wal').get()?.['journal_mode'] !== 'wal') return null
  database.exec(`pragma synchronous = normal; pragma wal_autocheckpoint = ${pagesPerCheckpoint}`)
  return new WriteAheadLog(path)
}

interface KnownStatement {
  /** Returns rows as arrays. */
  statement: StatementSync
  /** The names of the columns. Empty if it returns no rows. */
  names: string[]
  /** A row without values. SQLite's own rows are made like maps, and reading and copying them takes twice as long. */
  emptyRow: Record<string, unknown>
  /** Whether it certainly changes nothing. */
  isRead: boolean
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #log: WriteAheadLog | null
  readonly #statements = new Map<string, KnownStatement>()
  #isUnsynced = false

  constructor(path: string) {
    this.#database = openDatabase(path)
    this.#log = openLog(this.#database, path)
  }

  /** Resolves when what this connection has written is on the disk. @param isNeeded false if no one waits for that */
  async synced(isNeeded: boolean): Promise<void> {
    if (!this.#isUnsynced) return
    this.#isUnsynced = false
    if (!isNeeded || this.#log === null) return
    await this.#log.sync().catch((error: unknown) => {
      throw translateStoreError(error)
    })
  }

  isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  async close(): Promise<void> {
    this.#statements.clear()
    await this.#log?.close()
    this.#database.close()
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const deadline = Date.now() + busyPatienceMs
    for (;;) {
      try {
        return this.#execute<R>(query)
      } catch (error) {
        if (sqliteCode(error) !== busy || Date.now() > deadline) throw translateStoreError(error)
        await sleep(5)
      }
    }
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, names, emptyRow, isRead } = this.#prepare(query.sql)
    const parameters = query.parameters as SQLInputValue[]
    if (!isRead) this.#isUnsynced = true
    if (names.length === 0) {
      const { changes } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes) }
    }
    const rows = (statement.all(...parameters) as unknown as unknown[][]).map((values) => {
      const row = { ...emptyRow }
      let index = 0
      for (const name of names) row[name] = values[index++]
      return row
    })
    return { rows: rows as R[] }
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    let rows: R[] = []
    const statement = this.#database.prepare(query.sql)
    for (const row of statement.iterate(...(query.parameters as SQLInputValue[]))) {
      rows.push(row as R)
      if (rows.length < chunkSize) continue
      yield { rows }
      rows = []
    }
    if (rows.length > 0) yield { rows }
  }

  #prepare(sql: string): KnownStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(true)
    const names = statement.columns().map(({ name }) => name)
    // V8 makes an object with many properties like a map unless it comes from a JSON text.
    const emptyRow = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))
    const made = { statement, names, emptyRow, isRead: /^\s*select\s/i.test(sql) }
    if (this.#statements.size >= statementCacheSize) this.#statements.clear()
    this.#statements.set(sql, made)
    return made
  }
}
