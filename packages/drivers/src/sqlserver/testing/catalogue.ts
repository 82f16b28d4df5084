import type { DatabaseSync } from 'node:sqlite'

/**
 * The columns of the catalogue views from https://learn.microsoft.com/sql/relational-databases/system-catalog-views.
 */
const views = `
CREATE TABLE sys.schemas (schema_id INTEGER, name VARCHAR(128));
CREATE TABLE sys.objects (object_id INTEGER, name VARCHAR(128), schema_id INTEGER, type VARCHAR(2), is_ms_shipped INTEGER);
CREATE TABLE sys.columns (object_id INTEGER, column_id INTEGER, name VARCHAR(128), user_type_id INTEGER,
  max_length INTEGER, precision INTEGER, scale INTEGER, is_nullable INTEGER);
CREATE TABLE sys.types (name VARCHAR(128), user_type_id INTEGER, system_type_id INTEGER, is_user_defined INTEGER);
CREATE TABLE sys.sql_modules (object_id INTEGER, definition TEXT);
CREATE TABLE sys.extended_properties (class INTEGER, major_id INTEGER, minor_id INTEGER, name VARCHAR(128), value TEXT);
CREATE TABLE sys.partitions (object_id INTEGER, index_id INTEGER, rows BIGINT);
CREATE TABLE sys.indexes (object_id INTEGER, index_id INTEGER, is_primary_key INTEGER);
CREATE TABLE sys.index_columns (object_id INTEGER, index_id INTEGER, column_id INTEGER, key_ordinal INTEGER);
CREATE TABLE sys.foreign_keys (object_id INTEGER, name VARCHAR(128), parent_object_id INTEGER, referenced_object_id INTEGER);
CREATE TABLE sys.foreign_key_columns (constraint_object_id INTEGER, constraint_column_id INTEGER,
  parent_object_id INTEGER, parent_column_id INTEGER, referenced_object_id INTEGER, referenced_column_id INTEGER);
CREATE TABLE sys.synonyms (object_id INTEGER, base_object_name VARCHAR(1035));
INSERT INTO sys.schemas VALUES (1, 'dbo');
INSERT INTO sys.types VALUES ('int', 56, 56, 0), ('nvarchar', 231, 231, 0), ('decimal', 106, 106, 0), ('date', 40, 40, 0);
INSERT INTO sys.objects VALUES (1, 'spt_values', 1, 'V', 1);
INSERT INTO sys.columns VALUES (1, 1, 'name', 231, 256, 0, 0, 1);`

const dataTypes: Record<string, { id: number; length: (size: number) => number }> = {
  INTEGER: { id: 56, length: () => 4 },
  VARCHAR: { id: 231, length: (size) => size * 2 },
  DECIMAL: { id: 106, length: () => 9 },
  DATE: { id: 40, length: () => 3 },
}

/** The id of a table, the same in all views. */
export function objectId(database: DatabaseSync, name: string): number | null {
  const row = database.prepare('SELECT rowid + 100 AS id FROM main.sqlite_schema WHERE name = ?').get(name)
  return typeof row?.id === 'number' ? row.id : null
}

/** Describes the model's tables in the catalogue views. */
export function describeTables(database: DatabaseSync): void {
  database.exec(`ATTACH ':memory:' AS sys; ${views}`)
  const insert = (view: string, values: (string | number | null)[]) =>
    database.prepare(`INSERT INTO sys.${view} VALUES (${values.map(() => '?').join(', ')})`).run(...values)
  const tables = database
    .prepare(
      "SELECT rowid + 100 AS id, name, type, sql FROM main.sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'",
    )
    .all()
  for (const table of tables) {
    const id = Number(table.id)
    const isView = table.type === 'view'
    insert('objects', [id, String(table.name), 1, isView ? 'V' : 'U', 0])
    if (isView) insert('sql_modules', [id, String(table.sql)])
    else {
      insert('partitions', [id, 1, 3])
      insert('indexes', [id, 1, 1])
    }
    for (const column of database.prepare('SELECT * FROM pragma_table_info(?)').all(String(table.name))) {
      const place = Number(column.cid) + 1
      const [, base = '', size, scale] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?/.exec(String(column.type)) ?? []
      const type = dataTypes[base]
      const isNullable = column.notnull === 0 && column.pk === 0 ? 1 : 0
      const name = String(column.name)
      insert('columns', [
        id,
        place,
        name,
        type?.id ?? 0,
        type?.length(Number(size)) ?? 0,
        Number(size ?? 0),
        Number(scale ?? 0),
        isNullable,
      ])
      if (Number(column.pk) > 0) insert('index_columns', [id, 1, place, Number(column.pk)])
    }
  }
  describeForeignKeys(
    database,
    tables.map((table) => String(table.name)),
  )
}

function describeForeignKeys(database: DatabaseSync, tables: string[]): void {
  const place = (table: string, column: unknown) =>
    Number(
      database.prepare('SELECT cid + 1 AS place FROM pragma_table_info(?) WHERE name = ?').get(table, String(column))
        ?.place,
    )
  const key = database.prepare('INSERT INTO sys.foreign_keys VALUES (?, ?, ?, ?)')
  const part = database.prepare('INSERT INTO sys.foreign_key_columns VALUES (?, ?, ?, ?, ?, ?)')
  for (const table of tables) {
    const id = objectId(database, table)
    for (const one of database.prepare('SELECT * FROM pragma_foreign_key_list(?)').all(table)) {
      const referenced = String(one.table)
      const keyId = 10_000 + Number(id) * 10 + Number(one.id)
      if (one.seq === 0) key.run(keyId, `FK_${keyId}`, id, objectId(database, referenced))
      part.run(
        keyId,
        Number(one.seq) + 1,
        id,
        place(table, one.from),
        objectId(database, referenced),
        place(referenced, one.to),
      )
    }
  }
}
