import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect } from 'kysely'
import type { Transaction } from 'kysely'
import { Pool, types } from 'pg'
import { StartError } from '../errors.ts'
import { describeFileError } from '../file-errors.ts'
import { makeFolder } from '../make-folder.ts'
import { LocalBus } from './local-bus.ts'
import { migrate } from './migrate.ts'
import { PostgresBus } from './postgres-bus.ts'
import type { Database } from './schema.ts'
import { runInsideTransaction, sqliteDialect } from './sqlite-dialect.ts'
import { storeSize } from './store-size.ts'
import { damagedText, describeOpenError, isSerializationFailure, translateStoreError } from './store-errors.ts'
import type { Store } from './store.ts'

const transactionAttempts = 12
const quickCheckMaxBytes = 64 * 1024 * 1024

/** Where the SQLite store of a data folder is. */
export function storePath(dataDir: string): string {
  return join(dataDir, 'parlance.sqlite')
}

export interface OpenStoreOptions {
  dataDir: string
  /** A postgresql:// address; null: SQLite in the data folder. */
  databaseUrl: string | null
}

/**
 * Opens the store, made and migrated as needed.
 * @throws StartError in one line: no permission, damaged, written by a newer version, disk full, unreachable
 */
export function openStore(options: OpenStoreOptions): Promise<Store> {
  return options.databaseUrl === null ? openSqlite(options.dataDir) : openPostgres(options.databaseUrl)
}

async function openSqlite(dataDir: string): Promise<Store> {
  const path = storePath(dataDir)
  prepareDataFolder(dataDir)
  prepareFile(path)
  const db = new Kysely<Database>({ dialect: sqliteDialect(path) })
  try {
    checkHealth(path)
    await migrate(db, 'sqlite')
  } catch (error) {
    await db.destroy().catch(() => undefined)
    throw asStartError(error, path)
  }
  return {
    dialect: 'sqlite',
    db,
    bus: new LocalBus(),
    transaction: (work) => db.transaction().execute((transaction) => runInsideTransaction(() => work(transaction))),
    takeOver: async () => true,
    sizeBytes: () => storeSize(db, 'sqlite'),
    close: () => db.destroy(),
  }
}

/**
 * Makes the data folder, for its owner alone.
 * @throws StartError when it cannot be made or written
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir, 0o700)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(describeFileError(error, dataDir), { cause: error })
  }
}

/** SQLite's own file would be readable by everyone. */
function prepareFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw new StartError(describeFileError(error, path), { cause: error })
  }
}

/** A damaged page is found at the start, not in the middle of somebody's question; large stores are checked by their header alone. */
function checkHealth(path: string): void {
  if (!existsSync(path) || statSync(path).size === 0 || statSync(path).size > quickCheckMaxBytes) return
  const database = new DatabaseSync(path, { timeout: 15_000 })
  try {
    const answer = database.prepare('pragma quick_check(1)').get()
    if (answer?.['quick_check'] === 'ok') return
    throw new StartError(damagedText(path))
  } finally {
    database.close()
  }
}

function asStartError(error: unknown, path: string): unknown {
  if (error instanceof StartError) return error
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const text = describeOpenError(cause, path)
  return text === null ? error : new StartError(text, { cause: error })
}

async function openPostgres(connectionString: string): Promise<Store> {
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  })
  // Without a listener an idle connection's loss would end the process.
  pool.on('error', () => undefined)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const bus = new PostgresBus(pool, connectionString)
  try {
    await migrate(db, 'postgresql')
    await bus.start()
  } catch (error) {
    await bus.close()
    await db.destroy().catch(() => undefined)
    if (error instanceof StartError) throw error
    throw new StartError(`The PostgreSQL store cannot be used (${postgresReason(error)}). Check DATABASE_URL.`, {
      cause: error,
    })
  }
  return {
    dialect: 'postgresql',
    db,
    bus,
    transaction: (work) => retryTransaction(db, work),
    takeOver: () => bus.takeOver(),
    sizeBytes: () => storeSize(db, 'postgresql'),
    close: async () => {
      await bus.close()
      await db.destroy()
    },
  }
}

const int8 = 20

/** Counts and sums come as int8, which the client gives as text. */
function parserOf(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === int8) return Number
  return types.getTypeParser(oid, format as 'text')
}

/** The code alone: the client's message may carry the address with its password. */
function postgresReason(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return 'no answer'
}

/** Serializable like SQLite's one writer; PostgreSQL asks for another try where two transactions crossed. */
async function retryTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().setIsolationLevel('serializable').execute(work)
    } catch (error) {
      if (!isSerializationFailure(error) || attempt === transactionAttempts) throw translateStoreError(error)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * attempt))
    }
  }
}
