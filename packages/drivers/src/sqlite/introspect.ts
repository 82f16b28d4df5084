import type { DatabaseSync } from 'node:sqlite'
import { quoteIdentifier } from './authorizer.ts'
import type { ItemBatch } from './query.ts'

const tablesPerBatch = 50
const probeRows = 1000
/** Total time limit for all probes for row estimates. */
const probeBudgetMs = 60

/** A table or view as the engine lists it. The server's process converts it to the contract's table. */
export interface RawTable {
  name: string
  type: string
  withoutRowid: boolean
  /** The SQL of a view. */
  sql: string | null
  /** JSON of [name, type, not null, position in the primary key from 1, or 0], column by column. */
  columns: string
  keys: KeyColumn[]
  /** Column names of each unique key other than the primary key. */
  uniqueKeys: string[][]
  estimate: number | null
}

/** A column of a foreign key. All columns of a key have the same id. */
export type KeyColumn = [id: number, target: string, from: string, to: string | null]

const listedSql = `FROM sqlite_schema m JOIN pragma_table_list l ON l.name = m.name AND l.schema = 'main'
  WHERE m.type IN ('table', 'view') AND l.type <> 'shadow' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`

/** Columns as one text, built by the engine: reading a row for each column would take several times as long. */
const columnsSql = `SELECT json_group_array(json_array(x.name, x.type, x."notnull", x.pk))`

/** Columns of views and virtual tables are read one by one, since one broken view would fail the whole pass. */
const tablesSql = `
SELECT m.name, l.type, l.wr, CASE WHEN m.type = 'view' THEN m.sql END,
  CASE WHEN m.rootpage > 0 THEN (${columnsSql} FROM pragma_table_xinfo(m.name) x WHERE x.hidden <> 1) END
${listedSql} ORDER BY m.rowid`

/** Streams tables and views in creation order, in one pass over the engine's catalogue. */
export function* introspectTables(db: DatabaseSync): Iterator<ItemBatch> {
  const estimates = new Estimates(db)
  const keys = listKeys(db)
  const uniqueKeys = listUniqueKeys(db)
  const statement = db.prepare(tablesSql)
  statement.setReturnArrays(true)
  let items: RawTable[] = []
  let count = 0
  for (const row of statement.iterate() as unknown as Iterable<(string | number | null)[]>) {
    const table = readTable(db, row)
    if (!table) continue
    table.keys = keys.get(table.name) ?? []
    table.uniqueKeys = uniqueKeys.get(table.name) ?? []
    items.push(table)
    count += 1
    if (items.length < tablesPerBatch) continue
    estimates.fill(items)
    yield { items, end: null }
    items = []
  }
  estimates.fill(items)
  yield { items, end: { rowCount: count, truncatedBy: null } }
}

/** Counts the tables and views that a user can ask about. */
export function countTables(db: DatabaseSync): number {
  return Number(db.prepare(`SELECT count(*) AS n ${listedSql}`).get()?.n)
}

/** Returns null for a view or virtual table that the engine itself can no longer resolve. */
function readTable(db: DatabaseSync, row: (string | number | null)[]): RawTable | null {
  const [name, type, withoutRowid, sql, columns] = row
  const known = columns ?? columnsOf(db, String(name))
  if (known === null) return null
  return {
    name: String(name),
    type: String(type),
    withoutRowid: withoutRowid === 1,
    sql: typeof sql === 'string' ? sql : null,
    columns: String(known),
    keys: [],
    uniqueKeys: [],
    estimate: null,
  }
}

function listKeys(db: DatabaseSync): Map<string, KeyColumn[]> {
  const statement = db.prepare(
    `SELECT m.name, k.id, k."table", k."from", k."to" FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) k
     WHERE m.type = 'table' AND m.rootpage > 0 ORDER BY m.rowid, k.id DESC, k.seq`,
  )
  statement.setReturnArrays(true)
  const keys = new Map<string, KeyColumn[]>()
  for (const [owner, ...column] of statement.iterate() as unknown as Iterable<[string, ...KeyColumn]>) {
    const known = keys.get(owner)
    if (known) known.push(column)
    else keys.set(owner, [column])
  }
  return keys
}

