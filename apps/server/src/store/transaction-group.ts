import type { Transaction } from 'kysely'
import type { Database } from './schema.ts'
import type { Store, TransactionOptions } from './store.ts'

/** Keeps other users of the store from waiting for a thousand calls. */
const largestGroup = 50

/** A piece of work of a shared transaction; like the store's, it may run again, so it does nothing but queries. */
export type GroupedWork<T> = (transaction: Transaction<Database>) => Promise<T>

/**
 * Runs the work of this process in shared transactions, one after the other: a thousand open chats would otherwise
 * conflict on the same counters.
 */
export function createTransactionGroup(
  store: Pick<Store, 'transaction'>,
  options: TransactionOptions,
): <T>(work: GroupedWork<T>) => Promise<T> {
  const waiting: { work: GroupedWork<unknown>; resolve(value: unknown): void; reject(error: unknown): void }[] = []
  let isRunning = false

  async function runGroup(group: typeof waiting): Promise<void> {
    try {
      const results = await store.transaction(async (transaction) => {
        const values: unknown[] = []
        for (const { work } of group) values.push(await work(transaction))
        return values
      }, options)
      for (const [at, entry] of group.entries()) entry.resolve(results[at])
    } catch (error) {
      // Work that fails must not fail the others with it.
      if (group.length === 1) group[0]?.reject(error)
      else for (const entry of group) await runGroup([entry])
    }
  }

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) await runGroup(waiting.splice(0, largestGroup))
    isRunning = false
  }

  return <T>(work: GroupedWork<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: (value) => resolve(value as T), reject })
      if (!isRunning) void run()
    })
}

/** How a store runs work in shared transactions. */
type RunInGroup = ReturnType<typeof createTransactionGroup>

const groups = new WeakMap<object, RunInGroup>()

/** The group of all short writes that every request makes, which are on the disk when they resolve. */
export function sharedWrites(store: Pick<Store, 'transaction'>): RunInGroup {
  const group = groups.get(store) ?? createTransactionGroup(store, { isSynced: true })
  groups.set(store, group)
  return group
}
