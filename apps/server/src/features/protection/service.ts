import type { Catalogue, ProtectionReason } from '@parlance/contract'
import type { ProtectedTables, TableRef } from '@parlance/sql'
import type { AppContext } from '../../context/context.ts'
import { eachFewAtOnce } from '../../lib/few-at-once.ts'
import type { ConnectionsService } from '../connections/service.ts'
import { readAgain } from '../../store/read-once.ts'
import { createIdentities } from './identities.ts'
import type { Identities } from './identities.ts'
import {
  anySchema,
  areRulesRead,
  insertProtected,
  keyOfTable,
  listAllIdentities,
  listGuardedIdentities,
  liftProtected,
  listProtected,
  listSame,
  readVersion,
  rememberRulesRead,
} from './store.ts'
import type { Handle, ProtectionRecord, TableKey } from './store.ts'

export type { TableKey } from './store.ts'

/** Why a table is protected, for administrators. */
export interface ProtectionDetail {
  reason: Exclude<ProtectionReason, 'view'>
  protectedBy: string | null
  protectedAt: string
}

/** Tables of one connection's database. A table without a known schema matches every schema. */
export interface TablesOfConnection {
  connectionId: string
  tables: (TableRef | { anySchema: true; table: string })[]
}

/**
 * Manages the tables that administrators protect (R24), by physical database. A second connection to the same database,
 * in any application, has the same protected tables.
 */
export interface ProtectionService {
  /** Returns the protected tables and views of a database. It is the same object until something changes. */
  of(connectionId: string, catalogue: Catalogue): Promise<ProtectedTables>
  /**
   * Finds the connections whose database may have protected tables. The others have none. A database that the engine has
   * not identified yet is asked, if any table is protected.
   */
  idsOfGuarded(): Promise<Set<string>>
  /**
   * Explains why the tables of a database are protected. Null for a table that isn't, or only because of a table below
   * it.
   */
  detailsOf(connectionId: string): Promise<(ref: TableRef) => ProtectionDetail | null>
  /**
   * Finds the stored keys of tables. Call it before the transaction that protects them, because it may have to query
   * databases.
   */
  keysOf(tables: TablesOfConnection[]): Promise<TableKey[]>
  /** @param again false leaves tables unprotected whose protection an administrator removed */
  protect(db: Handle, keys: TableKey[], record: ProtectionRecord, again: boolean): Promise<void>
  lift(db: Handle, keys: TableKey[]): Promise<void>
  /** Lists the ids of connections to the same physical database, including the given one. */
  sameDatabase(connectionId: string): Promise<string[]>
  /**
   * Makes sure that the engine has identified this database. Otherwise a query could miss tables that another
   * connection to the same database protects.
   * @throws AppError database_unreachable
   */
  requireIdentified(connectionId: string): Promise<void>
  /** Asks the engine again which database this is. */
  learn(connectionId: string): Promise<void>
  /** Runs `read` once per store. It turns the rules of version 1.1 into protected tables. */
  readRulesOnce(read: () => Promise<void>): Promise<void>
}

/** Databases that are identified at the same time. */
const asksAtOnce = 8
/** An unreachable database must not delay questions about the others. */
const peerPatienceMs = 5_000

interface Known {
  version: number
  catalogue: Catalogue
  tables: Promise<ProtectedTables>
}

