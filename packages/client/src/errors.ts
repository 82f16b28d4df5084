import type { Error as ErrorBody } from './api.generated.ts'

/** Why the server refused a request or could not answer a question. The message is for people, the code for programs. */
export class ParlanceError extends Error {
  override readonly name = 'ParlanceError'
  /** The HTTP status; null if the answer failed after it began. */
  readonly status: number | null
  readonly code: string
  /** Finds the request in the server's log; null if the server gave none. */
  readonly requestId: string | null

  constructor(message: string, { status, code, requestId }: Pick<ParlanceError, 'status' | 'code' | 'requestId'>) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
  }
}

/** The error of a response. A proxy may have written the body. */
export function errorOf(status: number, body: unknown): ParlanceError {
  const { detail, code, request_id: requestId } = isErrorBody(body) ? body : {}
  return new ParlanceError(detail ?? `The server responded with status ${status}.`, {
    status,
    code: code ?? 'unknown',
    requestId: requestId ?? null,
  })
}

function isErrorBody(body: unknown): body is Partial<ErrorBody> {
  return typeof body === 'object' && body !== null
}