/**
 * Lists unique indexes on plain columns, without partial indexes. Checks only tables that have one: the index of a
 * UNIQUE constraint has no SQL, and that of CREATE UNIQUE INDEX says UNIQUE.
 */
function listUniqueKeys(db: DatabaseSync): Map<string, string[][]> {
  const statement = db.prepare(
    `SELECT t.name, (SELECT json_group_array(x.name) FROM pragma_index_info(i.name) x)
     FROM (SELECT DISTINCT tbl_name AS name FROM sqlite_schema
           WHERE type = 'index' AND (sql IS NULL OR sql LIKE 'CREATE UNIQUE %')) t
     JOIN pragma_index_list(t.name) i WHERE i."unique" = 1 AND i.origin <> 'pk' AND i.partial = 0`,
  )
  statement.setReturnArrays(true)
  const keys = new Map<string, string[][]>()
  for (const [owner, columns] of statement.iterate() as unknown as Iterable<[string, string]>) {
    const names = JSON.parse(columns) as (string | null)[]
    const key = names.filter((name) => name !== null)
    if (key.length < names.length) continue
    const known = keys.get(owner)
    if (known) known.push(key)
    else keys.set(owner, [key])
  }
  return keys
}

function columnsOf(db: DatabaseSync, name: string): string | null {
  try {
    const sql = `${columnsSql} AS columns, count(*) AS n FROM pragma_table_xinfo(?) x WHERE x.hidden <> 1`
    const row = db.prepare(sql).get(name)
    return row && Number(row.n) > 0 ? String(row.columns) : null
  } catch {
    return null
  }
}

/** Estimates the row counts of tables: from ANALYZE, otherwise by a short probe with a time limit. */
class Estimates {
  #db: DatabaseSync
  #analyzed: Map<string, number>
  #remainingMs = probeBudgetMs

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#analyzed = listAnalyzed(db)
  }

  fill(tables: RawTable[]): void {
    for (const table of tables) table.estimate = this.#analyzed.get(table.name) ?? null
    if (this.#remainingMs <= 0) return
    const started = performance.now()
    this.#probe(tables.filter((table) => table.type === 'table' && table.estimate === null))
    this.#remainingMs -= performance.now() - started
  }

  /**
   * Probes many tables in one statement, since compiling it is what takes time. Halves the list if one of them cannot
   * be read.
   */
  #probe(tables: RawTable[]): void {
    if (tables.length === 0) return
    try {
      const probes = tables.map(
        ({ name }) => `(SELECT count(*) FROM (SELECT 1 FROM main.${quoteIdentifier(name)} LIMIT ${probeRows + 1}))`,
      )
      const statement = this.#db.prepare(`SELECT ${probes.join(', ')}`)
      statement.setReturnArrays(true)
      const counts = statement.get() as unknown as number[]
      for (const [index, table] of tables.entries()) {
        const count = counts[index] ?? 0
        table.estimate = count <= probeRows ? count : this.#probeSpan(table)
      }
    } catch {
      if (tables.length === 1) return
      const middle = Math.ceil(tables.length / 2)
      this.#probe(tables.slice(0, middle))
      this.#probe(tables.slice(middle))
    }
  }

  /** Returns the span of a large table's row ids, which costs two lookups whatever its size. */
  #probeSpan({ name, withoutRowid }: RawTable): number | null {
    if (withoutRowid) return null
    const table = quoteIdentifier(name)
    const sql = `SELECT (SELECT max(rowid) FROM main.${table}) - (SELECT min(rowid) FROM main.${table}) + 1.0 AS n`
    const estimate = Number(this.#db.prepare(sql).get()?.n)
    return estimate < 1e11 ? estimate : null
  }
}

function listAnalyzed(db: DatabaseSync): Map<string, number> {
  const estimates = new Map<string, number>()
  try {
    for (const row of db.prepare('SELECT tbl, stat FROM sqlite_stat1').iterate()) {
      const count = Number.parseInt(String(row.stat), 10)
      if (Number.isFinite(count)) estimates.set(String(row.tbl), count)
    }
  } catch {
    // The table exists only after ANALYZE was run.
  }
  return estimates
}
