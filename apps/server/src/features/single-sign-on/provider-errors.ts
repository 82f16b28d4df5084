import { message } from '@parlance/contract'
import type { Message, SignOnProblem } from '@parlance/contract'
import { AnswerRefusedError } from '../../models/bounded-answer.ts'
import { BlockedAddressError } from '../../models/outbound.ts'

/** A sign-in with a provider failed. */
export class SignOnError extends Error {
  override readonly name = 'SignOnError'
  readonly problem: SignOnProblem
  /** What the provider calls itself, if that is not the configured issuer. */
  readonly otherIssuer: string | undefined

  constructor(problem: SignOnProblem, otherIssuer?: string, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
    this.otherIssuer = otherIssuer
  }
}

const busy = ['server_error', 'temporarily_unavailable']
const declining = [
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]

/** Finds what a failure of the OpenID Connect library means for the user. */
export function problemOf(error: unknown): SignOnProblem {
  for (const each of causesOf(error)) {
    if (each instanceof AnswerRefusedError) return 'too_large'
    if (each instanceof BlockedAddressError) return 'misconfigured'
    if (isUnreachable(each)) return 'unreachable'
    if (each.cause instanceof Response && each.name !== 'ResponseBodyError') {
      if (each.cause.status >= 500) return 'unreachable'
      if (each.cause.status !== 200) return 'misconfigured'
    }
    const code = textOf(each, 'error')
    if (each.name === 'AuthorizationResponseError') {
      if (busy.includes(code)) return 'unreachable'
      return declining.includes(code) ? 'declined' : 'misconfigured'
    }
    if (each.name === 'ResponseBodyError') {
      if (busy.includes(code)) return 'unreachable'
      return code === 'invalid_grant' ? 'invalid' : 'misconfigured'
    }
  }
  return 'invalid'
}

/** Says in words why a provider can't be used. */
export function describeDiscovery(error: unknown, issuer: string): Message {
  const { host } = new URL(issuer)
  for (const each of causesOf(error)) {
    if (each instanceof BlockedAddressError) {
      return message('Parlance does not connect to {host}, because its address is not allowed.', { host })
    }
    if (each instanceof AnswerRefusedError) {
      return message('{host} sent too much, or data of an unexpected kind. Check the issuer.', { host })
    }
    const other = each instanceof SignOnError ? each.otherIssuer : issuerIn(each)
    if (other !== undefined) {
      return message('The provider calls itself {issuer}. Enter exactly this issuer.', { issuer: other.slice(0, 300) })
    }
    const status = each.cause instanceof Response ? each.cause.status : undefined
    if (status !== undefined && status >= 500) {
      return message('{host} answered with status {status}. Try again in a moment.', { host, status })
    }
    if (status !== undefined && status !== 200) {
      return message(
        '{host} has no OpenID Connect configuration at this issuer: it answered with status {status}. Check the issuer.',
        { host, status },
      )
    }
    if (isUnreachable(each)) {
      return message(
        'Could not reach {host}. Check the issuer, its certificate, and that this server may connect to it.',
        { host },
      )
    }
  }
  return message('The response of {host} is not an OpenID Connect configuration. Check the issuer.', { host })
}

/** The error and its causes, from the outside in. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let each = error; each instanceof Error && causes.length < 10; each = each.cause) causes.push(each)
  return causes
}

function isUnreachable({ name, message: text }: Error): boolean {
  return ['TimeoutError', 'AbortError'].includes(name) || (name === 'TypeError' && text === 'fetch failed')
}

function textOf(error: Error, field: string): string {
  const value: unknown = Object.entries(error).find(([name]) => name === field)?.[1]
  return typeof value === 'string' ? value : ''
}

/** The issuer of a response that the library refused because of it. */
function issuerIn({ cause }: Error): string | undefined {
  if (typeof cause !== 'object' || cause === null || !('body' in cause)) return undefined
  const { body } = cause
  if (typeof body !== 'object' || body === null || !('issuer' in body)) return undefined
  return typeof body.issuer === 'string' ? body.issuer : undefined
}
