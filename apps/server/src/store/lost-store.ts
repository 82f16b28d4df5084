import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../lib/errors.ts'
import { keysPath } from '../secrets/keys.ts'

/**
 * Refuses to start if the SQLite store is lost: a first start creates the store before the keys, so keys without a
 * store mean that it disappeared. A new store would hide the loss and delete the files of conversations that it doesn't
 * know.
 * @throws StartError
 */
export function refuseLostStore(path: string, dataDir: string): void {
  // Reads the keys first, because another first start may be creating both.
  if (!existsSync(keysPath(dataDir)) || hasTables(path)) return
  throw new StartError(
    `The store ${path} is missing or empty, but ${keysPath(dataDir)} shows that this folder was used before. ` +
      'Restore the store from a backup. If the store is in PostgreSQL, set DATABASE_URL. ' +
      'To start without the old data, move keys.json to another folder.',
  )
}

function hasTables(path: string): boolean {
  if (!existsSync(path)) return false
  let store: DatabaseSync | null = null
  try {
    store = new DatabaseSync(path, { timeout: 15_000 })
    return store.prepare('select 1 from sqlite_schema limit 1').get() !== undefined
  } catch {
    // Damaged or unreadable; opening it reports why.
    return true
  } finally {
    store?.close()
  }
}
