import type { UserRow } from '../../store/schema.ts'
import type { Handle } from './provider-store.ts'

/** Who someone is at a provider. */
export interface Subject {
  issuer: string
  subject: string
}

/** Finds the account of an identity. Null if it has none. */
export async function findUserOf(db: Handle, { issuer, subject }: Subject): Promise<UserRow | null> {
  const row = await db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .selectAll('users')
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .executeTakeFirst()
  return row ?? null
}

/** Whether an account already belongs to an identity of this issuer. */
export async function hasIdentity(db: Handle, userId: string, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewIdentity extends Subject {
  userId: string
  providerId: string
  hasVerifiedEmail: boolean
  now: Date
}

export async function addIdentity(
  db: Handle,
  { issuer, subject, userId, providerId, hasVerifiedEmail, now }: NewIdentity,
): Promise<void> {
  await db
    .insertInto('identities')
    .values({
      issuer,
      subject,
      user_id: userId,
      provider_id: providerId,
      has_verified_email: hasVerifiedEmail ? 1 : 0,
      created_at: now.toISOString(),
      last_used_at: null,
    })
    .execute()
}

/** Notes a sign-in. */
export async function useIdentity(db: Handle, { issuer, subject }: Subject, now: Date): Promise<void> {
  await db
    .updateTable('identities')
    .set({ last_used_at: now.toISOString() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** Disconnects a user from one issuer, or from all. @returns how many identities there were */
export async function removeIdentities(db: Handle, userId: string, issuer?: string): Promise<number> {
  const all = db.deleteFrom('identities').where('user_id', '=', userId)
  const removed = await (issuer === undefined ? all : all.where('issuer', '=', issuer)).returning('subject').execute()
  return removed.length
}

/** Counts the users of each provider. */
export async function countIdentities(db: Handle): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('identities')
    .select(['provider_id', (identity) => identity.fn.countAll<number>().as('count')])
    .groupBy('provider_id')
    .execute()
  return new Map(rows.map(({ provider_id, count }) => [provider_id, Number(count)]))
}

/** Whether the account's own address was verified by its code, an invitation, or a provider. */
export async function isAddressVerified(db: Handle, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .leftJoin('activations', 'activations.user_id', 'users.id')
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .leftJoin('identities', 'identities.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', userId)
    .where((verified) =>
      verified.or([
        verified('activations.activated_at', 'is not', null),
        verified('invitations.used_at', 'is not', null),
        verified('identities.has_verified_email', '=', 1),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}
