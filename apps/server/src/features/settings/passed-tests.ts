import { createHmac } from 'node:crypto'
import type { AppContext } from '../../context/context.ts'

const validMs = 24 * 60 * 60 * 1000

export type TestKind = 'email' | 'model'

/** Remembers which settings a user has tested successfully and may save. Stores keyed hashes for every process. */
export interface PassedTests {
  /** Stores the last test of its kind. It is valid for a day. */
  remember(kind: TestKind, userId: string, settings: Record<string, unknown>): Promise<void>
  hasPassed(kind: TestKind, userId: string, settings: Record<string, unknown>): Promise<boolean>
}

export function createPassedTests({ store, keys, now }: Pick<AppContext, 'store' | 'keys' | 'now'>): PassedTests {
  /** The settings contain a password, so a plain hash could be guessed. */
  const fingerprint = (settings: Record<string, unknown>): string => {
    const entries = Object.entries(settings).toSorted(([one], [other]) => (one < other ? -1 : 1))
    return createHmac('sha256', keys.dataKey.reveal()).update(JSON.stringify(entries)).digest('hex')
  }
  return {
    remember: async (kind, userId, settings) => {
      const change = { fingerprint: fingerprint(settings), passed_at: now().toISOString() }
      await store.db
        .insertInto('passed_tests')
        .values({ kind, user_id: userId, ...change })
        .onConflict((conflict) => conflict.columns(['kind', 'user_id']).doUpdateSet(change))
        .execute()
    },
    hasPassed: async (kind, userId, settings) => {
      const passed = await store.db
        .selectFrom('passed_tests')
        .select('kind')
        .where('kind', '=', kind)
        .where('user_id', '=', userId)
        .where('fingerprint', '=', fingerprint(settings))
        .where('passed_at', '>', new Date(now().getTime() - validMs).toISOString())
        .executeTakeFirst()
      return passed !== undefined
    },
  }
}
