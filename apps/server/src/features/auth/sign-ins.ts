import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { partsOf } from '../../lib/parts-of.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Keys } from '../../secrets/keys.ts'
import { prepared } from '../../store/prepared.ts'
import type { Database } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

const dayMs = 24 * 60 * 60 * 1000
/** A browser that stays away longer must sign in again. */
export const refreshTokenDays = 30
/** Two tabs that renew at the same moment send the same token. Within this time both get the same next one. */
const refreshGraceMs = 10_000
/** The most values in one query. */
const idsAtOnce = 500

export interface SignIn {
  signInId: string
  userId: string
  /** Sent to the browser once. Only its hash is stored. */
  refreshToken: string
}

/** Where a sign-in comes from if it isn't from a password. */
export interface SignInOrigin {
  providerId: string
  /** Encrypts the provider's ID token for this sign-in. */
  sealIdToken: (signInId: string) => string
  endsAt: Date
}

/**
 * Begins a sign-in of one browser and issues its first refresh token.
 * @param origin the provider; absent for a password
 */
export async function beginSignIn(db: Handle, userId: string, now: Date, origin?: SignInOrigin): Promise<SignIn> {
  const signInId = randomUUID()
  const ofProvider = {
    provider_id: origin?.providerId ?? null,
    id_token: origin?.sealIdToken(signInId) ?? null,
    ends_at: origin?.endsAt.toISOString() ?? null,
  }
  await db.deleteFrom('sign_ins').where('user_id', '=', userId).where('expires_at', '<', now.toISOString()).execute()
  await db
    .insertInto('sign_ins')
    .values({
      id: signInId,
      user_id: userId,
      created_at: now.toISOString(),
      expires_at: expiry(now),
      revoked_at: null,
      ...ofProvider,
    })
    .execute()
  const token = randomBytes(32).toString('base64url')
  await addToken(db, { token, signInId, now })
  return { signInId, userId, refreshToken: token }
}

export type Exchange =
  | { outcome: 'exchanged'; signIn: SignIn; isFromProvider: boolean }
  | { outcome: 'unknown' }
  | { outcome: 'reused'; signInId: string; userId: string }

/** A used token and its sign-in. */
interface PresentedToken {
  token: string
  usedAt: string | null
  signInId: string
  userId: string
}

/**
 * Exchanges a refresh token for the next one. A reused token must have been copied, so its whole family ends.
 * Exception: if it was used just now and its successor was not, it gives the same successor again.
 * Call it inside a transaction, and commit whatever the outcome.
 */
export async function exchangeToken(
  db: Handle,
  refreshToken: string,
  { keys, now }: { keys: Pick<Keys, 'tokenSecret'>; now: Date },
): Promise<Exchange> {
  const moment = now.toISOString()
  const row = await db
    .selectFrom('refresh_tokens')
    .innerJoin('sign_ins', 'sign_ins.id', 'refresh_tokens.sign_in_id')
    .select([
      'refresh_tokens.used_at',
      'refresh_tokens.expires_at',
      'sign_ins.id',
      'sign_ins.user_id',
      'sign_ins.revoked_at',
      'sign_ins.provider_id',
      'sign_ins.ends_at',
    ])
    .where('refresh_tokens.token_hash', '=', hashToken(refreshToken))
    .executeTakeFirst()
  if (row === undefined || row.revoked_at !== null || row.expires_at <= moment) return { outcome: 'unknown' }
  if (row.ends_at !== null && row.ends_at <= moment) return { outcome: 'unknown' }
  const presented = { token: refreshToken, usedAt: row.used_at, signInId: row.id, userId: row.user_id }
  const next = successorOf(refreshToken, keys)
  const exchanged = {
    outcome: 'exchanged',
    signIn: { signInId: row.id, userId: row.user_id, refreshToken: next },
    isFromProvider: row.provider_id !== null,
  } as const
  if (presented.usedAt === null) {
    await rotate(db, presented, next, now)
    return exchanged
  }
  if (isWithinGrace(presented.usedAt, now) && (await isUnused(db, next))) return exchanged
  await revokeSignIn(db, row.id, now)
  return { outcome: 'reused', signInId: row.id, userId: row.user_id }
}

