import { message } from '@parlance/contract/messages'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { DriverError } from '../contract.ts'
import { quoteIdentifier } from './authorizer.ts'
import { introspectTables, type RawTable } from './introspect.ts'
import type { InspectedTable } from './protocol.ts'

/** How long rows are counted. After that, the row counts are estimates. */
const countBudgetMs = 5000
/** The most characters of names and types in a list of tables, which is in memory as a whole. */
const mostText = 16 * 1024 * 1024
/** Places of the header that say how the file is written and read: 1 without a write-ahead log, 2 with one. */
const logFlags = 18
/** Modules whose rows are in the file itself. */
const ownModules = /^(fts[345]|rtree|rtree_i32|geopoly)$/i
const virtualTable =
  /^CREATE\s+VIRTUAL\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:"(?:[^"]|"")*"|\[[^\]]*\]|`(?:[^`]|``)*`|'(?:[^']|'')*'|[^\s"'`[(]+)\s+USING\s+["'`[]?(\w+)/i
/** What the engine also reports but what does no harm to a file that is only read: rows that break the table's rules. */
const brokenRules = /^(NULL value in|CHECK constraint failed in|(non-)?\w+ value in) /

/**
 * Removes the header's note that the file has a write-ahead log. Its log was not uploaded, and without the note no log is
 * created next to it.
 * @returns whether there was a note
 */
export function removeLogNote(path: string): boolean {
  const file = openSync(path, 'r+')
  try {
    const flags = Buffer.alloc(2)
    readSync(file, flags, 0, 2, logFlags)
    if (!flags.includes(2)) return false
    writeSync(file, Buffer.from([1, 1]), 0, 2, logFlags)
    return true
  } finally {
    closeSync(file)
  }
}

/** @throws DriverError unsupported for a damaged file, and for a table whose rows are elsewhere */
export function refuseHarmful(db: DatabaseSync): void {
  const virtual = db.prepare("SELECT name, sql FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'").all()
  for (const { name, sql } of virtual) {
    const module = virtualTable.exec(String(sql))?.[1]
    if (module !== undefined && ownModules.test(module)) continue
    throw refused(
      message('The table {table} reads its rows from elsewhere. Copy its rows to a plain table and upload again.', {
        table: String(name),
      }),
    )
  }
  const problems = db
    .prepare('PRAGMA integrity_check(100)')
    .all()
    .map((row) => String(row['integrity_check']))
  const problem = problems.find((text) => text !== 'ok' && !brokenRules.test(text))
  if (problem === undefined) return
  throw refused(
    message(
      'The database file is damaged ({problem}). Repair it with "sqlite3 old.db .recover", and upload the result.',
      {
        problem: problem.slice(0, 200),
      },
    ),
  )
}

/** @returns the tables and views, with exact row counts as far as time allows; throws DriverError if there are none */
export function listTables(db: DatabaseSync): InspectedTable[] {
  const tables: RawTable[] = []
  const batches = introspectTables(db)
  for (let next = batches.next(); next.done !== true; next = batches.next())
    tables.push(...(next.value.items as RawTable[]))
  if (tables.length === 0) throw refused(message('The database file has no tables.'))
  const text = tables.reduce((sum, { name, columns }) => sum + name.length + columns.length, 0)
  if (text > mostText) throw refused(message('The database file has too many tables and columns.'))
  const end = performance.now() + countBudgetMs
  return tables.map((table) => {
    const columns = (JSON.parse(table.columns) as [string, string][]).map(([name, type]) => ({ name, type }))
    const isView = table.type === 'view'
    const count = isView || performance.now() > end ? null : countRows(db, table.name)
    return {
      name: table.name,
      isView,
      columns,
      rowCount: isView ? null : (count ?? table.estimate),
      isCounted: count !== null,
    }
  })
}

function countRows(db: DatabaseSync, table: string): number | null {
  try {
    return Number(db.prepare(`SELECT count(*) AS n FROM main.${quoteIdentifier(table)}`).get()?.['n'])
  } catch {
    return null
  }
}

function refused(text: ReturnType<typeof message>): DriverError {
  return new DriverError('unsupported', text)
}
