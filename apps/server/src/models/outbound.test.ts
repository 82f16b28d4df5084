import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Session } from 'node:inspector/promises'
import { afterEach, expect, test } from 'vitest'
import { BlockedAddressError, createGuardedFetch, guardedFetch } from './outbound.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** A name service that says something else each time. */
function changing(...answers: string[]) {
  const asked: string[] = []
  const fetch = createGuardedFetch(async (name) => {
    asked.push(name)
    return [{ address: answers[Math.min(asked.length, answers.length) - 1] ?? '', family: 4 }]
  })
  return { fetch, asked }
}

test('R14 a name is looked up once: the address that was checked is the one that is connected to', async () => {
  const port = await serve((_request, response) => response.end('reached'))
  const { fetch, asked } = changing('127.0.0.1', '169.254.169.254')
  const answer = await fetch(`http://model.example:${port}/v1/models`)
  expect(await answer.text()).toBe('reached')
  expect(asked).toEqual(['model.example'])
})

test('R14 a name that leads to a metadata service later is refused later', async () => {
  const port = await serve((_request, response) => response.writeHead(200, { connection: 'close' }).end('reached'))
  const { fetch } = changing('127.0.0.1', '169.254.169.254')
  await (await fetch(`http://model.example:${port}/`)).text()
  await expect(fetch(`http://model.example:${port}/`)).rejects.toBeInstanceOf(BlockedAddressError)
})

test('R14 a name with a metadata address among its addresses is refused whole', async () => {
  const fetch = createGuardedFetch(async () => [
    { address: '127.0.0.1', family: 4 },
    { address: 'fd00:ec2::254', family: 6 },
  ])
  await expect(fetch('http://model.example/')).rejects.toBeInstanceOf(BlockedAddressError)
})

test.each([
  'http://169.254.169.254/latest',
  'http://[fd00:ec2::254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://2852039166/',
  'http://0xa9.0xfe.0xa9.0xfe/',
])('R14 %s is refused', async (address) => {
  await expect(guardedFetch(address)).rejects.toBeInstanceOf(BlockedAddressError)
})

test('R14 a redirect is not followed', async () => {
  const port = await serve((_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  )
  await expect(guardedFetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})

test('what was sent arrives as it was: method, headers, forms, and an answer in pieces', async () => {
  const port = await serve((request, response) => {
    response.writeHead(201, { 'x-said': `${request.method} ${request.headers['content-length'] !== undefined}` })
    request.pipe(response)
  })
  const form = new FormData()
  form.set('file', new Blob(['spoken words'], { type: 'audio/wav' }), 'a.wav')
  const answer = await guardedFetch(`http://127.0.0.1:${port}/x`, { method: 'POST', body: form })
  expect([answer.status, answer.headers.get('x-said')]).toEqual([201, 'POST true'])
  expect(await answer.text()).toContain('spoken words')
})

test('an answer that breaks off, and a call that is ended, say so', async () => {
  const port = await serve((request, response) => {
    response.write('begun')
    if (request.url === '/broken') setImmediate(() => response.destroy())
  })
  const broken = await guardedFetch(`http://127.0.0.1:${port}/broken`)
  await expect(broken.text()).rejects.toThrow('terminated')
  const stop = new AbortController()
  const open = await guardedFetch(`http://127.0.0.1:${port}/open`, { signal: stop.signal })
  const text = open.text()
  stop.abort()
  await expect(text).rejects.toMatchObject({ name: 'AbortError' })
  await expect(guardedFetch(`http://127.0.0.1:${port}/open`, { signal: stop.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('R19 a call that has been open for long is ended all the same: its memory was tidied up in between', async () => {
  const left = Promise.withResolvers<void>()
  const port = await serve((request, response) => {
    response.write('begun')
    request.socket.once('close', () => left.resolve())
  })
  const inspector = new Session()
  inspector.connect()
  closing.push(() => inspector.disconnect())
  const stop = new AbortController()
  const reader = (await guardedFetch(`http://127.0.0.1:${port}/`, { signal: stop.signal })).body?.getReader()
  await reader?.read()
  const rest = reader?.read().catch((error: unknown) => error)
  for (let round = 0; round < 3; round++) await inspector.post('HeapProfiler.collectGarbage')
  stop.abort()
  expect(await rest).toMatchObject({ name: 'AbortError' })
  await left.promise
})

test('nobody listening is a failed fetch with its cause', async () => {
  const port = await serve(() => undefined)
  for (const close of closing.splice(0)) close()
  await expect(guardedFetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'ECONNREFUSED' },
  })
})