export function createProtectionService(
  context: AppContext,
  connections: Pick<ConnectionsService, 'identify' | 'idsOfKindOf'>,
): ProtectionService {
  const { store, now } = context
  const identities = createIdentities(context, connections)
  const known = new Map<string, Known>()
  /** The version at which a connection was last identified. */
  const identified = new Map<string, number>()

  async function read(connectionId: string, catalogue: Catalogue): Promise<ProtectedTables> {
    const rows = await listProtected(store.db, await identities.of(connectionId))
    if (rows.length === 0) return { list: [], has: () => false }
    const { protectedTables } = await import('@parlance/sql')
    const keys = new Set(rows.map(({ schema_key, table_key }) => JSON.stringify([schema_key, table_key])))
    return protectedTables(catalogue, (ref) => {
      const { schemaKey, tableKey } = keyOfTable('', ref)
      const isIn = (schema: string) => keys.has(JSON.stringify([schema, tableKey]))
      return isIn(schemaKey) || isIn(anySchema)
    })
  }

  /** Asks the connections of the same kind before this one is first used, because they may be the same database. */
  async function meetPeers(connectionId: string): Promise<void> {
    const { unrecorded } = await listAllIdentities(store.db)
    const unknown = new Set(unrecorded)
    const ofKind = (await connections.idsOfKindOf(connectionId)).filter((id) => unknown.has(id))
    const peers = Promise.all(ofKind.map((id) => identities.of(id)))
    const { promise: patience, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, peerPatienceMs)
    await Promise.race([peers, patience]).finally(() => clearTimeout(timer))
    readAgain()
  }

  return {
    of: async (connectionId, catalogue) => {
      if (!known.has(connectionId)) await meetPeers(connectionId)
      const version = await readVersion(store.db)
      const present = known.get(connectionId)
      if (present?.version === version && present.catalogue === catalogue) return present.tables
      const tables = read(connectionId, catalogue)
      known.set(connectionId, { version, catalogue, tables })
      tables.catch(() => known.delete(connectionId))
      return tables
    },
    idsOfGuarded: () => findGuarded(store.db, identities),
    detailsOf: async (connectionId) => {
      const rows = await listProtected(store.db, await identities.of(connectionId))
      const byName = Map.groupBy(rows, ({ table_key }) => table_key)
      return (ref) => {
        const { schemaKey, tableKey } = keyOfTable('', ref)
        const row = byName.get(tableKey)?.find(({ schema_key: key }) => key === schemaKey || key === anySchema)
        if (row === undefined) return null
        return { reason: row.reason, protectedBy: row.protected_by_email, protectedAt: row.protected_at }
      }
    },
    keysOf: async (all) => {
      const keys: TableKey[] = []
      for (const { connectionId, tables } of all) {
        if (tables.length === 0) continue
        const own = await identities.of(connectionId)
        const same = [...(await listSame(store.db, own)).values()].flat()
        for (const identity of new Set([...own, ...same])) {
          for (const table of tables) {
            if (!('anySchema' in table)) keys.push(keyOfTable(identity, table))
            else keys.push({ identity, schemaKey: anySchema, tableKey: table.table.toLowerCase() })
          }
        }
      }
      return keys
    },
    protect: insertProtected,
    lift: (db, keys) => liftProtected(db, keys, now().toISOString()),
    sameDatabase: async (connectionId) => {
      const same = await listSame(store.db, await identities.of(connectionId))
      return [...new Set([connectionId, ...same.keys()])]
    },
    requireIdentified: async (connectionId) => {
      const version = await readVersion(store.db)
      if (identified.get(connectionId) === version) return
      await identities.complete(connectionId)
      readAgain()
      identified.set(connectionId, await readVersion(store.db))
    },
    learn: async (connectionId) => void (await identities.learn(connectionId)),
    readRulesOnce: async (readRules) => {
      if (await areRulesRead(store.db)) return
      await readRules()
      await rememberRulesRead(store.db, now().toISOString())
    },
  }
}

async function findGuarded(db: Handle, identities: Pick<Identities, 'of'>): Promise<Set<string>> {
  const guarded = await listGuardedIdentities(db)
  if (guarded.size === 0) return new Set()
  const { recorded, unrecorded } = await listAllIdentities(db)
  await eachFewAtOnce(unrecorded, { most: asksAtOnce }, async (id) => {
    recorded.set(id, await identities.of(id))
  })
  return new Set([...recorded].flatMap(([id, own]) => (own.some((each) => guarded.has(each)) ? [id] : [])))
}
