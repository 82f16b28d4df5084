import { lookup as lookUp } from 'node:dns/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { isClosedAddress } from '@parlance/drivers'
import { AnswerRefusedError, answerLimits, boundedBody, type AnswerLimits } from './bounded-answer.ts'

/** Thrown if an address leads to a cloud's metadata service (R14). */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
}

interface FoundAddress {
  address: string
  family: number
}

/** All addresses of a name. */
type NameService = (name: string) => Promise<FoundAddress[]>

const allAddresses: NameService = (name) => lookUp(name, { all: true })

export interface GuardedFetchOptions {
  /** Called once per connection. */
  nameService?: NameService
  /** Narrower or wider limits than the usual ones. */
  limits?: Partial<AnswerLimits>
}

/**
 * A fetch for addresses that an administrator typed. All of the server's web requests use it. It connects to the
 * address that was checked, so a second DNS answer can't lead to a cloud's metadata service, and it refuses redirects
 * (R14). Local and private addresses are allowed because Ollama and similar servers listen there. The refused addresses
 * are the same as for database connections. Answers are read within limits (R25).
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): typeof globalThis.fetch {
  const lookup = checkedLookup(options.nameService ?? allAddresses)
  const limits = { ...answerLimits(), ...options.limits }
  return async (input, init) => {
    const request = new Request(input, init)
    // A request's own signal no longer follows this one after the request has been garbage collected.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : request.signal)
    const host = new URL(request.url).hostname.replace(/^\[|\]$/g, '')
    // An IP address is used without a lookup.
    if (isIP(host) !== 0) refuseClosed(host, [{ address: host, family: isIP(host) }])
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
    signal.throwIfAborted()
    const answer = await send(request, body, { signal, lookup, limits })
    return toResponse(answer, signal, limits)
  }
}

function checkedLookup(nameService: NameService): LookupFunction {
  const find = async (name: string, family: number | string | undefined): Promise<FoundAddress[]> => {
    const found = await nameService(name)
    refuseClosed(name, found)
    const wanted = found.filter((each) => (family === 4 || family === 6 ? each.family === family : true))
    if (wanted.length === 0) throw Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
    return wanted
  }
  const answer = async (...[name, { all, family }, callback]: Parameters<LookupFunction>): Promise<void> => {
    let wanted: FoundAddress[]
    try {
      wanted = await find(name, family)
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), [])
      return
    }
    const [first] = wanted
    if (all === true) callback(null, wanted)
    else callback(null, first?.address ?? '', first?.family)
  }
  return (...asked) => void answer(...asked)
}

function refuseClosed(name: string, found: FoundAddress[]): void {
  if (found.some(({ address }) => isClosedAddress(address))) {
    throw new BlockedAddressError(`${name} is not an allowed address`)
  }
}

interface Sending {
  signal: AbortSignal
  lookup: LookupFunction
  limits: AnswerLimits
}

/**
 * The head of the answer.
 * @throws what `fetch` throws: the signal's reason, or TypeError 'fetch failed' with its cause
 * @throws AnswerRefusedError, TimeoutError
 */
async function send(
  request: Request,
  body: Buffer | null,
  { signal, lookup, limits }: Sending,
): Promise<IncomingMessage> {
  const { method, url } = request
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = {
    ...Object.fromEntries(request.headers),
    'accept-encoding': 'identity',
    ...(body === null ? {} : { 'content-length': String(body.length) }),
  }
  const options = { method, headers, lookup, maxHeaderSize: limits.headBytes }
  // Importing node:http as a module would also load Node's fetch and WebSocket, which takes 60 ms of each start.
  const library = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http')
  const call = library.request(url, options)
  const stop = () => call.destroy()
  signal.addEventListener('abort', stop, { once: true })
  call.once('close', () => signal.removeEventListener('abort', stop))
  call.once('response', resolve)
  call.on('error', reject)
  boundWaiting(call, limits)
  call.end(body ?? undefined)
  try {
    const answer = await promise
    if (isRedirect(answer)) {
      answer.destroy()
      throw new Error('The address answers with a redirect')
    }
    refuseCompressed(answer)
    return answer
  } catch (error) {
    signal.throwIfAborted()
    throw plainFailure(error)
  }
}

const mostInformation = 20

/** Ends a call if the address is silent, or keeps sending informational responses without an answer. */
function boundWaiting(call: ClientRequest, { headMs, silenceMs }: AnswerLimits): void {
  let waiting: ClientRequest | IncomingMessage = call
  call.once('response', (answer) => (waiting = answer))
  const late = () => waiting.destroy(new DOMException('The address did not answer in time', 'TimeoutError'))
  const timer = setTimeout(late, headMs)
  call.setTimeout(silenceMs, late)
  for (const event of ['response', 'close']) call.once(event, () => clearTimeout(timer))
  let information = 0
  call.on('information', () => {
    if (++information > mostInformation) call.destroy(new AnswerRefusedError('headers'))
  })
}

/** Refuses compression that wasn't requested, because a kilobyte could become a gigabyte. */
function refuseCompressed(answer: IncomingMessage): void {
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  if (['', 'identity'].includes(encoding.trim().toLowerCase())) return
  answer.destroy()
  throw new AnswerRefusedError('compressed')
}

function plainFailure(error: unknown): unknown {
  if (error instanceof BlockedAddressError || error instanceof AnswerRefusedError) return error
  if (error instanceof DOMException) return error
  const isHeadTooLarge = error instanceof Error && 'code' in error && error.code === 'HPE_HEADER_OVERFLOW'
  return isHeadTooLarge ? new AnswerRefusedError('headers') : new TypeError('fetch failed', { cause: error })
}

function isRedirect({ statusCode = 0 }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode)
}

/** Statuses for which `Response` allows no body. */
const bodiless = new Set([204, 205, 304])

function toResponse(answer: IncomingMessage, signal: AbortSignal, limits: AnswerLimits): Response {
  const status = answer.statusCode ?? 0
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headersDistinct)) {
    for (const each of value ?? []) headers.append(name, each)
  }
  const body = bodiless.has(status) ? null : bodyOf(answer, signal, limits)
  if (body === null) answer.resume()
  return new Response(body, { status, statusText: answer.statusMessage, headers })
}

/** The answer's bytes at the reader's pace. If the reader leaves, the call ends. */
function bodyOf(
  answer: IncomingMessage,
  signal: AbortSignal,
  limits: AnswerLimits,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = boundedBody(answer, limits)
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      } catch (error) {
        throw signal.aborted ? signal.reason : brokenOff(error)
      }
    },
    cancel: () => void answer.destroy(),
  })
}

function brokenOff(error: unknown): unknown {
  if (error instanceof AnswerRefusedError || error instanceof DOMException) return error
  return new TypeError('terminated', { cause: error })
}
