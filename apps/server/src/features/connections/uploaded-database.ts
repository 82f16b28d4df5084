import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFileSchema } from '@parlance/contract'
import type { UploadFile } from '@parlance/contract'
import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import type { ConnectionRow } from '../../store/schema.ts'

/** The value of the setting `database` of a connection whose file was uploaded. It is not a path. */
export const uploadedDatabaseName = 'database.sqlite'

/** How long files wait for what belongs to them. */
export const idleMs = 60 * 60_000

type Folders = Pick<Config, 'dataDir'>

/** The folder with a folder for each connection. No connection may name a file in it. */
export function connectionsFolder({ dataDir }: Folders): string {
  return join(dataDir, 'connections')
}

/** The folder of one connection's own files. */
export function connectionFolder(folders: Folders, connectionId: string): string {
  return join(connectionsFolder(folders), connectionId)
}

/** The file of a connection whose database was uploaded. Its path stays when the file is replaced (R24). */
export function uploadedDatabase(folders: Folders, connectionId: string): string {
  return join(connectionFolder(folders, connectionId), uploadedDatabaseName)
}

/** Lists the files that became a connection's database. Null for every other connection. */
export function readUploadedFiles({
  uploaded_files: stored,
}: Pick<ConnectionRow, 'uploaded_files'>): UploadFile[] | null {
  return stored === null ? null : z.array(uploadFileSchema).parse(JSON.parse(stored))
}

/** Lists the ids of connections, existing or not, whose uploaded database was placed a while ago. */
export async function listIdleDatabases(folders: Folders, now: Date): Promise<string[]> {
  const ids = await readdir(connectionsFolder(folders)).catch(() => [])
  const placed = await Promise.all(ids.map((id) => stat(uploadedDatabase(folders, id)).catch(() => null)))
  return ids.filter((_, index) => now.getTime() - (placed[index]?.ctimeMs ?? Infinity) > idleMs)
}

/** Moves a checked file to its connection in one step. A running query keeps reading the file that it opened. */
export async function placeDatabase(folders: Folders, connectionId: string, file: string): Promise<void> {
  await mkdir(connectionFolder(folders, connectionId), { recursive: true, mode: 0o700 })
  await rename(file, uploadedDatabase(folders, connectionId))
}
