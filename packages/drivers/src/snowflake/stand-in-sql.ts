import type { DatabaseSync } from 'node:sqlite'

/** Translates the few Snowflake expressions that the suite and the driver use for the embedded engine. */
export function toSqlite(sql: string): string {
  return sql
    .replaceAll(/SELECT SEQ4\(\) \+ 1 AS n FROM TABLE\(GENERATOR\(ROWCOUNT => (\d+)\)\)/g, (_, count: string) =>
      numbers(count),
    )
    .replaceAll(/REPEAT\('x', (\d+)\)/g, "printf('%.*c', $1, 'x')")
    .replaceAll(
      /ARRAY_AGG\(OBJECT_CONSTRUCT\(([^)]*)\)\)\s*WITHIN GROUP \(ORDER BY ([\w.]+)\)::VARCHAR/g,
      'json_group_array(json_object($1) ORDER BY $2)',
    )
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function numbers(count: string): string {
  return `WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT ${count}) SELECT n FROM r`
}

/** Creates views with the names and columns listed in https://docs.snowflake.com/sql-reference/info-schema. */
export function createInformationSchema(db: DatabaseSync): void {
  for (const [name, value] of [
    ['CURRENT_SCHEMA', 'PUBLIC'],
    ['CURRENT_DATABASE', 'SUITE'],
    ['CURRENT_VERSION', '9.30.1'],
    ['CURRENT_ROLE', 'ACCOUNTADMIN'],
    ['CURRENT_WAREHOUSE', null],
  ] as const) {
    db.function(name, () => value)
  }
  db.exec(`ATTACH ':memory:' AS INFORMATION_SCHEMA;
    CREATE TABLE INFORMATION_SCHEMA.TABLES AS
      SELECT 'PUBLIC' AS table_schema, name AS table_name,
        CASE type WHEN 'view' THEN 'VIEW' ELSE 'BASE TABLE' END AS table_type,
        CASE name WHEN 'customers' THEN 'Who buys' END AS comment, CASE name WHEN 'customers' THEN 3 END AS row_count
      FROM main.sqlite_schema WHERE type IN ('table', 'view');
    INSERT INTO INFORMATION_SCHEMA.TABLES VALUES ('INFORMATION_SCHEMA', 'TABLES', 'VIEW', NULL, NULL);
    CREATE TABLE INFORMATION_SCHEMA.VIEWS AS
      SELECT 'PUBLIC' AS table_schema, name AS table_name, sql AS view_definition
      FROM main.sqlite_schema WHERE type = 'view';
    CREATE TABLE INFORMATION_SCHEMA.COLUMNS AS
      SELECT 'PUBLIC' AS table_schema, m.name AS table_name, x.name AS column_name, x.cid + 1 AS ordinal_position,
        CASE WHEN x.type LIKE 'INT%' OR x.type LIKE 'DEC%' THEN 'NUMBER' WHEN x.type = 'DATE' THEN 'DATE' ELSE 'TEXT' END
          AS data_type,
        CASE WHEN x.type LIKE 'INT%' THEN 38 WHEN x.type LIKE 'DEC%' THEN 12 END AS numeric_precision,
        CASE WHEN x.type LIKE 'INT%' THEN 0 WHEN x.type LIKE 'DEC%' THEN 2 END AS numeric_scale,
        CASE WHEN x."notnull" OR x.pk THEN 'NO' ELSE 'YES' END AS is_nullable,
        CASE x.name WHEN 'balance' THEN 'What is owed' END AS comment
      FROM main.sqlite_schema m JOIN pragma_table_info(m.name, 'main') x WHERE m.type IN ('table', 'view')`)
}

/** The answers to SHOW, with the columns from its page of the manual; their order is not guaranteed. */
export const showSql: Record<string, string> = {
  'SHOW PRIMARY KEYS IN DATABASE': `
    SELECT '2026-01-01' AS created_on, 'SUITE' AS database_name, 'PUBLIC' AS schema_name, m.name AS table_name,
      x.name AS column_name, x.pk AS key_sequence, 'SYS_PK_' || m.name AS constraint_name
    FROM main.sqlite_schema m JOIN pragma_table_info(m.name, 'main') x WHERE m.type = 'table' AND x.pk > 0
    ORDER BY x.pk DESC`,
  'SHOW IMPORTED KEYS IN DATABASE': `
    SELECT 'PUBLIC' AS pk_schema_name, k."table" AS pk_table_name, k."to" AS pk_column_name,
      'PUBLIC' AS fk_schema_name, m.name AS fk_table_name, k."from" AS fk_column_name, k.seq + 1 AS key_sequence,
      'SYS_FK_' || k.id AS fk_name
    FROM main.sqlite_schema m JOIN pragma_foreign_key_list(m.name, 'main') k WHERE m.type = 'table'
    ORDER BY k.seq DESC`,
}
