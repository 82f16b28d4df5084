import type { Catalogue, ProtectionReason } from '@parlance/contract'
import type { ProtectedTables, TableRef } from '@parlance/sql'
import type { AppContext } from '../../context/context.ts'
import type { ConnectionsService } from '../connections/service.ts'
import { createIdentities } from './identities.ts'
import {
  anySchema,
  areRulesRead,
  insertProtected,
  keyOfTable,
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

/** Tables of one connection's database; a table without a known schema counts in every schema. */
export interface TablesOfConnection {
  connectionId: string
  tables: (TableRef | { anySchema: true; table: string })[]
}

/**
 * Which tables administrators protect (R24), by physical database: a second connection to the same database, in whatever
 * application, has the same protected tables.
 */
export interface ProtectionService {
  /** The protected tables and views of a database; as long as nothing changes, the same object. */
  of(connectionId: string, catalogue: Catalogue): Promise<ProtectedTables>
  /** Why the tables of a database are protected; null for one that is not, or only through a table below it. */
  detailsOf(connectionId: string): Promise<(ref: TableRef) => ProtectionDetail | null>
  /** Finds how the tables are stored: before the transaction that protects them, since databases may have to be asked. */
  keysOf(tables: TablesOfConnection[]): Promise<TableKey[]>
  /** @param again false: what an administrator lifted stays lifted */
  protect(db: Handle, keys: TableKey[], record: ProtectionRecord, again: boolean): Promise<void>
  lift(db: Handle, keys: TableKey[]): Promise<void>
  /** Ids of the connections to the same physical database, the given one included. */
  sameDatabase(connectionId: string): Promise<string[]>
  /**
   * Makes sure that the engine said which database this is: without it a query could miss what another connection to the
   * same database protects. @throws AppError database_unreachable
   */
  requireIdentified(connectionId: string): Promise<void>
  /** Asks the engine again which database it is. */
  learn(connectionId: string): Promise<void>
  /** Runs `read` unless it ran in this store before: the rules of version 1.1 become protected tables. */
  readRulesOnce(read: () => Promise<void>): Promise<void>
}

/** A database that is out of reach must not hold up questions about the others. */
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
  /** The version at which a connection was last found to be identified. */
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

  /** Another connection may turn out to be the same database: those of its kind are asked before it is first used. */
  async function meetPeers(connectionId: string): Promise<void> {
    const peers = Promise.all((await connections.idsOfKindOf(connectionId)).map((id) => identities.of(id)))
    const { promise: patience, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, peerPatienceMs)
    await Promise.race([peers, patience]).finally(() => clearTimeout(timer))
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
