import type { CatalogueTable, ForeignKey, Row } from '@parlance/contract'
import type { BigqueryConfig } from './config.ts'
import { kindOfType } from './types.ts'

/**
 * Selects every table and view of the dataset in one pass, with its columns as JSON. Comments are in two other views of
 * the same schema; hidden columns belong to the engine.
 */
export function tablesSql(config: BigqueryConfig): string {
  const schema = informationSchema(config)
  return `
SELECT t.table_name, t.table_type, v.view_definition, o.option_value, c.columns
FROM ${schema}.TABLES t
JOIN (
  SELECT c.table_name, TO_JSON_STRING(ARRAY_AGG(
      STRUCT(c.column_name AS name, c.data_type AS type, c.is_nullable AS nullable, p.description AS comment)
      ORDER BY c.ordinal_position)) AS columns
  FROM ${schema}.COLUMNS c
  LEFT JOIN ${schema}.COLUMN_FIELD_PATHS p
    ON p.table_name = c.table_name AND p.column_name = c.column_name AND p.field_path = c.column_name
  WHERE c.is_hidden = 'NO' GROUP BY c.table_name) c ON c.table_name = t.table_name
LEFT JOIN ${schema}.VIEWS v ON v.table_name = t.table_name
LEFT JOIN ${schema}.TABLE_OPTIONS o ON o.table_name = t.table_name AND o.option_name = 'description'
ORDER BY t.table_name`
}

/** Selects the declared keys. The engine treats them as a hint and does not enforce them. */
export function keysSql(config: BigqueryConfig): string {
  const schema = informationSchema(config)
  return `
SELECT k.table_name, k.constraint_name, c.constraint_type, k.column_name, k.position_in_unique_constraint,
  u.table_schema, u.table_name AS referenced_table
FROM ${schema}.KEY_COLUMN_USAGE k
JOIN ${schema}.TABLE_CONSTRAINTS c ON c.constraint_name = k.constraint_name
LEFT JOIN (SELECT DISTINCT constraint_name, table_schema, table_name FROM ${schema}.CONSTRAINT_COLUMN_USAGE) u
  ON u.constraint_name = k.constraint_name AND c.constraint_type = 'FOREIGN KEY'
ORDER BY k.table_name, k.constraint_name, k.ordinal_position`
}

/** Both names have been checked for characters that would end a quoted name. */
function informationSchema({ project, dataset }: BigqueryConfig): string {
  return `\`${project}.${dataset}\`.INFORMATION_SCHEMA`
}

interface ColumnEntry {
  name: string
  type: string
  nullable: string
  comment: string | null
}

export interface TableKeys {
  primaryKey: string[]
  foreignKeys: ForeignKey[]
}

/**
 * Groups the rows of `keysSql` by table. A foreign key refers to its target's columns by their position in that table's
 * primary key.
 */
export function readKeys(rows: Row[]): Map<string, TableKeys> {
  const keys = Map.groupBy(rows, (row) => String(row[0]))
  const primary = new Map<string, string[]>()
  for (const [table, own] of keys) {
    primary.set(
      table,
      own.filter((row) => row[2] === 'PRIMARY KEY').map((row) => String(row[3])),
    )
  }
  const foreign = (own: Row[]): ForeignKey[] => {
    const constraints = Map.groupBy(
      own.filter((row) => row[2] === 'FOREIGN KEY'),
      (row) => String(row[1]),
    )
    return [...constraints.values()].flatMap((columns) => readForeignKey(columns, primary) ?? [])
  }
  return new Map(
    [...keys].map(([table, own]) => [table, { primaryKey: primary.get(table) ?? [], foreignKeys: foreign(own) }]),
  )
}

function readForeignKey(rows: Row[], primary: Map<string, string[]>): ForeignKey | null {
  const [first] = rows
  const target = primary.get(String(first?.[6]))
  if (!first || !target) return null
  const referencedColumns = rows.flatMap((row) => target[Number(row[4]) - 1] ?? [])
  if (referencedColumns.length !== rows.length) return null
  return {
    columns: rows.map((row) => String(row[3])),
    referencedSchema: String(first[5]),
    referencedTable: String(first[6]),
    referencedColumns,
  }
}

/** Converts one row of `tablesSql` to the contract's table. */
export function readTable(schema: string, row: Row, keys: Map<string, TableKeys>): CatalogueTable {
  const [name, type, definition, comment, columns] = row.map((cell) => (cell === null ? null : String(cell)))
  const { primaryKey, foreignKeys } = keys.get(name ?? '') ?? { primaryKey: [], foreignKeys: [] }
  return {
    schema,
    name: name ?? '',
    objectType: /VIEW/.test(type ?? '') ? 'VIEW' : 'TABLE',
    comment: comment ? readLiteral(comment) : null,
    columns: (JSON.parse(columns ?? '[]') as ColumnEntry[]).map((column) => ({
      name: column.name,
      dataType: column.type,
      kind: kindOfType(column.type),
      nullable: column.nullable === 'YES',
      comment: column.comment,
    })),
    primaryKey,
    foreignKeys,
    rowEstimate: null,
    definition: definition ?? null,
  }
}

/** Options are SQL literals, which for plain text look like JSON. */
function readLiteral(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal
  }
}
