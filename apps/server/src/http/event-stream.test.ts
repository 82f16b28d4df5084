import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTestHttp } from '../testing/test-http.ts'
import type { TestHttp } from '../testing/test-http.ts'
import { openEventStream } from './event-stream.ts'
import type { EventStream } from './event-stream.ts'
import { route } from './route.ts'

let running: TestHttp | null = null
afterEach(async () => {
  await running?.close()
  running = null
})

/** Serves one stream, and passes it to the test when a client connects. */
async function serve(): Promise<{ url: URL; opened: Promise<EventStream> }> {
  const { promise, resolve } = Promise.withResolvers<EventStream>()
  const definition = route({
    method: 'GET',
    url: '/api/v1/stream',
    summary: 'test',
    access: 'public',
    handler: async ({ raw, reply }) => resolve(openEventStream(reply, raw.server.eventStreams)),
  })
  running = await createTestHttp([definition])
  const address = await running.http.listen({ port: 0, host: '127.0.0.1' })
  return { url: new URL('/api/v1/stream', address), opened: promise }
}

test('sends headers before the first event, and each event with its number and JSON', async () => {
  const { url, opened } = await serve()
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('x-request-id')).toMatch(/./)
  expect(response.headers.get('content-security-policy')).toMatch(/default-src/)
  const stream = await opened
  await stream.send({ id: 1, data: { text: 'two\nlines' } })
  await stream.send({ data: { final: true } })
  stream.end()
  expect(await response.text()).toBe('id: 1\ndata: {"text":"two\\nlines"}\n\ndata: {"final":true}\n\n')
})

test('aborts when the client disconnects, and then sends nothing', async () => {
  const { url, opened } = await serve()
  const client = new AbortController()
  await fetch(url, { signal: client.signal })
  const stream = await opened
  const gone = new Promise<void>((resolve) => stream.signal.addEventListener('abort', () => resolve()))
  client.abort()
  await gone
  await stream.send({ data: 'nobody hears' })
  expect(running?.http.eventStreams.size).toBe(0)
})

test('waits for a slow client, and loses nothing', async () => {
  const { url, opened } = await serve()
  const socket = await rawClient(url)
  const stream = await opened
  const big = 'x'.repeat(1024 * 1024)
  let sent = 0
  const sending = (async () => {
    for (; sent < 40; sent += 1) await stream.send({ id: sent, data: big })
    stream.end()
  })()
  await new Promise((resolve) => setTimeout(resolve, 100))
  const sentWhileNobodyRead = sent
  let received = 0
  socket.on('data', (chunk: Buffer) => (received += chunk.length))
  socket.resume()
  await sending
  await new Promise((resolve) => socket.once('close', resolve))
  expect(sentWhileNobodyRead).toBeLessThan(40)
  expect(received).toBeGreaterThan(40 * 1024 * 1024)
})

test('ends when the server stops', async () => {
  const { url, opened } = await serve()
  const response = await fetch(url)
  const stream = await opened
  await stream.send({ data: 1 })
  const closing = running?.http.close()
  expect(await response.text()).toBe('data: 1\n\n')
  await closing
  expect(stream.signal.aborted).toBe(true)
})

/** Connects, sends a request, and reads nothing until there is a listener. */
function rawClient(url: URL): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname, () => {
      socket.write(`GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: close\r\n\r\n`)
      resolve(socket)
    })
    socket.pause()
  })
}
