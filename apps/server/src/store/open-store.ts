import { accessSync, closeSync, constants, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { StartError } from '../lib/errors.ts'
import { describeFileError } from '../lib/file-errors.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { copyBeforeUpgrade } from './copy-before-upgrade.ts'
import { LocalBus } from './local-bus.ts'
import { refuseLostStore } from './lost-store.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'
import { runInsideTransaction, runWithoutSync, sqliteDialect } from './sqlite-dialect.ts'
import { storeSize } from './store-size.ts'
import { damagedText, describeOpenError } from './store-errors.ts'
import type { Store } from './store.ts'

const quickCheckMaxBytes = 64 * 1024 * 1024

/** The path of the SQLite store in a data folder. */
export function storePath(dataDir: string): string {
  return join(dataDir, 'parlance.sqlite')
}

export interface OpenStoreOptions {
  dataDir: string
  /** A postgresql:// address; null for SQLite in the data folder. */
  databaseUrl: string | null
  /** Names of the migrations to run, only for a restore; defaults to all. */
  migrateTo?: string[]
  /** Prints a line for the operator; defaults to standard error. */
  say?: (line: string) => void
}

/**
 * Opens the store, creating and migrating it if needed.
 * @throws StartError on one line: no permission, damaged, lost, written by a newer version, disk full, unreachable
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const { databaseUrl, migrateTo } = options
  if (databaseUrl === null) return openSqlite(options)
  // Imported lazily because only PostgreSQL stores need its client.
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres(databaseUrl, migrateTo)
}

async function openSqlite({ dataDir, migrateTo, say = printError }: OpenStoreOptions): Promise<Store> {
  const path = storePath(dataDir)
  prepareDataFolder(dataDir)
  // A restore may create the store again next to keys that it wrote before it was interrupted.
  if (migrateTo === undefined) refuseLostStore(path, dataDir)
  prepareFile(path)
  const db = new Kysely<Database>({ dialect: sqliteDialect(path) })
  try {
    checkHealth(path)
    await migrateSqlite(db, { path, migrateTo, say })
  } catch (error) {
    await db.destroy().catch(() => undefined)
    throw asStartError(error, path)
  }
  return {
    isShared: false,
    db,
    bus: new LocalBus(),
    transaction: (work, { isSynced = true } = {}) => {
      const run = () => db.transaction().execute((transaction) => runInsideTransaction(() => work(transaction)))
      return isSynced ? run() : runWithoutSync(run)
    },
    takeOver: async () => true,
    sizeBytes: () => storeSize(db, 'sqlite'),
    close: () => db.destroy(),
  }
}

/** A failed upgrade changes nothing, so its copy is deleted; otherwise a restarting service would fill the disk. */
async function migrateSqlite(
  db: Kysely<Database>,
  { path, migrateTo, say }: { path: string; migrateTo: string[] | undefined; say: (line: string) => void },
): Promise<void> {
  let copy: string | null = null
  try {
    await migrate(db, 'sqlite', migrateTo, async (migration) => {
      copy = await copyBeforeUpgrade(path, migration)
      say(`Upgrading the store. A copy of it is in ${copy}.`)
    })
  } catch (error) {
    if (copy !== null) {
      rmSync(copy, { force: true })
      say('The upgrade failed. The store was not changed, and the copy was removed.')
    }
    throw error
  }
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`)
}

/**
 * Creates the data folder with access only for its owner.
 * @throws StartError if it can't be created or written
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir, 0o700)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(describeFileError(error, dataDir), { cause: error })
  }
}

/** By default, SQLite creates a file that everyone can read. */
function prepareFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw new StartError(describeFileError(error, path), { cause: error })
  }
}

/** Finds a damaged page at startup instead of during a question. For large stores only the header is checked. */
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
