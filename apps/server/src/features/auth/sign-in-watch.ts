import type { AppContext } from '../../context/context.ts'
import type { CallerKind, WatchedCaller } from '../../http/sign-in-end.ts'
import { startPeriodicJob } from '../../lib/periodic-job.ts'
import { partsOf } from '../../lib/parts-of.ts'
import { findLiveTokens } from '../api-tokens/service.ts'
import { findConnectedUsers, findLiveSignIns } from './sign-ins.ts'

/** How often to check the store for open sign-ins, because messages of other processes may be lost. */
const defaultCheckMs = 15_000
/** A message of the bus is small. */
const usersPerMessage = 100

/** Notifies open answers when their sign-in ends in any process. */
export interface SignInWatch {
  /** Calls `onEnd` once when the sign-in ends. @returns a function that stops watching */
  watch(signIn: WatchedCaller, onEnd: () => void): () => void
  /** Notifies every process that a sign-in or a token ended. Call it after the end is stored. */
  announce(userId: string, signInId: string): Promise<void>
  /** Notifies every process that all of these users' sign-ins ended. Call it after the end is stored. */
  announceUsers(userIds: string[]): Promise<void>
  close(): Promise<void>
}

interface Open extends WatchedCaller {
  onEnd: () => void
}

export function createSignInWatch(
  { store, log, now }: Pick<AppContext, 'store' | 'log' | 'now'>,
  { checkMs = defaultCheckMs }: { checkMs?: number } = {},
): SignInWatch {
  const byUser = new Map<string, Set<Open>>()
  const unsubscribe = store.bus.subscribe('sign_in_end', ({ user_ids, sign_in_id }) => {
    const open = String(user_ids)
      .split(' ')
      .flatMap((userId) => [...(byUser.get(userId) ?? [])])
    if (sign_in_id !== null) return end(open.filter(({ signInId }) => signInId === sign_in_id))
    // The users' rights have changed. A token is still valid, but its open responses began with the earlier rights.
    end(open.filter(({ kind }) => kind !== 'sign-in'))
    // A new sign-in of the same user may have started when the others ended.
    void check(open.filter(({ kind }) => kind === 'sign-in'))
  })
  const job = startPeriodicJob(
    log,
    { failure: 'could not check the sign-ins of open responses', everyMs: checkMs },
    () => check([...byUser.values()].flatMap((open) => [...open])),
  )

  function forget(open: Open): void {
    const ofUser = byUser.get(open.userId)
    ofUser?.delete(open)
    if (ofUser?.size === 0) byUser.delete(open.userId)
  }

  function end(ended: Open[]): void {
    for (const open of ended) {
      forget(open)
      open.onEnd()
    }
  }

  async function check(open: Open[]): Promise<void> {
    if (open.length === 0) return
    try {
      const idsOf = (wanted: CallerKind) => [
        ...new Set(open.filter(({ kind }) => kind === wanted).map(({ signInId }) => signInId)),
      ]
      const alive = {
        'sign-in': await findLiveSignIns(store.db, idsOf('sign-in')),
        'api-token': await findLiveTokens(store.db, idsOf('api-token'), now()),
        'provider-token': await findConnectedUsers(store.db, idsOf('provider-token')),
      } satisfies Record<CallerKind, Set<string>>
      end(open.filter(({ kind, signInId }) => !alive[kind].has(signInId)))
    } catch (error) {
      log.error({ err: error }, 'could not check the sign-ins of open responses')
    }
  }

  const publish = (userIds: string[], signInId: string | null) =>
    store.bus
      .publish('sign_in_end', { user_ids: userIds.join(' '), sign_in_id: signInId })
      // The change is stored without it, and the other processes find it when they check the store.
      .catch((error: unknown) => log.error({ err: error }, 'could not announce the end of sign-ins'))

  return {
    watch: (signIn, onEnd) => {
      const open = { ...signIn, onEnd }
      byUser.set(signIn.userId, (byUser.get(signIn.userId) ?? new Set()).add(open))
      return () => forget(open)
    },
    announce: (userId, signInId) => publish([userId], signInId),
    announceUsers: async (userIds) => {
      for (const part of partsOf(userIds, usersPerMessage)) await publish(part, null)
    },
    close: async () => {
      unsubscribe()
      await job.close()
    },
  }
}
