import { constants, type DatabaseSync } from 'node:sqlite'
import type { ReadableObject } from '../contract.ts'

type Authorizer = Parameters<DatabaseSync['setAuthorizer']>[0]

const harmlessActions = new Set([constants.SQLITE_SELECT, constants.SQLITE_RECURSIVE])
/** Functions that reach outside the database file, in case a build ever includes them. */
const forbiddenFunctions = new Set([
  'load_extension',
  'readfile',
  'writefile',
  'edit',
  'fts3_tokenizer',
  'lsdir',
  'zipfile',
])
/** Tables that show raw pages of the file. */
const forbiddenTables = new Set(['sqlite_dbpage'])
/** Table functions that read only their arguments. */
const harmlessTables = ['json_each', 'json_tree', 'jsonb_each', 'jsonb_tree', 'generate_series']

/**
 * Sets the second wall on a connection: only reading is possible, and with `readable` only those tables and columns.
 * The engine itself checks this while it compiles a statement, whatever the SQL looked like to a parser.
 */
export function guard(db: DatabaseSync, readable: ReadableObject[] | null): void {
  const mayRead = readable === null ? () => true : readRule(db, readable)
  db.setAuthorizer((action, first, second, _database, accessor) => {
    if (harmlessActions.has(action)) return constants.SQLITE_OK
    if (action === constants.SQLITE_FUNCTION) return verdict(!forbiddenFunctions.has(lower(second)))
    if (action === constants.SQLITE_READ) {
      return verdict(!forbiddenTables.has(lower(first)) && mayRead(lower(first), lower(second), lower(accessor)))
    }
    // Full-text search reads the file's version while it runs.
    return verdict(action === constants.SQLITE_PRAGMA && lower(first) === 'data_version')
  })
}

type ReadRule = (table: string, column: string, accessor: string) => boolean

function readRule(db: DatabaseSync, readable: ReadableObject[]): ReadRule {
  const objects = listObjects(db)
  const allowed = new Map(
    readable.map((object) => [
      lower(object.table),
      object.columns === null ? null : new Set(object.columns.map(lower)),
    ]),
  )
  for (const name of shadowTables(objects, allowed)) allowed.set(name, null)
  for (const name of harmlessTables) if (!objects.has(name)) allowed.set(name, null)
  const below = readsBelowViews(
    db,
    [...allowed.keys()].filter((name) => objects.get(name) === 'view'),
  )

  return (table, column, accessor) => {
    // The engine reports a table without read columns with an empty column, also for names of a WITH clause.
    if (column === '') return allowed.has(table) || below.tables.has(table) || !objects.has(table)
    const columns = allowed.get(table)
    if (columns === null || columns?.has(column)) return true
    return below.reads.has(readKey(accessor, table, column))
  }
}

function listObjects(db: DatabaseSync): Map<string, string> {
  const rows = db.prepare("SELECT name, type FROM pragma_table_list WHERE schema = 'main'").all()
  return new Map(rows.map((row) => [lower(String(row.name)), String(row.type)]))
}

/** A virtual table is read through its own tables, so they are readable with it. */
function shadowTables(objects: Map<string, string>, allowed: Map<string, unknown>): string[] {
  const virtual = [...allowed.keys()].filter((name) => objects.get(name) === 'virtual')
  return [...objects.keys()].filter(
    (name) => objects.get(name) === 'shadow' && virtual.some((owner) => name.startsWith(`${owner}_`)),
  )
}

/** Lists what each readable view reads below itself, with the name that the engine reports as the reader. */
function readsBelowViews(db: DatabaseSync, views: string[]): { reads: Set<string>; tables: Set<string> } {
  const reads = new Set<string>()
  const tables = new Set<string>()
  const record: Authorizer = (action, table, column, _database, accessor) => {
    if (action === constants.SQLITE_READ) {
      tables.add(lower(table))
      if (accessor !== null) reads.add(readKey(lower(accessor), lower(table), lower(column)))
    }
    return constants.SQLITE_OK
  }
  db.setAuthorizer(record)
  for (const view of views) {
    try {
      db.prepare(`SELECT * FROM main.${quoteIdentifier(view)}`)
    } catch {
      // A broken view reads nothing; the query on it fails anyway.
    }
  }
  db.setAuthorizer(null)
  return { reads, tables }
}

/** The only place where a name of the catalogue becomes SQL text for SQLite. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function readKey(accessor: string, table: string, column: string): string {
  return JSON.stringify([accessor, table, column])
}

function lower(text: string | null): string {
  return (text ?? '').toLowerCase()
}

function verdict(allowed: boolean): number {
  return allowed ? constants.SQLITE_OK : constants.SQLITE_DENY
}
