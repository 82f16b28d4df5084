import { message } from '@parlance/contract/messages'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DriverError } from '../contract.ts'

const cellByteLimit = 64 * 1024 * 1024
const heapByteLimit = 1024 * 1024 * 1024

/** An open file and its identity, so that a replaced file is opened again. */
export interface OpenDatabase {
  db: DatabaseSync
  path: string
  identity: string
}

/**
 * Opens a regular file read-only, without extensions; runs only in the child.
 * @throws DriverError when there is no such file, otherwise the engine's own error
 */
export function openReadOnly(path: string, busyMs: number): OpenDatabase {
  const identity = fileIdentity(path)
  const db = new DatabaseSync(path, { ...closedOptions, readOnly: true, timeout: busyMs })
  confine(db)
  registerHash(db)
  return { db, path, identity }
}

/** Options of every database that the child opens. */
export const closedOptions = {
  allowExtension: false,
  // SQLite programs write string literals in double quotes; the gate resolves them first.
  enableDoubleQuotedStringLiterals: true,
} as const

/** Makes an open database read-only, with nothing else attached, and limits its memory. */
export function confine(db: DatabaseSync): void {
  db.enableDefensive(true)
  db.limits.length = cellByteLimit
  db.limits.attach = 0
  db.exec(`PRAGMA query_only = 1; PRAGMA trusted_schema = 0; PRAGMA hard_heap_limit = ${heapByteLimit}`)
}

/** Distinguishes files that replace each other at the same path. */
export function fileIdentity(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!stat)
    throw new DriverError('unreachable', message('There is no database file at {path}.', { path }), {
      stage: 'resolve',
    })
  if (!stat.isFile())
    throw new DriverError('unsupported', message('{path} is not a file.', { path }), { stage: 'resolve' })
  return `${stat.dev}:${stat.ino}`
}

/** Registers `parlance_hash(salt, value)`, the hash mask's function, which gives the same result in all engines. */
function registerHash(db: DatabaseSync): void {
  db.function('parlance_hash', { deterministic: true, directOnly: true, useBigIntArguments: true }, (salt, value) => {
    if (value === null || value === undefined) return null
    const bytes = value instanceof Uint8Array ? value : String(value)
    return createHash('sha256').update(String(salt)).update(bytes).digest('hex').slice(0, 16)
  })
}
