import type { CatalogueColumn, CatalogueTable, Cell, ForeignKey, Row } from '@parlance/contract'
import type { Ask, CatalogueReader } from '../server/server-driver.ts'
import { kindOfType } from './types.ts'

type Question = 'tables' | 'columns' | 'primaryKeys' | 'foreignKeys'

/** The engine's views leave out objects that the account may not see. This leaves out the engine's own schemas. */
const ownSchemas =
  "SCHEMA_NAME NOT IN ('SYS', 'SYSTEM', 'PUBLIC', 'HANA_XS_BASE') AND SCHEMA_NAME NOT LIKE '!_SYS%' ESCAPE '!'"

const objects = `SELECT SCHEMA_NAME, TABLE_NAME AS OBJECT_NAME, 'TABLE' AS KIND, COMMENTS, NULL AS DEFINITION,
    SCHEMA_NAME AS DESCRIBED_SCHEMA, TABLE_NAME AS DESCRIBED_NAME FROM SYS.TABLES WHERE IS_TEMPORARY = 'FALSE'
  UNION ALL SELECT SCHEMA_NAME, VIEW_NAME, 'VIEW', COMMENTS, DEFINITION, SCHEMA_NAME, VIEW_NAME FROM SYS.VIEWS
  UNION ALL SELECT SCHEMA_NAME, SYNONYM_NAME, 'SYNONYM', NULL, '"' || OBJECT_SCHEMA || '"."' || OBJECT_NAME || '"',
    OBJECT_SCHEMA, OBJECT_NAME FROM SYS.SYNONYMS WHERE OBJECT_TYPE IN ('TABLE', 'VIEW')`

const columns = `SELECT SCHEMA_NAME, TABLE_NAME AS OBJECT_NAME, COLUMN_NAME, POSITION, DATA_TYPE_NAME, LENGTH, SCALE,
    IS_NULLABLE, COMMENTS FROM SYS.TABLE_COLUMNS
  UNION ALL SELECT SCHEMA_NAME, VIEW_NAME, COLUMN_NAME, POSITION, DATA_TYPE_NAME, LENGTH, SCALE, IS_NULLABLE, COMMENTS
    FROM SYS.VIEW_COLUMNS`

/** The catalogue queries, for one schema or for all of the account's schemas. */
function catalogueSql(question: Question, schema: string | null): string {
  const inSchema = (alias: string) => {
    const condition = schema === null ? ownSchemas : 'SCHEMA_NAME = ?'
    return condition.replaceAll('SCHEMA_NAME', `${alias}.SCHEMA_NAME`)
  }
  const questions: Record<Question, string> = {
    tables: `SELECT o.SCHEMA_NAME, o.OBJECT_NAME, o.KIND, o.COMMENTS, o.DEFINITION, m.RECORD_COUNT
      FROM (${objects}) o
      LEFT JOIN SYS.M_TABLES m ON o.KIND = 'TABLE' AND m.SCHEMA_NAME = o.SCHEMA_NAME AND m.TABLE_NAME = o.OBJECT_NAME
      WHERE ${inSchema('o')} ORDER BY o.SCHEMA_NAME, o.OBJECT_NAME`,
    columns: `SELECT o.SCHEMA_NAME, o.OBJECT_NAME, c.COLUMN_NAME, c.DATA_TYPE_NAME, c.LENGTH, c.SCALE, c.IS_NULLABLE,
        c.COMMENTS
      FROM (${objects}) o
      JOIN (${columns}) c ON c.SCHEMA_NAME = o.DESCRIBED_SCHEMA AND c.OBJECT_NAME = o.DESCRIBED_NAME
      WHERE ${inSchema('o')} ORDER BY o.SCHEMA_NAME, o.OBJECT_NAME, c.POSITION`,
    primaryKeys: `SELECT k.SCHEMA_NAME, k.TABLE_NAME, k.COLUMN_NAME FROM SYS.CONSTRAINTS k
      WHERE k.IS_PRIMARY_KEY = 'TRUE' AND ${inSchema('k')} ORDER BY k.SCHEMA_NAME, k.TABLE_NAME, k.POSITION`,
    foreignKeys: `SELECT k.SCHEMA_NAME, k.TABLE_NAME, k.CONSTRAINT_NAME, k.COLUMN_NAME, k.REFERENCED_SCHEMA_NAME,
        k.REFERENCED_TABLE_NAME, k.REFERENCED_COLUMN_NAME
      FROM SYS.REFERENTIAL_CONSTRAINTS k
      WHERE ${inSchema('k')} ORDER BY k.SCHEMA_NAME, k.TABLE_NAME, k.CONSTRAINT_NAME, k.POSITION`,
  }
  return questions[question]
}

