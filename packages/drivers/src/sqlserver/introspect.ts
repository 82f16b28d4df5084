import type { CatalogueColumn, CatalogueTable, Cell, ForeignKey, Row } from '@parlance/contract'
import type { Ask, CatalogueReader } from '../server/server-driver.ts'
import { kindOfType } from './types.ts'

const inSchema = `o.type IN ('U', 'V', 'SN') AND o.is_ms_shipped = 0 AND (@p1 IS NULL OR s.name = @p1)`

/** A synonym's columns are those of its object, which can be looked up only within its own database. */
const objects = `SELECT o.object_id, s.name AS schema_name, o.name, o.type, y.base_object_name,
    CASE WHEN y.base_object_name IS NULL THEN o.object_id
      WHEN PARSENAME(y.base_object_name, 4) IS NULL AND COALESCE(PARSENAME(y.base_object_name, 3), DB_NAME()) = DB_NAME()
      THEN OBJECT_ID(y.base_object_name) END AS described_id
  FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
    LEFT JOIN sys.synonyms y ON y.object_id = o.object_id
  WHERE ${inSchema}`

/**
 * The catalogue queries; each takes a schema's name, or NULL for all. The engine leaves out what the account may not
 * see.
 */
const catalogueSql = {
  tables: `SELECT t.object_id, t.schema_name, t.name, t.type, t.base_object_name, m.definition,
      CAST(p.value AS nvarchar(4000)), r.row_count
    FROM (${objects}) t
      LEFT JOIN sys.sql_modules m ON m.object_id = t.object_id
      LEFT JOIN sys.extended_properties p
        ON p.class = 1 AND p.major_id = t.object_id AND p.minor_id = 0 AND p.name = 'MS_Description'
      LEFT JOIN (SELECT object_id, SUM(rows) AS row_count FROM sys.partitions WHERE index_id IN (0, 1)
        GROUP BY object_id) r ON r.object_id = t.object_id
    ORDER BY t.schema_name, t.name`,
  columns: `SELECT t.object_id, c.name, y.name, COALESCE(b.name, y.name), c.max_length, c.precision, c.scale,
      c.is_nullable, CAST(p.value AS nvarchar(4000))
    FROM (${objects}) t
      JOIN sys.columns c ON c.object_id = t.described_id
      JOIN sys.types y ON y.user_type_id = c.user_type_id
      LEFT JOIN sys.types b ON y.is_user_defined = 1 AND b.user_type_id = y.system_type_id
      LEFT JOIN sys.extended_properties p
        ON p.class = 1 AND p.major_id = c.object_id AND p.minor_id = c.column_id AND p.name = 'MS_Description'
    ORDER BY t.object_id, c.column_id`,
  primaryKeys: `SELECT i.object_id, c.name
    FROM sys.indexes i
      JOIN sys.index_columns k ON k.object_id = i.object_id AND k.index_id = i.index_id
      JOIN sys.columns c ON c.object_id = k.object_id AND c.column_id = k.column_id
      JOIN sys.objects o ON o.object_id = i.object_id
      JOIN sys.schemas s ON s.schema_id = o.schema_id
    WHERE i.is_primary_key = 1 AND ${inSchema}
    ORDER BY i.object_id, k.key_ordinal`,
  foreignKeys: `SELECT f.parent_object_id, f.object_id, c.name, rs.name, r.name, rc.name
    FROM sys.foreign_keys f
      JOIN sys.foreign_key_columns k ON k.constraint_object_id = f.object_id
      JOIN sys.columns c ON c.object_id = k.parent_object_id AND c.column_id = k.parent_column_id
      JOIN sys.objects r ON r.object_id = f.referenced_object_id
      JOIN sys.schemas rs ON rs.schema_id = r.schema_id
      JOIN sys.columns rc ON rc.object_id = k.referenced_object_id AND rc.column_id = k.referenced_column_id
      JOIN sys.objects o ON o.object_id = f.parent_object_id
      JOIN sys.schemas s ON s.schema_id = o.schema_id
    WHERE ${inSchema}
    ORDER BY f.parent_object_id, f.name, k.constraint_column_id`,
} as const

/** Reads tables, columns and keys with one query each, and joins them table by table. */
export async function* introspect(reader: CatalogueReader, schema: string | null): AsyncIterable<CatalogueTable[]> {
  const tables = await reader.all(catalogueSql.tables, [schema])
  const primaryKeys = byObject(await reader.all(catalogueSql.primaryKeys, [schema]))
  const foreignKeys = byObject(await reader.all(catalogueSql.foreignKeys, [schema]))
  const columns = byObject(await reader.all(catalogueSql.columns, [schema]))
  for (const row of tables) {
    const id = String(row[0])
    const own = columns.get(id)
    if (!own) continue
    columns.delete(id)
    yield [buildTable(row, own, primaryKeys.get(id) ?? [], foreignKeys.get(id) ?? [])]
  }
}

export async function countTables(ask: Ask, schema: string | null): Promise<number> {
  const [row] = await ask(`SELECT COUNT(*) FROM (${objects}) t`, [schema])
  return Number(row?.[0])
}

function byObject(rows: Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => String(row[0]))
}

const objectTypes: Record<string, CatalogueTable['objectType']> = { U: 'TABLE', V: 'VIEW', SN: 'SYNONYM' }

function buildTable(row: Row, columns: Row[], primaryKey: Row[], foreignKeys: Row[]): CatalogueTable {
  const [, schema, name, type, target, definition, comment, estimate] = row
  const keys = Map.groupBy(foreignKeys, (key) => String(key[1]))
  return {
    schema: String(schema),
    name: String(name),
    objectType: objectTypes[String(type).trim()] ?? 'TABLE',
    comment: textOrNull(comment),
    columns: columns.map(buildColumn),
    primaryKey: primaryKey.map((key) => String(key[1])),
    foreignKeys: [...keys.values()].map(buildKey),
    rowEstimate: estimate === null || estimate === undefined ? null : Number(estimate),
    definition: textOrNull(target) ?? textOrNull(definition),
  }
}

function buildColumn(row: Row): CatalogueColumn {
  const [, name, type, base, length, precision, scale, nullable, comment] = row
  return {
    name: String(name),
    dataType: withSize(String(type), String(base), Number(length), Number(precision), Number(scale)),
    kind: kindOfType(String(base)),
    nullable: nullable === true || nullable === 1,
    comment: textOrNull(comment),
  }
}

/** Lengths are in bytes, two per character for the national types; -1 means max. */
function withSize(type: string, base: string, length: number, precision: number, scale: number): string {
  if (type !== base) return type
  if (base === 'decimal' || base === 'numeric') return `${type}(${precision},${scale})`
  if (['time', 'datetime2', 'datetimeoffset'].includes(base)) return `${type}(${scale})`
  if (!['char', 'varchar', 'nchar', 'nvarchar', 'binary', 'varbinary'].includes(base)) return type
  if (length === -1) return `${type}(max)`
  return `${type}(${base.startsWith('n') ? length / 2 : length})`
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
