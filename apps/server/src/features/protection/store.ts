import type { Kysely, Transaction } from 'kysely'
import type { TableRef } from '@parlance/sql'
import { prepared } from '../../store/prepared.ts'
import { once } from '../../store/read-once.ts'
import type { Database } from '../../store/schema.ts'

export type Handle = Kysely<Database> | Transaction<Database>

/** A stored table of one physical database. */
export interface TableKey {
  identity: string
  schemaKey: string
  tableKey: string
}

/** Why, by whom, and when a table was protected. */
export interface ProtectionRecord {
  reason: 'rule' | 'marked' | 'upgrade'
  protectedBy: string | null
  protectedAt: string
}

/** Stays below the limit of parameters in a statement. */
const rowsAtOnce = 500

/** A schema key that matches every schema, for a table with an unknown schema. */
export const anySchema = '*'

/** Spellings that differ only in case are one table, because protecting too much is safer than too little. */
export function keyOfTable(identity: string, { schema, table }: TableRef): TableKey {
  return { identity, schemaKey: (schema ?? '').toLowerCase(), tableKey: table.toLowerCase() }
}

const version = once(prepared((db) => db.selectFrom('protection_state').select('version')))

/** Increases with each change of protected tables or of a database's identifiers. */
export async function readVersion(db: Handle): Promise<number> {
  const [row] = await version(db)
  if (row === undefined) throw new Error('The store has no version of the protected tables')
  return row.version
}

export async function raiseVersion(db: Handle): Promise<void> {
  await db
    .updateTable('protection_state')
    .set((column) => ({ version: column('version', '+', 1) }))
    .execute()
}

/** Whether the areas' rules have been turned into protected tables. */
export async function areRulesRead(db: Handle): Promise<boolean> {
  const row = await db.selectFrom('protection_state').select('rules_read_at').executeTakeFirstOrThrow()
  return row.rules_read_at !== null
}

export async function rememberRulesRead(db: Handle, now: string): Promise<void> {
  await db.updateTable('protection_state').set({ rules_read_at: now }).execute()
}

/** Lists the protected tables of databases with any of these identities. */
export async function listProtected(db: Handle, identities: string[]) {
  return db
    .selectFrom('protected_tables')
    .leftJoin('users', 'users.id', 'protected_tables.protected_by')
    .select(['schema_key', 'table_key', 'reason', 'protected_at', 'users.email as protected_by_email'])
    .where('identity', 'in', identities)
    .where('lifted_at', 'is', null)
    .orderBy('protected_at')
    .execute()
}

/** @param again also protects tables whose protection an administrator removed */
export async function insertProtected(
  db: Handle,
  keys: TableKey[],
  { reason, protectedBy, protectedAt }: ProtectionRecord,
  again: boolean,
): Promise<void> {
  const record = { reason, protected_by: protectedBy, protected_at: protectedAt, lifted_at: null }
  // PostgreSQL refuses a statement that changes the same row twice.
  const distinct = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
  for (let at = 0; at < distinct.length; at += rowsAtOnce) {
    const rows = distinct.slice(at, at + rowsAtOnce).map(({ identity, schemaKey, tableKey }) => ({
      identity,
      schema_key: schemaKey,
      table_key: tableKey,
      ...record,
    }))
    await db
      .insertInto('protected_tables')
      .values(rows)
      .onConflict((conflict) => {
        const known = conflict.columns(['identity', 'schema_key', 'table_key'])
        return again ? known.doUpdateSet(record).where('protected_tables.lifted_at', 'is not', null) : known.doNothing()
      })
      .execute()
  }
  if (keys.length > 0) await raiseVersion(db)
}

/** Removes the protection of one table in every database with any of the identities. */
export async function liftProtected(db: Handle, keys: TableKey[], now: string): Promise<void> {
  for (const { identity, schemaKey, tableKey } of keys) {
    await db
      .updateTable('protected_tables')
      .set({ lifted_at: now })
      .where('identity', '=', identity)
      .where('schema_key', 'in', [schemaKey, anySchema])
      .where('table_key', '=', tableKey)
      .where('lifted_at', 'is', null)
      .execute()
  }
  await raiseVersion(db)
}

/** Lists the recorded identities of a connection with these settings. Empty if its database was not asked yet. */
export async function listIdentities(db: Handle, connectionId: string, revision: number): Promise<string[]> {
  const rows = await db
    .selectFrom('connection_identities')
    .select('identity')
    .where('connection_id', '=', connectionId)
    .where('revision', '=', revision)
    .execute()
  return rows.map(({ identity }) => identity)
}

/** Lists the recorded identities of every connection, and the tested connections that have none. */
export async function listAllIdentities(
  db: Handle,
): Promise<{ recorded: Map<string, string[]>; unrecorded: string[] }> {
  const rows = await db
    .selectFrom('connections')
    .leftJoin('connection_identities', (join) =>
      join
        .onRef('connection_identities.connection_id', '=', 'connections.id')
        .onRef('connection_identities.revision', '=', 'connections.revision'),
    )
    .select(['connections.id', 'connection_identities.identity'])
    .where('connections.is_valid', '=', 1)
    .where('connections.session_id', 'is', null)
    .execute()
  const all = Map.groupBy(rows, ({ id }) => id)
  const recorded = new Map([...all].map(([id, own]) => [id, own.flatMap(({ identity }) => identity ?? [])]))
  const unrecorded = [...recorded].flatMap(([id, own]) => (own.length === 0 ? [id] : []))
  return { recorded, unrecorded }
}

/** Lists the identities of databases that have protected tables. */
export async function listGuardedIdentities(db: Handle): Promise<Set<string>> {
  const rows = await db
    .selectFrom('protected_tables')
    .select('identity')
    .distinct()
    .where('lifted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ identity }) => identity))
}

/** Records a database's identities, and copies the protection under any of them to all of them. */
export async function rememberIdentities(
  db: Handle,
  { connectionId, revision, identities }: { connectionId: string; revision: number; identities: string[] },
): Promise<void> {
  const before = await listIdentities(db, connectionId, revision)
  if (new Set(before).symmetricDifference(new Set(identities)).size === 0) return
  await db.deleteFrom('connection_identities').where('connection_id', '=', connectionId).execute()
  await db
    .insertInto('connection_identities')
    .values(identities.map((identity) => ({ connection_id: connectionId, identity, revision })))
    .execute()
  const known = await db
    .selectFrom('protected_tables')
    .selectAll()
    .where('identity', 'in', identities)
    .where('lifted_at', 'is', null)
    .execute()
  const rows = known.flatMap((row) => identities.map((identity) => ({ ...row, identity })))
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await db
      .insertInto('protected_tables')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(['identity', 'schema_key', 'table_key']).doNothing())
      .execute()
  }
  await raiseVersion(db)
}

/** Lists connections that share an identity directly or through others, and their identities. */
export async function listSame(db: Handle, identities: string[]): Promise<Map<string, string[]>> {
  const all = await db.selectFrom('connection_identities').select(['connection_id', 'identity']).execute()
  const byConnection = Map.groupBy(all, ({ connection_id }) => connection_id)
  const found = new Map<string, string[]>()
  const wanted = new Set(identities)
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const [id, rows] of byConnection) {
      if (found.has(id) || !rows.some(({ identity }) => wanted.has(identity))) continue
      found.set(
        id,
        rows.map(({ identity }) => identity),
      )
      for (const { identity } of rows) wanted.add(identity)
    }
  }
  return found
}
