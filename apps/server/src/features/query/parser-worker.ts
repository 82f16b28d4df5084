import { parentPort } from 'node:worker_threads'
import type { SqlDialect } from '@parlance/contract'
import { parseSql } from '@parlance/sql/parse'
import type { ParseOutcome } from '@parlance/sql'

/** What the pool sends: one text to read. */
export interface ParseJob {
  id: number
  dialect: SqlDialect
  sql: string
}

/** All that the pool sends: a text to read, or the word that no more will come. */
export type ParseMessage = ParseJob | 'end'

/** What the worker answers: the parsers' outcome, or that they died and this worker is to be thrown away. */
export type ParseReply = { id: number; outcome: ParseOutcome } | { id: number; died: string }

parentPort?.on('message', (job: ParseMessage) => {
  if (job === 'end') return parentPort?.close()
  read(job).then(
    (outcome) => parentPort?.postMessage({ id: job.id, outcome } satisfies ParseReply),
    (error: unknown) => parentPort?.postMessage({ id: job.id, died: String(error) } satisfies ParseReply),
  )
})

/** A parser that broke may answer every later text with a plain error, so after each error it must prove that it lives. */
async function read({ dialect, sql }: ParseJob): Promise<ParseOutcome> {
  const outcome = await parseSql(dialect, sql)
  if (outcome.ok) return outcome
  const probe = await parseSql(dialect, 'SELECT 1')
  if (!probe.ok) throw new Error('the parser no longer reads anything')
  return outcome
}
