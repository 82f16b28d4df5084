import { errorTable, formatMessage } from '@parlance/contract'
import type { AreaProblem, AreaStep, ErrorCode, Message } from '@parlance/contract'

export interface AppErrorOptions {
  /** The text for users; defaults to the code's own text. Never quotes a secret, a value, or an engine's message. */
  detail?: Message | undefined
  cause?: unknown
  /** Response headers, for example `retry-after`. */
  headers?: Record<string, string>
  /** For `area_invalid`: all problems found. */
  problems?: AreaProblem[]
  /** For `query_refused`: the position in the caller's SQL where it was refused. */
  position?: number
  /** For a refused message: the index of the offending file among the message's files, from 0. */
  file?: number
}

/** The only error that features throw: a code from the contract's table, which determines its HTTP status. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  /** The text in English. */
  readonly detail: string
  /** The text, for its translation. */
  readonly text: Message
  /** What `detail` was formatted from; undefined if it has no values. */
  readonly pattern: Message | undefined
  readonly headers: Record<string, string>
  readonly problems: AreaProblem[] | undefined
  readonly refusedAt: number | undefined
  readonly file: number | undefined
  /** The step of saving a business area that failed. */
  step: AreaStep | undefined

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const text = options.detail ?? { text: errorTable[code].text }
    const detail = formatMessage(text)
    super(detail, { cause: options.cause })
    this.code = code
    this.status = errorTable[code].status
    this.detail = detail
    this.text = text
    this.pattern = text.values === undefined ? undefined : text
    this.headers = options.headers ?? {}
    this.problems = options.problems
    this.refusedAt = options.position
    this.file = options.file
  }
}

/** A condition that stops the start of the server or of a command; the message is one line that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** One line for a problem that the user can correct; anything else is a defect and shows its stack. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof AppError) return error.detail
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
