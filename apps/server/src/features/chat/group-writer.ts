import { setTimeout as wait } from 'node:timers/promises'
import type { TurnEvent } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { Database, TurnRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { advanceTurn, insertEvents, insertPrompt } from './turn-store.ts'

/** The most writes in one transaction, so that other users of the store don't wait for a hundred more. */
const largestGroup = 100
/**
 * Leaves half of the time to others. SQLite's commits block this process, and writes that arrive meanwhile go together.
 */
const shortestPauseMs = 10
const longestPauseMs = 25

/**
 * Another process considered the turn dead and ended it, or its conversation was deleted. Nothing more may be written.
 */
export class LostTurnError extends Error {
  override readonly name = 'LostTurnError'
}

export interface TurnWrite {
  turnId: string
  owner: string
  events: TurnEvent[]
  change: Partial<Pick<TurnRow, 'status' | 'memory' | 'ended_at' | 'lease_owner' | 'lease_until'>> & {
    last_seq: number
  }
  /** JSON of what a model was given. */
  prompt?: string | null
}

export interface GroupWriter {
  /**
   * Appends events to a turn and changes it, or does neither.
   * @throws LostTurnError; the store's errors
   */
  write(write: TurnWrite): Promise<void>
}

interface Waiting extends PromiseWithResolvers<void> {
  write: TurnWrite
}

/**
 * Groups concurrent writes of many turns into one transaction. Each commit waits for the disk, and a thousand open
 * chats would wait for each other.
 */
export function createGroupWriter(store: Store): GroupWriter {
  const waiting: Waiting[] = []
  let isWriting = false

  async function writeGroup(group: Waiting[]): Promise<void> {
    try {
      const isSynced = group.some(({ write }) => !isTextOnly(write))
      const lost = await store.transaction((transaction) => writeAll(transaction, group), { isSynced })
      for (const entry of group) {
        if (lost.has(entry))
          entry.reject(new LostTurnError(`turn ${entry.write.turnId} is no longer answered by this server process`))
        else entry.resolve()
      }
    } catch (error) {
      // A write that fails must not fail the others with it.
      if (group.length === 1) group[0]?.reject(error)
      else for (const entry of group) await writeGroup([entry])
    }
  }

  async function run(): Promise<void> {
    isWriting = true
    let groups = 1
    while (waiting.length > 0) {
      const started = performance.now()
      for (let left = groups; left > 0 && waiting.length > 0; left--) await writeGroup(waiting.splice(0, largestGroup))
      const written = performance.now()
      const pauseMs = Math.min(Math.max(written - started, shortestPauseMs), longestPauseMs)
      await wait(pauseMs)
      // A busy process pauses longer. With one group for each pause, its events would wait for many.
      groups = Math.max(1, Math.floor((performance.now() - written) / pauseMs))
    }
    isWriting = false
  }

  return {
    write: (write) => {
      const entry: Waiting = { ...Promise.withResolvers<void>(), write }
      waiting.push(entry)
      if (!isWriting) void run()
      return entry.promise
    },
  }
}

/** Pieces of an answer need not wait for the disk, because its last event repeats the whole text. */
function isTextOnly({ events, change }: TurnWrite): boolean {
  return change.status === undefined && events.every((event) => event.partial === true)
}

/**
 * Locks the turns in the order of their ids, as the renewal of leases does: with two orders, each could wait for the other.
 * @returns the writes whose lease was lost, of which nothing was written
 */
async function writeAll(transaction: Transaction<Database>, group: Waiting[]): Promise<Set<Waiting>> {
  const lost = new Set<Waiting>()
  for (const entry of group.toSorted((one, other) => (one.write.turnId < other.write.turnId ? -1 : 1))) {
    const { turnId, owner, change, events, prompt = null } = entry.write
    const isOurs = await advanceTurn(transaction, turnId, owner, change)
    if (!isOurs) {
      lost.add(entry)
      continue
    }
    if (events.length > 0) await insertEvents(transaction, turnId, events)
    if (prompt !== null) await insertPrompt(transaction, turnId, prompt)
  }
  return lost
}
