import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Catalogue, CatalogueTable, TableList } from '@parlance/contract'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { ConnectionsService } from '../connections/service.ts'

const freshMs = 24 * 60 * 60 * 1000
const cachedCatalogues = 50

export interface CatalogService {
  /**
   * What is known of a database; read again when a day old, or when its file changed.
   * @throws AppError connection_not_found, database_unreachable
   */
  get(connectionId: string): Promise<Catalogue>
  /** Reads it again now. */
  refresh(connectionId: string): Promise<Catalogue>
  /** The tables of one of the caller's connections; of the active one when no id is given. */
  tables(principal: Principal, connectionId: string | null): Promise<TableList>
}

export function createCatalogService({ store, now }: AppContext, connections: ConnectionsService): CatalogService {
  /** Parsed catalogues by connection and moment: another process's newer one has another key. */
  const parsed = new Map<string, Catalogue>()
  const running = new Map<string, Promise<Catalogue>>()

  async function read(connectionId: string): Promise<Catalogue> {
    const file = await connections.filePath(connectionId)
    const before = fileFingerprint(file)
    const catalogue = await connections.introspect(connectionId)
    const text = JSON.stringify(catalogue)
    const row = {
      introspected_at: now().toISOString(),
      fingerprint: before ?? createHash('sha256').update(text).digest('hex'),
      catalogue: text,
    }
    await store.db
      .insertInto('catalogues')
      .values({ connection_id: connectionId, ...row })
      .onConflict((conflict) => conflict.column('connection_id').doUpdateSet(row))
      .execute()
    return catalogue
  }

  /** Many questions at once on a new database read it once. */
  function refresh(connectionId: string): Promise<Catalogue> {
    const known = running.get(connectionId)
    if (known !== undefined) return known
    const reading = read(connectionId).finally(() => running.delete(connectionId))
    running.set(connectionId, reading)
    return reading
  }

  async function load(connectionId: string, introspectedAt: string): Promise<Catalogue> {
    const key = `${connectionId} ${introspectedAt}`
    const known = parsed.get(key)
    if (known !== undefined) return known
    const row = await store.db
      .selectFrom('catalogues')
      .select('catalogue')
      .where('connection_id', '=', connectionId)
      .executeTakeFirstOrThrow()
    const catalogue = JSON.parse(row.catalogue) as Catalogue
    if (parsed.size >= cachedCatalogues) parsed.clear()
    parsed.set(key, catalogue)
    return catalogue
  }

  async function get(connectionId: string): Promise<Catalogue> {
    const row = await store.db
      .selectFrom('catalogues')
      .select(['introspected_at', 'fingerprint'])
      .where('connection_id', '=', connectionId)
      .executeTakeFirst()
    if (row === undefined) return refresh(connectionId)
    const file = fileFingerprint(await connections.filePath(connectionId))
    const isFresh = now().getTime() - Date.parse(row.introspected_at) < freshMs
    return isFresh && (file === null || file === row.fingerprint)
      ? load(connectionId, row.introspected_at)
      : refresh(connectionId)
  }

  return {
    get,
    refresh,
    tables: async (principal, connectionId) => {
      const connection =
        connectionId === null ? await connections.getActive(principal) : await connections.get(principal, connectionId)
      if (connection === null) throw new AppError('no_database')
      const { tables } = await get(connection.id)
      return { tables: tables.map(presentTable), total_count: tables.length }
    },
  }
}

function presentTable(table: CatalogueTable): TableList['tables'][number] {
  return {
    table_name: table.schema === null ? table.name : `${table.schema}.${table.name}`,
    display_name: table.name,
    object_type: table.objectType,
    is_synonym: table.objectType === 'SYNONYM',
  }
}

/** Size and time of a file and of its write-ahead log; null for a database behind an address. */
function fileFingerprint(path: string | null): string | null {
  if (path === null) return null
  return [path, `${path}-wal`]
    .map((each) => statSync(each, { throwIfNoEntry: false }))
    .map((stats) => (stats === undefined ? 'none' : `${stats.ino}:${stats.size}:${stats.mtimeMs}`))
    .join(' ')
}
