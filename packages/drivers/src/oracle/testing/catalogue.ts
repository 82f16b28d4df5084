import type { DatabaseSync } from 'node:sqlite'

/** Creates the catalogue views for the suite's tables, with the columns from Oracle's 'Database Reference'. */
export function describeTables(sqlite: DatabaseSync, rights: [kind: string, name: string][]): void {
  const type = `CASE WHEN c.type LIKE 'VARCHAR%' THEN 'VARCHAR2' WHEN c.type LIKE 'DECIMAL%' THEN 'NUMBER'
    WHEN c.type = 'INTEGER' THEN 'NUMBER' ELSE c.type END`
  const size = "CAST(replace(substr(c.type, instr(c.type, '(') + 1), ')', '') AS INTEGER)"
  sqlite.function('RPAD', (text, length, fill) => String(text).padEnd(Number(length), String(fill)))
  sqlite.function('TO_CLOB', (text) => String(text))
  sqlite.exec(`CREATE TABLE DUAL (DUMMY VARCHAR(1));
    INSERT INTO DUAL VALUES ('X');
    ATTACH ':memory:' AS SYS;
    CREATE TABLE SYS.PRODUCT_COMPONENT_VERSION (PRODUCT VARCHAR2(80), VERSION VARCHAR2(80));
    INSERT INTO SYS.PRODUCT_COMPONENT_VERSION VALUES ('Oracle Database 19c Enterprise Edition ', '19.0.0.0.0');
    CREATE TABLE SYS.SESSION_ROLES (ROLE VARCHAR2(128));
    CREATE TABLE SYS.SESSION_PRIVS (PRIVILEGE VARCHAR2(40));
    INSERT INTO SYS.SESSION_PRIVS VALUES ('CREATE SESSION');
    CREATE TABLE SYS.USER_TAB_PRIVS_RECD (PRIVILEGE VARCHAR2(40));
    INSERT INTO SYS.USER_TAB_PRIVS_RECD VALUES ('SELECT');
    CREATE TABLE SYS.ROLE_TAB_PRIVS (PRIVILEGE VARCHAR2(40));
    CREATE TABLE SYS.ALL_TAB_PRIVS (TABLE_NAME VARCHAR2(128), PRIVILEGE VARCHAR2(40));
    CREATE TABLE SYS.ALL_DIRECTORIES (DIRECTORY_NAME VARCHAR2(128));
    CREATE TABLE SYS.USER_TABLES (TABLE_NAME VARCHAR2(128), ROWNUM NUMBER);
    CREATE TABLE SYS.ALL_USERS (USERNAME VARCHAR2(128), ORACLE_MAINTAINED VARCHAR2(1));
    INSERT INTO SYS.ALL_USERS VALUES ('SALES', 'N'), ('OTHER', 'N'), ('SYS', 'Y');
    CREATE TABLE SYS.ALL_TABLES (OWNER VARCHAR2(128), TABLE_NAME VARCHAR2(128), NUM_ROWS NUMBER, TEMPORARY VARCHAR2(1),
      NESTED VARCHAR2(3), SECONDARY VARCHAR2(1), IOT_TYPE VARCHAR2(12), DROPPED VARCHAR2(3));
    CREATE TABLE SYS.ALL_VIEWS (OWNER VARCHAR2(128), VIEW_NAME VARCHAR2(128), TEXT LONG);
    CREATE TABLE SYS.ALL_SYNONYMS (OWNER VARCHAR2(128), SYNONYM_NAME VARCHAR2(128), TABLE_OWNER VARCHAR2(128),
      TABLE_NAME VARCHAR2(128), DB_LINK VARCHAR2(128));
    CREATE TABLE SYS.ALL_TAB_COMMENTS (OWNER VARCHAR2(128), TABLE_NAME VARCHAR2(128), COMMENTS VARCHAR2(4000));
    CREATE TABLE SYS.ALL_COL_COMMENTS (OWNER VARCHAR2(128), TABLE_NAME VARCHAR2(128), COLUMN_NAME VARCHAR2(128), COMMENTS VARCHAR2(4000));
    CREATE TABLE SYS.ALL_TAB_COLUMNS (OWNER VARCHAR2(128), TABLE_NAME VARCHAR2(128), COLUMN_NAME VARCHAR2(128), COLUMN_ID NUMBER,
      DATA_TYPE VARCHAR2(128), CHAR_LENGTH NUMBER, DATA_LENGTH NUMBER, DATA_PRECISION NUMBER, DATA_SCALE NUMBER, NULLABLE VARCHAR2(1));
    CREATE TABLE SYS.ALL_CONSTRAINTS (OWNER VARCHAR2(128), CONSTRAINT_NAME VARCHAR2(128), CONSTRAINT_TYPE VARCHAR2(1), TABLE_NAME VARCHAR2(128),
      R_OWNER VARCHAR2(128), R_CONSTRAINT_NAME VARCHAR2(128));
    CREATE TABLE SYS.ALL_CONS_COLUMNS (OWNER VARCHAR2(128), CONSTRAINT_NAME VARCHAR2(128), TABLE_NAME VARCHAR2(128), COLUMN_NAME VARCHAR2(4000), POSITION NUMBER);
    INSERT INTO SYS.ALL_TABLES SELECT 'SALES', name, 3, 'N', 'NO', 'N', NULL, 'NO' FROM main.sqlite_schema WHERE type = 'table' AND name <> 'DUAL';
    INSERT INTO SYS.ALL_TABLES VALUES ('SYS', 'USER$', 9, 'N', 'NO', 'N', NULL, 'NO'),
      ('SALES', 'SCRATCH', NULL, 'Y', 'NO', 'N', NULL, 'NO'), ('SALES', 'BIN$1', NULL, 'N', 'NO', 'N', NULL, 'YES'),
      ('SALES', 'SYS_IOT_OVER_1', NULL, 'N', 'NO', 'N', 'IOT_OVERFLOW', 'NO');
    INSERT INTO SYS.ALL_VIEWS SELECT 'SALES', name, sql FROM main.sqlite_schema WHERE type = 'view';
    INSERT INTO SYS.ALL_TAB_COLUMNS SELECT 'SALES', t.name, c.name, c.cid + 1, ${type}, iif(c.type LIKE '%CHAR%', ${size}, 0), 22,
        iif(c.type LIKE 'DECIMAL%', ${size}, NULL), CASE WHEN c.type LIKE 'DECIMAL%' THEN 2 WHEN c.type = 'INTEGER' THEN 0 END,
        iif(c."notnull" OR c.pk, 'N', 'Y')
      FROM main.sqlite_schema t, pragma_table_info(t.name) c WHERE t.type IN ('table', 'view') AND t.name <> 'DUAL';
    INSERT INTO SYS.ALL_TAB_COLUMNS SELECT OWNER, TABLE_NAME, 'ID', 1, 'NUMBER', 0, 22, NULL, NULL, 'Y' FROM SYS.ALL_TABLES
      WHERE TABLE_NAME IN ('USER$', 'SCRATCH', 'SYS_IOT_OVER_1', 'BIN$1');
    INSERT INTO SYS.ALL_CONSTRAINTS SELECT 'SALES', 'PK_' || name, 'P', name, NULL, NULL FROM main.sqlite_schema WHERE type = 'table';
    INSERT INTO SYS.ALL_CONS_COLUMNS SELECT 'SALES', 'PK_' || t.name, t.name, c.name, c.pk
      FROM main.sqlite_schema t, pragma_table_info(t.name) c WHERE c.pk > 0 AND t.type = 'table';
    INSERT INTO SYS.ALL_CONSTRAINTS SELECT DISTINCT 'SALES', 'FK_' || t.name || k.id, 'R', t.name, 'SALES', 'PK_' || k."table"
      FROM main.sqlite_schema t, pragma_foreign_key_list(t.name) k;
    INSERT INTO SYS.ALL_CONS_COLUMNS SELECT 'SALES', 'FK_' || t.name || k.id, t.name, k."from", k.seq + 1
      FROM main.sqlite_schema t, pragma_foreign_key_list(t.name) k`)
  for (const [kind, name] of rights) grant(sqlite, kind, name)
}

function grant(sqlite: DatabaseSync, kind: string, name: string): void {
  const add = (table: string, ...values: string[]) =>
    sqlite.prepare(`INSERT INTO SYS.${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values)
  if (kind === 'ROLE') add('SESSION_ROLES', name)
  if (kind === 'SYSTEM') add('SESSION_PRIVS', name)
  if (kind === 'OBJECT') add('ROLE_TAB_PRIVS', name)
  if (kind === 'OWNER') add('USER_TABLES', name, '1')
  if (kind === 'DIRECTORY') {
    add('ALL_DIRECTORIES', 'DATA_PUMP_DIR')
    add('ALL_TAB_PRIVS', 'DATA_PUMP_DIR', name)
  }
}
