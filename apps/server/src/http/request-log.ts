import pino from 'pino'
import type { FastifyBaseLogger } from 'fastify'

interface LoggedRequest {
  method?: string
  url?: string
  ip?: string
}

/**
 * Creates the server's log: JSON lines without query strings, headers, or bodies (R21).
 * @param write receives each line. The default is standard output.
 */
export function createLog(level: string, write?: (line: string) => void): FastifyBaseLogger {
  const options = {
    level,
    serializers: { req: describeRequest, res: describeResponse, err: describeError, error: describeError },
  }
  return write === undefined ? pino(options) : pino(options, { write })
}

function describeRequest(request: LoggedRequest): object {
  return { method: request.method, path: pathOf(request.url ?? ''), ip: request.ip }
}

function describeResponse(response: { statusCode?: number }): object {
  return { status: response.statusCode }
}

/** Logs only type, code, and stack, because an engine's `detail`, `parameters`, or `where` can quote values. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return { type: error.name, message: error.message, code, stack: error.stack, cause }
}

/** @returns the part of a URL that the log can contain */
export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}
