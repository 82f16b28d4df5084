import { normalizeIP } from '@fastify/rate-limit'
import { emailKey } from '@parlance/contract'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { AppError } from '../lib/errors.ts'
import type { RateLimit } from './route.ts'
import type { CountAttempt } from './attempt-counter.ts'

type Hook = (request: FastifyRequest) => Promise<void>

/** What each kind of limit counts: an e-mail from one address, and the address and the account on their own. */
export const countedBy = {
  address: ['address'],
  'address-and-email': ['address', 'address-and-email', 'email'],
  user: ['user'],
} as const satisfies Record<RateLimit['by'], (keyof typeof keys)[]>

/** A shared address may be an office, a whole account an attack from many addresses: both get more room than the pair. */
const factors = { address: 5, 'address-and-email': 1, email: 10, user: 1 }

/** The checks of one route, at the moments when what they count by is known. */
export interface RateLimitHooks {
  onRequest: onRequestAsyncHookHandler[]
  /** After the body was read. */
  preHandler: onRequestAsyncHookHandler[]
}

export interface RateLimitOptions {
  /** Multiplies every maximum. */
  scale: number
  countAttempt: CountAttempt
  /** Several processes may serve one store, so what is `shared` is counted there. */
  hasOtherProcesses: boolean
}

/**
 * Each process counts for itself, 5,000 keys for one check: beyond that the longest unused are forgotten. What is
 * `shared` is counted by all processes together as well. Exceeding one answers 429 with `retry-after`.
 * @param name of the route, whose counts are its own
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
    // A flood ends at this process's own count, without a word to the store.
    return async (request) => {
      await own(request)
      await shared(request)
    }
  }
  const [first, ...others] = countedBy[limit.by].map(check)
  if (first === undefined) return { onRequest: [], preHandler: [] }
  return limit.by === 'user' ? { onRequest: [], preHandler: [first] } : { onRequest: [first], preHandler: others }
}

/** Where the address is all that a limit counts by, its maximum is the limit's own. */
export function factorOf(limit: Pick<RateLimit, 'by'>, by: keyof typeof keys): number {
  return limit.by === by ? 1 : factors[by]
}

interface Count {
  max: number
  /** Milliseconds. */
  window: number
  keyOf: (request: FastifyRequest) => string
}

/** How each part of a request is counted. */
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

/** @param what was too many, as the start of a sentence */
export function limited(seconds: number, what = 'Too many requests.'): AppError {
  return new AppError('rate_limited', {
    detail: `${what} Try again in ${waitText(seconds)}.`,
    headers: { 'retry-after': String(seconds) },
  })
}

function waitText(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
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
