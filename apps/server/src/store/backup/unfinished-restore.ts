import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../lib/errors.ts'
import { describeFileError } from '../../lib/file-errors.ts'
import type { Manifest } from './manifest.ts'

/** Marks a data folder from the start of a restore until it is complete, and names the backup. */
export const restoreMark = 'restore.unfinished'

/**
 * Prevents half an installation from being started or taken for an empty place.
 * @throws StartError
 */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, restoreMark))) return
  throw new StartError(`A restore into ${dataDir} did not finish. Run it again, or empty the folder.`)
}

/** The mark of one restore. */
export interface RestoreMark {
  /** Whether a restore of this same backup was interrupted here. */
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
        // Written atomically: half a mark after a kill would be taken for another backup's.
        writeFileSync(`${path}.tmp`, name, { mode: 0o600 })
        renameSync(`${path}.tmp`, path)
      } catch (error) {
        throw new StartError(describeFileError(error, path), { cause: error })
      }
    },
    clear: () => rmSync(path, { force: true }),
  }
}
