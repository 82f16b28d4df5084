import type { DatabaseSync } from 'node:sqlite'

/** Translates the few BigQuery expressions that the suite and the driver use for the embedded engine. */
export function toSqlite(sql: string): string {
  return sql
    .replaceAll(/`[\w-]+\.\w+`\.INFORMATION_SCHEMA/g, 'INFORMATION_SCHEMA')
    .replaceAll(/`((?:\\.|[^`])*)`/g, (_, name: string) => `"${unescape(name).replaceAll('"', '""')}"`)
    .replaceAll(/UNNEST\(GENERATE_ARRAY\(1, (\d+)\)\) AS n/g, (_, count: string) => `(${numbers(count)})`)
    .replaceAll(/REPEAT\('x', (\d+)\)/g, "printf('%.*c', $1, 'x')")
    .replaceAll(
      /TO_JSON_STRING\(ARRAY_AGG\(\s*STRUCT\(([^)]*)\)\s*ORDER BY ([\w.]+)\)\)/g,
      (_, fields: string, order) => {
        const pairs = fields.split(',').map((field) => field.trim().replace(/^(\S+) AS (\w+)$/, "'$2', $1"))
        return `json_group_array(json_object(${pairs.join(', ')}) ORDER BY ${String(order)})`
      },
    )
}

export function quote(name: string): string {
  return `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``
}

function unescape(name: string): string {
  return name.replaceAll(/\\(.)/g, '$1')
}

function numbers(count: string): string {
  return `WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT ${count}) SELECT n FROM r`
}

/**
 * Creates views with the names and columns listed in https://cloud.google.com/bigquery/docs/information-schema-intro,
 * filled from the embedded engine's own catalogue.
 */
export function createInformationSchema(db: DatabaseSync): void {
  db.exec(`ATTACH ':memory:' AS INFORMATION_SCHEMA;
    CREATE TABLE INFORMATION_SCHEMA.TABLES AS
      SELECT name AS table_name, CASE type WHEN 'view' THEN 'VIEW' ELSE 'BASE TABLE' END AS table_type
      FROM main.sqlite_schema WHERE type IN ('table', 'view');
    CREATE TABLE INFORMATION_SCHEMA.VIEWS AS
      SELECT name AS table_name, sql AS view_definition FROM main.sqlite_schema WHERE type = 'view';
    CREATE TABLE INFORMATION_SCHEMA.COLUMNS AS
      SELECT m.name AS table_name, x.name AS column_name, x.cid + 1 AS ordinal_position, 'NO' AS is_hidden,
        CASE WHEN x.type LIKE 'INT%' THEN 'INT64' WHEN x.type LIKE 'DEC%' THEN replace(x.type, 'DECIMAL', 'NUMERIC')
          WHEN x.type = 'DATE' THEN 'DATE' ELSE replace(x.type, 'VARCHAR', 'STRING') END AS data_type,
        CASE WHEN x."notnull" OR x.pk THEN 'NO' ELSE 'YES' END AS is_nullable
      FROM main.sqlite_schema m JOIN pragma_table_info(m.name, 'main') x WHERE m.type IN ('table', 'view');
    INSERT INTO INFORMATION_SCHEMA.COLUMNS VALUES ('customers', '_PARTITIONTIME', 9, 'YES', 'TIMESTAMP', 'YES');
    CREATE TABLE INFORMATION_SCHEMA.COLUMN_FIELD_PATHS AS
      SELECT table_name, column_name, column_name AS field_path,
        CASE column_name WHEN 'balance' THEN 'What is "owed"' END AS description FROM INFORMATION_SCHEMA.COLUMNS;
    CREATE TABLE INFORMATION_SCHEMA.TABLE_OPTIONS AS
      SELECT 'customers' AS table_name, 'description' AS option_name, '"Who \\"buys\\""' AS option_value;
    CREATE TABLE INFORMATION_SCHEMA.TABLE_CONSTRAINTS AS
      SELECT DISTINCT m.name || '.pk$' AS constraint_name, 'PRIMARY KEY' AS constraint_type
        FROM main.sqlite_schema m JOIN pragma_table_info(m.name, 'main') x WHERE m.type = 'table' AND x.pk > 0
      UNION ALL SELECT DISTINCT m.name || '.fk$' || k.id, 'FOREIGN KEY'
        FROM main.sqlite_schema m JOIN pragma_foreign_key_list(m.name, 'main') k WHERE m.type = 'table';
    CREATE TABLE INFORMATION_SCHEMA.KEY_COLUMN_USAGE AS
      SELECT m.name AS table_name, m.name || '.pk$' AS constraint_name, x.name AS column_name, x.pk AS ordinal_position,
        NULL AS position_in_unique_constraint
        FROM main.sqlite_schema m JOIN pragma_table_info(m.name, 'main') x WHERE m.type = 'table' AND x.pk > 0
      UNION ALL SELECT m.name, m.name || '.fk$' || k.id, k."from", k.seq + 1, k.seq + 1
        FROM main.sqlite_schema m JOIN pragma_foreign_key_list(m.name, 'main') k WHERE m.type = 'table';
    CREATE TABLE INFORMATION_SCHEMA.CONSTRAINT_COLUMN_USAGE AS
      SELECT m.name || '.fk$' || k.id AS constraint_name, 'suite' AS table_schema, k."table" AS table_name,
        k."to" AS column_name
        FROM main.sqlite_schema m JOIN pragma_foreign_key_list(m.name, 'main') k WHERE m.type = 'table'`)
}
