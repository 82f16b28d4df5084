import type { CatalogueColumn, CatalogueTable, ForeignKey } from '@parlance/contract'
import type { DatabaseSync } from 'node:sqlite'
import { quoteIdentifier } from './authorizer.ts'
import type { Batch } from './query.ts'
import { kindOfDeclaredType } from './types.ts'

const tablesPerBatch = 200
const probeRows = 1000
/** Time that all probes for row estimates together may take. */
const probeBudgetMs = 200

interface ObjectRow {
  name: string
  type: string
  withoutRowid: boolean
  sql: string | null
}

interface ColumnRow {
  name: string
  dataType: string
  notNull: boolean
  /** Place in the primary key from 1, or 0. */
  keyPlace: number
}

/** Streams tables and views in the order in which they were created. */
export function* introspectTables(db: DatabaseSync): Iterator<Batch> {
  const catalogue = new Schema(db)
  let items: CatalogueTable[] = []
  let count = 0
  for (const object of catalogue.objects.values()) {
    const table = catalogue.describe(object)
    if (!table) continue
    items.push(table)
    count += 1
    if (items.length === tablesPerBatch) {
      yield { items, end: null }
      items = []
    }
  }
  yield { items, end: { rowCount: count, truncatedBy: null } }
}

/** Tables and views that a person can ask about. */
export function countTables(db: DatabaseSync): number {
  return listObjects(db).size
}

/** One reading of the engine's own catalogue: three passes over all tables, then lookups. */
class Schema {
  readonly objects: Map<string, ObjectRow>
  #db: DatabaseSync
  #columns: Map<string, ColumnRow[]>
  #foreignKeys: Map<string, ForeignKeyRow[]>
  #estimates: Map<string, number>
  #nameByLowerCase: Map<string, string>
  #probeUntil: number

  constructor(db: DatabaseSync) {
    this.#db = db
    this.objects = listObjects(db)
    this.#columns = listColumns(db)
    this.#foreignKeys = listForeignKeys(db)
    this.#estimates = listEstimates(db)
    this.#nameByLowerCase = new Map([...this.objects.keys()].map((name) => [name.toLowerCase(), name]))
    this.#probeUntil = performance.now() + probeBudgetMs
  }

  /** Null for a view or virtual table that the engine itself can no longer resolve. */
  describe(object: ObjectRow): CatalogueTable | null {
    const columns = this.#columnsOf(object.name)
    if (!columns) return null
    const isView = object.type === 'view'
    const primaryKey = keyOf(columns)
    return {
      schema: null,
      name: object.name,
      objectType: isView ? 'VIEW' : 'TABLE',
      comment: null,
      columns: columns.map((column) => describeColumn(column, object, primaryKey)),
      primaryKey,
      foreignKeys: this.#foreignKeysOf(object.name),
      rowEstimate: isView ? null : (this.#estimates.get(object.name) ?? this.#probeRows(object)),
      definition: isView ? object.sql : null,
    }
  }

  #columnsOf(name: string): ColumnRow[] | null {
    const known = this.#columns.get(name)
    if (known) return known
    try {
      const rows = this.#db.prepare(`${columnsSql} FROM pragma_table_xinfo(?) x WHERE x.hidden <> 1`).all(name)
      const columns = rows.map(readColumn)
      this.#columns.set(name, columns)
      return columns.length > 0 ? columns : null
    } catch {
      return null
    }
  }

  #foreignKeysOf(name: string): ForeignKey[] {
    const keys = Map.groupBy(this.#foreignKeys.get(name) ?? [], (row) => row.id)
    return [...keys.values()].flatMap((rows) => this.#resolveKey(rows) ?? [])
  }

  /** Names as the catalogue writes them; a key without named targets means the other table's primary key. */
  #resolveKey(rows: ForeignKeyRow[]): ForeignKey | null {
    const target = this.#nameByLowerCase.get(rows[0]?.target.toLowerCase() ?? '')
    const columns = target === undefined ? null : this.#columnsOf(target)
    if (target === undefined || !columns) return null
    const primaryKey = keyOf(columns)
    const referencedColumns = rows.map((row, index) => {
      const written = row.to ?? primaryKey[index] ?? ''
      return columns.find((column) => column.name.toLowerCase() === written.toLowerCase())?.name ?? written
    })
    if (referencedColumns.includes('')) return null
    return {
      columns: rows.map((row) => row.from),
      referencedSchema: null,
      referencedTable: target,
      referencedColumns,
    }
  }

