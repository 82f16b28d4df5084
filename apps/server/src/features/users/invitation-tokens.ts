import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { partsOf } from '../../lib/parts-of.ts'
import type { Database } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

export const invitationDays = 7
const dayMs = 24 * 60 * 60 * 1000

/** The part of an invitation that its link needs. */
export interface NewInvitation {
  /** Only in the link; its hash is stored. */
  token: string
  expiresAt: string
}

/** Invites an account. An earlier link of the same account stops working. */
export async function beginInvitation(
  db: Handle,
  { userId, invitedBy, now }: { userId: string; invitedBy: string; now: Date },
): Promise<NewInvitation> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + invitationDays * dayMs).toISOString()
  const change = {
    token_hash: hashToken(token),
    invited_by: invitedBy,
    invited_at: now.toISOString(),
    expires_at: expiresAt,
  }
  await db
    .insertInto('invitations')
    .values({ user_id: userId, used_at: null, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
  return { token, expiresAt }
}

/** The account of a link, or why the link is not valid. */
export type InvitationLink = { userId: string; email: string; expiresAt: string } | { problem: 'invalid' | 'used' }

export async function findInvitation(db: Handle, token: string, now: Date): Promise<InvitationLink> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .select(['users.id', 'users.email', 'invitations.expires_at', 'invitations.used_at'])
    .where('invitations.token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (row === undefined) return { problem: 'invalid' }
  if (row.used_at !== null) return { problem: 'used' }
  if (row.expires_at <= now.toISOString()) return { problem: 'invalid' }
  return { userId: row.id, email: row.email, expiresAt: row.expires_at }
}

/** Marks the invitation of an account as accepted, so that its link works only once. */
export async function endInvitation(db: Handle, userId: string, now: Date): Promise<void> {
  await db.updateTable('invitations').set({ used_at: now.toISOString() }).where('user_id', '=', userId).execute()
}

/** Whether the account was invited and the person has not accepted yet. The link may have expired. */
export async function isInvited(db: Handle, userId: string): Promise<boolean> {
  return (await invitedAmong(db, [userId])).has(userId)
}

/** The same for several accounts. @returns the IDs of the invited ones */
export async function invitedAmong(db: Handle, userIds: string[]): Promise<Set<string>> {
  const invited = new Set<string>()
  for (const part of partsOf(userIds)) {
    const rows = await db
      .selectFrom('invitations')
      .select('user_id')
      .where('user_id', 'in', part)
      .where('used_at', 'is', null)
      .execute()
    for (const { user_id: id } of rows) invited.add(id)
  }
  return invited
}

/** Counts the invitations that can still be accepted. */
export async function countOpenInvitations(db: Handle, now: Date): Promise<number> {
  const row = await db
    .selectFrom('invitations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return row.count
}

/** The token has 256 random bits, so a fast hash is enough. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
