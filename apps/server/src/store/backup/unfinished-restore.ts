import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../lib/errors.ts'
import { describeFileError } from '../../lib/file-errors.ts'
import type { Manifest } from './manifest.ts'

/** In a data folder from the beginning of a restore until it is whole: which backup it is made of. */
export const restoreMark = 'restore.unfinished'

/**
 * Half of an installation must not be started, nor be taken for an empty place.
 * @throws StartError
 */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, restoreMark))) return
  throw new StartError(`A restore into ${dataDir} broke off. Run it again, or empty the folder.`)
}

/** The mark of one restore. */
export interface RestoreMark {
  /** A restore of this very backup broke off here. */
  readonly isResumed: boolean
  set(): void
  clear(): void
}

export function restoreMarkOf(dataDir: string, manifest: Manifest): RestoreMark {
  const path = join(dataDir, restoreMark)
  const name = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
  const found = existsSync(path) ? readFileSync(path, 'utf8') : null
  return {
    isResumed: found === name,
    set: () => {
      try {
        // Killed in between, half a mark would be taken for another backup's.
        writeFileSync(`${path}.tmp`, name, { mode: 0o600 })
        renameSync(`${path}.tmp`, path)
      } catch (error) {
        throw new StartError(describeFileError(error, path), { cause: error })
      }
    },
    clear: () => rmSync(path, { force: true }),
  }
}
