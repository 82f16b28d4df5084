import type { CatalogueTable, Cell, Row } from '@parlance/contract'
import { kindOfType } from './types.ts'

/** Runs one of the driver's own queries; yields rows as they are read. */
export type Ask = (sql: string) => AsyncIterable<Row[]>

/** Limits a query to objects that the account may see, without Dremio's own. */
function within(path: string | null): string {
  const own = "TABLE_SCHEMA <> 'INFORMATION_SCHEMA' AND TABLE_SCHEMA <> 'sys' AND SUBSTR(TABLE_SCHEMA, 1, 4) <> 'sys.'"
  if (path === null) return own
  const below = `${path}.`
  // Names are case-insensitive, as everywhere in Dremio.
  return `${own} AND (LOWER(TABLE_SCHEMA) = ${text(path.toLowerCase())}
    OR LOWER(SUBSTR(TABLE_SCHEMA, 1, ${below.length})) = ${text(below.toLowerCase())})`
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

function tablesSql(path: string | null): string {
  return `SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA."TABLES"
    WHERE TABLE_TYPE <> 'SYSTEM_TABLE' AND ${within(path)} ORDER BY TABLE_SCHEMA, TABLE_NAME`
}

function viewsSql(path: string | null): string {
  return `SELECT TABLE_SCHEMA, TABLE_NAME, VIEW_DEFINITION FROM INFORMATION_SCHEMA.VIEWS WHERE ${within(path)}`
}

function columnsSql(path: string | null): string {
  return `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE, IS_NULLABLE, NUMERIC_PRECISION, NUMERIC_SCALE
    FROM INFORMATION_SCHEMA.COLUMNS WHERE ${within(path)} ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION`
}

export function countSql(path: string | null): string {
  return `SELECT COUNT(*) FROM INFORMATION_SCHEMA."TABLES" WHERE TABLE_TYPE <> 'SYSTEM_TABLE' AND ${within(path)}`
}

/** Selects a row if there is such a space, source or folder. */
export function placeSql(path: string | null): string {
  if (path === null) return 'SELECT 1'
  return `SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA WHERE LOWER(SCHEMA_NAME) = ${text(path.toLowerCase())}`
}

/**
 * Yields tables and views, then their columns as they arrive. Dremio has neither keys nor comments. A dot may be part
 * of a name, so two paths can be spelled alike. Both are listed, and a name that matches two tables resolves to
 * neither.
 */
export async function* introspect(ask: Ask, path: string | null): AsyncIterable<CatalogueTable> {
  const types = new Map<string, string[]>()
  for await (const rows of ask(tablesSql(path))) {
    for (const row of rows) types.set(keyOf(row), [...(types.get(keyOf(row)) ?? []), String(row[2])])
  }
  const definitions = new Map<string, string>()
  for await (const rows of ask(viewsSql(path))) for (const row of rows) definitions.set(keyOf(row), String(row[2]))
  let current: Row[] = []
  for await (const rows of ask(columnsSql(path))) {
    for (const row of rows) {
      if (current[0] && keyOf(current[0]) !== keyOf(row)) {
        yield* buildTables(current, types, definitions)
        current = []
      }
      current.push(row)
    }
  }
  if (current.length > 0) yield* buildTables(current, types, definitions)
}

function keyOf(row: Row): string {
  return JSON.stringify([row[0], row[1]])
}

function buildTables(columns: Row[], types: Map<string, string[]>, definitions: Map<string, string>): CatalogueTable[] {
  const [first = []] = columns
  const key = keyOf(first)
  return (types.get(key) ?? []).map((type) => ({
    schema: String(first[0]),
    name: String(first[1]),
    objectType: type === 'VIEW' ? 'VIEW' : 'TABLE',
    comment: null,
    columns: columns.map(([, , name, dataType, isNullable, precision, scale]) => ({
      name: String(name),
      dataType: withSize(String(dataType), precision, scale),
      kind: kindOfType(String(dataType)),
      nullable: isNullable !== 'NO',
      comment: null,
    })),
    primaryKey: [],
    foreignKeys: [],
    rowEstimate: null,
    definition: definitions.get(key) ?? null,
  }))
}

function withSize(type: string, precision: Cell | undefined, scale: Cell | undefined): string {
  return type === 'DECIMAL' && typeof precision === 'number' ? `${type}(${precision},${Number(scale ?? 0)})` : type
}
