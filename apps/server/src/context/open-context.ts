import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { AppContext } from './context.ts'
import { loadKeys } from '../secrets/keys.ts'
import type { Keys } from '../secrets/keys.ts'
import { refuseUnfinishedRestore } from '../store/backup/unfinished-restore.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { isUniqueViolation } from '../store/store-errors.ts'

/**
 * Opens the store and the keys of a data folder, and creates both on the first start. The server and the commands start
 * here.
 * @param say prints a line for the operator
 * @throws StartError on one line
 */
export async function openContext(
  config: Config,
  log: FastifyBaseLogger,
  say?: (line: string) => void,
): Promise<AppContext> {
  const { dataDir, databaseUrl } = config
  refuseUnfinishedRestore(dataDir)
  const store = await openStore({ dataDir, databaseUrl: databaseUrl?.reveal() ?? null, say })
  try {
    const now = () => new Date()
    const expectedFingerprint = await readFingerprint(store)
    const keys = loadKeys(config.dataDir, { expectedFingerprint })
    if (expectedFingerprint === null) await rememberFingerprint(store, keys, config)
    return { config, keys, store, now, log, print: (text) => void process.stdout.write(text) }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The setting that ties a store to its keys. */
export const fingerprintKey = 'keys_fingerprint'

/** Null for a store that doesn't have keys yet. */
export async function readFingerprint({ db }: Pick<Store, 'db'>): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', fingerprintKey).executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.value) as string)
}

/** If two first starts share one PostgreSQL but not a folder, the second must not continue with other keys. */
async function rememberFingerprint(store: Store, keys: Keys, config: Config): Promise<void> {
  const row = {
    key: fingerprintKey,
    value: JSON.stringify(keys.fingerprint),
    is_secret: 0 as const,
    updated_at: new Date().toISOString(),
    updated_by: null,
  }
  try {
    await store.db.insertInto('settings').values(row).execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    loadKeys(config.dataDir, { expectedFingerprint: await readFingerprint(store) })
  }
}
