import type { EngineSession } from '../../testing/engine.ts'
import { SqlModel, type Answer } from '../../testing/stand-ins/sql-model.ts'
import { describeTables, objectId } from './catalogue.ts'
import { recordedAnswer } from './fixtures.ts'
import { startTdsServer, type TdsServer } from './server.ts'
import type { TdsBehaviour } from './session.ts'
import type { ServerError } from './tokens.ts'

export const account = { username: 'reader', password: 'päss wörd' }
export const database = 'shop'

export interface StandInOptions extends Partial<TdsBehaviour> {
  /** The account's roles. */
  roles?: string[]
  /** Changes the tables before the catalogue is created. */
  prepare?: (model: SqlModel) => void
}

/** Starts the stand-in for SQL Server with the suite's tables. */
export async function startStandIn(options: StandInOptions = {}): Promise<{ server: TdsServer } & EngineSession> {
  const model = new SqlModel(translate)
  defineFunctions(model, options.roles ?? [])
  describeTables(model.database)
  options.prepare?.(model)
  const server = await startTdsServer({
    refuse: (login) => {
      if (login.username !== account.username || login.password !== account.password) {
        return { number: 18_456, class: 14, message: `Login failed for user '${login.username}'.` }
      }
      if (login.database === database) return null
      const message = `Cannot open database "${login.database}" requested by the login. The login failed.`
      return { number: 4060, class: 11, message }
    },
    encryption: 'none',
    answer: (sql, params) => {
      const tokens = recordedAnswer(sql)
      if (tokens) return { kind: 'tokens', tokens }
      if (sql.startsWith('SELECT COUNT_BIG(*) FROM GENERATE_SERIES')) return { kind: 'endless' }
      return model.answer(sql, params)
    },
    describeFailure,
    ...options,
  })
  return {
    server,
    config: { host: '127.0.0.1', port: server.port, database, ...account },
    countRunning: async () => server.countRunning(),
    stop: async () => await server.stop(),
  }
}

/** Translates the few words of the dialect that the tests use and the model's engine lacks. */
function translate(sql: string): string {
  return sql
    .replaceAll(/\bN'/g, "'")
    .replaceAll(/\(max\)/gi, '')
    .replaceAll('XACT_STATE()', '@XACT_STATE')
    .replaceAll(
      /GENERATE_SERIES\(1, (\d+)\)/g,
      '(WITH s (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM s WHERE value < $1) SELECT value FROM s)',
    )
}

function defineFunctions(model: SqlModel, roles: string[]): void {
  const { database: sqlite } = model
  const define = (name: string, run: (...values: (string | number | null)[]) => string | number | null) =>
    sqlite.function(name, { varargs: true }, (...values) =>
      run(...values.map((value) => (typeof value === 'string' || typeof value === 'number' ? value : null))),
    )
  const bare = (part: string | undefined) => part?.replaceAll(/^\[|\]$/g, '') ?? null
  define('SCHEMA_NAME', () => 'dbo')
  define('DB_NAME', () => database)
  define('SERVERPROPERTY', (name) => (name === 'ProductVersion' ? '16.0.1000.6' : 'Developer Edition (64-bit)'))
  define('IS_SRVROLEMEMBER', (role) => (roles.includes(String(role)) ? 1 : 0))
  define('IS_ROLEMEMBER', (role) => (roles.includes(String(role)) ? 1 : 0))
  define('HAS_PERMS_BY_NAME', (name, _, permission) =>
    roles.includes(`${String(permission)} ${String(name)}`) ? 1 : 0,
  )
  define('QUOTENAME', (name) => `[${String(name).replaceAll(']', ']]')}]`)
  define('REPLICATE', (text, count) => String(text).repeat(Number(count)))
  // Parts are counted from the right: 1 is the object, 2 its schema, 3 its database, 4 the server.
  define('PARSENAME', (name, part) => bare(String(name).split('.').at(-Number(part))))
  define('OBJECT_ID', (name) => objectId(sqlite, bare(String(name).split('.').at(-1)) ?? ''))
}

/** The engine's own error numbers and messages: sys.messages. */
function describeFailure({ problem, near }: Extract<Answer, { kind: 'failure' }>, sql: string): ServerError {
  const line = sql.slice(0, Math.max(0, sql.indexOf(near))).split('\n').length
  switch (problem) {
    case 'table':
      return { number: 208, message: `Invalid object name '${near}'.`, line }
    case 'column':
      return { number: 207, message: `Invalid column name '${near}'.`, line }
    case 'function':
      return { number: 195, class: 15, message: `'${near}' is not a recognized built-in function name.`, line }
    case 'syntax':
      return { number: 102, class: 15, message: `Incorrect syntax near '${near === '' ? sql.at(-1) : near}'.`, line }
    case 'other':
      return { number: 50_000, message: 'The stand-in cannot run this statement.', line }
  }
}
