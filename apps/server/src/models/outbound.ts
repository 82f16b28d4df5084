import { lookup as lookUp } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isClosedAddress } from '@parlance/drivers'

/** Thrown when an address leads to a cloud's metadata service (R14). */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
}

interface FoundAddress {
  address: string
  family: number
}

/** All addresses of a name. */
type NameService = (name: string) => Promise<FoundAddress[]>

/**
 * A fetch for addresses that an administrator typed: what a name stands for is checked as the connection to it is made,
 * so that a second answer of the name service cannot lead elsewhere, and redirects are refused, because either could lead
 * to a cloud's metadata service (R14). Local and private addresses are allowed: that is where Ollama and its kind listen.
 * The list of refused addresses is the one of database connections.
 */
export const guardedFetch = createGuardedFetch((name) => lookUp(name, { all: true }))

/** @param nameService asked once for each connection */
export function createGuardedFetch(nameService: NameService): typeof globalThis.fetch {
  const lookup = checkedLookup(nameService)
  return async (input, init) => {
    const request = new Request(input, init)
    // A request's own signal no longer follows this one when the request has been collected.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : request.signal)
    const host = new URL(request.url).hostname.replace(/^\[|\]$/g, '')
    // An address is connected to without being looked up.
    if (isIP(host) !== 0) refuseClosed(host, [{ address: host, family: isIP(host) }])
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
    signal.throwIfAborted()
    return toResponse(await send(request, body, signal, lookup), signal)
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

/** The head of the answer. @throws what `fetch` throws: the signal's reason, or TypeError 'fetch failed' with its cause */
async function send(
  request: Request,
  body: Buffer | null,
  signal: AbortSignal,
  lookup: LookupFunction,
): Promise<IncomingMessage> {
  const { method, url } = request
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = {
    ...Object.fromEntries(request.headers),
    'accept-encoding': 'identity',
    ...(body === null ? {} : { 'content-length': String(body.length) }),
  }
  const call = (url.startsWith('https:') ? requestHttps : requestHttp)(url, { method, headers, lookup })
  const stop = () => call.destroy()
  signal.addEventListener('abort', stop, { once: true })
  call.once('close', () => signal.removeEventListener('abort', stop))
  call.once('response', resolve)
  call.on('error', reject)
  call.end(body ?? undefined)
  try {
    const answer = await promise
    if (isRedirect(answer)) {
      answer.destroy()
      throw new Error('The address answers with a redirect')
    }
    return answer
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof BlockedAddressError ? error : new TypeError('fetch failed', { cause: error })
  }
}

function isRedirect({ statusCode = 0 }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode)
}

/** Statuses that have no body, which `Response` insists on. */
const bodiless = new Set([204, 205, 304])

function toResponse(answer: IncomingMessage, signal: AbortSignal): Response {
  const status = answer.statusCode ?? 0
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headersDistinct)) {
    for (const each of value ?? []) headers.append(name, each)
  }
  const body = bodiless.has(status) ? null : bodyOf(answer, signal)
  if (body === null) answer.resume()
  return new Response(body, { status, statusText: answer.statusMessage, headers })
}

/** The answer's bytes at the reader's pace; whoever leaves ends the call. */
function bodyOf(answer: IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces: AsyncIterator<Buffer<ArrayBuffer>> = answer[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      } catch (error) {
        throw signal.aborted ? signal.reason : new TypeError('terminated', { cause: error })
      }
    },
    cancel: () => void answer.destroy(),
  })
}
