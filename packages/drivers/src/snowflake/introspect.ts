import type { CatalogueTable, Cell, ForeignKey, Row } from '@parlance/contract'
import { describeType } from './types.ts'

/** Selects every table and view that the role may read, with its columns as JSON; `?` is a schema, or NULL for all. */
export const tablesSql = `
SELECT t.table_schema, t.table_name, t.table_type, t.comment, t.row_count, v.view_definition, c.columns
FROM INFORMATION_SCHEMA.TABLES t
JOIN (
  SELECT c.table_schema, c.table_name, ARRAY_AGG(OBJECT_CONSTRUCT('name', c.column_name, 'type', c.data_type,
      'precision', c.numeric_precision, 'scale', c.numeric_scale, 'nullable', c.is_nullable, 'comment', c.comment))
      WITHIN GROUP (ORDER BY c.ordinal_position)::VARCHAR AS columns
  FROM INFORMATION_SCHEMA.COLUMNS c GROUP BY c.table_schema, c.table_name) c
  ON c.table_schema = t.table_schema AND c.table_name = t.table_name
LEFT JOIN INFORMATION_SCHEMA.VIEWS v ON v.table_schema = t.table_schema AND v.table_name = t.table_name
WHERE t.table_schema <> 'INFORMATION_SCHEMA' AND (? IS NULL OR t.table_schema = ?)
ORDER BY t.table_schema, t.table_name`

export const countSql = `
SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES t
WHERE t.table_schema <> 'INFORMATION_SCHEMA' AND (? IS NULL OR t.table_schema = ?)`

/** Declared keys are only a hint and appear in no view: only SHOW lists them, with columns that are found by name. */
export const keysSql = { primary: 'SHOW PRIMARY KEYS IN DATABASE', foreign: 'SHOW IMPORTED KEYS IN DATABASE' }

/** An answer with column names, as SHOW needs it. */
export interface NamedRows {
  columns: string[]
  rows: Row[]
}

interface ColumnEntry {
  name: string
  type: string
  precision?: number | null
  scale?: number | null
  nullable: string
  comment?: string | null
}

/** Primary keys by schema and table, in key order. */
export function readPrimaryKeys(shown: NamedRows): Map<string, string[]> {
  const cell = cellByName(shown.columns)
  const sorted = shown.rows.toSorted(
    (left, right) => Number(cell(left, 'key_sequence')) - Number(cell(right, 'key_sequence')),
  )
  const groups = Map.groupBy(sorted, (row) => placeOf(cell(row, 'schema_name'), cell(row, 'table_name')))
  return new Map([...groups].map(([place, rows]) => [place, rows.map((row) => String(cell(row, 'column_name')))]))
}

/** Foreign keys by schema and table. */
export function readForeignKeys(shown: NamedRows): Map<string, ForeignKey[]> {
  const cell = cellByName(shown.columns)
  const sorted = shown.rows.toSorted(
    (left, right) => Number(cell(left, 'key_sequence')) - Number(cell(right, 'key_sequence')),
  )
  const keys = Map.groupBy(sorted, (row) =>
    JSON.stringify([cell(row, 'fk_schema_name'), cell(row, 'fk_table_name'), cell(row, 'fk_name')]),
  )
  const byTable = new Map<string, ForeignKey[]>()
  for (const rows of keys.values()) {
    const [first] = rows
    if (!first) continue
    const place = placeOf(cell(first, 'fk_schema_name'), cell(first, 'fk_table_name'))
    const key = {
      columns: rows.map((row) => String(cell(row, 'fk_column_name'))),
      referencedSchema: String(cell(first, 'pk_schema_name')),
      referencedTable: String(cell(first, 'pk_table_name')),
      referencedColumns: rows.map((row) => String(cell(row, 'pk_column_name'))),
    }
    byTable.set(place, [...(byTable.get(place) ?? []), key])
  }
  return byTable
}

/** Converts one row of `tablesSql` to the contract's table. */
export function readTable(
  row: Row,
  primaryKeys: Map<string, string[]>,
  foreignKeys: Map<string, ForeignKey[]>,
): CatalogueTable {
  const [schema, name, type, comment, count, definition, columns] = row
  const place = placeOf(schema ?? null, name ?? null)
  return {
    schema: String(schema),
    name: String(name),
    objectType: /VIEW/.test(String(type)) ? 'VIEW' : 'TABLE',
    comment: textOrNull(comment),
    columns: (JSON.parse(String(columns)) as ColumnEntry[]).map((column) => ({
      name: column.name,
      ...describeType({ type: column.type, precision: column.precision ?? null, scale: column.scale ?? null }),
      nullable: column.nullable === 'YES',
      comment: textOrNull(column.comment),
    })),
    primaryKey: primaryKeys.get(place) ?? [],
    foreignKeys: foreignKeys.get(place) ?? [],
    rowEstimate: count === null || count === undefined ? null : Number(count),
    definition: textOrNull(definition),
  }
}

function textOrNull(value: Cell | undefined): string | null {
  return value === null || value === undefined || value === '' ? null : String(value)
}

function placeOf(schema: Cell, table: Cell): string {
  return JSON.stringify([schema, table])
}

function cellByName(columns: string[]): (row: Row, name: string) => Cell {
  const places = new Map(columns.map((column, index) => [column.toLowerCase(), index]))
  return (row, name) => row[places.get(name) ?? -1] ?? null
}
