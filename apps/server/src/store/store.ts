import type { Kysely, Transaction } from 'kysely'
import type { Bus } from './bus.ts'
import type { Database } from './schema.ts'

export interface TransactionOptions {
  /**
   * If false, the commit doesn't wait for the disk. It survives the end of this process in any case, but a power
   * failure may lose it until a later commit has synced. PostgreSQL always waits.
   */
  isSynced?: boolean
}

/** The product's own metadata: Kysely on SQLite or PostgreSQL, and a bus between its processes. */
export interface Store {
  /** Whether other processes, possibly on other machines, may use it at the same time. */
  readonly isShared: boolean
  readonly db: Kysely<Database>
  readonly bus: Bus
  /**
   * Runs `work` in one transaction; transactions behave as if they ran one after the other. Inside it, await only
   * queries of its own handle (SQLite has one connection; using `db` there throws). On PostgreSQL `work` runs again if
   * two transactions conflict, so it must do nothing but queries.
   */
  transaction<T>(work: (transaction: Transaction<Database>) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Keeps other processes out until this store is closed.
   * @returns false while another process has it open; with SQLite the data folder's lock detects that instead
   */
  takeOver(): Promise<boolean>
  /** Size of the store in bytes; null if unknown. */
  sizeBytes(): Promise<number | null>
  close(): Promise<void>
}
