import { normalizeIP } from '@fastify/rate-limit'
import { emailKey } from '@parlance/contract'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { AppError } from '../errors.ts'
import type { RateLimit } from './route.ts'

type Hook = (request: FastifyRequest) => Promise<void>

/** A shared address may be an office, a whole account an attack from many addresses: both get more room than the pair. */
const addressFactor = 5
const accountFactor = 10

/** The checks of one route, at the moments when what they count by is known. */
export interface RateLimitHooks {
  onRequest: onRequestAsyncHookHandler[]
  /** After the body was read. */
  preHandler: onRequestAsyncHookHandler[]
}

/**
 * Counts are kept by each process, 5,000 for one check: beyond that the longest unused are forgotten. Exceeding one answers 429 with `retry-after`.
 * @param scale multiplies every maximum
 */
export function rateLimitHooks(fastify: FastifyInstance, limit: RateLimit | undefined, scale: number): RateLimitHooks {
  if (limit === undefined) return { onRequest: [], preHandler: [] }
  const max = limit.max * scale
  const { window } = limit
  if (limit.by === 'address') return { onRequest: [counter(fastify, max, window, addressOf)], preHandler: [] }
  if (limit.by === 'user') return { onRequest: [], preHandler: [counter(fastify, max, window, userOf)] }
  return {
    onRequest: [counter(fastify, max * addressFactor, window, addressOf)],
    preHandler: [
      counter(fastify, max, window, (request) => `${addressOf(request)} ${emailOf(request)}`),
      counter(fastify, max * accountFactor, window, emailOf),
    ],
  }
}

function counter(
  fastify: FastifyInstance,
  max: number,
  window: number,
  key: (request: FastifyRequest) => string,
): Hook {
  const check = fastify.createRateLimit({ max, timeWindow: window, keyGenerator: key })
  return async (request) => {
    const outcome = await check(request)
    if (outcome.isAllowed || !outcome.isExceeded) return
    throw new AppError('rate_limited', { headers: { 'retry-after': String(outcome.ttlInSeconds) } })
  }
}

function userOf(request: FastifyRequest): string {
  return request.principal?.userId ?? addressOf(request)
}

function emailOf(request: FastifyRequest): string {
  const { body } = request
  if (typeof body !== 'object' || body === null || !('email' in body)) return ''
  return typeof body.email === 'string' ? emailKey(body.email) : ''
}

/** One IPv6 customer has a whole network of addresses. */
function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64)
}
