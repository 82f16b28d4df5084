import { copyFileSync, createReadStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { Kysely, Transaction } from 'kysely'
import { StartError } from '../../lib/errors.ts'
import { describeFileError } from '../../lib/file-errors.ts'
import { keysPath } from '../../secrets/keys.ts'
import { openStore, prepareDataFolder } from '../open-store.ts'
import type { OpenStoreOptions } from '../open-store.ts'
import type { Database } from '../schema.ts'
import { lockDataFolder } from '../server-lock.ts'
import type { Store } from '../store.ts'
import { backupTables } from './backup-tables.ts'
import { setLastBackup } from './last-backup.ts'
import { fileEntry, readManifest } from './manifest.ts'
import type { Manifest, ManifestFile } from './manifest.ts'
import type { StoreRow } from './snapshot.ts'
import { holdsInstallation } from './taken-place.ts'
import { restoreMarkOf } from './unfinished-restore.ts'
import type { RestoreMark } from './unfinished-restore.ts'

/** Rows per insert. A row of the widest table has fewer than 40 values, and PostgreSQL takes up to 65,535. */
const rowsAtOnce = 200

/**
 * Creates an installation from a backup, in an empty data folder and an empty store. Either side can be SQLite or
 * PostgreSQL. All or nothing: no server starts on an interrupted restore, and it can be run again.
 * @throws StartError on one line: no backup, damaged, of a newer version, the place is in use or taken
 */
export async function restoreBackup(source: string, place: OpenStoreOptions): Promise<{ rows: number; files: number }> {
  const folder = resolve(source)
  const manifest = readManifest(folder)
  await checkFiles(folder, manifest)
  prepareDataFolder(place.dataDir)
  const lock = lockDataFolder(place.dataDir)
  try {
    const mark = restoreMarkOf(place.dataDir, manifest)
    if (existsSync(keysPath(place.dataDir)) && !mark.isResumed) throw taken(place.dataDir)
    // Checked before opening the store, which would migrate an installation of an older version.
    if (!mark.isResumed && (await holdsInstallation(place))) throw takenStore(place)
    const store = await openStore({ ...place, migrateTo: manifest.migrations })
    try {
      const hasRows = await isInUse(store)
      // A server may have been started on it in the meantime.
      if (hasRows && !mark.isResumed) throw takenStore(place)
      mark.set()
      return await fill(store, { folder, manifest, dataDir: place.dataDir, hasRows, mark })
    } finally {
      await store.close()
    }
  } finally {
    lock.release()
  }
}

interface Fill extends Restore {
  /** All rows were inserted together before the restore was interrupted. */
  hasRows: boolean
  mark: RestoreMark
}

/** The keys come last because they turn the folder into an installation. */
async function fill(store: Store, { hasRows, mark, ...restore }: Fill): Promise<{ rows: number; files: number }> {
  const { manifest } = restore
  const data = manifest.files.filter(({ path }) => path.split(/[\\/]/)[0] === 'data')
  const keys = data.filter(({ path }) => belowData(path) === basename(keysPath('')))
  copyFiles(
    restore,
    data.filter((file) => !keys.includes(file)),
  )
  if (!hasRows) await insertRows(store, restore)
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  await setLastBackup(store.db, { at: manifest.created_at, folder: restore.folder, bytes })
  copyFiles(restore, keys)
  mark.clear()
  return { rows: Object.values(manifest.tables).reduce((sum, count) => sum + count, 0), files: data.length }
}

function taken(where: string): StartError {
  return new StartError(`There is already an installation in ${where}. Restore into an empty folder or database.`)
}

function takenStore({ dataDir, databaseUrl }: OpenStoreOptions): StartError {
  return taken(databaseUrl === null ? dataDir : 'this PostgreSQL database')
}

async function isInUse({ db }: Store): Promise<boolean> {
  return (await db.selectFrom('settings').select('key').limit(1).executeTakeFirst()) !== undefined
}

async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const file of files) {
    const path = resolve(folder, file.path)
    const found = path.startsWith(`${folder}${sep}`) && existsSync(path) ? await fileEntry(folder, file.path) : null
    if (found?.sha256 !== file.sha256)
      throw new StartError(
        `The backup is damaged. The file ${file.path} is missing or has changed. Choose another backup.`,
      )
  }
}

function belowData(path: string): string {
  return path.slice('data/'.length)
}

function copyFiles({ folder, dataDir }: Restore, files: ManifestFile[]): void {
  for (const { path } of files) {
    const target = join(dataDir, belowData(path))
    try {
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
      // The rename makes it appear complete or not at all.
      copyFileSync(join(folder, path), `${target}.tmp`)
      renameSync(`${target}.tmp`, target)
    } catch (error) {
      throw new StartError(describeFileError(error, target), { cause: error })
    }
  }
}

interface Restore {
  folder: string
  manifest: Manifest
  dataDir: string
}

async function insertRows({ db }: Store, { folder, manifest, dataDir }: Restore): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of backupTables.filter((name) => name in manifest.tables)) {
      const file = join(folder, 'store', `${table}.ndjson.gz`)
      const move = table === 'connections' ? moveFiles(manifest.data_folder, resolve(dataDir)) : null
      const count = await insertTable(transaction, { table, file, change: move ?? ((row) => row) })
      if (count !== manifest.tables[table])
        throw new StartError(`The backup is damaged. Rows of the table ${table} are missing. Choose another backup.`)
    }
  })
}

/** Points a connection's paths in the old data folder to the new one. */
function moveFiles(from: string, to: string): (row: StoreRow) => StoreRow {
  return (row) => {
    const config: unknown = JSON.parse(String(row['config']))
    const moved = JSON.stringify(config, (_key, value: unknown) =>
      typeof value === 'string' && value.startsWith(`${from}${sep}`) ? join(to, value.slice(from.length)) : value,
    )
    return { ...row, config: moved }
  }
}

async function insertTable(
  transaction: Transaction<Database>,
  { table, file, change }: { table: string; file: string; change: (row: StoreRow) => StoreRow },
): Promise<number> {
  // The rows fit their tables because the same migrations created both.
  const handle = transaction as unknown as Kysely<Record<string, StoreRow>>
  let count = 0
  let batch: StoreRow[] = []
  const flush = async () => {
    if (batch.length > 0) await handle.insertInto(table).values(batch).execute()
    count += batch.length
    batch = []
  }
  for await (const line of createInterface({
    input: createReadStream(file).pipe(createGunzip()),
    crlfDelay: Infinity,
  })) {
    batch.push(change(JSON.parse(line) as StoreRow))
    if (batch.length === rowsAtOnce) await flush()
  }
  await flush()
  return count
}
