import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../lib/errors.ts'
import { describeOpenError, sqliteCode } from './store-errors.ts'

const busy = 5

/** Held while a server runs on a data folder; the system releases it when the process dies for any reason. */
export interface ServerLock {
  release(): void
}

/**
 * Allows one server per data folder, because with SQLite messages can't reach other processes.
 * @throws StartError if another server has it
 */
export function lockDataFolder(dataDir: string): ServerLock {
  const path = join(dataDir, 'server.lock')
  let file: DatabaseSync | null = null
  try {
    file = new DatabaseSync(path, { timeout: 0 })
    file.exec('begin exclusive')
  } catch (error) {
    file?.close()
    throw new StartError(describe(error, path, dataDir), { cause: error })
  }
  const held = file
  return { release: () => held.close() }
}

function describe(error: unknown, path: string, dataDir: string): string {
  if (sqliteCode(error) !== busy) return describeOpenError(error, path) ?? `Could not lock ${path}.`
  return `Another Parlance server is using the data folder ${dataDir}. Stop it, or set PARLANCE_DATA_DIR to another folder.`
}
