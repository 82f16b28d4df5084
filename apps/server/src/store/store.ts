import type { Kysely, Transaction } from 'kysely'
import type { Bus } from './bus.ts'
import type { Database } from './schema.ts'

/** The product's own metadata: one Kysely over SQLite or PostgreSQL, and a bus between its processes. */
export interface Store {
  readonly dialect: 'sqlite' | 'postgresql'
  readonly db: Kysely<Database>
  readonly bus: Bus
  /** Runs `work` in one transaction; inside it, await nothing but queries (SQLite has one connection). */
  transaction<T>(work: (transaction: Transaction<Database>) => Promise<T>): Promise<T>
  close(): Promise<void>
}
