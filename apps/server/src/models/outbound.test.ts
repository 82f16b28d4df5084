import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Session } from 'node:inspector/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { asOneTurn } from './bounded-answer.ts'
import { BlockedAddressError, createGuardedFetch } from './outbound.ts'

const guardedFetch = createGuardedFetch()

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

/** A name service that gives a different answer each time. */
function changing(...answers: string[]) {
  const asked: string[] = []
  const nameService = async (name: string) => {
    asked.push(name)
    return [{ address: answers[Math.min(asked.length, answers.length) - 1] ?? '', family: 4 }]
  }
  const fetch = createGuardedFetch({ nameService })
  return { fetch, asked }
}

test('R14 looks up a name once and connects to the address that was checked', async () => {
  const port = await serve((_request, response) => response.end('reached'))
  const { fetch, asked } = changing('127.0.0.1', '169.254.169.254')
  const answer = await fetch(`http://model.example:${port}/v1/models`)
  expect(await answer.text()).toBe('reached')
  expect(asked).toEqual(['model.example'])
})

test('R14 refuses a name later if it then leads to a metadata service', async () => {
  const port = await serve((_request, response) => response.writeHead(200, { connection: 'close' }).end('reached'))
  const { fetch } = changing('127.0.0.1', '169.254.169.254')
  await (await fetch(`http://model.example:${port}/`)).text()
  await expect(fetch(`http://model.example:${port}/`)).rejects.toBeInstanceOf(BlockedAddressError)
})

test('R14 refuses a name completely if one of its addresses is a metadata address', async () => {
  const nameService = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: 'fd00:ec2::254', family: 6 },
  ]
  const fetch = createGuardedFetch({ nameService })
  await expect(fetch('http://model.example/')).rejects.toBeInstanceOf(BlockedAddressError)
})

test.each([
  'http://169.254.169.254/latest',
  'http://[fd00:ec2::254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://2852039166/',
  'http://0xa9.0xfe.0xa9.0xfe/',
])('R14 refuses %s', async (address) => {
  await expect(guardedFetch(address)).rejects.toBeInstanceOf(BlockedAddressError)
})

test('R14 does not follow a redirect', async () => {
  const port = await serve((_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  )
  await expect(guardedFetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})

test('sends method, headers and forms unchanged, and receives an answer in pieces', async () => {
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

test('reports an answer that breaks off and a call that is ended', async () => {
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

test('R19 aborts a long-open call even after garbage collection', async () => {
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

test('reports a failed fetch with its cause if nothing is listening', async () => {
  const port = await serve(() => undefined)
  for (const close of closing.splice(0)) close()
  await expect(guardedFetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'ECONNREFUSED' },
  })
})

describe('R25 an answer is read within limits', () => {
  const kilobytes = (count: number) => 'x\n\n'.repeat((count * 1024) / 3)
  const whole = async (fetch: typeof globalThis.fetch, port: number, path = '/') =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).text()

  test('cuts an answer that is too large and closes the socket', async () => {
    const left = Promise.withResolvers<void>()
    const port = await serve((request, response) => {
      request.socket.once('close', () => left.resolve())
      response.write(kilobytes(90))
    })
    const fetch = createGuardedFetch({ limits: { bodyBytes: 64 * 1024 } })
    await expect(whole(fetch, port)).rejects.toMatchObject({ reason: 'answer', megabytes: 0.1 })
    await left.promise
  })

  test('counts all answers of one turn together, and each turn separately', async () => {
    const port = await serve((_request, response) => response.end(kilobytes(60)))
    const fetch = createGuardedFetch({ limits: { bodyBytes: 64 * 1024, turnBytes: 100 * 1024 } })
    const turn = () => asOneTurn(async () => [await whole(fetch, port), await whole(fetch, port)])
    await expect(turn()).rejects.toMatchObject({ reason: 'question', megabytes: 0.1 })
    await expect(asOneTurn(() => whole(fetch, port))).resolves.toHaveLength(60 * 1024)
    await expect(Promise.all([whole(fetch, port), whole(fetch, port)])).resolves.toHaveLength(2)
  })

  test('reads only the beginning of an error', async () => {
    const port = await serve((_request, response) => response.writeHead(500).end(kilobytes(90)))
    const fetch = createGuardedFetch({ limits: { errorBytes: 10 } })
    expect(await whole(fetch, port)).toBe(kilobytes(90).slice(0, 10))
  })

  test('gives up on an address that sends no headers or goes silent after them', async () => {
    const port = await serve((request, response) => void (request.url === '/head' && response.flushHeaders()))
    const late = { name: 'TimeoutError' }
    await expect(whole(createGuardedFetch({ limits: { headMs: 20 } }), port, '/none')).rejects.toMatchObject(late)
    await expect(whole(createGuardedFetch({ limits: { silenceMs: 20 } }), port, '/head')).rejects.toMatchObject(late)
  })
})