/** Reads tables, columns and keys with one query each, and joins them table by table. */
export async function* introspect(reader: CatalogueReader, schema: string | null): AsyncIterable<CatalogueTable[]> {
  const params = schema === null ? [] : [schema]
  const ask = async (question: Question) => await reader.all(catalogueSql(question, schema), params)
  const tables = await ask('tables')
  const primaryKeys = byObject(await ask('primaryKeys'))
  const foreignKeys = byObject(await ask('foreignKeys'))
  const described = byObject(await ask('columns'))
  for (const row of tables) {
    const key = keyOf(row)
    const own = described.get(key)
    if (!own) continue
    described.delete(key)
    yield [buildTable(row, own, primaryKeys.get(key) ?? [], foreignKeys.get(key) ?? [])]
  }
}

export async function countTables(ask: Ask, schema: string | null): Promise<number> {
  return (await ask(catalogueSql('tables', schema), schema === null ? [] : [schema])).length
}

function keyOf(row: Row): string {
  return JSON.stringify([row[0], row[1]])
}

function byObject(rows: Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, keyOf)
}

const kinds: Record<string, CatalogueTable['objectType']> = { TABLE: 'TABLE', VIEW: 'VIEW', SYNONYM: 'SYNONYM' }

function buildTable(row: Row, own: Row[], primaryKey: Row[], foreignKeys: Row[]): CatalogueTable {
  const [schema, name, kind, comment, definition, count] = row
  const keys = Map.groupBy(foreignKeys, (key) => String(key[2]))
  return {
    schema: String(schema),
    name: String(name),
    objectType: kinds[String(kind)] ?? 'TABLE',
    comment: textOrNull(comment),
    columns: own.map(buildColumn),
    primaryKey: primaryKey.map((key) => String(key[2])),
    foreignKeys: [...keys.values()].map(buildKey),
    rowEstimate: count === null || count === undefined ? null : Number(count),
    definition: textOrNull(definition),
  }
}

function buildColumn(row: Row): CatalogueColumn {
  const [, , name, type, length, scale, nullable, comment] = row
  return {
    name: String(name),
    dataType: withSize(String(type), length, scale),
    kind: kindOfType(String(type)),
    nullable: nullable === 'TRUE',
    comment: textOrNull(comment),
  }
}

function withSize(type: string, length: Cell | undefined, scale: Cell | undefined): string {
  if (type === 'DECIMAL' && typeof scale === 'number') return `${type}(${Number(length)},${scale})`
  return /CHAR|BINARY|ALPHANUM|SHORTTEXT/.test(type) && length !== null ? `${type}(${Number(length)})` : type
}

function buildKey(rows: Row[]): ForeignKey {
  return {
    columns: rows.map((row) => String(row[3])),
    referencedSchema: textOrNull(rows[0]?.[4]),
    referencedTable: String(rows[0]?.[5]),
    referencedColumns: rows.map((row) => String(row[6])),
  }
}

function textOrNull(cell: Cell | undefined): string | null {
  return typeof cell === 'string' && cell !== '' ? cell : null
}
