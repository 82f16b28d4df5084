import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import type { Dirent } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../lib/errors.ts'
import { fileErrorCode } from '../../lib/file-errors.ts'
import { isStorageFull } from '../store-errors.ts'
import { isUpgradeCopy } from '../copy-before-upgrade.ts'
import { copySqlite } from '../copy-sqlite.ts'
import { manifestName, unfinishedName } from './manifest.ts'

/** The store's own files, which its rows replace, files of a running process, and uploads that are not finished. */
const notCopied =
  /^(parlance\.sqlite(-wal|-shm|-journal)?|server\.lock.*|keys\.next\.json|restore\.unfinished)$|^uploads[/\\]|\.tmp$|-(wal|shm|journal)$/

export interface CopiedData {
  /** Paths relative to the backup's folder. */
  copied: string[]
  /** Links are not followed; their paths are relative to the data folder. */
  skipped: string[]
}

/**
 * Copies the files of a data folder, in use or not, into `data` of a backup. Skips backups in the folder.
 * @throws StartError naming the unreadable file, or reporting that the disk is full
 */
export async function copyData(dataDir: string, folder: string): Promise<CopiedData> {
  const copied: string[] = []
  const skipped: string[] = []
  for await (const { source, entry } of filesIn(dataDir, true)) {
    const path = relative(dataDir, source)
    if (notCopied.test(path) || isUpgradeCopy(path)) continue
    if (entry.isSymbolicLink()) skipped.push(path)
    if (!entry.isFile()) continue
    const target = join('data', path)
    if (await copyOne(source, join(folder, target))) copied.push(target)
  }
  return { copied, skipped }
}

/** Everything in a folder except folders and backups. */
async function* filesIn(folder: string, isRoot = false): AsyncGenerator<{ source: string; entry: Dirent }> {
  const entries = await readFolder(folder)
  if (!isRoot && entries.some(({ name }) => name === manifestName || name === unfinishedName)) return
  for (const entry of entries) {
    const source = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(source)
    else yield { source, entry }
  }
}

async function readFolder(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    // The conversation was deleted in the meantime.
    if (fileErrorCode(error) === 'ENOENT') return []
    throw copyFailure(error, folder)
  }
}

/** @returns false for a file that was removed in the meantime */
async function copyOne(source: string, target: string): Promise<boolean> {
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    if (isSqlite(source)) await copySqlite(source, target)
    else await copyFile(source, target)
    return true
  } catch (error) {
    if (!existsSync(source)) return false
    throw copyFailure(error, source)
  }
}

function copyFailure(error: unknown, path: string): unknown {
  if (isStorageFull(error)) return error
  const code = fileErrorCode(error)
  const text =
    code === 'EACCES' || code === 'EPERM'
      ? `No permission to copy ${path}. Run the backup as the same user as the server.`
      : `Could not copy ${path} (${code ?? 'unknown error'}). Check the file and run the backup again.`
  return new StartError(text, { cause: error })
}

function isSqlite(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(16)
    readSync(file, head, 0, 16, 0)
    return head.toString('latin1') === 'SQLite format 3\0'
  } finally {
    closeSync(file)
  }
}
