import type { CatalogueColumn, CatalogueTable, Cell, ForeignKey, Row } from '@parlance/contract'
import type { Ask, CatalogueReader } from '../server/server-driver.ts'
import { kindOfType } from './types.ts'

type Question = 'tables' | 'views' | 'columns' | 'primaryKeys' | 'foreignKeys'

/**
 * The engine's views leave out objects that the account may not see. This leaves out users that came with the engine.
 */
const ownUsers = "OWNER IN (SELECT u.USERNAME FROM ALL_USERS u WHERE u.ORACLE_MAINTAINED = 'N')"

const objects = `SELECT OWNER, TABLE_NAME AS OBJECT_NAME, 'TABLE' AS KIND, NULL AS TARGET, NUM_ROWS,
    OWNER AS DESCRIBED_OWNER, TABLE_NAME AS DESCRIBED_NAME FROM ALL_TABLES
    WHERE TEMPORARY = 'N' AND NESTED = 'NO' AND SECONDARY = 'N' AND DROPPED = 'NO' AND (IOT_TYPE IS NULL OR IOT_TYPE = 'IOT')
  UNION ALL SELECT OWNER, VIEW_NAME, 'VIEW', NULL, NULL, OWNER, VIEW_NAME FROM ALL_VIEWS
  UNION ALL SELECT OWNER, SYNONYM_NAME, 'SYNONYM', '"' || TABLE_OWNER || '"."' || TABLE_NAME || '"', NULL,
    TABLE_OWNER, TABLE_NAME FROM ALL_SYNONYMS WHERE DB_LINK IS NULL`

/** The catalogue queries, for one schema or for all of the account's schemas. */
function catalogueSql(question: Question, schema: string | null): string {
  const inSchema = (alias: string) => `${alias}.${schema === null ? ownUsers : 'OWNER = :1'}`
  const questions: Record<Question, string> = {
    tables: `SELECT o.OWNER, o.OBJECT_NAME, o.KIND, c.COMMENTS, o.TARGET, o.NUM_ROWS
      FROM (${objects}) o
      LEFT JOIN ALL_TAB_COMMENTS c ON c.OWNER = o.OWNER AND c.TABLE_NAME = o.OBJECT_NAME
      WHERE ${inSchema('o')} ORDER BY o.OWNER, o.OBJECT_NAME`,
    views: `SELECT v.OWNER, v.VIEW_NAME, v.TEXT FROM ALL_VIEWS v WHERE ${inSchema('v')}`,
    columns: `SELECT o.OWNER, o.OBJECT_NAME, c.COLUMN_NAME, c.DATA_TYPE, c.CHAR_LENGTH, c.DATA_LENGTH, c.DATA_PRECISION,
        c.DATA_SCALE, c.NULLABLE, k.COMMENTS
      FROM (${objects}) o
      JOIN ALL_TAB_COLUMNS c ON c.OWNER = o.DESCRIBED_OWNER AND c.TABLE_NAME = o.DESCRIBED_NAME
      LEFT JOIN ALL_COL_COMMENTS k ON k.OWNER = c.OWNER AND k.TABLE_NAME = c.TABLE_NAME AND k.COLUMN_NAME = c.COLUMN_NAME
      WHERE ${inSchema('o')} ORDER BY o.OWNER, o.OBJECT_NAME, c.COLUMN_ID`,
    primaryKeys: `SELECT k.OWNER, k.TABLE_NAME, c.COLUMN_NAME FROM ALL_CONSTRAINTS k
      JOIN ALL_CONS_COLUMNS c ON c.OWNER = k.OWNER AND c.CONSTRAINT_NAME = k.CONSTRAINT_NAME
      WHERE k.CONSTRAINT_TYPE = 'P' AND ${inSchema('k')} ORDER BY k.OWNER, k.TABLE_NAME, c.POSITION`,
    foreignKeys: `SELECT k.OWNER, k.TABLE_NAME, k.CONSTRAINT_NAME, c.COLUMN_NAME, r.OWNER, r.TABLE_NAME, r.COLUMN_NAME
      FROM ALL_CONSTRAINTS k
      JOIN ALL_CONS_COLUMNS c ON c.OWNER = k.OWNER AND c.CONSTRAINT_NAME = k.CONSTRAINT_NAME
      JOIN ALL_CONS_COLUMNS r ON r.OWNER = k.R_OWNER AND r.CONSTRAINT_NAME = k.R_CONSTRAINT_NAME AND r.POSITION = c.POSITION
      WHERE k.CONSTRAINT_TYPE = 'R' AND ${inSchema('k')} ORDER BY k.OWNER, k.TABLE_NAME, k.CONSTRAINT_NAME, c.POSITION`,
  }
  return questions[question]
}

