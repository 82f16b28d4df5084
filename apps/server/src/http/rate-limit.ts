import { normalizeIP } from '@fastify/rate-limit'
import { message, emailKey } from '@parlance/contract'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { AppError } from '../lib/errors.ts'
import type { RateLimit } from './route.ts'
import type { CountAttempt } from './attempt-counter.ts'

type Hook = (request: FastifyRequest) => Promise<void>

/** What each kind of limit counts: the pair of IP address and email, and each of them on its own. */
export const countedBy = {
  address: ['address'],
  'address-and-email': ['address', 'address-and-email', 'email'],
  user: ['user'],
} as const satisfies Record<RateLimit['by'], (keyof typeof keys)[]>

/** Many users can share an IP address, and an account can be attacked from many. Both have higher limits than the pair. */
const factors = { address: 5, 'address-and-email': 1, email: 10, user: 1 }

/** The checks of one route, by when their keys are known. */
export interface RateLimitHooks {
  onRequest: onRequestAsyncHookHandler[]
  /** After the body was read. */
  preHandler: onRequestAsyncHookHandler[]
}

export interface RateLimitOptions {
  /** Multiplies every maximum. */
  scale: number
  countAttempt: CountAttempt
  /** Several processes can use one store, so the store counts what is `shared`. */
  hasOtherProcesses: boolean
}

/**
 * Each process has its own counts, with at most 5,000 keys per check; then it forgets the least recently used ones. If a
 * limit is `shared`, all processes also count together. The response to a request over the limit is 429 with `retry-after`.
 * @param name of the route, which has its own counts
 */
export function rateLimitHooks(
  fastify: FastifyInstance,
  limit: RateLimit | undefined,
  { name, scale, countAttempt, hasOtherProcesses }: RateLimitOptions & { name: string },
): RateLimitHooks {
  if (limit === undefined) return { onRequest: [], preHandler: [] }
  const check = (by: keyof typeof keys): Hook => {
    const count = { max: limit.max * scale * factorOf(limit, by), window: limit.window, keyOf: keys[by] }
    const own = countHere(fastify, count)
    if (limit.shared !== true || !hasOtherProcesses) return own
    const shared = countTogether(countAttempt, { ...count, name: `${name} ${by}` })
    // This process's own count stops a flood before it reaches the store.
    return async (request) => {
      await own(request)
      await shared(request)
    }
  }
  const [first, ...others] = countedBy[limit.by].map(check)
  if (first === undefined) return { onRequest: [], preHandler: [] }
  return limit.by === 'user' ? { onRequest: [], preHandler: [first] } : { onRequest: [first], preHandler: others }
}

/** If a limit counts only by IP address, its maximum applies unchanged. */
export function factorOf(limit: Pick<RateLimit, 'by'>, by: keyof typeof keys): number {
  return limit.by === by ? 1 : factors[by]
}

interface Count {
  max: number
  /** In milliseconds. */
  window: number
  keyOf: (request: FastifyRequest) => string
}

/** How to count each part of a request. */
export const keys = { address: addressOf, email: emailOf, 'address-and-email': addressAndEmailOf, user: userOf }

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

/** @param counted what exceeded the limit */
export function limited(seconds: number, counted: 'requests' | 'failed attempts' = 'requests'): AppError {
  const isLong = seconds >= 60
  const wait = { n: isLong ? Math.ceil(seconds / 60) : seconds, unit: isLong ? 'minutes' : 'seconds' }
  return new AppError('rate_limited', {
    detail:
      counted === 'requests'
        ? message(
            'Too many requests. Try again in {unit, select, minutes {{n, plural, one {# minute} other {# minutes}}} other {{n, plural, one {# second} other {# seconds}}}}.',
            wait,
          )
        : message(
            'Too many failed attempts. Try again in {unit, select, minutes {{n, plural, one {# minute} other {# minutes}}} other {{n, plural, one {# second} other {# seconds}}}}.',
            wait,
          ),
    headers: { 'retry-after': String(seconds) },
  })
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

/** An IPv6 customer has a whole network of addresses, so the network counts. */
function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64)
}
