import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DriverError } from '../contract.ts'

const cellByteLimit = 64 * 1024 * 1024
const heapByteLimit = 1024 * 1024 * 1024

/** An open file and the identity it had, so that a file swapped underneath is opened anew. */
export interface OpenDatabase {
  db: DatabaseSync
  path: string
  identity: string
}

/**
 * Opens a regular file read-only, without extensions; runs in the child only.
 * @throws DriverError when there is no such file, else the engine's own error
 */
export function openReadOnly(path: string, busyMs: number): OpenDatabase {
  const identity = fileIdentity(path)
  const db = new DatabaseSync(path, {
    readOnly: true,
    allowExtension: false,
    timeout: busyMs,
    // SQLite programs write string literals in double quotes; the gate resolves them before.
    enableDoubleQuotedStringLiterals: true,
  })
  db.enableDefensive(true)
  db.limits.length = cellByteLimit
  db.limits.attach = 0
  db.exec(`PRAGMA query_only = 1; PRAGMA trusted_schema = 0; PRAGMA hard_heap_limit = ${heapByteLimit}`)
  registerHash(db)
  return { db, path, identity }
}

/** Tells files apart that stand at the same path one after the other. */
export function fileIdentity(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!stat) throw new DriverError('unreachable', `There is no database file at ${path}.`, { stage: 'resolve' })
  if (!stat.isFile()) throw new DriverError('unsupported', `${path} is not a file.`, { stage: 'resolve' })
  return `${stat.dev}:${stat.ino}`
}

/** `parlance_hash(salt, value)`: the hash mask's function, equal in all engines. */
function registerHash(db: DatabaseSync): void {
  db.function('parlance_hash', { deterministic: true, directOnly: true, useBigIntArguments: true }, (salt, value) => {
    if (value === null || value === undefined) return null
    const bytes = value instanceof Uint8Array ? value : String(value)
    return createHash('sha256').update(String(salt)).update(bytes).digest('hex').slice(0, 16)
  })
}
