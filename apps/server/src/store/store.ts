import type { Kysely, Transaction } from 'kysely'
import type { Bus } from './bus.ts'
import type { Database } from './schema.ts'

interface TransactionOptions {
  /**
   * False: the commit does not wait for the disk. It survives the end of this process, however it ends, but a loss of power
   * may take it until a later commit was synced. PostgreSQL always waits.
   */
  isSynced?: boolean
}

/** The product's own metadata: one Kysely over SQLite or PostgreSQL, and a bus between its processes. */
export interface Store {
  /** Other processes, also on other machines, may use it at the same time. */
  readonly isShared: boolean
  readonly db: Kysely<Database>
  readonly bus: Bus
  /**
   * Runs `work` in one transaction; transactions behave as if they ran one after the other. Inside it, await nothing but
   * queries of its own handle (SQLite has one connection; using `db` there throws). On PostgreSQL `work` runs again when
   * two transactions crossed, so it must do nothing but queries.
   */
  transaction<T>(work: (transaction: Transaction<Database>) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Keeps other processes out until this store is closed.
   * @returns false while another process has it open; on SQLite the data folder's lock tells that instead
   */
  takeOver(): Promise<boolean>
  /** Bytes that the store takes; null when it cannot be told. */
  sizeBytes(): Promise<number | null>
  close(): Promise<void>
}
