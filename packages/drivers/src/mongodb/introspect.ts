import type { CatalogueTable, Row } from '@parlance/contract'
import { buildColumn, buildKey, textOrNull } from '../mysql/introspect.ts'
import type { Ask, CatalogueReader } from '../server/server-driver.ts'

/**
 * The queries for the connector's catalogue, which it samples from the documents. Each takes the database's name. The
 * catalogue has neither document counts nor view definitions.
 */
const catalogueSql = {
  tables: `SELECT TABLE_NAME, TABLE_TYPE, TABLE_COMMENT FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME`,
  columns: `SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, IS_NULLABLE, COLUMN_COMMENT
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  keys: `SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME,
      REFERENCED_COLUMN_NAME
    FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = ?
    ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`,
} as const

/** Reads tables, keys and columns with one query each, and joins them table by table. */
export async function* introspect(reader: CatalogueReader, database: string): AsyncIterable<CatalogueTable[]> {
  const tables = await reader.all(catalogueSql.tables, [database])
  const keys = byTable(await reader.all(catalogueSql.keys, [database]))
  const columns = byTable(await reader.all(catalogueSql.columns, [database]))
  for (const row of tables) {
    const table = String(row[0])
    const own = columns.get(table)
    if (!own) continue
    columns.delete(table)
    yield [buildTable(database, row, own, keys.get(table) ?? [])]
  }
}

export async function countTables(ask: Ask, database: string): Promise<number> {
  return (await ask(catalogueSql.tables, [database])).length
}

function byTable(rows: Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => String(row[0]))
}

function buildTable(schema: string, row: Row, columns: Row[], keys: Row[]): CatalogueTable {
  const [name, type, comment] = row
  const foreignKeys = Map.groupBy(
    keys.filter((key) => key[4] !== null),
    (key) => String(key[1]),
  )
  return {
    schema,
    name: String(name),
    objectType: String(type).endsWith('VIEW') ? 'VIEW' : 'TABLE',
    comment: textOrNull(comment),
    columns: columns.map(buildColumn),
    primaryKey: keys.filter((key) => key[1] === 'PRIMARY').map((key) => String(key[2])),
    foreignKeys: [...foreignKeys.values()].map(buildKey),
    rowEstimate: null,
    definition: null,
  }
}
