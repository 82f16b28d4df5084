import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LocalAnswer, LocalRequest } from './local-servers.ts'

export interface LocalStandIn {
  /** The base URL, ending in `/v1`. */
  baseUrl: string
  requests: LocalRequest[]
  close(): Promise<void>
}

/** A local server that answers each request as `answer` says. Other paths have their own answers. */
export async function startLocalStandIn(
  answer: (request: LocalRequest, index: number) => LocalAnswer,
  paths: Record<string, LocalAnswer> = {},
): Promise<LocalStandIn> {
  const requests: LocalRequest[] = []
  const reply = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = []
    for await (const piece of message) pieces.push(piece as Buffer)
    const { pathname } = new URL(message.url ?? '/', 'http://local')
    const isCall = pathname === '/v1/chat/completions'
    if (isCall) requests.push(JSON.parse(Buffer.concat(pieces).toString('utf8')) as LocalRequest)
    const last = requests.at(-1)
    const sent = isCall && last ? answer(last, requests.length - 1) : paths[pathname]
    if (sent === undefined) return void response.writeHead(404).end('404 page not found')
    if ('frames' in sent) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const frame of sent.frames) response.write(frame)
      return void response.end()
    }
    response.writeHead(sent.status, { 'content-type': sent.contentType ?? 'application/json' }).end(sent.body)
  }
  const server = createServer((message, response) => void reply(message, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
