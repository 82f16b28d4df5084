import type { UserPossessions } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import { partsOf } from '../../lib/parts-of.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** Gives what one user owns to another, as parts of a transaction. The features that own the tables implement it. */
export interface Transfers {
  /** @throws AppError conflict if the new owner has a database of the same name */
  checkConnections(db: Handle, from: string, to: string): Promise<void>
  /** @returns how many */
  transferConnections(db: Handle, from: string, to: string): Promise<number>
  /** @returns how many */
  transferAreas(db: Handle, from: string, to: string): Promise<number>
}

/** Finds who of these users owns areas or databases. @returns their IDs */
export async function findOwners(db: Handle, userIds: string[]): Promise<Set<string>> {
  const owners = new Set<string>()
  for (const part of partsOf(userIds)) {
    const rows = await db
      .selectFrom('areas')
      .select('owner_id')
      .where('owner_id', 'in', part)
      .union(
        db.selectFrom('connections').select('owner_id').where('owner_id', 'in', part).where('session_id', 'is', null),
      )
      .execute()
    for (const { owner_id: id } of rows) if (id !== null) owners.add(id)
  }
  return owners
}

/** Lists what a user leaves. Names of private databases are left out, because only their owner sees them. */
export async function listPossessions(db: Handle, viewer: Principal, userId: string): Promise<UserPossessions> {
  const areas = await db
    .selectFrom('areas')
    .select(['id as area_id', 'name as area_name'])
    .where('owner_id', '=', userId)
    .orderBy('name')
    .execute()
  const connections = await db
    .selectFrom('connections')
    .select(['id as config_id', 'name', 'visibility'])
    .where('owner_id', '=', userId)
    .where('session_id', 'is', null)
    .orderBy('name')
    .execute()
  const sets = await db
    .selectFrom('evaluation_sets')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('created_by', '=', userId)
    .executeTakeFirstOrThrow()
  const conversations = await db
    .selectFrom('sessions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const isHidden = ({ visibility }: { visibility: string }) => visibility === 'private' && viewer.userId !== userId
  const hidden = connections.filter(isHidden)
  return {
    areas,
    databases: connections
      .filter((connection) => !isHidden(connection))
      .map(({ config_id, name }) => ({ config_id, name })),
    private_databases: hidden.length,
    evaluation_sets: sets.count,
    conversations: conversations.count,
  }
}