async function rotate(db: Handle, { token, signInId }: PresentedToken, next: string, now: Date): Promise<void> {
  const moment = now.toISOString()
  await db.updateTable('refresh_tokens').set({ used_at: moment }).where('token_hash', '=', hashToken(token)).execute()
  await db
    .updateTable('sign_ins')
    .set({ expires_at: expiry(now) })
    .where('id', '=', signInId)
    .execute()
  await db.deleteFrom('refresh_tokens').where('sign_in_id', '=', signInId).where('expires_at', '<=', moment).execute()
  await addToken(db, { token: next, signInId, now })
}

function isWithinGrace(usedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(usedAt) <= refreshGraceMs
}

async function isUnused(db: Handle, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('used_at')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row !== undefined && row.used_at === null
}

/** A sign-in that has just ended, and its user. */
export interface EndedSignIn {
  signInId: string
  userId: string
  /** The provider that it came from, and the encrypted ID token. Null for a password. */
  providerId: string | null
  idToken: string | null
}

/** @returns null if it had already ended or never existed */
export async function revokeSignIn(db: Handle, signInId: string, now: Date): Promise<EndedSignIn | null> {
  const row = await db
    .updateTable('sign_ins')
    .set({ revoked_at: now.toISOString() })
    .where('id', '=', signInId)
    .where('revoked_at', 'is', null)
    .returning(['user_id', 'provider_id', 'id_token'])
    .executeTakeFirst()
  if (row === undefined) return null
  return { signInId, userId: row.user_id, providerId: row.provider_id, idToken: row.id_token }
}

/** Ends the family of a refresh token. An unknown token ends nothing. @returns as `revokeSignIn` */
export async function revokeByToken(db: Handle, refreshToken: string, now: Date): Promise<EndedSignIn | null> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('sign_in_id')
    .where('token_hash', '=', hashToken(refreshToken))
    .executeTakeFirst()
  return row === undefined ? null : revokeSignIn(db, row.sign_in_id, now)
}

/** Ends every sign-in of a user after a changed password or role, or a deactivation. */
export async function revokeAllSignIns(db: Handle, userIds: string[], now: Date): Promise<void> {
  for (const part of partsOf(userIds)) {
    await db
      .updateTable('sign_ins')
      .set({ revoked_at: now.toISOString() })
      .where('user_id', 'in', part)
      .where('revoked_at', 'is', null)
      .execute()
  }
}

const liveSignIn = prepared((db, signInId: string, userId: string) =>
  db
    .selectFrom('sign_ins')
    .select('id')
    .where('id', '=', signInId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null),
)

export async function isSignInAlive(db: Handle, signInId: string, userId: string): Promise<boolean> {
  return (await liveSignIn(db, signInId, userId)).length > 0
}

/** Finds which of these sign-ins are still valid and have active accounts. */
export async function findLiveSignIns(db: Handle, signInIds: string[]): Promise<Set<string>> {
  const alive = new Set<string>()
  for (let first = 0; first < signInIds.length; first += idsAtOnce) {
    const rows = await db
      .selectFrom('sign_ins')
      .innerJoin('users', 'users.id', 'sign_ins.user_id')
      .select('sign_ins.id')
      .where('sign_ins.id', 'in', signInIds.slice(first, first + idsAtOnce))
      .where('sign_ins.revoked_at', 'is', null)
      .where('users.is_active', '=', 1)
      .execute()
    for (const { id } of rows) alive.add(id)
  }
  return alive
}

/** @returns those of the users who are active and connected with a sign-in provider that is turned on */
export async function findConnectedUsers(db: Handle, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .innerJoin('identities', 'identities.user_id', 'users.id')
    .innerJoin('sign_on_providers', 'sign_on_providers.id', 'identities.provider_id')
    .select('users.id')
    .where('users.id', 'in', userIds)
    .where('users.is_active', '=', 1)
    .where('sign_on_providers.is_enabled', '=', 1)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function addToken(
  db: Handle,
  { token, signInId, now }: { token: string; signInId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashToken(token),
      sign_in_id: signInId,
      created_at: now.toISOString(),
      expires_at: expiry(now),
      used_at: null,
    })
    .execute()
}

/** Derived from the previous token and our key, so it can be issued twice although only its hash is stored. */
function successorOf(token: string, { tokenSecret }: Pick<Keys, 'tokenSecret'>): string {
  return createHmac('sha256', tokenSecret.reveal()).update(`refresh-token:${token}`).digest('base64url')
}

/** The token has 256 random bits, so a fast hash is enough. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function expiry(now: Date): string {
  return new Date(now.getTime() + refreshTokenDays * dayMs).toISOString()
}
