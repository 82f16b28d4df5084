import { message } from '@parlance/contract'
import { AppError } from '../lib/errors.ts'

const sqliteCodes = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 }
const sqliteUniqueViolations = [1555, 2067]

interface EngineError extends Error {
  /** SQLite's extended result code. */
  errcode?: number
  /** PostgreSQL's SQLSTATE, or the system's code. */
  code?: string
}

/** Whether a unique constraint refused a row, on either engine; the loser of a race gets this error. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const engineError = error as EngineError
  return engineError.code === '23505' || sqliteUniqueViolations.includes(engineError.errcode ?? 0)
}

/** Whether PostgreSQL asks to retry the whole transaction. */
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && ['40001', '40P01'].includes((error as EngineError).code ?? '')
}

/** The primary result code of SQLite (its low byte); null for other errors. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null
  const { errcode } = error as EngineError
  return errcode === undefined ? null : errcode & 0xff
}

/** Turns conditions that a user can fix into AppErrors and returns all others unchanged. */
export function translateStoreError(error: unknown): unknown {
  if (isStorageFull(error)) return new AppError('storage_full', { cause: error })
  if (isUnstorableText(error)) {
    return new AppError('bad_request', {
      detail: message('The text contains a character that cannot be stored. Remove it.'),
      cause: error,
    })
  }
  return error
}

/** No space to write, in the store or for a file. */
export function isStorageFull(error: unknown): boolean {
  if (sqliteCode(error) === sqliteCodes.full) return true
  return error instanceof Error && ['53100', 'ENOSPC', 'EDQUOT'].includes((error as EngineError).code ?? '')
}

function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && ['22021', '22P05'].includes((error as EngineError).code ?? '')
}

/** One line for the operator about a SQLite store that can't be opened; null for any other error. */
export function describeOpenError(error: unknown, path: string): string | null {
  switch (sqliteCode(error)) {
    case sqliteCodes.corrupt:
    case sqliteCodes.notADatabase:
      return damagedText(path)
    case sqliteCodes.readOnly:
    case sqliteCodes.cannotOpen:
      return `Could not write to the store ${path}. Give this user write access, or set PARLANCE_DATA_DIR to another folder.`
    case sqliteCodes.full:
      return `Could not write to ${path} because the disk is full. Free some space and start again.`
    case sqliteCodes.busy:
      return `Another program has locked the store ${path}. Close that program and start again.`
    case sqliteCodes.ioError:
      return `The disk reported an error while reading ${path}. Check the disk, or restore your backup.`
    case null:
    default:
      return null
  }
}

/** What to do about a damaged SQLite store. */
export function damagedText(path: string): string {
  return `The store ${path} is damaged. Move it and its -wal and -shm files to another folder, and restore your backup.`
}
