import { createServer, type Server, type Socket } from 'node:net'
import type { DatabaseSync } from 'node:sqlite'
import { createServer as createTlsServer } from 'node:tls'
import type { EngineSession } from '../../testing/engine.ts'
import { SqlModel, type Answer } from '../../testing/stand-ins/sql-model.ts'
import { recordedAnswer } from './fixtures.ts'
import type { ServerError } from './packets.ts'
import { HanaSession, type HanaBehaviour } from './session.ts'

export const account = { username: 'READER', password: 'päss wörd' }
export const database = 'HXE'

export interface StandInOptions extends Partial<HanaBehaviour> {
  /** With `requestCert`, it accepts only clients with their own certificate. */
  credentials?: { key: string; cert: string; requestCert?: boolean }
  /** Rights outside the account's own schema. */
  rights?: string[]
  /** Changes the catalogue after it was created. */
  prepare?: (database: DatabaseSync) => void
}

export interface HanaStandIn extends EngineSession {
  sessions: Map<number, HanaSession>
  cut: () => void
}

/** Starts the stand-in for SAP HANA with the suite's tables; see the README next to this file. */
export async function startStandIn(options: StandInOptions = {}): Promise<HanaStandIn> {
  const model = new SqlModel(translate)
  describeTables(model.database, options.rights ?? [])
  options.prepare?.(model.database)
  const sessions = new Map<number, HanaSession>()
  const sockets = new Set<Socket>()
  const behaviour: HanaBehaviour = {
    account,
    mechanism: 'SCRAMPBKDF2SHA256',
    answer: (sql, params, session) => {
      if (sql.startsWith('SELECT COUNT(*) FROM SERIES_GENERATE_INTEGER')) return { kind: 'endless' }
      const own = sql.replaceAll('CURRENT_SCHEMA', `'${(session.schema ?? 'SALES').replaceAll("'", "''")}'`)
      return recordedAnswer(sql) ?? model.answer(own, params)
    },
    describeFailure,
    findSession: (id) => sessions.get(id),
    ...options,
  }
  let lastId = 300_000
  const accept = (socket: Socket) => {
    lastId += 1
    const session = new HanaSession(socket, lastId, behaviour)
    sessions.set(session.id, session)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sessions.delete(session.id)
      sockets.delete(socket)
    })
  }
  const server: Server = options.credentials
    ? createTlsServer(options.credentials, accept)
    : createServer({ noDelay: true }, accept)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    config: { host: '127.0.0.1', port: address.port, database, ...behaviour.account },
    sessions,
    countRunning: async () => [...sessions.values()].filter((session) => session.isRunning).length,
    cut,
    stop: async () => {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Translates the few words of the dialect that the tests use and the model's engine lacks. */
function translate(sql: string): string {
  return sql
    .replaceAll('CURRENT_USER', "'READER'")
    .replaceAll(
      /SERIES_GENERATE_INTEGER\(1, 0, (\d+)\)/g,
      '(WITH s (ELEMENT_NUMBER) AS (SELECT 1 UNION ALL SELECT ELEMENT_NUMBER + 1 FROM s WHERE ELEMENT_NUMBER < $1) SELECT ELEMENT_NUMBER FROM s)',
    )
}

/** Creates the engine's views, with the columns from SAP HANA SQL Reference, 'System Views'. */
function describeTables(sqlite: DatabaseSync, rights: string[]): void {
  const type =
    "CASE WHEN c.type LIKE 'VARCHAR%' THEN 'NVARCHAR' WHEN c.type LIKE 'DECIMAL%' THEN 'DECIMAL' ELSE c.type END"
  const size = "CAST(replace(substr(c.type, instr(c.type, '(') + 1), ')', '') AS INTEGER)"
  const column = `'SALES', t.name, c.name, c.cid + 1, ${type}, iif(c.type LIKE '%(%', ${size}, 10),
    iif(c.type LIKE 'DECIMAL%', 2, NULL), iif(c."notnull" OR c.pk, 'FALSE', 'TRUE'), NULL`
  sqlite.function('LPAD', (text, length, fill) => String(text).padStart(Number(length), String(fill)))
  sqlite.exec(`ATTACH ':memory:' AS SYS;
    CREATE TABLE SYS.DUMMY (DUMMY VARCHAR(1));
    INSERT INTO SYS.DUMMY VALUES ('X');
    CREATE TABLE SYS.M_DATABASE (DATABASE_NAME NVARCHAR(256), VERSION VARCHAR(32));
    INSERT INTO SYS.M_DATABASE VALUES ('${database}', '2.00.070.00');
    CREATE TABLE SYS.EFFECTIVE_PRIVILEGES (USER_NAME NVARCHAR(256), PRIVILEGE VARCHAR(128), SCHEMA_NAME NVARCHAR(256), IS_VALID VARCHAR(5));
    INSERT INTO SYS.EFFECTIVE_PRIVILEGES VALUES ('READER', 'CREATE ANY', 'READER', 'TRUE'), ('READER', 'SELECT', 'SALES', 'TRUE');
    CREATE TABLE SYS.TABLES (SCHEMA_NAME NVARCHAR(256), TABLE_NAME NVARCHAR(256), COMMENTS NVARCHAR(5000), IS_TEMPORARY VARCHAR(5));
    CREATE TABLE SYS.VIEWS (SCHEMA_NAME NVARCHAR(256), VIEW_NAME NVARCHAR(256), COMMENTS NVARCHAR(5000), DEFINITION NCLOB);
    CREATE TABLE SYS.SYNONYMS (SCHEMA_NAME NVARCHAR(256), SYNONYM_NAME NVARCHAR(256), OBJECT_SCHEMA NVARCHAR(256), OBJECT_NAME NVARCHAR(256), OBJECT_TYPE VARCHAR(32));
    CREATE TABLE SYS.TABLE_COLUMNS (SCHEMA_NAME NVARCHAR(256), TABLE_NAME NVARCHAR(256), COLUMN_NAME NVARCHAR(256), POSITION INTEGER,
      DATA_TYPE_NAME VARCHAR(16), LENGTH INTEGER, SCALE INTEGER, IS_NULLABLE VARCHAR(5), COMMENTS NVARCHAR(5000));
    CREATE TABLE SYS.VIEW_COLUMNS (SCHEMA_NAME NVARCHAR(256), VIEW_NAME NVARCHAR(256), COLUMN_NAME NVARCHAR(256), POSITION INTEGER,
      DATA_TYPE_NAME VARCHAR(16), LENGTH INTEGER, SCALE INTEGER, IS_NULLABLE VARCHAR(5), COMMENTS NVARCHAR(5000));
    CREATE TABLE SYS.M_TABLES (SCHEMA_NAME NVARCHAR(256), TABLE_NAME NVARCHAR(256), RECORD_COUNT BIGINT);
    CREATE TABLE SYS.CONSTRAINTS (SCHEMA_NAME NVARCHAR(256), TABLE_NAME NVARCHAR(256), COLUMN_NAME NVARCHAR(256), POSITION INTEGER, IS_PRIMARY_KEY VARCHAR(5));
    CREATE TABLE SYS.REFERENTIAL_CONSTRAINTS (SCHEMA_NAME NVARCHAR(256), TABLE_NAME NVARCHAR(256), COLUMN_NAME NVARCHAR(256), POSITION INTEGER,
      CONSTRAINT_NAME NVARCHAR(256), REFERENCED_SCHEMA_NAME NVARCHAR(256), REFERENCED_TABLE_NAME NVARCHAR(256), REFERENCED_COLUMN_NAME NVARCHAR(256));
    INSERT INTO SYS.TABLES SELECT 'SALES', name, NULL, 'FALSE' FROM main.sqlite_schema WHERE type = 'table';
    INSERT INTO SYS.TABLES VALUES ('_SYS_STATISTICS', 'HOST_MEMORY', NULL, 'FALSE'), ('SALES', 'SCRATCH', NULL, 'TRUE');
    INSERT INTO SYS.VIEWS SELECT 'SALES', name, NULL, sql FROM main.sqlite_schema WHERE type = 'view';
    INSERT INTO SYS.M_TABLES SELECT 'SALES', name, 3 FROM main.sqlite_schema WHERE type = 'table';
    INSERT INTO SYS.TABLE_COLUMNS SELECT ${column} FROM main.sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table';
    INSERT INTO SYS.VIEW_COLUMNS SELECT ${column} FROM main.sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'view';
    INSERT INTO SYS.CONSTRAINTS SELECT 'SALES', t.name, c.name, c.pk, 'TRUE'
      FROM main.sqlite_schema t, pragma_table_info(t.name) c WHERE c.pk > 0;
    INSERT INTO SYS.REFERENTIAL_CONSTRAINTS SELECT 'SALES', t.name, k."from", k.seq + 1, 'FK_' || k.id, 'SALES', k."table", k."to"
      FROM main.sqlite_schema t, pragma_foreign_key_list(t.name) k`)
  const grant = sqlite.prepare("INSERT INTO SYS.EFFECTIVE_PRIVILEGES VALUES ('READER', ?, NULL, 'TRUE')")
  for (const right of rights) grant.run(right)
}

/** The engine's own codes and sentences: SAP HANA SQL Reference, 'SQL Error Codes'. */
function describeFailure({ problem, near }: Extract<Answer, { kind: 'failure' }>, sql: string): ServerError {
  const found = near === '' ? sql.length : sql.indexOf(near)
  const place = Array.from(sql.slice(0, Math.max(0, found))).length + 1
  const at = `line 1 col ${place} (at pos ${place})`
  switch (problem) {
    case 'table':
      return {
        code: 259,
        state: 'HY000',
        message: `invalid table name:  Could not find table/view ${near} in schema SALES: ${at}`,
      }
    case 'column':
      return { code: 260, state: 'HY000', message: `invalid column name: ${near}: ${at}` }
    case 'function':
      return { code: 328, state: 'HY000', message: `invalid name of function or procedure: ${near}: ${at}` }
    case 'syntax':
      return { code: 257, state: 'HY000', message: `sql syntax error: incorrect syntax near "${near}": ${at}` }
    case 'other':
      return { code: 2, state: 'HY000', message: 'general error: the stand-in cannot run this statement' }
  }
}
