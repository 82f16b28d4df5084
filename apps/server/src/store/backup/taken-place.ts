import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../lib/errors.ts'
import { damagedText } from '../store-errors.ts'
import { storePath } from '../open-store.ts'
import type { OpenStoreOptions } from '../open-store.ts'

/**
 * Whether a store contains an installation of any version. Only reads, so a refused store stays unchanged.
 * @throws StartError if it can't be determined
 */
export function holdsInstallation({ dataDir, databaseUrl }: OpenStoreOptions): Promise<boolean> {
  return databaseUrl === null ? sqliteHolds(storePath(dataDir)) : postgresHolds(databaseUrl)
}

async function sqliteHolds(path: string): Promise<boolean> {
  if (!existsSync(path)) return false
  const database = new DatabaseSync(path, { readOnly: true, timeout: 15_000 })
  try {
    const known = database.prepare("select 1 from sqlite_schema where type = 'table' and name = 'settings'").get()
    return known !== undefined && database.prepare('select 1 from settings limit 1').get() !== undefined
  } catch (error) {
    throw new StartError(damagedText(path), { cause: error })
  } finally {
    database.close()
  }
}

async function postgresHolds(connectionString: string): Promise<boolean> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 })
  // The next query reports the lost connection.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ known: boolean }>("select to_regclass('settings') is not null as known")
    return rows[0]?.known === true && (await client.query('select 1 from settings limit 1')).rows.length > 0
  } catch (error) {
    throw new StartError('Could not reach the PostgreSQL store. Check DATABASE_URL.', { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}
