import type { CatalogueColumn, CatalogueTable, Cell, ForeignKey, Row } from '@parlance/contract'
import type { Ask, CatalogueReader } from '../server/server-driver.ts'
import { kindOfType } from './types.ts'

/** The catalogue queries; each takes the database's name. */
const catalogueSql = {
  tables: `SELECT TABLE_NAME, TABLE_TYPE, TABLE_ROWS, TABLE_COMMENT FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = ? AND TABLE_TYPE IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') ORDER BY TABLE_NAME`,
  views: 'SELECT TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ?',
  columns: `SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, IS_NULLABLE, COLUMN_COMMENT
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  keys: `SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME,
      REFERENCED_COLUMN_NAME
    FROM information_schema.KEY_COLUMN_USAGE
    WHERE TABLE_SCHEMA = ? AND (CONSTRAINT_NAME = 'PRIMARY' OR REFERENCED_TABLE_NAME IS NOT NULL)
    ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`,
  unique: `SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME FROM information_schema.STATISTICS
    WHERE TABLE_SCHEMA = ? AND NON_UNIQUE = 0 AND INDEX_NAME <> 'PRIMARY' ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`,
} as const

/**
 * Adds columns to their tables as they arrive, so that nothing is stored twice. The server may mix columns of tables
 * whose names it considers equal.
 */
export async function* introspect(reader: CatalogueReader, database: string): AsyncIterable<CatalogueTable[]> {
  const columns = new Map<string, CatalogueColumn[]>()
  for await (const batch of reader.batches(catalogueSql.columns, [database])) {
    for (const row of batch) {
      const table = String(row[0])
      const known = columns.get(table)
      if (known) known.push(buildColumn(row))
      else columns.set(table, [buildColumn(row)])
    }
  }
  const keys = Map.groupBy(await reader.all(catalogueSql.keys, [database]), (row) => String(row[0]))
  const unique = Map.groupBy(await reader.all(catalogueSql.unique, [database]), (row) => String(row[0]))
  const views = new Map((await reader.all(catalogueSql.views, [database])).map(([name, sql]) => [String(name), sql]))
  for await (const batch of reader.batches(catalogueSql.tables, [database])) {
    yield batch.flatMap((row) => {
      const name = String(row[0])
      const own = columns.get(name)
      if (!own) return []
      const uniqueKeys = readUniqueKeys(unique.get(name) ?? [])
      const table = buildTable(database, row, own, keys.get(name) ?? [], views.get(name))
      return [uniqueKeys.length > 0 ? { ...table, uniqueKeys } : table]
    })
  }
}

export async function countTables(ask: Ask, database: string): Promise<number> {
  return (await ask(catalogueSql.tables, [database])).length
}

function buildTable(
  schema: string,
  [name, type, estimate, comment]: Row,
  columns: CatalogueColumn[],
  keys: Row[],
  definition: Cell | undefined,
): CatalogueTable {
  const isView = type === 'VIEW'
  const foreignKeys = Map.groupBy(
    keys.filter((key) => key[4] !== null),
    (key) => String(key[1]),
  )
  return {
    schema,
    name: String(name),
    objectType: isView ? 'VIEW' : 'TABLE',
    comment: isView ? null : textOrNull(comment),
    columns,
    primaryKey: keys.filter((key) => key[1] === 'PRIMARY').map((key) => String(key[2])),
    foreignKeys: [...foreignKeys.values()].map(buildKey),
    rowEstimate: isView || estimate === null ? null : Number(estimate),
    definition: isView ? textOrNull(definition) : null,
  }
}

/** Returns column names by index. Leaves out an index with a computed column. */
function readUniqueKeys(rows: Row[]): string[][] {
  const indexes = [...Map.groupBy(rows, (row) => String(row[1])).values()]
  return indexes
    .filter((columns) => columns.every((row) => row[2] !== null))
    .map((columns) => columns.map((row) => String(row[2])))
}

/** Builds a column from a row of `information_schema.COLUMNS`, whose first cell is its table. */
export function buildColumn(row: Row): CatalogueColumn {
  const [, name, dataType, columnType, nullable, comment] = row
  return {
    name: String(name),
    dataType: String(columnType),
    kind: kindOfType(String(dataType), String(columnType)),
    nullable: nullable === 'YES',
    comment: textOrNull(comment),
  }
}

/** Builds a foreign key from the rows of `information_schema.KEY_COLUMN_USAGE` for its columns. */
export function buildKey(rows: Row[]): ForeignKey {
  return {
    columns: rows.map((row) => String(row[2])),
    referencedSchema: textOrNull(rows[0]?.[3]),
    referencedTable: String(rows[0]?.[4]),
    referencedColumns: rows.map((row) => String(row[5])),
  }
}

/** These servers store a missing comment as an empty one. */
export function textOrNull(cell: Cell | undefined): string | null {
  return typeof cell === 'string' && cell !== '' ? cell : null
}
