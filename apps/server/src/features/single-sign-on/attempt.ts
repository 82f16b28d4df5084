import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Keys } from '../../secrets/keys.ts'
import { openFor, sealFor } from './sealing.ts'

/** How long a user has to sign in at the provider. */
export const attemptMs = 10 * 60_000
const path = '/auth/oidc'
const startPage = '/chat'

const attemptSchema = z.object({
  providerId: z.string(),
  state: z.string(),
  nonce: z.string(),
  /** Proves to the provider that the same server began the sign-in (PKCE). */
  codeVerifier: z.string(),
  returnPath: z.string(),
  /** The administrator who tests the provider. Null to sign in. */
  testedBy: z.string().nullable(),
  expiresAt: z.string(),
})
/** A sign-in that has begun. Only the browser that began it can finish it. */
export type Attempt = z.infer<typeof attemptSchema>

/** When an attempt that begins now ends. */
export function endOfAttempt(now: Date): string {
  return new Date(now.getTime() + attemptMs).toISOString()
}

/** Gives the browser an attempt as an encrypted cookie, of which no script knows. */
export function rememberAttempt(
  attempt: Attempt,
  reply: FastifyReply,
  { keys, isSecure }: { keys: Pick<Keys, 'dataKey'>; isSecure: boolean },
): void {
  const { state } = attempt
  // The provider sends the browser back from another site, so a strict cookie would not arrive.
  const options = { path, httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: attemptMs / 1000 } as const
  reply.setCookie(cookieName(state), sealFor(keys, 'attempt', state, JSON.stringify(attempt)), options)
}

/**
 * Takes the browser's attempt, which works once.
 * @returns null if the browser began no such attempt, or too long ago
 */
export function takeAttempt(
  state: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  { keys, now }: { keys: Pick<Keys, 'dataKey'>; now: Date },
): Attempt | null {
  if (state === undefined || !/^[\w-]{20,100}$/.test(state)) return null
  const sealed = request.cookies[cookieName(state)]
  if (sealed === undefined) return null
  reply.clearCookie(cookieName(state), { path })
  try {
    const attempt = attemptSchema.parse(JSON.parse(openFor(keys, 'attempt', state, sealed)))
    return attempt.state === state && attempt.expiresAt > now.toISOString() ? attempt : null
  } catch {
    return null
  }
}

/** @returns the path of this site that a sign-in returns to; the start page instead of any other address */
export function safeReturnPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > 1000 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return startPage
  const base = 'http://parlance.invalid'
  return URL.canParse(wanted, base) && new URL(wanted, base).origin === base ? wanted : startPage
}

/** Several tabs can sign in at the same time. */
function cookieName(state: string): string {
  return `parlance_sign_on_${state.slice(0, 12)}`
}
