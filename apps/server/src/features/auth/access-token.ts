import { createLRU } from 'lru.min'
import type { Keys } from '../../secrets/keys.ts'
import { AppError } from '../../lib/errors.ts'

const algorithm = 'HS256'
const issuer = 'parlance'
export const accessTokenSeconds = 15 * 60
/** The clocks of two machines that serve one store may differ by up to this much. */
const clockSkewSeconds = 5

export interface AccessClaims {
  userId: string
  signInId: string
}

interface VerifiedToken {
  claims: AccessClaims
  /** In milliseconds. */
  expiresAt: number
}

/** The most tokens that are remembered, for each installation. */
const mostTokens = 2_000

const verified = new WeakMap<Keys, ReturnType<typeof createLRU<string, VerifiedToken>>>()

/** Tokens whose signature was verified, because browsers send the same token for 15 minutes. */
function verifiedBy(keys: Keys) {
  const tokens = verified.get(keys) ?? createLRU<string, VerifiedToken>({ max: mostTokens })
  verified.set(keys, tokens)
  return tokens
}

/** Loaded at the first sign-in or signed-in request, so that the server starts faster. */
const loadJose = () => import('jose')

/** Signs a token that is valid for 15 minutes and only for this installation. */
export async function signAccessToken(claims: AccessClaims, keys: Keys, now: Date): Promise<string> {
  const { SignJWT } = await loadJose()
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: claims.signInId })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(claims.userId)
    .setIssuer(issuer)
    .setAudience(keys.installationId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(keys.tokenSecret.reveal())
}

/** @returns the issuer that a token names, unverified; null if that is this server, and for anything but a JWT */
export async function otherIssuerOf(token: string, keys: Keys): Promise<string | null> {
  if (verifiedBy(keys).has(token)) return null
  const { decodeJwt } = await loadJose()
  try {
    const { iss: named } = decodeJwt(token)
    return typeof named === 'string' && named !== issuer ? named : null
  } catch {
    return null
  }
}

/** @throws AppError token_expired, or not_authenticated for any other flaw (R12) */
export async function verifyAccessToken(token: string, keys: Keys, now: Date): Promise<AccessClaims> {
  const known = verifiedBy(keys).get(token)
  if (known !== undefined && now.getTime() < known.expiresAt) return known.claims
  const { errors, jwtVerify } = await loadJose()
  try {
    const { payload } = await jwtVerify(token, keys.tokenSecret.reveal(), {
      algorithms: [algorithm],
      issuer,
      audience: keys.installationId,
      requiredClaims: ['sub', 'exp', 'sid'],
      currentDate: now,
      clockTolerance: clockSkewSeconds,
    })
    if (typeof payload.sub !== 'string' || typeof payload['sid'] !== 'string') throw new AppError('not_authenticated')
    const claims = { userId: payload.sub, signInId: payload['sid'] }
    verifiedBy(keys).set(token, { claims, expiresAt: (payload.exp ?? 0) * 1000 })
    return claims
  } catch (error) {
    throw new AppError(error instanceof errors.JWTExpired ? 'token_expired' : 'not_authenticated', { cause: error })
  }
}
