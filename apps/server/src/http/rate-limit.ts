import { normalizeIP } from '@fastify/rate-limit'
import { emailKey } from '@parlance/contract'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { AppError } from '../errors.ts'
import type { RateLimit } from './route.ts'
import type { CountAttempt } from './shared-attempts.ts'

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

export interface RateLimitOptions {
  /** Multiplies every maximum. */
  scale: number
  /** Counts what is `shared` by all processes; null: there is one. */
  countAttempt: CountAttempt | null
}

/**
 * Each process counts for itself, 5,000 keys for one check: beyond that the longest unused are forgotten. What is
 * `shared` is counted by all processes together as well. Exceeding one answers 429 with `retry-after`.
 * @param name of the route, whose counts are its own
 */
export function rateLimitHooks(
  fastify: FastifyInstance,
  limit: RateLimit | undefined,
  { name, scale, countAttempt }: RateLimitOptions & { name: string },
): RateLimitHooks {
  if (limit === undefined) return { onRequest: [], preHandler: [] }
  const check = (factor: number, by: keyof typeof keys): Hook => {
    const count = { max: limit.max * scale * factor, window: limit.window, keyOf: keys[by] }
    const own = countHere(fastify, count)
    if (limit.shared !== true || countAttempt === null) return own
    const shared = countTogether(countAttempt, { ...count, name: `${name} ${by}` })
    // A flood ends at this process's own count, without a word to the store.
    return async (request) => {
      await own(request)
      await shared(request)
    }
  }
  if (limit.by === 'address') return { onRequest: [check(1, 'address')], preHandler: [] }
  if (limit.by === 'user') return { onRequest: [], preHandler: [check(1, 'user')] }
  return {
    onRequest: [check(addressFactor, 'address')],
    preHandler: [check(1, 'address-and-email'), check(accountFactor, 'email')],
  }
}

interface Count {
  max: number
  /** Milliseconds. */
  window: number
  keyOf: (request: FastifyRequest) => string
}

const keys = { address: addressOf, email: emailOf, 'address-and-email': addressAndEmailOf, user: userOf }

function countHere(fastify: FastifyInstance, { max, window, keyOf }: Count): Hook {
  const check = fastify.createRateLimit({ max, timeWindow: window, keyGenerator: keyOf })
  return async (request) => {
    const outcome = await check(request)
    if (!outcome.isAllowed && outcome.isExceeded) throw limited(outcome.ttlInSeconds)
  }
}

function countTogether(countAttempt: CountAttempt, { max, window, keyOf, name }: Count & { name: string }): Hook {
  return async (request) => {
    const { count, secondsLeft } = await countAttempt(`${name} ${keyOf(request)}`, window)
    if (count > max) throw limited(secondsLeft)
  }
}

function limited(seconds: number): AppError {
  return new AppError('rate_limited', { headers: { 'retry-after': String(seconds) } })
}

function userOf(request: FastifyRequest): string {
  return request.principal?.userId ?? addressOf(request)
}

function addressAndEmailOf(request: FastifyRequest): string {
  return `${addressOf(request)} ${emailOf(request)}`
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
