import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../store/schema.ts'

/** Whether a user is a program, which signs in only with API tokens. */
export async function isServiceAccount(db: Kysely<Database> | Transaction<Database>, userId: string): Promise<boolean> {
  const row = await db.selectFrom('service_accounts').select('user_id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}
