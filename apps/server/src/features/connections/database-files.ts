import { message } from '@parlance/contract'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { findManifest } from '@parlance/drivers'
import type { ConnectionConfig } from '@parlance/drivers'
import type { Config } from '../../config/config.ts'
import { AppError } from '../../lib/errors.ts'
import { keysPath, nextKeysPath } from '../../secrets/keys.ts'
import { upgradeCopiesFolder } from '../../store/copy-before-upgrade.ts'
import { storePath } from '../../store/open-store.ts'
import { conversationFolder } from './conversation-paths.ts'
import { connectionsFolder } from './uploaded-database.ts'

type Folders = Pick<Config, 'dataDir' | 'databaseFolders'>

/**
 * R17: files named in a connection's settings are opened only from the operator's folders and the server's own sample,
 * whatever path or link leads to them. R05: the product's own store and keys are never opened.
 * @returns the configuration with absolute paths
 * @throws AppError forbidden
 */
export function resolveFiles(config: ConnectionConfig, kind: string, folders: Folders): ConnectionConfig {
  const resolved = { ...config }
  for (const name of fileFields(kind)) {
    const value = config[name]
    if (typeof value !== 'string' || value === '') continue
    const path = absolutePath(value, folders)
    requireAllowed(path, folders)
    resolved[name] = path
  }
  return resolved
}

/** Lists the paths in a configuration. */
export function pathsIn(config: ConnectionConfig, kind: string): string[] {
  const values = fileFields(kind).map((name) => config[name])
  return values.filter((value) => typeof value === 'string').filter((path) => path !== '')
}

/**
 * Tells which files absolute paths lead to now. As long as this stays the same, what `resolveFiles` allowed is allowed.
 * Null if a file doesn't exist.
 */
export function filesAt(paths: readonly string[]): string | null {
  const files = paths.map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  if (files.includes(undefined)) return null
  // A new file may get the inode of a deleted one, so the time of its creation counts.
  return files.map((file) => `${file?.dev}:${file?.ino}:${file?.birthtimeNs}`).join(' ')
}

/** The file that an embedded engine opens. Null for a database on a server. */
export function databaseFile(config: ConnectionConfig, kind: string, folders: Folders): string | null {
  const { database } = config
  if (!isFileKind(kind) || typeof database !== 'string') return null
  return absolutePath(database, folders)
}

/** Whether databases of this kind are files that the server opens itself. */
export function isFileKind(kind: string): boolean {
  return fileFields(kind).includes('database')
}

function fileFields(kind: string): string[] {
  const fields = findManifest(kind)?.fields ?? []
  return fields.filter(({ input }) => input === 'file').map(({ name }) => name)
}

function absolutePath(path: string, { databaseFolders }: Folders): string {
  return resolve(databaseFolders[0], path)
}

function requireAllowed(path: string, folders: Folders): void {
  refuseOwnFiles(path, folders.dataDir)
  const real = realPath(path)
  const own = [conversationFolder(folders), connectionsFolder(folders), upgradeCopiesFolder(folders.dataDir)]
  if (own.some((folder) => isInside(real, realPath(folder)))) throw ownFile()
  const allowed = [...folders.databaseFolders, join(folders.dataDir, 'sample')]
  if (allowed.some((folder) => isInside(real, realPath(folder)))) return
  throw new AppError('forbidden', {
    detail: message(
      'Parlance only opens files in {folders}. Move the file there, or ask the operator to add its folder to PARLANCE_DATABASE_FOLDERS.',
      { folders: folders.databaseFolders.join(', ') },
    ),
  })
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

/** Follows links as long as the path exists, so that a link inside an allowed folder doesn't lead out of it. */
function realPath(path: string): string {
  try {
    // Asked first, because making the error of a missing file takes longer, and some of the server's folders may not exist.
    if (existsSync(path)) return realpathSync.native(path)
  } catch {
    // A path that cannot be followed any more is treated like one that doesn't exist.
  }
  const parent = resolve(path, '..')
  return parent === path ? path : join(realPath(parent), path.slice(parent.length))
}

function refuseOwnFiles(path: string, dataDir: string): void {
  const identity = identityOf(path)
  const own = [storePath(dataDir), `${storePath(dataDir)}-wal`, keysPath(dataDir), nextKeysPath(dataDir)]
  if (identity !== null && own.some((each) => identityOf(each) === identity)) {
    throw ownFile()
  }
}

function ownFile(): AppError {
  return new AppError('forbidden', { detail: message('This file belongs to Parlance. Choose another file.') })
}

/** The device and inode. Links and other spellings of a path are the same file. */
function identityOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`
}
