import { message, type Area } from '@parlance/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'

/** Answers with the area and its version, as 202 if a part waits for an administrator. */
export function tagged(reply: FastifyReply, area: Area): Area {
  reply.header('etag', `"${area.version}"`)
  return accepted(reply, area)
}

/** Answers 202 if a part waits for an administrator. */
export function accepted<Answer extends { status?: 'pending_approval' | undefined }>(
  reply: FastifyReply,
  answer: Answer,
): Answer {
  if (answer.status === 'pending_approval') void reply.code(202)
  return answer
}

/** Reads the version that the caller has seen, or null if none was named. @throws AppError bad_request */
export function expectedVersion({ headers }: FastifyRequest): number | null {
  const written = headers['if-match']?.trim()
  if (written === undefined || written === '*') return null
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(written)?.[1]
  if (version === undefined)
    throw new AppError('bad_request', {
      detail: message('The If-Match header must contain one version, for example "3".'),
    })
  return Number(version)
}
