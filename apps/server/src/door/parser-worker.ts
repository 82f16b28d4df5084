import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { SqlDialect } from '@parlance/contract'
import type { ParseForm, ParseOutcome } from '@parlance/sql'
import type { CompiledParsers } from '@parlance/sql/parse'

/** A message from the pool: one text to parse. */
export interface ParseJob {
  id: number
  dialect: SqlDialect
  sql: string
  form?: ParseForm
}

/** Any message from the pool: a text to parse, or that no more will come. */
export type ParseMessage = ParseJob | 'end'

/** The worker's response: the parsers' outcome, or that they died and this worker must be discarded. */
export type ReadReply = { id: number; outcome: ParseOutcome } | { id: number; died: string }

/** Any message of the worker: a response, or the parsers that it has compiled, for other workers. */
export type ParseReply = ReadReply | { compiled: CompiledParsers }

/** The pool's data for a new worker. */
export interface ParserWorkerData {
  /** The process's folder for compiled code, or null for none. A worker doesn't inherit it automatically. */
  compileCache: string | null
  compiled: CompiledParsers
}

const { compileCache, compiled } = workerData as ParserWorkerData
if (compileCache !== null) enableCompileCache(compileCache)

parentPort?.on('message', (job: ParseMessage) => {
  if (job === 'end') return parentPort?.close()
  read(job).then(
    (outcome) => parentPort?.postMessage({ id: job.id, outcome } satisfies ParseReply),
    (error: unknown) => parentPort?.postMessage({ id: job.id, died: String(error) } satisfies ParseReply),
  )
})

/** A broken parser may answer every later text with a plain error, so it must pass a check after each error. */
async function read({ dialect, sql, form }: ParseJob): Promise<ParseOutcome> {
  // Imported only now, because static imports are compiled before the cache is open.
  const { parseSql, shareCompiled } = await import('@parlance/sql/parse')
  shareCompiled(compiled, (added) => parentPort?.postMessage({ compiled: added } satisfies ParseReply))
  const outcome = await parseSql(dialect, sql, form)
  if (outcome.ok) return outcome
  const probe = await parseSql(dialect, 'SELECT 1')
  if (!probe.ok) throw new Error('The parser does not work anymore')
  return outcome
}
