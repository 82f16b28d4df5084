import type { CatalogueColumn, CatalogueTable, Cell, ForeignKey, Row } from '@parlance/contract'
import { kindOfType } from './types.ts'

/** The catalogue's questions; each takes the database's name. */
export const catalogueSql = {
  tables: `SELECT t.TABLE_NAME, t.TABLE_TYPE, t.TABLE_ROWS, t.TABLE_COMMENT, v.VIEW_DEFINITION
    FROM information_schema.TABLES t
    LEFT JOIN information_schema.VIEWS v ON v.TABLE_SCHEMA = t.TABLE_SCHEMA AND v.TABLE_NAME = t.TABLE_NAME
    WHERE t.TABLE_SCHEMA = ? AND t.TABLE_TYPE IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') ORDER BY t.TABLE_NAME`,
  columns: `SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, IS_NULLABLE, COLUMN_COMMENT
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  keys: `SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME,
      REFERENCED_COLUMN_NAME
    FROM information_schema.KEY_COLUMN_USAGE
    WHERE TABLE_SCHEMA = ? AND (CONSTRAINT_NAME = 'PRIMARY' OR REFERENCED_TABLE_NAME IS NOT NULL)
    ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`,
} as const

export function groupByTable(rows: Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => String(row[0]))
}

export function buildTable(schema: string, row: Row, columns: Row[], keys: Row[]): CatalogueTable {
  const [name, type, estimate, comment, definition] = row
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
    columns: columns.map(buildColumn),
    primaryKey: keys.filter((key) => key[1] === 'PRIMARY').map((key) => String(key[2])),
    foreignKeys: [...foreignKeys.values()].map(buildKey),
    rowEstimate: isView || estimate === null ? null : Number(estimate),
    definition: isView ? textOrNull(definition) : null,
  }
}

function buildColumn(row: Row): CatalogueColumn {
  const [, name, dataType, columnType, nullable, comment] = row.map(String)
  return {
    name: name ?? '',
    dataType: columnType ?? '',
    kind: kindOfType(dataType ?? '', columnType ?? ''),
    nullable: nullable === 'YES',
    comment: textOrNull(comment),
  }
}

function buildKey(rows: Row[]): ForeignKey {
  return {
    columns: rows.map((row) => String(row[2])),
    referencedSchema: textOrNull(rows[0]?.[3]),
    referencedTable: String(rows[0]?.[4]),
    referencedColumns: rows.map((row) => String(row[5])),
  }
}

function textOrNull(cell: Cell | undefined): string | null {
  return typeof cell === 'string' && cell !== '' ? cell : null
}
