import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../lib/errors.ts'
import { fileErrorCode } from '../lib/file-errors.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { isStorageFull } from './store-errors.ts'
import { copySqlite } from './copy-sqlite.ts'

const folderName = 'backups'
const prefix = 'parlance-before-'

/** The folder for copies of the store in a data folder. */
export function upgradeCopiesFolder(dataDir: string): string {
  return join(dataDir, folderName)
}

/** Whether a path relative to the data folder is a copy of the store. */
export function isUpgradeCopy(path: string): boolean {
  return path.startsWith(join(folderName, prefix))
}

/**
 * Copies a SQLite store before its first pending migration. The caller holds the store's write lock, so the copy has
 * the state that the migration starts from.
 * @returns the path of the copy, which opens and is complete
 * @throws StartError if the copy fails
 */
export async function copyBeforeUpgrade(path: string, migration: string): Promise<string> {
  const folder = upgradeCopiesFolder(dirname(path))
  const moment = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const target = join(folder, `${prefix}${migration}-${moment}.sqlite`)
  // Another start may have been killed halfway; only the holder of the lock writes here.
  const unfinished = join(folder, `${prefix}${migration}.tmp`)
  try {
    makeFolder(folder, 0o700)
    remove(unfinished)
    closeSync(openSync(unfinished, 'wx', 0o600))
    await copySqlite(path, unfinished)
    makeWhole(unfinished)
    renameSync(unfinished, target)
    return target
  } catch (error) {
    // The partial copy takes up space that the next attempt needs. If it can't be removed, that attempt reports why.
    if (isStorageFull(error)) remove(unfinished)
    throw new StartError(
      `Could not upgrade the store, because it could not be copied to ${folder} first. ${describe(error)} The store was not changed.`,
      { cause: error },
    )
  }
}

/** Turns off the write-ahead mode that the copy inherits from its source, so that it is a single file. */
function makeWhole(path: string): void {
  const copy = new DatabaseSync(path)
  try {
    copy.exec('pragma journal_mode = delete')
    if (copy.prepare('pragma quick_check(1)').get()?.['quick_check'] !== 'ok') throw new Error('The copy is damaged')
  } finally {
    copy.close()
  }
}

function remove(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
}

function describe(error: unknown): string {
  if (isStorageFull(error)) return 'The disk is full. Free some space and start again.'
  const code = fileErrorCode(error)
  if (code === 'EACCES' || code === 'EPERM')
    return 'This user cannot write there. Give it write access and start again.'
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'A file with this name exists. Move it and start again.'
  return `The copy failed (${code ?? 'unknown error'}). Check the disk and start again.`
}
