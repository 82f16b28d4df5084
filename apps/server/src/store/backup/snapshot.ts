import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../lib/errors.ts'
import { storePath } from '../open-store.ts'
import type { OpenStoreOptions } from '../open-store.ts'

export type StoreValue = string | number | null
export type StoreRow = Record<string, StoreValue>

const rowsAtOnce = 1000

/** The store at one moment, regardless of later writes. */
export interface StoreSnapshot {
  /** Names of the migrations that created it, in order. */
  migrations(): Promise<string[]>
  /** Names of its tables; an older version has fewer than this one. */
  tables(): Promise<string[]>
  /** A table's rows, in batches of up to 1,000. */
  rows(table: string): AsyncIterable<StoreRow[]>
  close(): Promise<void>
}

/** @throws StartError if there is no store */
export function openSnapshot({ dataDir, databaseUrl }: OpenStoreOptions): Promise<StoreSnapshot> {
  return databaseUrl === null ? snapshotOfSqlite(storePath(dataDir)) : snapshotOfPostgres(databaseUrl)
}

async function snapshotOfSqlite(path: string): Promise<StoreSnapshot> {
  const database = openReadOnly(path)
  database.exec('begin')
  // The snapshot begins with the first read.
  database.prepare('select count(*) from sqlite_schema').get()
  const names = (query: string): string[] =>
    database
      .prepare(query)
      .all()
      .map((row) => String(row['name']))
  return {
    migrations: async () => names(migrationsQuery),
    tables: async () => names("select name from sqlite_schema where type = 'table'"),
    rows: async function* (table) {
      let batch: StoreRow[] = []
      for (const row of database.prepare(`select * from "${table}"`).iterate()) {
        if (batch.push(row as StoreRow) < rowsAtOnce) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
    close: async () => database.close(),
  }
}

const migrationsQuery = 'select name from schema_migrations order by name'

function openReadOnly(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: 15_000 })
  } catch (error) {
    throw new StartError(`There is no store to back up at ${path}. Check PARLANCE_DATA_DIR.`, { cause: error })
  }
}

async function snapshotOfPostgres(connectionString: string): Promise<StoreSnapshot> {
  const [{ Client }, { storeTypes }] = await Promise.all([import('pg'), import('../open-postgres.ts')])
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000, types: storeTypes })
  // The next query reports the lost connection.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new StartError('Could not reach the PostgreSQL store. Check DATABASE_URL.', { cause: error })
  }
  await client.query('begin isolation level repeatable read read only')
  const names = async (query: string): Promise<string[]> =>
    (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
  return {
    migrations: () => names(migrationsQuery),
    tables: () => names('select tablename as name from pg_tables where schemaname = current_schema()'),
    rows: async function* (table) {
      await client.query(`declare backup_rows no scroll cursor for select * from "${table}"`)
      for (;;) {
        const { rows } = await client.query<StoreRow>(`fetch ${rowsAtOnce} from backup_rows`)
        if (rows.length === 0) break
        yield rows
      }
      await client.query('close backup_rows')
    },
    close: () => client.end(),
  }
}
