import { emailKey } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import { partsOf } from '../../lib/parts-of.ts'
import type { OwnValues } from '../../effective-rights/effective-user.ts'
import { prepared } from '../../store/prepared.ts'
import type { Database, UserRow } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

export async function findUserByEmail(db: Handle, email: string): Promise<UserRow | null> {
  const row = await db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
  return row ?? null
}

const userById = prepared((db, id: string) => db.selectFrom('users').selectAll().where('id', '=', id))

export async function findUser(db: Handle, id: string): Promise<UserRow | null> {
  return (await userById(db, id))[0] ?? null
}

/** Finds the users with these IDs, in their order. Leaves out those who no longer exist. */
export async function findUsersById(db: Handle, ids: string[]): Promise<UserRow[]> {
  const found = new Map<string, UserRow>()
  for (const part of partsOf(ids)) {
    const rows = await db.selectFrom('users').selectAll().where('id', 'in', part).execute()
    for (const row of rows) found.set(row.id, row)
  }
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
}

export async function listUsers(db: Handle): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** Lists the own values of each user who may sign in. */
export async function listActiveUsers(db: Handle): Promise<OwnValues[]> {
  return db
    .selectFrom('users')
    .select(['id', 'attributes', 'daily_query_limit', 'monthly_query_limit'])
    .where('status', '=', 'A')
    .where('is_active', '=', 1)
    .execute()
}

/** Finds the first administrator, which the command line acts as. */
export async function findFirstAdmin(db: Handle): Promise<UserRow | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'A')
    .where('is_active', '=', 1)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return row ?? null
}

export async function countUsers(db: Handle): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function insertUser(db: Handle, user: UserRow): Promise<void> {
  await db.insertInto('users').values(user).execute()
}

/** Makes the same change to several users. */
export async function updateUsers(db: Handle, ids: string[], change: Partial<Omit<UserRow, 'id'>>): Promise<void> {
  for (const part of partsOf(ids)) await db.updateTable('users').set(change).where('id', 'in', part).execute()
}

export async function deleteUsers(db: Handle, ids: string[]): Promise<void> {
  for (const part of partsOf(ids)) await db.deleteFrom('users').where('id', 'in', part).execute()
}
