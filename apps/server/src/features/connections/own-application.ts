import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.ts'

/** The longest name of an application, without the number that makes it unique. */
const longestName = 190

export interface Applicant {
  name: string
  ownerId: string | null
  /** An ISO moment. */
  at: string
}

/**
 * Creates an application for a connection, named after it. If the name is taken, a number follows it.
 * @returns its id
 */
export async function createOwnApplication(
  transaction: Transaction<Database>,
  { name, ownerId, at }: Applicant,
): Promise<string> {
  const base = name.trim().slice(0, longestName)
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? base : `${base} ${number}`
    const application = { id: randomUUID(), name: free, name_key: free.toLowerCase() }
    const { numInsertedOrUpdatedRows: inserted } = await transaction
      .insertInto('applications')
      .values({ ...application, description: null, created_at: at, created_by: ownerId })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .executeTakeFirstOrThrow()
    if (inserted === 1n) return application.id
  }
}

/** Gives a connection an application if it has none. Files of conversations never get one. */
export async function ensureOwnApplication(
  transaction: Transaction<Database>,
  connectionId: string,
  at: string,
): Promise<void> {
  const connection = await transaction
    .selectFrom('connections')
    .select(['name', 'owner_id'])
    .where('id', '=', connectionId)
    .where('application_id', 'is', null)
    .where('session_id', 'is', null)
    .executeTakeFirst()
  if (connection === undefined) return
  const applicationId = await createOwnApplication(transaction, {
    name: connection.name,
    ownerId: connection.owner_id,
    at,
  })
  const { numUpdatedRows } = await transaction
    .updateTable('connections')
    .set({ application_id: applicationId })
    .where('id', '=', connectionId)
    .where('application_id', 'is', null)
    .executeTakeFirst()
  // Another process was faster.
  if (numUpdatedRows === 0n) await transaction.deleteFrom('applications').where('id', '=', applicationId).execute()
}
