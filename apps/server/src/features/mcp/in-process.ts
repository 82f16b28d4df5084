import { Readable } from 'node:stream'
import type { FastifyRequest, InjectOptions } from 'fastify'

type Send = (request: Request) => Promise<Response>

/**
 * Sends requests to this server itself, without a socket, as the caller of another request: with its token and from its
 * address. So each of them passes the same access rules, limits, and records as one from outside.
 */
export function sendAs({ server, ip, headers: { authorization = '' } }: FastifyRequest): Send {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const body = await request.text()
    const answer = await server.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: `${pathname}${search}`,
      headers: { ...Object.fromEntries(request.headers), authorization },
      remoteAddress: ip,
      ...(body !== '' && { payload: body }),
      payloadAsStream: true,
      signal: request.signal,
    })
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const stream = answer.stream()
    request.signal.addEventListener('abort', () => stream.destroy())
    return new Response(Readable.toWeb(stream) as ReadableStream, { status: answer.statusCode, headers })
  }
}
