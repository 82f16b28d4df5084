import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { SqlDialect } from '@parlance/contract'
import type { ParseForm, ParseOutcome } from '@parlance/sql'

/** What the pool sends: one text to read. */
export interface ParseJob {
  id: number
  dialect: SqlDialect
  sql: string
  form?: ParseForm
}

/** All that the pool sends: a text to read, or the word that no more will come. */
export type ParseMessage = ParseJob | 'end'

/** What the worker answers: the parsers' outcome, or that they died and this worker is to be thrown away. */
export type ParseReply = { id: number; outcome: ParseOutcome } | { id: number; died: string }

/** What the pool gives a new worker. */
export interface ParserWorkerData {
  /** Where the process keeps compiled code; null: nowhere. A worker does not take it over by itself. */
  compileCache: string | null
}

const { compileCache } = workerData as ParserWorkerData
if (compileCache !== null) enableCompileCache(compileCache)

parentPort?.on('message', (job: ParseMessage) => {
  if (job === 'end') return parentPort?.close()
  read(job).then(
    (outcome) => parentPort?.postMessage({ id: job.id, outcome } satisfies ParseReply),
    (error: unknown) => parentPort?.postMessage({ id: job.id, died: String(error) } satisfies ParseReply),
  )
})

/** A parser that broke may answer every later text with a plain error, so after each error it must prove that it lives. */
async function read({ dialect, sql, form }: ParseJob): Promise<ParseOutcome> {
  // Loaded only now: what is imported above is compiled before the cache is open.
  const { parseSql } = await import('@parlance/sql/parse')
  const outcome = await parseSql(dialect, sql, form)
  if (outcome.ok) return outcome
  const probe = await parseSql(dialect, 'SELECT 1')
  if (!probe.ok) throw new Error('the parser no longer reads anything')
  return outcome
}
