import { createHash } from 'node:crypto'
import type { AppContext } from '../context.ts'

export interface Attempts {
  /** With this one. */
  count: number
  /** Whole seconds until counting begins anew, at least 1. */
  secondsLeft: number
}

/**
 * Counts one attempt under a key, in a window of `windowMs` milliseconds that begins with the first: exact, whichever
 * processes are asked at the same moment.
 */
export type CountAttempt = (key: string, windowMs: number) => Promise<Attempts>

/** Null where the store serves one process alone, which counts in its own memory. */
export function sharedAttempts({ store, now }: Pick<AppContext, 'store' | 'now'>): CountAttempt | null {
  if (store.dialect === 'sqlite') return null
  return async (text, windowMs) => {
    const moment = now()
    const begun = moment.toISOString()
    // What strangers typed is not kept.
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
    return { count, secondsLeft: Math.max(1, Math.ceil((Date.parse(window_end) - moment.getTime()) / 1000)) }
  }
}
