import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

const dayMs = 24 * 60 * 60 * 1000
/** A browser that stays away longer signs in anew. */
export const refreshTokenDays = 30

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
  return { signInId, userId, refreshToken: await addToken(db, signInId, now) }
}

export type Exchange =
  | { outcome: 'exchanged'; signIn: SignIn }
  | { outcome: 'unknown' }
  | { outcome: 'reused'; userId: string }

/**
 * Exchanges a refresh token for the next one. A token used before was copied by someone: its whole family ends.
 * Call inside a transaction, and let it commit whatever the outcome.
 */
export async function exchangeToken(db: Handle, refreshToken: string, now: Date): Promise<Exchange> {
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
  if (row.used_at !== null) {
    await revokeSignIn(db, row.id, now)
    return { outcome: 'reused', userId: row.user_id }
  }
  await db
    .updateTable('refresh_tokens')
    .set({ used_at: moment })
    .where('token_hash', '=', hashToken(refreshToken))
    .execute()
  await db
    .updateTable('sign_ins')
    .set({ expires_at: expiry(now) })
    .where('id', '=', row.id)
    .execute()
  await db.deleteFrom('refresh_tokens').where('sign_in_id', '=', row.id).where('expires_at', '<=', moment).execute()
  const next = await addToken(db, row.id, now)
  return { outcome: 'exchanged', signIn: { signInId: row.id, userId: row.user_id, refreshToken: next } }
}

export async function revokeSignIn(db: Handle, signInId: string, now: Date): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ revoked_at: now.toISOString() })
    .where('id', '=', signInId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends the family that a refresh token belongs to; an unknown token ends nothing. */
export async function revokeByToken(db: Handle, refreshToken: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('sign_in_id')
    .where('token_hash', '=', hashToken(refreshToken))
    .executeTakeFirst()
  if (row !== undefined) await revokeSignIn(db, row.sign_in_id, now)
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

async function addToken(db: Handle, signInId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
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
  return token
}

/** The token has 256 random bits, so a fast hash is enough. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function expiry(now: Date): string {
  return new Date(now.getTime() + refreshTokenDays * dayMs).toISOString()
}
