import type * as SqlparserModule from '@guanmingchiu/sqlparser-ts'
import type * as PolyglotModule from '@polyglot-sql/sdk'
import type * as LibpgModule from 'libpg-query'
import type { SqlDialect } from '@parlance/contract'
import type { ParseOutcome } from '../contract.ts'
import { tokenize } from '../lexer/tokenize.ts'
import { convertLibpg } from './libpg/queries.ts'
import type { ParsedTrees, QueryNode } from './model.ts'
import { positionsOf } from './positions.ts'
import { RefusedNode } from './strict.ts'
import { convertSqlparser } from './sqlparser/queries.ts'
import { compareSightings } from './agreement.ts'
import { polyglotSightings } from './witness.ts'

type Polyglot = typeof PolyglotModule
type PolyglotDialect = Parameters<Polyglot['parse']>[1]
type Sqlparser = typeof SqlparserModule
type SqlparserDialect = Parameters<Sqlparser['parse']>[1]

interface DialectNames {
  polyglot: string
  sqlparser: SqlparserDialect
}

const dialectNames: Record<Exclude<SqlDialect, 'postgresql'>, DialectNames> = {
  sqlite: { polyglot: 'sqlite', sqlparser: 'sqlite' },
  mysql: { polyglot: 'mysql', sqlparser: 'mysql' },
  tsql: { polyglot: 'tsql', sqlparser: 'mssql' },
  oracle: { polyglot: 'oracle', sqlparser: 'oracle' },
  snowflake: { polyglot: 'snowflake', sqlparser: 'snowflake' },
  bigquery: { polyglot: 'bigquery', sqlparser: 'bigquery' },
  dremio: { polyglot: 'dremio', sqlparser: 'generic' },
  hana: { polyglot: 'generic', sqlparser: 'generic' },
}

/**
 * Loads the parsers of a dialect, so that the first query does not wait for them.
 * PostgreSQL needs its own grammar alone; every other dialect loads two parsers of about 0.5 GB at their plateau.
 */
export async function warm(dialect: SqlDialect): Promise<void> {
  await parseSql(dialect, 'SELECT 1')
}

/**
 * Reads prepared SQL (see `prepareSql`) and converts it to the gate's own tree; two parsers must agree on it, except
 * for PostgreSQL, whose own grammar decides. What is not a plain query comes back as a refusal inside `trees`.
 * A parser that aborted (RangeError, RuntimeError) throws: the worker it ran in must be thrown away.
 */
export async function parseSql(dialect: SqlDialect, sql: string): Promise<ParseOutcome> {
  try {
    const query = dialect === 'postgresql' ? await parsePostgres(sql) : await parseTwice(dialect, sql)
    return { ok: true, trees: { query } satisfies ParsedTrees }
  } catch (error) {
    if (error instanceof RefusedNode) return { ok: true, trees: { refusal: error.refusal } satisfies ParsedTrees }
    if (isFatal(error)) throw error
    return unparseable(error, sql)
  }
}

async function parsePostgres(sql: string): Promise<QueryNode> {
  const libpg = await loadLibpg()
  return convertLibpg(libpg.parseSync(sql), sql)
}

async function parseTwice(dialect: Exclude<SqlDialect, 'postgresql'>, sql: string): Promise<QueryNode> {
  const [sqlparser, polyglot] = await Promise.all([loadSqlparser(), loadPolyglot()])
  const names = dialectNames[dialect]
  const query = convertSqlparser(sqlparser.parse(forSqlparser(dialect, sql), names.sqlparser), sql)
  const second = polyglot.parse(sql, names.polyglot as PolyglotDialect)
  if (!second.success) throw new Error(second.error ?? 'The query cannot be read.')
  compareSightings(query, polyglotSightings(second.ast, sql), dialect, sql)
  return query
}

/**
 * sqlparser-rs does not know SQLite's GLOB, which binds like LIKE and is as long, nor MySQL's WITH ROLLUP, which names
 * nothing: it reads the text with the one instead of the other, and without the latter.
 */
function forSqlparser(dialect: SqlDialect, sql: string): string {
  const unknown = dialect === 'sqlite' ? /glob/i : /rollup/i
  if ((dialect !== 'sqlite' && dialect !== 'mysql') || !unknown.test(sql)) return sql
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return sql
  let text = sql
  const put = (start: number, end: number, written: string) => {
    text = text.slice(0, start) + written.padEnd(end - start) + text.slice(end)
  }
  for (const [index, token] of tokens.entries()) {
    const { start, end } = token
    const word = token.kind === 'word' ? sql.slice(start, end).toLowerCase() : ''
    const before = tokens[index - 1]
    if (word === 'glob' && sql[before?.start ?? 0] !== '.' && !/^\s*[(.]/.test(sql.slice(end))) put(start, end, 'LIKE')
    if (word === 'rollup' && before && sql.slice(before.start, before.end).toLowerCase() === 'with')
      put(before.start, end, '')
  }
  return text
}

function isFatal(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')
}

/** What the parser says, without its own name and with the place as an offset. */
function unparseable(error: unknown, sql: string): ParseOutcome {
  const text = error instanceof Error ? error.message : String(error)
  const place = /\s*at Line: (\d+), Column: (\d+)/i.exec(text)
  const words = text.replace(/^(?:ParserError: )?sql parser error: /, '').replace(place?.[0] ?? '', '')
  const message = `The query cannot be read: ${words.slice(0, 300)}`
  return { ok: false, code: 'unparseable', message, position: place ? offsetOf(place, sql) : cursorOf(error) }
}

function offsetOf(place: RegExpExecArray, sql: string): number {
  return Math.min(sql.length, positionsOf(sql).fromLineColumn(Number(place[1]), Number(place[2])))
}

/** PostgreSQL's own parser tells the character. */
function cursorOf(error: unknown): number | null {
  const details = error instanceof Error && 'sqlDetails' in error ? error.sqlDetails : null
  const cursor =
    typeof details === 'object' && details !== null && 'cursorPosition' in details ? details.cursorPosition : null
  return typeof cursor === 'number' ? cursor : null
}

let libpg: Promise<typeof LibpgModule> | null = null
let sqlparser: Promise<Sqlparser> | null = null
let polyglot: Promise<Polyglot> | null = null

function loadLibpg(): Promise<typeof LibpgModule> {
  libpg ??= import('libpg-query').then(async (module) => {
    await module.loadModule()
    return module
  })
  return libpg
}

function loadSqlparser(): Promise<Sqlparser> {
  sqlparser ??= import('@guanmingchiu/sqlparser-ts').then(async (module) => {
    await module.init()
    return module
  })
  return sqlparser
}

function loadPolyglot(): Promise<Polyglot> {
  polyglot ??= import('@polyglot-sql/sdk').then(async (module) => {
    await module.init()
    return module
  })
  return polyglot
}
