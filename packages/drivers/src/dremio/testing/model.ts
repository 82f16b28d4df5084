import type { DatabaseSync } from 'node:sqlite'
import { SqlModel, type Answer } from '../../testing/stand-ins/sql-model.ts'

/** The path of the suite's tables: a folder in a space. */
export const path = 'Samples.suite'
/** The same path before a table name, as SQL may write it. */
const pathBefore = /"?\bSamples"?\."?suite"?\.(?=["\w])/gi

const digits = '(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))'

/** Counts from 1, using joins, because Dremio has no function that generates rows. */
export function countedSql(places: number): string {
  const names = Array.from({ length: places }, (_, place) => `t${place}`)
  const sum = names.map((name, place) => `${10 ** place} * ${name}.d`).join(' + ')
  const joined = names.map((name) => `${digits} AS ${name} (d)`).join(' CROSS JOIN ')
  return `SELECT n FROM (SELECT 1 + ${sum} AS n FROM ${joined}) AS counted`
}

/** Creates the suite's tables, with Dremio's views of them. */
export function startModel(privileges: string[] | null): SqlModel {
  const model = new SqlModel(translate)
  describeTables(model.database, privileges)
  return model
}

/** Translates the few words of the dialect that the tests use and the model's engine lacks. */
function translate(sql: string): string {
  return sql
    .replaceAll(pathBefore, '')
    .replaceAll('grantee_id = USER', "grantee_id = 'reader'")
    .replaceAll(/SELECT n FROM \(SELECT 1 \+ (?:(?!AS counted)[\s\S])*AS counted LIMIT (\d+)/g, (_, count: string) =>
      count === '0'
        ? 'SELECT 1 AS n WHERE 1 = 0'
        : `SELECT n FROM (WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT ${count}) SELECT n FROM r)`,
    )
}

/**
 * Creates the system tables with the columns from https://docs.dremio.com/current/reference/sql/information-schema/ and
 * the pages below it.
 */
function describeTables(sqlite: DatabaseSync, privileges: string[] | null): void {
  const type = `CASE WHEN c.type LIKE 'VARCHAR%' THEN 'CHARACTER VARYING' WHEN c.type LIKE 'DECIMAL%' THEN 'DECIMAL' ELSE c.type END`
  sqlite.function('REPEAT', (text, count) => String(text).repeat(Number(count)))
  sqlite.exec(`ATTACH ':memory:' AS INFORMATION_SCHEMA;
    ATTACH ':memory:' AS sys;
    CREATE TABLE sys.version (version VARCHAR(20), commit_id VARCHAR(40));
    INSERT INTO sys.version VALUES ('26.0.5', 'abc');
    CREATE TABLE INFORMATION_SCHEMA.SCHEMATA (CATALOG_NAME VARCHAR(20), SCHEMA_NAME VARCHAR(200));
    INSERT INTO INFORMATION_SCHEMA.SCHEMATA VALUES ('DREMIO', 'Samples'), ('DREMIO', '${path}'), ('DREMIO', 'sys');
    CREATE TABLE INFORMATION_SCHEMA.TABLES (TABLE_CATALOG VARCHAR(20), TABLE_SCHEMA VARCHAR(200), TABLE_NAME VARCHAR(200), TABLE_TYPE VARCHAR(20));
    INSERT INTO INFORMATION_SCHEMA.TABLES VALUES ('DREMIO', 'INFORMATION_SCHEMA', 'TABLES', 'SYSTEM_TABLE'), ('DREMIO', 'sys.cache', 'datasets', 'SYSTEM_TABLE');
    INSERT INTO INFORMATION_SCHEMA.TABLES SELECT 'DREMIO', '${path}', name, upper(type) FROM main.sqlite_schema WHERE type IN ('table', 'view');
    CREATE TABLE INFORMATION_SCHEMA.VIEWS AS SELECT 'DREMIO' AS TABLE_CATALOG, '${path}' AS TABLE_SCHEMA, name AS TABLE_NAME, sql AS VIEW_DEFINITION
      FROM main.sqlite_schema WHERE type = 'view';
    CREATE TABLE INFORMATION_SCHEMA.COLUMNS (TABLE_SCHEMA VARCHAR(200), TABLE_NAME VARCHAR(200), COLUMN_NAME VARCHAR(200),
      ORDINAL_POSITION INTEGER, IS_NULLABLE VARCHAR(3), DATA_TYPE VARCHAR(20), NUMERIC_PRECISION INTEGER, NUMERIC_SCALE INTEGER);
    INSERT INTO INFORMATION_SCHEMA.COLUMNS SELECT '${path}', t.name, c.name, c.cid + 1, iif(c."notnull" OR c.pk, 'NO', 'YES'), ${type},
        iif(c.type LIKE 'DECIMAL%', 12, NULL), iif(c.type LIKE 'DECIMAL%', 2, NULL)
      FROM main.sqlite_schema t, pragma_table_info(t.name) c WHERE t.type IN ('table', 'view')`)
  if (privileges === null) return
  sqlite.exec('CREATE TABLE sys.privileges (grantee_id VARCHAR(50), privilege VARCHAR(50))')
  const grant = sqlite.prepare("INSERT INTO sys.privileges VALUES ('reader', ?)")
  for (const privilege of privileges) grant.run(privilege)
}

/** Writes an error in Dremio's words, with the context that it appends. */
export function failureText({ problem, near }: Extract<Answer, { kind: 'failure' }>, sql: string): string {
  const found = near === '' ? sql.length : sql.indexOf(near)
  const before = sql.slice(0, Math.max(0, found)).split('\n')
  const [line, column] = [before.length, (before.at(-1) ?? '').length + 1]
  const context = `\nSQL Query ${sql}\nstartLine ${line}\nstartColumn ${column}\nendLine ${line}\nendColumn ${column + near.length - 1}`
  switch (problem) {
    case 'table':
      return `Object '${near}' not found${context}`
    case 'column':
      return `Column '${near}' not found in any table${context}`
    case 'function':
      return `No match found for function signature ${near}(<NUMERIC>)${context}`
    case 'syntax':
      return `Encountered "${near || '<EOF>'}" at line ${line}, column ${column}.\nWas expecting one of:\n    "AS" ...\n\nSQL Query ${sql}`
    case 'other':
      return 'The stand-in cannot run this statement.'
  }
}
