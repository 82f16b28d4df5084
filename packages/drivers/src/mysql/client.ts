import { message, type Cell } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import type { ServerConfig } from '../server/fields.ts'
import type { Cursor } from '../server/sessions.ts'
import { openConnection, openCursor, ping, run, type Client, type Running } from './connection.ts'

/** The details of a session in addition to its connection. */
export interface MysqlClient extends Client {
  isMariadb: boolean
  timeoutMs: number | null
}

/**
 * Signs in at an address that was already resolved, in a read-only session.
 * @throws whatever mysql2 throws
 */
export async function openClient(config: ServerConfig, address: string): Promise<MysqlClient> {
  let isMariadb = false
  const client = await openConnection({
    config,
    address,
    options: () => ({ maxPreparedStatements: 20 }),
    prepare: async (opened) => {
      isMariadb = await pinSession(opened)
    },
  })
  return Object.assign(client, { isMariadb, timeoutMs: null })
}

/**
 * Pins the settings that a statement's meaning depends on: backslashes escape, double quotes mark text, nothing is
 * written.
 * @returns whether this is MariaDB
 */
async function pinSession(client: Client): Promise<boolean> {
  await run(client, 'SET SESSION TRANSACTION READ ONLY')
  await run(
    client,
    `SET SESSION group_concat_max_len = 1048576, SESSION sql_mode = CONCAT('STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION',
      IF(FIND_IN_SET('ONLY_FULL_GROUP_BY', @@GLOBAL.sql_mode), ',ONLY_FULL_GROUP_BY', ''))`,
  )
  const [row] = await run(client, 'SELECT CONNECTION_ID(), VERSION()')
  client.id = Number(row?.[0])
  return /mariadb/i.test(String(row?.[1]))
}

/**
 * Sets a server-side time limit for the session's statements. MySQL applies it only to SELECT, which is all that runs.
 */
export async function limitTime(client: MysqlClient, timeoutMs: number): Promise<void> {
  const limit = Math.min(Math.max(1, Math.ceil(timeoutMs)), 31_536_000_000)
  if (client.timeoutMs === limit) return await ping(client)
  await run(client, timeLimitSql(client.isMariadb, limit))
  client.timeoutMs = limit
}

/** MariaDB counts in seconds, and applies the limit to every statement. */
export function timeLimitSql(isMariadb: boolean, limitMs: number): string {
  return `SET SESSION ${isMariadb ? `max_statement_time = ${limitMs / 1000}` : `max_execution_time = ${limitMs}`}`
}

/** The parts of mysql2's prepared statement that its typings lack. */
interface Prepared {
  columns: unknown[]
  execute: (params: Cell[]) => Running
}

/**
 * Compiles a statement with the prepared protocol, which accepts only one statement (R07), and runs it if it returns
 * rows.
 * @throws DriverError unsupported when it returns no rows, or the server's error
 */
export async function startStatement(client: Client, sql: string, params: Cell[]): Promise<Cursor> {
  const { connection } = client
  client.onLost = null
  const prepared = await new Promise<Prepared>((resolve, reject) => {
    connection.prepare(sql, (error, statement) => (error ? reject(error) : resolve(statement as unknown as Prepared)))
  })
  if (prepared.columns.length === 0) throw new DriverError('unsupported', message('The statement returns no rows.'))
  return await openCursor(client, () => prepared.execute(params))
}
