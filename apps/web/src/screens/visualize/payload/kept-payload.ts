import { visualizationPayloadSchema } from '@parlance/contract'
import { z } from 'zod'
import { onSignOut, readAccessToken, subjectOf } from '../../../lib/access-token.ts'
import { createSafeStorage, type SafeStorage } from '../../../lib/safe-storage.ts'

/**
 * What this tab shows. `agreed`: this browser's own chat sent it, or the viewer pressed Run; anything else waits for
 * that. `userId`: who was signed in when it arrived; null if no one was.
 */
const keptSchema = z.object({
  received: z.union([
    z.object({ payload: visualizationPayloadSchema }),
    z.object({ problem: z.enum(['too-large', 'not-json', 'wrong-shape']) }),
  ]),
  agreed: z.boolean(),
  userId: z.string().nullable(),
})
export type KeptPayload = z.infer<typeof keptSchema>

const key = 'parlance:visualize'

export const tabStore = createSafeStorage(() => window.sessionStorage)

/** The payload of this tab; null if there is none, or if it arrived for a user other than the signed-in one. */
export function readKept(storage: SafeStorage = tabStore): KeptPayload | null {
  forgetAtSignOut()
  const parsed = keptSchema.safeParse(parse(storage.get(key)))
  if (!parsed.success) return null
  const viewer = subjectOf(readAccessToken())
  const { userId } = parsed.data
  return viewer !== null && userId !== null && viewer !== userId ? null : parsed.data
}

/** Stores a payload for this tab and the signed-in user, across a sign-in and a reload. */
export function keep(
  received: KeptPayload['received'],
  { agreed }: { agreed: boolean },
  storage: SafeStorage = tabStore,
): KeptPayload {
  forgetAtSignOut()
  const kept = { received, agreed, userId: subjectOf(readAccessToken()) }
  storage.set(key, JSON.stringify(kept))
  return kept
}

let isWatching = false

/** An intentional sign-out removes the query; an expired session returns to it. */
function forgetAtSignOut(): void {
  if (isWatching) return
  isWatching = true
  onSignOut((reason) => {
    if (reason !== 'expired') tabStore.remove(key)
  })
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