/** Reads tables, view texts, columns and keys with one query each, and joins them table by table. */
export async function* introspect(reader: CatalogueReader, schema: string | null): AsyncIterable<CatalogueTable[]> {
  const params = schema === null ? [] : [schema]
  const ask = async (question: Question) => await reader.all(catalogueSql(question, schema), params)
  const tables = await ask('tables')
  // A view's text is a LONG, which is not allowed in a join or union.
  const texts = new Map((await ask('views')).map((row) => [keyOf(row), row[2]]))
  const primaryKeys = Map.groupBy(await ask('primaryKeys'), keyOf)
  const foreignKeys = Map.groupBy(await ask('foreignKeys'), keyOf)
  const described = Map.groupBy(await ask('columns'), keyOf)
  for (const row of tables) {
    const key = keyOf(row)
    const own = described.get(key)
    if (!own) continue
    described.delete(key)
    const definition = row[2] === 'VIEW' ? texts.get(key) : row[4]
    yield [buildTable(row, textOrNull(definition), own, primaryKeys.get(key) ?? [], foreignKeys.get(key) ?? [])]
  }
}

export async function countTables(ask: Ask, schema: string | null): Promise<number> {
  return (await ask(catalogueSql('tables', schema), schema === null ? [] : [schema])).length
}

function keyOf(row: Row): string {
  return JSON.stringify([row[0], row[1]])
}

const kinds: Record<string, CatalogueTable['objectType']> = { TABLE: 'TABLE', VIEW: 'VIEW', SYNONYM: 'SYNONYM' }

function buildTable(
  row: Row,
  definition: string | null,
  own: Row[],
  primaryKey: Row[],
  foreignKeys: Row[],
): CatalogueTable {
  const [schema, name, kind, comment, , count] = row
  const keys = Map.groupBy(foreignKeys, (key) => String(key[2]))
  return {
    schema: String(schema),
    name: String(name),
    objectType: kinds[String(kind)] ?? 'TABLE',
    comment: textOrNull(comment),
    columns: own.map(buildColumn),
    primaryKey: primaryKey.map((key) => String(key[2])),
    foreignKeys: [...keys.values()].map(buildKey),
    rowEstimate: numberOrNull(count),
    definition,
  }
}

function buildColumn(row: Row): CatalogueColumn {
  const [, , name, type, letters, bytes, precision, scale, nullable, comment] = row
  return {
    name: String(name),
    dataType: withSize(String(type), { letters, bytes, precision, scale }),
    kind: kindOfType(String(type), numberOrNull(scale)),
    nullable: nullable === 'Y',
    comment: textOrNull(comment),
  }
}

type Sizes = Record<'letters' | 'bytes' | 'precision' | 'scale', Cell | undefined>

/** The engine stores 38 digits for a number without a precision; only its INTEGER has a scale of zero. */
function withSize(type: string, { letters, bytes, precision, scale }: Sizes): string {
  if (type === 'NUMBER' && numberOrNull(scale) !== null)
    return `NUMBER(${numberOrNull(precision) ?? 38},${Number(scale)})`
  if (/CHAR/.test(type)) return `${type}(${Number(letters)})`
  return type === 'RAW' ? `RAW(${Number(bytes)})` : type
}

function buildKey(rows: Row[]): ForeignKey {
  return {
    columns: rows.map((row) => String(row[3])),
    referencedSchema: textOrNull(rows[0]?.[4]),
    referencedTable: String(rows[0]?.[5]),
    referencedColumns: rows.map((row) => String(row[6])),
  }
}

function numberOrNull(cell: Cell | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell)
}

function textOrNull(cell: Cell | undefined): string | null {
  return typeof cell === 'string' && cell !== '' ? cell : null
}
