import { createServer, type Socket } from 'node:net'
import type { DatabaseSync } from 'node:sqlite'
import type { EngineSession } from '../../testing/engine.ts'
import { SqlModel, type Answer } from '../../testing/stand-ins/sql-model.ts'
import type { ServerError } from './messages.ts'
import { ConnectorSession, type ConnectorBehaviour, type RecordedAnswer } from './session.ts'

export const account = { username: 'grace', password: 'päss,w=rd', source: 'admin' }
export const database = 'shop'

/** Values of the connector's types, by the statement that selects them. */
const recorded: Record<string, RecordedAnswer> = {
  'SELECT CAST(12345678901234567890.123456789 AS DECIMAL)': valueOf(246, '12345678901234567890.123456789', 9),
  "SELECT TIMESTAMP('2026-02-28 23:59:59.123456')": valueOf(12, '2026-02-28 23:59:59.123456', 6),
  "SELECT DATE('2026-03-01')": valueOf(10, '2026-03-01', 0),
  'SELECT isPaid FROM receipts': {
    kind: 'recorded',
    type: { type: 1, isBinary: true, decimals: 0, length: 1 },
    value: '1',
  },
}

function valueOf(type: number, value: string, decimals: number): RecordedAnswer {
  return { kind: 'recorded', type: { type, isBinary: true, decimals, length: 65 }, value }
}

export interface Connector extends EngineSession {
  sessions: Map<number, ConnectorSession>
  cut: () => void
}

/** Starts the stand-in for the BI Connector with the suite's tables; see the README next to this file. */
export async function startStandIn(options: Partial<ConnectorBehaviour> = {}): Promise<Connector> {
  const model = new SqlModel(translate)
  describeTables(model.database)
  const sessions = new Map<number, ConnectorSession>()
  const sockets = new Set<Socket>()
  const behaviour: ConnectorBehaviour = {
    account,
    database,
    mechanism: 'SCRAM-SHA-1',
    version: '5.7.12 mongosqld v2.14.4',
    answer: (sql, session) => {
      if (sql === 'SELECT COUNT(*) FROM series.numbers') return { kind: 'endless' }
      return recorded[sql] ?? model.answer(sql.replace('CONNECTION_ID()', String(session.id)), [])
    },
    describeFailure,
    findSession: (id) => sessions.get(id),
    ...options,
  }
  let lastId = 0
  const server = createServer({ noDelay: true }, (socket) => {
    lastId += 1
    const session = new ConnectorSession(socket, lastId, behaviour)
    sessions.set(session.id, session)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sessions.delete(session.id)
      sockets.delete(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const cut = () => sockets.forEach((socket) => socket.destroy())
  const { username, password } = behaviour.account
  return {
    config: { host: '127.0.0.1', port: address.port, database, username, password },
    sessions,
    countRunning: async () => [...sessions.values()].filter((session) => session.isRunning).length,
    cut,
    stop: async () => {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Translates MySQL strings, in which backslashes escape, for the model's engine. */
function translate(sql: string): string {
  return sql.replaceAll(/'(?:[^'\\]|''|\\[\s\S])*'/g, (text) => {
    const inner = text
      .slice(1, -1)
      .replaceAll("''", "'")
      .replaceAll(/\\([\s\S])/g, (_, escaped: string) => escapes[escaped] ?? escaped)
    return `'${inner.replaceAll("'", "''")}'`
  })
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', 0: '\0' }

/** Creates the parts of `information_schema` that the driver reads, and a very large collection. */
function describeTables(sqlite: DatabaseSync): void {
  sqlite.function('VERSION', () => '5.7.12 mongosqld v2.14.4')
  sqlite.function('REPEAT', (text, count) => String(text).repeat(Number(count)))
  sqlite.exec(`ATTACH ':memory:' AS information_schema;
    CREATE TABLE information_schema.TABLES (TABLE_SCHEMA VARCHAR(64), TABLE_NAME VARCHAR(64), TABLE_TYPE VARCHAR(64),
      TABLE_COMMENT VARCHAR(2048));
    CREATE TABLE information_schema.COLUMNS (TABLE_SCHEMA VARCHAR(64), TABLE_NAME VARCHAR(64), COLUMN_NAME VARCHAR(64),
      ORDINAL_POSITION BIGINT, DATA_TYPE VARCHAR(64), COLUMN_TYPE VARCHAR(64), IS_NULLABLE VARCHAR(3),
      COLUMN_COMMENT VARCHAR(1024));
    CREATE TABLE information_schema.KEY_COLUMN_USAGE (TABLE_SCHEMA VARCHAR(64), TABLE_NAME VARCHAR(64),
      CONSTRAINT_NAME VARCHAR(64), COLUMN_NAME VARCHAR(64), ORDINAL_POSITION BIGINT,
      REFERENCED_TABLE_SCHEMA VARCHAR(64), REFERENCED_TABLE_NAME VARCHAR(64), REFERENCED_COLUMN_NAME VARCHAR(64));
    INSERT INTO information_schema.TABLES VALUES ('other', 'elsewhere', 'BASE TABLE', '');
    ATTACH ':memory:' AS series;
    CREATE VIEW series.numbers AS WITH s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s)
      SELECT n, '....................................................................................................' AS dots FROM s;
    INSERT INTO information_schema.TABLES SELECT '${database}', name, iif(type = 'view', 'VIEW', 'BASE TABLE'), ''
      FROM main.sqlite_schema WHERE type IN ('table', 'view');
    INSERT INTO information_schema.COLUMNS SELECT '${database}', t.name, c.name, c.cid + 1,
      iif(c.type = 'INTEGER', 'int', lower(substr(c.type, 1, iif(instr(c.type, '('), instr(c.type, '(') - 1, 99)))),
      iif(c.type = 'INTEGER', 'int(11)', lower(c.type)), iif(c."notnull" OR c.pk, 'NO', 'YES'),
      iif(c.name = 'note', 'As on the invoice', '')
      FROM main.sqlite_schema t, pragma_table_info(t.name) c;
    INSERT INTO information_schema.KEY_COLUMN_USAGE SELECT '${database}', t.name, 'PRIMARY', c.name, c.pk, NULL, NULL, NULL
      FROM main.sqlite_schema t, pragma_table_info(t.name) c WHERE c.pk > 0;
    INSERT INTO information_schema.KEY_COLUMN_USAGE SELECT '${database}', t.name, 'fk_' || k.id, k."from", k.seq + 1,
      '${database}', k."table", k."to" FROM main.sqlite_schema t, pragma_foreign_key_list(t.name) k`)
}

/** MySQL's error numbers with the connector's messages. */
function describeFailure({ problem, near }: Extract<Answer, { kind: 'failure' }>, sql: string): ServerError {
  switch (problem) {
    case 'table':
      return { number: 1146, state: '42S02', message: `Table '${database}.${near}' doesn't exist` }
    case 'column':
      return { number: 1054, state: '42S22', message: `Unknown column '${near}' in 'field list'` }
    case 'function':
      return { number: 1305, state: '42000', message: `FUNCTION ${database}.${near} does not exist` }
    case 'syntax':
      return { number: 1064, state: '42000', message: `parse sql '${sql}' error: unexpected ${near || 'end of input'}` }
    case 'other':
      return { number: 1105, state: 'HY000', message: 'The stand-in cannot run this statement.' }
  }
}
