import { accessSync, constants, statSync } from 'node:fs'
import { formatMessage } from '@parlance/contract'
import { StartError } from '../lib/errors.ts'
import { describeReadError, fileErrorCode } from '../lib/file-errors.ts'

const fileEnding = /\.(sqlite3?|db3?)$/i

/** Whether `--database` refers to a file rather than a connection's name. */
export function isFilePath(database: string): boolean {
  return fileEnding.test(database) || /[/\\]/.test(database) || exists(database)
}

/** @throws StartError if the file doesn't exist or this user may not read it */
export function requireFile(path: string): void {
  const stats = orStartError(path, () => statSync(path, { throwIfNoEntry: false }))
  if (!stats) throw new StartError(`File not found: ${path}. Check the path.`)
  if (!stats.isFile()) throw new StartError(`${path} is not a file.`)
  orStartError(path, () => accessSync(path, constants.R_OK))
}

function exists(name: string): boolean {
  try {
    return statSync(name, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    // A name that the file system can't even look up (too long) may still be a connection's name.
    if (fileErrorCode(error) === null) throw error
    return false
  }
}

function orStartError<T>(path: string, look: () => T): T {
  try {
    return look()
  } catch (error) {
    throw new StartError(formatMessage(describeReadError(error, path)), { cause: error })
  }
}
