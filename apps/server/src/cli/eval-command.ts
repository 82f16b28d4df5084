import type { Config } from '../config/config.ts'
import type { ParserPool } from '../door/parser-pool.ts'
import type { EvalArguments } from './eval-arguments.ts'

/** What a command may use. */
export interface EvalContext {
  config: Config
  /** The folder of the development data. */
  dataFolder: string
  /** Ends the run with the results so far. */
  signal: AbortSignal
  progress: (done: number, all: number) => void
  /** Not closed with the run; defaults to its own pool. */
  parsers?: ParserPool
}

/** What a command found: as text, as JSON, and one sentence for each limit that was missed. */
export interface EvalReport {
  text: string
  json: Record<string, unknown>
  failures: string[]
}

/**
 * Evaluates one thing.
 * @throws StartError for wrong use
 */
export type EvalCommand = (options: EvalArguments, context: EvalContext) => Promise<EvalReport>
