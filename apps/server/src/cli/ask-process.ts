import type { ParserPool } from '../door/parser-pool.ts'

/** The inputs and outputs of a run, other than the databases. */
export interface AskProcess {
  environment?: NodeJS.ProcessEnv
  out: (text: string) => void
  err: (text: string) => void
  /** Cancels the question. */
  signal: AbortSignal
  /** Closed with the run; defaults to its own pool. */
  parsers?: ParserPool
}
