import type { ConnectionUse, DatabaseKind, UploadFile } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import { grantedConnections } from '../../effective-rights/granted.ts'
import { prepared } from '../../store/prepared.ts'
import { once } from '../../store/read-once.ts'
import type { ConnectionRow, Database } from '../../store/schema.ts'

export type Handle = Kysely<Database> | Transaction<Database>

/** A connection with the related data that lists show. */
export interface ConnectionDetails {
  connection: ConnectionRow
  applicationName: string | null
  applicationDescription: string | null
  ownerEmail: string | null
  isGranted: boolean
}

/**
 * Lists every connected database, oldest first, with whether it was granted to this user or to a group of theirs.
 * Excludes files of conversations.
 */
export async function listConnections(db: Handle, userId: string): Promise<ConnectionDetails[]> {
  return (await allDetails(db, userId)).map(toDetails)
}

/** Finds a connected database. Excludes files of conversations. */
export async function findConnection(db: Handle, userId: string, id: string): Promise<ConnectionDetails | null> {
  const found = await findConnectionOrFile(db, userId, id)
  return found?.connection.session_id === null ? found : null
}

export async function findConnectionOrFile(db: Handle, userId: string, id: string): Promise<ConnectionDetails | null> {
  const [row] = await detailsById(db, userId, id)
  return row === undefined ? null : toDetails(row)
}

export async function findConnectionRow(db: Handle, id: string): Promise<ConnectionRow | null> {
  return (await rowById(db, id))[0] ?? null
}

/** Lists the names of a user's own connections. */
export async function listNamesOf(db: Handle, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('connections')
    .select('name')
    .where('owner_id', '=', ownerId)
    .where('session_id', 'is', null)
    .execute()
  return rows.map(({ name }) => name)
}

/** Lists the names that a new connection of an administrator can't have if others may use it. */
export async function listTakenNames(db: Handle, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('connections')
    .select('name')
    .where('session_id', 'is', null)
    .where((one) => one.or([one('owner_id', '=', ownerId), one('visibility', '!=', 'private')]))
    .execute()
  return rows.map(({ name }) => name)
}

export async function findByOrigin(db: Handle, origin: string): Promise<ConnectionRow | null> {
  return (await db.selectFrom('connections').selectAll().where('origin', '=', origin).executeTakeFirst()) ?? null
}

export async function listTestedKinds(db: Handle): Promise<DatabaseKind[]> {
  const rows = await db
    .selectFrom('connections')
    .select('kind')
    .where('is_valid', '=', 1)
    .orderBy('created_at')
    .execute()
  return rows.map(({ kind }) => kind as DatabaseKind)
}

/** Lists the tested connections of the same kind, including this one. Excludes files of conversations. */
export async function listTestedOfKind(db: Handle, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('connections')
    .innerJoin('connections as wanted', 'wanted.kind', 'connections.kind')
    .select('connections.id')
    .where('wanted.id', '=', id)
    .where('connections.is_valid', '=', 1)
    .where('connections.session_id', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

export async function changeConnectionRow(
  db: Handle,
  id: string,
  change: Partial<Omit<ConnectionRow, 'id'>>,
): Promise<void> {
  await db.updateTable('connections').set(change).where('id', '=', id).execute()
}

/** Stores a finding about the settings of this revision. @returns false if they have changed or are gone */
export async function rememberFinding(
  db: Handle,
  { id, revision }: Pick<ConnectionRow, 'id' | 'revision'>,
  change: Partial<Omit<ConnectionRow, 'id' | 'revision'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set(change)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists when the last question about each connected database was asked. */
export async function listUses(db: Handle): Promise<ConnectionUse[]> {
  return db
    .selectFrom('connections')
    .where('session_id', 'is', null)
    .select((query) => [
      'connections.id',
      // One look-up in an index for each connection, however many questions there are.
      query
        .selectFrom('turns')
        .select(({ fn }) => fn.max('created_at').as('at'))
        .whereRef('turns.connection_id', '=', 'connections.id')
        .as('last_asked_at'),
    ])
    .execute()
}

/** Notes that the file of an uploaded database was replaced, which invalidates findings about the old one. */
export async function noteReplacedFile(
  db: Handle,
  id: string,
  { files, at }: { files: UploadFile[]; at: string },
): Promise<void> {
  await db
    .updateTable('connections')
    .set((column) => ({
      uploaded_files: JSON.stringify(files),
      revision: column('revision', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', id)
    .execute()
}

export async function findActiveId(db: Handle, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('active_connections')
    .select('connection_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.connection_id ?? null
}

export async function setActiveId(db: Handle, userId: string, connectionId: string, now: string): Promise<void> {
  await db
    .insertInto('active_connections')
    .values({ user_id: userId, connection_id: connectionId, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ connection_id: connectionId, updated_at: now }))
    .execute()
}

function detailsQuery(db: Handle, userId: string) {
  return db
    .selectFrom('connections')
    .leftJoin('applications', 'applications.id', 'connections.application_id')
    .leftJoin('users', 'users.id', 'connections.owner_id')
    .leftJoin(grantedConnections(db, userId).as('granted'), 'granted.connection_id', 'connections.id')
    .selectAll('connections')
    .select([
      'applications.name as application_name',
      'applications.description as application_description',
      'users.email as owner_email',
      'granted.connection_id as granted_id',
    ])
    .orderBy('connections.created_at')
    .orderBy('connections.id')
}

const allDetails = prepared((db, userId: string) =>
  detailsQuery(db, userId).where('connections.session_id', 'is', null),
)
const detailsById = once(
  prepared((db, userId: string, id: string) => detailsQuery(db, userId).where('connections.id', '=', id)),
)
const rowById = once(prepared((db, id: string) => db.selectFrom('connections').selectAll().where('id', '=', id)))

type DetailsRow = Awaited<ReturnType<ReturnType<typeof detailsQuery>['execute']>>[number]

function toDetails(row: DetailsRow): ConnectionDetails {
  const { application_name, application_description, owner_email, granted_id, ...connection } = row
  return {
    connection,
    applicationName: application_name,
    applicationDescription: application_description,
    ownerEmail: owner_email,
    isGranted: granted_id !== null,
  }
}
