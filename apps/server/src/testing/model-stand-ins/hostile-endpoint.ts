import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { ModelVendorId } from '../../models/vendor.ts'
import { wires } from './stand-in.ts'

const gigabyte = 1024 ** 3

/** What the endpoint does with every request; each is a path of its address. */
export const hostileBehaviors = {
  'error-body': (response) => void endless(response.writeHead(400), 'x'.repeat(64 * 1024)),
  line: (response) => void endless(eventStream(response), 'x'.repeat(64 * 1024), 'data: '),
  events: (response, vendor) => void endless(eventStream(response), emptyEvents(vendor)),
  'data-lines': (response) => void endless(eventStream(response), 'data: xxxxxxxxxxxxxxx\n'.repeat(3000)),
  headers: (response) => void endlessHeaders(response),
  'early-hints': (response) => void endlessHints(response),
  compressed: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  list: (response) => void endless(response.writeHead(200), '{"id":"gpt-1"},\n'.repeat(4000), '{"data":['),
  silence: (response) => eventStream(response).flushHeaders(),
} satisfies Record<string, (response: ServerResponse, vendor: ModelVendorId) => unknown>

export type HostileBehavior = keyof typeof hostileBehaviors

/** 256 MB of zeros, in 64 members of one gzip file. */
const bomb = Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(4 * 1024 * 1024))))

export interface HostileEndpoint {
  /** The base URL for a vendor's client. */
  baseUrl(vendor: ModelVendorId, behavior: HostileBehavior): string
  close(): void
}

/** A server that poses as a vendor to exhaust its client's memory or time. It writes only as fast as it is read. */
export async function startHostileEndpoint(): Promise<HostileEndpoint> {
  const server = createServer((request, response) => {
    const [, vendor = '', behavior = ''] = (request.url ?? '').split('/')
    hostileBehaviors[behavior as HostileBehavior](response, vendor as ModelVendorId)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    baseUrl: (vendor, behavior) => `http://127.0.0.1:${port}/${vendor}/${behavior}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function eventStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' })
}

async function endless(response: ServerResponse, piece: string, first = ''): Promise<void> {
  response.write(first)
  await flood(response, piece)
  response.end()
}

async function endlessHeaders({ socket }: ServerResponse): Promise<void> {
  socket?.write('HTTP/1.1 200 OK\r\n')
  await flood(socket, 'x-more: yes\r\n'.repeat(1000))
}

async function endlessHints({ socket }: ServerResponse): Promise<void> {
  await flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n'.repeat(100))
}

/** Writes a gigabyte as fast as it is read, until the other side leaves. */
async function flood(stream: Writable | null, piece: string): Promise<void> {
  if (!stream) return
  const chunk = Buffer.from(piece)
  const closed = new Promise<void>((resolve) => stream.once('close', resolve))
  stream.on('error', () => undefined)
  for (let sent = 0; sent < gigabyte && !stream.destroyed; sent += chunk.length) {
    if (!stream.write(chunk)) await Promise.race([closed, new Promise<void>((next) => stream.once('drain', next))])
  }
}

/** Text events without text, which reach no limit on characters. */
function emptyEvents(vendor: ModelVendorId): string {
  const frames = wires[vendor].frames({ text: ['', '', ''], toolCalls: [], usage: { input: 1, output: 1 } }, 'm')
  const empty = frames.filter((frame) => /"text": ?""|"delta": ?""|"content": ?""/.test(frame))
  return empty.slice(-1).join('').repeat(100)
}
