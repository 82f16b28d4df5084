import type { Socket } from 'node:net'
import { message } from '@parlance/contract'
import { AppError } from '../lib/errors.ts'
import { errorBody } from './error-handler.ts'
import { requestIdOf } from './request-id.ts'

/** What Node reports about bytes that it can't read as a request. */
interface UnreadableRequest {
  code?: string
  /** The last piece that was read: the whole request, its beginning, or its end. */
  rawPacket?: unknown
}

/** Time for the client to send the rest of its request, in milliseconds. */
const restMs = 2_000

/**
 * Answers bytes that Node can't read as a request: a URL that is too long, or no HTTP at all. A browser that requests a page
 * gets a page. Any other client gets the usual error body.
 */
export function answerUnreadable(error: UnreadableRequest, socket: Socket): void {
  if (!socket.writable) return
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
  const detail = message('The URL or the headers are too long. Shorten them.')
  const problem = new AppError('bad_request', isTooLong ? { detail } : {})
  const isPage = isTooLong && wantsPage(error.rawPacket)
  const body = isPage ? page : JSON.stringify(errorBody(problem, requestIdOf({ headers: {} })))
  const head = [
    `HTTP/1.1 ${isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request'}`,
    `content-type: ${isPage ? 'text/html; charset=utf-8' : 'application/json'}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...(isPage ? ["content-security-policy: default-src 'none'; frame-ancestors 'none'"] : []),
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // If a socket closes with unread bytes, the client loses the response.
  socket.resume()
  socket.setTimeout(restMs, () => socket.destroy())
}

/** If the URL fills everything that was read, the Accept header is missing, and the path decides. */
function wantsPage(packet: unknown): boolean {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
  const accept = /\r\naccept:([^\r\n]*)/i.exec(text)?.[1]
  if (accept !== undefined) return accept.includes('text/html')
  return !text.includes('\r\n') && /^GET \/(?!(?:api|apps|run)(?:[/?]|$))/.test(text)
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>This address is too long · Parlance</title>
</head>
<body>
<h1>This address is too long</h1>
<p>The server cannot read it. Go back to the previous page and try again from there.</p>
<p><a href="/">Parlance</a></p>
</body>
</html>
`
