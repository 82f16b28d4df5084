import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AppContext } from '../context/context.ts'
import type { Database } from '../store/schema.ts'

export interface Attempt {
  /** Including this attempt. */
  count: number
  /** Seconds until counting starts again, at least 1. */
  secondsLeft: number
  /** Removes this attempt from the count. */
  release(): Promise<void>
}

/**
 * Counts one attempt under a key. The window of `windowMs` milliseconds starts with the first attempt. The count is exact
 * even if several processes count at the same time.
 */
export type CountAttempt = (key: string, windowMs: number) => Promise<Attempt>

/** Counts in the store, so that the count survives a restart. */
export function createAttemptCounter({ store, now }: Pick<AppContext, 'store' | 'now'>): CountAttempt {
  return async (text, windowMs) => {
    const moment = now()
    const begun = moment.toISOString()
    // Don't store what anonymous users typed.
    const key = createHash('sha256').update(text).digest('base64url')
    const first = { count: 1, window_end: new Date(moment.getTime() + windowMs).toISOString() }
    const { count, window_end } = await store.db
      .insertInto('attempts')
      .values({ key, ...first })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((build) => {
          const isOver = build('attempts.window_end', '<=', begun)
          const more = build('attempts.count', '+', 1)
          return {
            count: build.case().when(isOver).then(1).else(more).end(),
            window_end: build.case().when(isOver).then(first.window_end).else(build.ref('attempts.window_end')).end(),
          }
        }),
      )
      .returning(['count', 'window_end'])
      .executeTakeFirstOrThrow()
    if (count === 1) await store.db.deleteFrom('attempts').where('window_end', '<=', begun).execute()
    return {
      count,
      secondsLeft: Math.max(1, Math.ceil((Date.parse(window_end) - moment.getTime()) / 1000)),
      release: () => release(store.db, { key, window_end }),
    }
  }
}

/** A later window has its own count. */
async function release(db: Kysely<Database>, { key, window_end }: { key: string; window_end: string }): Promise<void> {
  await db
    .updateTable('attempts')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('window_end', '=', window_end)
    .execute()
  await db.deleteFrom('attempts').where('key', '=', key).where('count', '<=', 0).execute()
}
