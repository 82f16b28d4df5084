import { emailKey } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import type { OwnValues } from '../../effective-rights/effective-user.ts'
import type { Database, UserRow } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

export async function findUserByEmail(db: Handle, email: string): Promise<UserRow | null> {
  const row = await db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
  return row ?? null
}

export async function findUser(db: Handle, id: string): Promise<UserRow | null> {
  return (await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
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

export async function updateUser(db: Handle, id: string, change: Partial<Omit<UserRow, 'id'>>): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}

export async function deleteUser(db: Handle, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}
