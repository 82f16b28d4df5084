import type { Kysely, Transaction } from 'kysely'
import type { ConnectionRow, Database } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** The number of rows to try to claim one of, because other processes look at the same ones. */
const candidates = 20

/** Claims one connection whose check is due, for only this process. Null if there is none. */
export async function claimDue(
  db: Kysely<Database>,
  { now, until }: { now: string; until: string },
): Promise<ConnectionRow | null> {
  const due = await db
    .selectFrom('connections')
    .select('id')
    .where('session_id', 'is', null)
    .where('is_checked', '=', 1)
    .where('last_tested', 'is not', null)
    .where((where) => where.or([where('next_check_at', 'is', null), where('next_check_at', '<=', now)]))
    .where((where) => where.or([where('check_lease_until', 'is', null), where('check_lease_until', '<=', now)]))
    .orderBy('next_check_at')
    .limit(candidates)
    .execute()
  for (const { id } of due) {
    const row = await db
      .updateTable('connections')
      .set({ check_lease_until: until })
      .where('id', '=', id)
      .where((where) => where.or([where('check_lease_until', 'is', null), where('check_lease_until', '<=', now)]))
      .where((where) => where.or([where('next_check_at', 'is', null), where('next_check_at', '<=', now)]))
      .returningAll()
      .executeTakeFirst()
    if (row !== undefined) return row
  }
  return null
}

/** Ends a claim, and says when the next check is due. */
export async function endClaim(db: Handle, id: string, nextCheckAt: string): Promise<void> {
  const change = { check_lease_until: null, next_check_at: nextCheckAt }
  await db.updateTable('connections').set(change).where('id', '=', id).execute()
}

/** Makes every check due, for an interval that has changed. */
export async function makeAllDue(db: Handle): Promise<void> {
  await db.updateTable('connections').set({ next_check_at: null }).where('session_id', 'is', null).execute()
}

/** Remembers a change until an email reports it. A connection that failed and works again has nothing to report. */
export async function rememberChange(db: Handle, row: ConnectionRow, change: 'failed' | 'recovered'): Promise<void> {
  const isUndone = row.unreported_change !== null && row.unreported_change !== change
  await db
    .updateTable('connections')
    .set({ unreported_change: isUndone ? null : change })
    .where('id', '=', row.id)
    .execute()
}

export type ChangedConnection = Pick<ConnectionRow, 'id' | 'name' | 'owner_id' | 'visibility'> & {
  change: 'failed' | 'recovered'
}

/** Takes the changes that no email has reported, each for only one caller. */
export async function takeChanges(transaction: Transaction<Database>): Promise<ChangedConnection[]> {
  const rows = await transaction
    .selectFrom('connections')
    .select(['id', 'name', 'owner_id', 'visibility', 'unreported_change'])
    .where('unreported_change', 'is not', null)
    .orderBy('name')
    .execute()
  const taken: ChangedConnection[] = []
  for (const { unreported_change: change, ...row } of rows) {
    if (change === null) continue
    const { numUpdatedRows } = await transaction
      .updateTable('connections')
      .set({ unreported_change: null })
      .where('id', '=', row.id)
      .where('unreported_change', '=', change)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) taken.push({ ...row, change })
  }
  return taken
}

export interface Recipient {
  id: string
  email: string
  username: string
  role: 'ADMIN' | 'GENERAL'
}

/** The active administrators, and the active owners among these users. */
export async function findRecipients(db: Handle, ownerIds: string[]): Promise<Recipient[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'role'])
    .where('status', '=', 'A')
    .where('is_active', '=', 1)
    .where((where) => where.or([where('role', '=', 'ADMIN'), where('id', 'in', ownerIds)]))
    .orderBy('id')
    .execute()
}
