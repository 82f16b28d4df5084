import { errorTable } from '@parlance/contract'
import type { AreaProblem, ErrorCode } from '@parlance/contract'

export interface AppErrorOptions {
  /** The text for people; the code's own text when absent. Never quotes a secret, a value or an engine's words. */
  detail?: string
  cause?: unknown
  /** Response headers, for example `retry-after`. */
  headers?: Record<string, string>
  /** Of `area_invalid`: everything that was found wrong. */
  problems?: AreaProblem[]
  /** Of `query_refused`: the character of the caller's SQL where it was refused. */
  position?: number
  /** Of a refused message: the place of the file that it is about among the message's files, from 0. */
  file?: number
}

/** The one error that features throw: a code of the contract's table, which gives its HTTP status. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly detail: string
  readonly headers: Record<string, string>
  readonly problems: AreaProblem[] | undefined
  readonly refusedAt: number | undefined
  readonly file: number | undefined

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const detail = options.detail ?? errorTable[code].text
    super(detail, { cause: options.cause })
    this.code = code
    this.status = errorTable[code].status
    this.detail = detail
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

/** One line for what a person can correct; everything else is a defect, and shows its stack. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof AppError) return error.detail
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
