import { createWriteStream, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { productVersion } from '@parlance/contract'
import { StartError } from '../../lib/errors.ts'
import { fileErrorCode } from '../../lib/file-errors.ts'
import { keysPath } from '../../secrets/keys.ts'
import { makeFolder } from '../../lib/make-folder.ts'
import { refuseNewer } from '../migrate.ts'
import type { OpenStoreOptions } from '../open-store.ts'
import { isStorageFull } from '../store-errors.ts'
import { backupTables } from './backup-tables.ts'
import { copyData } from './copy-data.ts'
import { recordBackup } from './last-backup.ts'
import { fileEntry, manifestName, unfinishedName } from './manifest.ts'
import type { Manifest, ManifestFile } from './manifest.ts'
import { openSnapshot } from './snapshot.ts'
import type { StoreSnapshot } from './snapshot.ts'

export interface BackupSummary {
  rows: number
  files: number
  /** Links are not followed; their paths are relative to the data folder. */
  skipped: string[]
  /** Whether the store says that this backup was made; the backup is complete either way. */
  isRecorded: boolean
}

/**
 * Copies an installation, in use or not, into a new folder: every row of the store at this moment, the keys, and the
 * files of the data folder. It is complete once its `backup.json` exists.
 * @throws StartError on one line, leaving nothing behind: the folder exists, no installation, no permission, disk full,
 * or a store of a newer version, whose additional tables would be missing
 */
export async function writeBackup(store: OpenStoreOptions, target: string, now: Date): Promise<BackupSummary> {
  const folder = resolve(target)
  if (!existsSync(keysPath(store.dataDir)))
    throw new StartError(`There is no installation in ${store.dataDir}. Set PARLANCE_DATA_DIR to its data folder.`)
  makeEmpty(folder)
  try {
    writeFileSync(join(folder, unfinishedName), '', { mode: 0o600 })
    const { manifest, ...summary } = await fill(store, folder, now)
    rmSync(join(folder, unfinishedName))
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
    const isRecorded = await recordBackup(store, manifest.migrations, { at: manifest.created_at, folder, bytes }).then(
      () => true,
      () => false,
    )
    return { ...summary, isRecorded }
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
    if (!isStorageFull(error)) throw error
    throw new StartError(`The disk is full. Free some space for the backup in ${folder}, and run it again.`, {
      cause: error,
    })
  }
}

async function fill(
  store: OpenStoreOptions,
  folder: string,
  now: Date,
): Promise<Omit<BackupSummary, 'isRecorded'> & { manifest: Manifest }> {
  const snapshot = await openSnapshot(store)
  try {
    const migrations = await snapshot.migrations()
    refuseNewer(migrations)
    const tables = await writeTables(snapshot, folder)
    const { copied, skipped } = await copyData(store.dataDir, folder)
    const paths = [...Object.keys(tables).map((table) => `store/${table}.ndjson.gz`), ...copied]
    const manifest: Manifest = {
      format: 'parlance-backup',
      format_version: 1,
      product_version: productVersion,
      created_at: now.toISOString(),
      data_folder: resolve(store.dataDir),
      migrations,
      tables,
      files: await fileEntries(folder, paths),
    }
    writeFileSync(join(folder, manifestName), JSON.stringify(manifest, null, 2), { mode: 0o600 })
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
    return { rows, files: copied.length, skipped, manifest }
  } finally {
    await snapshot.close()
  }
}

function makeEmpty(folder: string): void {
  try {
    makeFolder(folder, 0o700)
    if (readdirSync(folder).length === 0) return
  } catch (error) {
    throw new StartError(
      `Could not create the backup folder ${folder} (${fileErrorCode(error) ?? 'unknown error'}). Choose another folder.`,
      { cause: error },
    )
  }
  throw new StartError(`${folder} is not empty. Choose a new folder for the backup.`)
}

async function writeTables(snapshot: StoreSnapshot, folder: string): Promise<Record<string, number>> {
  await mkdir(join(folder, 'store'), { mode: 0o700 })
  const counts: Record<string, number> = {}
  const existing = await snapshot.tables()
  for (const table of backupTables.filter((name) => existing.includes(name))) {
    counts[table] = 0
    const lines = async function* () {
      for await (const rows of snapshot.rows(table)) {
        counts[table] = (counts[table] ?? 0) + rows.length
        yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      }
    }
    const file = createWriteStream(join(folder, 'store', `${table}.ndjson.gz`), { mode: 0o600 })
    await pipeline(lines, createGzip(), file)
  }
  return counts
}

/** One after the other, because a process may not have thousands of files open. */
async function fileEntries(folder: string, paths: string[]): Promise<ManifestFile[]> {
  const entries: ManifestFile[] = []
  for (const path of paths) entries.push(await fileEntry(folder, path))
  return entries
}
