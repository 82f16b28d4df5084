import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { emailKey } from '@parlance/contract'
import type { Database } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

export const resetMinutes = 60
const minuteMs = 60_000
/** The most unused links per account, so that repeated requests cannot fill a mailbox. */
const maxOpenLinks = 3

/** Creates the token of a new link. Null if the account has too many of them. */
export async function beginReset(db: Handle, userId: string, now: Date): Promise<string | null> {
  const moment = now.toISOString()
  await db.deleteFrom('password_resets').where('user_id', '=', userId).where('expires_at', '<=', moment).execute()
  const open = await db
    .selectFrom('password_resets')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  if (open.length >= maxOpenLinks) return null
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + resetMinutes * minuteMs).toISOString()
  await db
    .insertInto('password_resets')
    .values({ token_hash: hashToken(token), user_id: userId, created_at: moment, expires_at, used_at: null })
    .execute()
  return token
}

/** The account of a link, or why the link is not valid. */
export type ResetLink = { userId: string } | { problem: 'invalid' | 'used' }

export async function findReset(
  db: Handle,
  { email, token, now }: { email: string; token: string; now: Date },
): Promise<ResetLink> {
  const row = await db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.email_key', 'password_resets.expires_at', 'password_resets.used_at'])
    .where('password_resets.token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (row === undefined || row.email_key !== emailKey(email)) return { problem: 'invalid' }
  if (row.used_at !== null) return { problem: 'used' }
  return row.expires_at <= now.toISOString() ? { problem: 'invalid' } : { userId: row.id }
}

/** Marks this link as used, and invalidates the account's other links. */
export async function endResets(db: Handle, userId: string, used: { token: string; now: Date } | null): Promise<void> {
  const hash = used === null ? '' : hashToken(used.token)
  await db.deleteFrom('password_resets').where('user_id', '=', userId).where('token_hash', '!=', hash).execute()
  if (used === null) return
  await db
    .updateTable('password_resets')
    .set({ used_at: used.now.toISOString() })
    .where('token_hash', '=', hash)
    .execute()
}

/** The token has 256 random bits, so a fast hash is enough. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
