import { patternOf, type ErrorBody, type ErrorCode } from '@parlance/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { translateStoreError } from '../store/store-errors.ts'

/** Fastify's errors that the caller causes. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'bad_request',
}

/** Handles the errors of all routes. Known errors keep their text. Any other error becomes a 500 without details. */
export function installErrorHandler(fastify: FastifyInstance): void {
  fastify.setErrorHandler(async (error, request, reply) => sendError(error, request, reply))
}

/** Sends the error body, and logs unexpected errors. */
export async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const known = toAppError(error)
  if (known.status >= 500) logFailure(known, error, request)
  if (request.scope)
    request.scope.refusal = { code: known.code, text: known.pattern === undefined ? known.detail : null }
  return reply.code(known.status).headers(known.headers).type('application/json').send(errorBody(known, request.id))
}

/** @returns the error body, which event streams also use */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { detail, code, text, problems, step, refusedAt, file } = error
  return {
    detail,
    code,
    request_id: requestId,
    ...patternOf(text),
    ...(problems === undefined ? {} : { problems }),
    ...(step === undefined ? {} : { step }),
    ...(refusedAt === undefined ? {} : { position: refusedAt }),
    ...(file === undefined ? {} : { file }),
  }
}

/** @returns any thrown value as an AppError. Unknown errors become `internal` without their text. */
export function toAppError(thrown: unknown): AppError {
  const error = translateStoreError(thrown)
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return new AppError('internal', { cause: error })
  const { code, statusCode } = error as Partial<FastifyError>
  const known = frameworkCodes[code ?? '']
  if (known !== undefined) return new AppError(known, { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('bad_request', { cause: error })
  return new AppError('internal', { cause: error })
}

function logFailure(known: AppError, thrown: unknown, request: FastifyRequest): void {
  request.log.error({ err: thrown, code: known.code }, 'request failed')
}
