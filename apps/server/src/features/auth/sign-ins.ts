import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Keys } from '../../secrets/keys.ts'
import type { Database } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

const dayMs = 24 * 60 * 60 * 1000
/** A browser that stays away longer signs in anew. */
export const refreshTokenDays = 30
/** Two tabs that renew at the same moment send the same token: for this long both get the same next one. */
const refreshGraceMs = 10_000
/** Values of one query. */
const idsAtOnce = 500

export interface SignIn {
  signInId: string
  userId: string
  /** Goes to the browser once, and is stored as its hash alone. */
  refreshToken: string
}

/** Begins a sign-in of one browser and gives its first refresh token. */
export async function beginSignIn(db: Handle, userId: string, now: Date): Promise<SignIn> {
  const signInId = randomUUID()
  await db.deleteFrom('sign_ins').where('user_id', '=', userId).where('expires_at', '<', now.toISOString()).execute()
  await db
    .insertInto('sign_ins')
    .values({ id: signInId, user_id: userId, created_at: now.toISOString(), expires_at: expiry(now), revoked_at: null })
    .execute()
  const token = randomBytes(32).toString('base64url')
  await addToken(db, { token, signInId, now })
  return { signInId, userId, refreshToken: token }
}

export type Exchange =
  | { outcome: 'exchanged'; signIn: SignIn }
  | { outcome: 'unknown' }
  | { outcome: 'reused'; signInId: string; userId: string }

/** A used token and what it belongs to. */
interface PresentedToken {
  token: string
  usedAt: string | null
  signInId: string
  userId: string
}

/**
 * Exchanges a refresh token for the next one. A token used before was copied by someone, and its whole family ends;
 * unless it was used just now and the next one was not: then the same next one is given again.
 * Call inside a transaction, and let it commit whatever the outcome.
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
    ])
    .where('refresh_tokens.token_hash', '=', hashToken(refreshToken))
    .executeTakeFirst()
  if (row === undefined || row.revoked_at !== null || row.expires_at <= moment) return { outcome: 'unknown' }
  const presented = { token: refreshToken, usedAt: row.used_at, signInId: row.id, userId: row.user_id }
  const next = successorOf(refreshToken, keys)
  const exchanged = {
    outcome: 'exchanged',
    signIn: { signInId: row.id, userId: row.user_id, refreshToken: next },
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

/** A sign-in that has just ended, and whose it was. */
export interface EndedSignIn {
  signInId: string
  userId: string
}

/** @returns null when it had ended before, or never was */
export async function revokeSignIn(db: Handle, signInId: string, now: Date): Promise<EndedSignIn | null> {
  const row = await db
    .updateTable('sign_ins')
    .set({ revoked_at: now.toISOString() })
    .where('id', '=', signInId)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row === undefined ? null : { signInId, userId: row.user_id }
}

/** Ends the family that a refresh token belongs to; an unknown token ends nothing. @returns as `revokeSignIn` */
export async function revokeByToken(db: Handle, refreshToken: string, now: Date): Promise<EndedSignIn | null> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('sign_in_id')
    .where('token_hash', '=', hashToken(refreshToken))
    .executeTakeFirst()
  return row === undefined ? null : revokeSignIn(db, row.sign_in_id, now)
}

/** Ends every sign-in of a user: password or role changed, account deactivated. */
export async function revokeAllSignIns(db: Handle, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ revoked_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function isSignInAlive(db: Handle, signInId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_ins')
    .select('id')
    .where('id', '=', signInId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of these sign-ins go on, their accounts being open. */
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

/** Made from the token before and our key: it can be given twice although only its hash is stored. */
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
