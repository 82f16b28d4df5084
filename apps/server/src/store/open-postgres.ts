import { Kysely, PostgresDialect } from 'kysely'
import type { Transaction } from 'kysely'
import { Pool, types } from 'pg'
import { StartError } from '../lib/errors.ts'
import { createQueue } from '../lib/in-turn.ts'
import { migrate } from './migrate.ts'
import { PostgresBus } from './postgres-bus.ts'
import type { Database } from './schema.ts'
import { storeSize } from './store-size.ts'
import { isSerializationFailure, translateStoreError } from './store-errors.ts'
import type { Store } from './store.ts'

const transactionAttempts = 12
/** One transaction of this process at a time, as on SQLite: many at once conflict so often that some fail every time. */
const transactionsAtOnce = 1
const int8 = 20

/** PostgreSQL returns counts and sums as int8, which the client returns as text. */
function parserOf(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === int8) return Number
  return types.getTypeParser(oid, format as 'text')
}

/** How values of a PostgreSQL store are parsed, on every connection to it. */
export const storeTypes = { getTypeParser: parserOf }

/**
 * Opens the store in a PostgreSQL database and migrates it if needed.
 * @throws StartError on one line: unreachable, or written by a newer version
 */
export async function openPostgres(connectionString: string, migrateTo: string[] | undefined): Promise<Store> {
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: storeTypes,
  })
  // Without listeners, losing an idle connection or one in a transaction would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const bus = new PostgresBus(pool, connectionString)
  const inTurn = createQueue(transactionsAtOnce)
  try {
    await migrate(db, 'postgresql', migrateTo)
    await bus.start()
  } catch (error) {
    await bus.close()
    await db.destroy().catch(() => undefined)
    if (error instanceof StartError) throw error
    throw new StartError(`Could not open the PostgreSQL store (${postgresReason(error)}). Check DATABASE_URL.`, {
      cause: error,
    })
  }
  return {
    isShared: true,
    db,
    bus,
    transaction: (work) => inTurn(() => retryTransaction(db, work)),
    takeOver: () => bus.takeOver(),
    sizeBytes: () => storeSize(db, 'postgresql'),
    close: async () => {
      await bus.close()
      await db.destroy()
    },
  }
}

/** Uses only the code, because the client's message may contain the address with its password. */
function postgresReason(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return 'no response'
}

/** Serializable like SQLite's single writer; PostgreSQL asks for a retry if two transactions conflict. */
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