  /** Exact for small tables; for large ones the span of row numbers, which costs two lookups whatever the size. */
  #probeRows(object: ObjectRow): number | null {
    if (object.type !== 'table' || performance.now() > this.#probeUntil) return null
    const table = quoteIdentifier(object.name)
    try {
      const probe = this.#db.prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM main.${table} LIMIT ${probeRows + 1})`)
      const count = Number(probe.get()?.n)
      if (count <= probeRows) return count
      if (object.withoutRowid) return null
      const span = this.#db
        .prepare(`SELECT (SELECT max(rowid) FROM main.${table}) - (SELECT min(rowid) FROM main.${table}) + 1.0 AS n`)
        .get()
      const estimate = Number(span?.n)
      return estimate < 1e11 ? estimate : null
    } catch {
      return null
    }
  }
}

function listObjects(db: DatabaseSync): Map<string, ObjectRow> {
  const rows = db
    .prepare(
      `SELECT m.name, l.type, l.wr, m.sql
       FROM sqlite_schema m JOIN pragma_table_list l ON l.name = m.name AND l.schema = 'main'
       WHERE m.type IN ('table', 'view') AND l.type <> 'shadow' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY m.rowid`,
    )
    .all()
  return new Map(
    rows.map((row) => {
      const name = String(row.name)
      const sql = row.sql === null ? null : String(row.sql)
      return [name, { name, type: String(row.type), withoutRowid: row.wr === 1, sql }]
    }),
  )
}

const columnsSql = 'SELECT x.name AS name, x.type AS type, x."notnull" AS required, x.pk AS pk'

/** Real tables in one pass; views and virtual tables one by one, since a single broken one would fail the pass. */
function listColumns(db: DatabaseSync): Map<string, ColumnRow[]> {
  const rows = db
    .prepare(
      `${columnsSql}, m.name AS owner FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) x
       WHERE m.type = 'table' AND m.rootpage > 0 AND x.hidden <> 1`,
    )
    .iterate()
  const columns = new Map<string, ColumnRow[]>()
  for (const row of rows) append(columns, String(row.owner), readColumn(row))
  return columns
}

function readColumn(row: Record<string, unknown>): ColumnRow {
  return {
    name: String(row.name),
    dataType: typeof row.type === 'string' ? row.type : '',
    notNull: row.required === 1,
    keyPlace: Number(row.pk),
  }
}

interface ForeignKeyRow {
  id: number
  target: string
  from: string
  to: string | null
}

function listForeignKeys(db: DatabaseSync): Map<string, ForeignKeyRow[]> {
  const rows = db
    .prepare(
      `SELECT m.name AS owner, k.id AS id, k."table" AS target, k."from" AS source, k."to" AS destination
       FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) k
       WHERE m.type = 'table' AND m.rootpage > 0 ORDER BY m.rowid, k.id DESC, k.seq`,
    )
    .iterate()
  const keys = new Map<string, ForeignKeyRow[]>()
  for (const row of rows) {
    append(keys, String(row.owner), {
      id: Number(row.id),
      target: String(row.target),
      from: String(row.source),
      to: row.destination === null ? null : String(row.destination),
    })
  }
  return keys
}

function listEstimates(db: DatabaseSync): Map<string, number> {
  const estimates = new Map<string, number>()
  try {
    for (const row of db.prepare('SELECT tbl, stat FROM sqlite_stat1').iterate()) {
      const count = Number.parseInt(String(row.stat), 10)
      if (Number.isFinite(count)) estimates.set(String(row.tbl), count)
    }
  } catch {
    // The table exists only where ANALYZE was run.
  }
  return estimates
}

function describeColumn(column: ColumnRow, object: ObjectRow, primaryKey: string[]): CatalogueColumn {
  const isRowNumber = column.keyPlace === 1 && primaryKey.length === 1 && column.dataType.toUpperCase() === 'INTEGER'
  return {
    name: column.name,
    dataType: column.dataType,
    kind: kindOfDeclaredType(column.dataType),
    nullable: !column.notNull && !isRowNumber && !(object.withoutRowid && column.keyPlace > 0),
    comment: null,
  }
}

function keyOf(columns: ColumnRow[]): string[] {
  return columns
    .filter((column) => column.keyPlace > 0)
    .toSorted((left, right) => left.keyPlace - right.keyPlace)
    .map((column) => column.name)
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
