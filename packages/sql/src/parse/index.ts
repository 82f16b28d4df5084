import type { SqlDialect } from '@parlance/contract'
import { message } from '@parlance/contract/messages'
import type * as SqlparserModule from '@guanmingchiu/sqlparser-ts'
import type * as PolyglotModule from '@polyglot-sql/sdk'
import type { ParseForm, ParseOutcome } from '../contract.ts'
import type { ParserNames } from '../dialects/dialect.ts'
import { dialectOf } from '../dialects/index.ts'
import { withPlainAliases } from './aliases.ts'
import { compiledParser, unoptimized } from './compiled.ts'
import { LibpgError, loadLibpg, type Libpg } from './libpg/library.ts'
import { convertLibpg } from './libpg/queries.ts'
import type { ParsedShape, ParsedTrees, QueryNode, Refusal } from './model.ts'
import { positionsOf } from './positions.ts'
import { readableText } from './readable.ts'
import { refuseStatementWords } from './statement-words.ts'
import { RefusedNode, nowhere } from './strict.ts'
import { convertSqlparser } from './sqlparser/queries.ts'
import { compareSightings } from './agreement.ts'
import { polyglotSightings } from './witness.ts'

export { shareCompiled, usedPolyglot, type CompiledParsers } from './compiled.ts'

type Polyglot = typeof PolyglotModule
type PolyglotDialect = Parameters<Polyglot['parse']>[1]
type Sqlparser = typeof SqlparserModule

/**
 * Loads the parsers of a dialect, so that the first query doesn't wait for them. PostgreSQL needs only its own grammar;
 * every other dialect loads two parsers that plateau at about 0.5 GB.
 */
export async function warm(dialect: SqlDialect): Promise<void> {
  await parseSql(dialect, 'SELECT 1')
}

/**
 * Reads prepared SQL (see `prepareSql`) and converts it to the gate's own tree. Two parsers must agree on it, except
 * for PostgreSQL, whose own grammar decides. Anything but a plain query becomes a refusal inside `trees`. A parser that
 * aborts (RangeError, RuntimeError) throws; discard the worker it ran in.
 * @param form 'shape' leaves out the tree if the parser's own is enough (PostgreSQL)
 */
export async function parseSql(dialect: SqlDialect, sql: string, form: ParseForm = 'tree'): Promise<ParseOutcome> {
  try {
    const { parsers } = dialectOf(dialect)
    const trees: ParsedTrees | ParsedShape =
      parsers === null ? await parsePostgres(sql, form) : { query: await parseTwice(dialect, parsers, sql) }
    return { ok: true, trees }
  } catch (error) {
    if (error instanceof RefusedNode) return { ok: true, trees: { refusal: refusalOf(error) } satisfies ParsedTrees }
    if (isFatal(error)) throw error
    return unparseable(error, sql)
  }
}

function refusalOf({ refusal }: RefusedNode): Refusal {
  return refusal.position === nowhere ? { ...refusal, position: null } : refusal
}

const decoder = new TextDecoder()

async function parsePostgres(sql: string, form: ParseForm): Promise<ParsedTrees | ParsedShape> {
  const shape = (await (libpg ??= loadLibpg())).parse(sql)
  return form === 'shape' ? { shape } : { query: convertLibpg(JSON.parse(decoder.decode(shape)), sql), shape }
}

async function parseTwice(dialect: SqlDialect, names: ParserNames, sql: string): Promise<QueryNode> {
  const [sqlparser, polyglot] = await Promise.all([loadSqlparser(), loadPolyglot()])
  const readable = readableText(dialect, sql)
  const query = convertSqlparser(
    unoptimized(() => sqlparser.parse(readable.sqlparser, names.sqlparser)),
    sql,
    dialect,
  )
  const plain = withPlainAliases(readable.polyglot, query)
  const second = unoptimized(() => polyglot.parse(plain, names.polyglot as PolyglotDialect))
  if (!second.success) throw new Error(second.error ?? 'The query could not be parsed.')
  compareSightings(query, polyglotSightings(second.ast, sql), dialect, sql)
  if (dialectOf(dialect).grammar.needsNoSemicolon) refuseStatementWords(query)
  return query
}

/** sqlparser-rs reports an aborted WebAssembly instance as an ordinary error, and does so for every later query. */
const aborted =
  /^(?:memory access out of bounds|unreachable|recursive use of an object.*|Maximum call stack size exceeded|.*null function.*|table index is out of bounds)$/

function isFatal(error: unknown): boolean {
  if (error instanceof RangeError) return true
  return error instanceof Error && (error.name === 'RuntimeError' || aborted.test(error.message))
}

const unreadable = message(
  'The query could not be parsed. Check the spelling, commas, and parentheses, and quote names that are SQL keywords.',
)
const tooDeep = message('The query is nested too deeply. Move the inner queries into a WITH clause.')

/** Where a parser stopped, with the parser's own message. */
function unparseable(error: unknown, sql: string): ParseOutcome {
  const text = error instanceof Error ? error.message : String(error)
  const problem = /recursion|too deep|depth|stack|memory exhausted/i.test(text) ? tooDeep : unreadable
  return { ok: false, code: 'unparseable', message: problem, position: placeOf(error, text, sql) }
}

function placeOf(error: unknown, text: string, sql: string): number | null {
  if (error instanceof LibpgError) return error.position
  const place = /at line:? (\d+), column:? (\d+)/i.exec(text)
  if (!place) return /\bEOF\b|end of (?:file|input)/i.test(text) ? sql.trimEnd().length : null
  const offset = Math.min(sql.length, positionsOf(sql).fromLineColumn(Number(place[1]), Number(place[2])))
  // Polyglot reports the position after the word.
  if (!/^Parse error/i.test(text)) return offset
  const before = sql.slice(Math.max(0, offset - 130), offset)
  const read = before.trimEnd()
  const word = /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]+$/u.exec(read)?.[0].length ?? Math.min(1, read.length)
  return offset - (before.length - read.length) - word
}

let libpg: Promise<Libpg> | null = null
let sqlparser: Promise<Sqlparser> | null = null
let polyglot: Promise<Polyglot> | null = null

async function loadSqlparser(): Promise<Sqlparser> {
  return (sqlparser ??= (async () => {
    const own = new URL('../wasm/sqlparser_rs_wasm.js', import.meta.resolve('@guanmingchiu/sqlparser-ts'))
    const { initSync } = (await import(own.href)) as { initSync: (options: { module: object }) => void }
    initSync({ module: compiledParser('sqlparser') })
    const module = await import('@guanmingchiu/sqlparser-ts')
    await module.init()
    return module
  })())
}

async function loadPolyglot(): Promise<Polyglot> {
  return (polyglot ??= import('@polyglot-sql/sdk/manual').then(async (module) => {
    const library = module as object as Polyglot & { init: (options: { wasmUrl: object }) => Promise<void> }
    await library.init({ wasmUrl: compiledParser('polyglot') })
    return library
  }))
}
