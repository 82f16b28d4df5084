import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdministeredApp, type AdministeredApp } from '../../testing/administered-app.ts'
import { sendSyslog } from './syslog.ts'
import { readFixture, trustTestAuthority } from '../../testing/mail-server.ts'

let app: AdministeredApp
beforeAll(async () => {
  trustTestAuthority()
  app = await createAdministeredApp(null)
})
afterAll(() => app.app.close())

/** Sends a test entry, and returns the answer. */
async function send(transport: 'tls' | 'tcp' | 'udp', port: number): Promise<{ success: boolean; message: string }> {
  const settings = { kind: 'syslog', host: 'localhost', port, transport }
  return (await app.call(app.admin, 'POST', 'audit/sinks/test', { settings })).json()
}

/** Listens, and collects what the first connection sends. */
async function collect(server: Server, event: 'connection' | 'secureConnection') {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const received = new Promise<string>((resolve) => {
    server.once(event, (socket) => {
      let text = ''
      socket.on('data', (piece: Buffer) => (text += piece.toString()))
      socket.on('end', () => resolve(text))
    })
  })
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.close()
    await once(server, 'close')
  }
  return { port, received, close }
}

function secureServer(name: 'good' | 'expired'): Server {
  return createTlsServer({ key: readFixture(`${name}.key`), cert: readFixture(`${name}.pem`) })
}

test.each(['tcp', 'tls'] as const)('sends an entry to a syslog server over %s with its length', async (transport) => {
  const isTls = transport === 'tls'
  const server = isTls ? secureServer('good') : createServer()
  const { port, received, close } = await collect(server, isTls ? 'secureConnection' : 'connection')
  expect(await send(transport, port)).toMatchObject({ success: true })
  const [, length, text] = /^(\d+) (<110>1 .*)$/s.exec(await received) ?? []
  expect(Buffer.byteLength(text ?? '')).toBe(Number(length))
  expect(text).toContain(`"sentence":"${app.admin.user.email} tested where the audit log is sent."`)
  await close()
  const refused = await send(transport, port)
  expect(refused).toMatchObject({
    success: false,
    message: `localhost:${port} refused the connection. Check the port and the protocol.`,
  })
})

test('sends an entry to a syslog server over UDP in one datagram', async () => {
  const socket = createSocket('udp4')
  const received = once(socket, 'message') as Promise<[Buffer]>
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  const settings = { kind: 'syslog', host: '127.0.0.1', port, transport: 'udp' }
  const answer = await app.call(app.admin, 'POST', 'audit/sinks/test', { settings })
  expect(answer.json()).toMatchObject({ success: true })
  expect((await received)[0].toString()).toMatch(/^<110>1 \S+Z \S+ parlance \d+ audit\.test-sink - \{.*\}$/s)

  // A longer entry than a datagram can contain, also with characters that JSON writes with six others.
  const [record] = await app.services.audit.readAfter({ at: '', id: '' }, { limit: 1 })
  const next = once(socket, 'message') as Promise<[Buffer]>
  const change = { field: 'name', before: '\u0007'.repeat(900), after: 'Kept' }
  const changes = Array.from({ length: 40 }, () => ({ ...change, is_hidden: false }))
  await sendSyslog({ ...settings, kind: 'syslog', transport: 'udp' }, [{ ...record!, changes }])
  const sent = JSON.parse(/\{.*/s.exec((await next)[0].toString())?.[0] ?? '')
  expect(sent).toMatchObject({ is_cut: true, id: record!.id, sentence: record!.sentence })
  expect(sent.changes[0]).toMatchObject({ before: expect.stringMatching(/…$/), after: 'Kept' })

  // More names than a datagram can contain, however short each is.
  const last = once(socket, 'message') as Promise<[Buffer]>
  const names = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`user-${at}-of-an-installation`, 'A']))
  await sendSyslog({ ...settings, kind: 'syslog', transport: 'udp' }, [{ ...record!, names }])
  expect((await last)[0].toString()).toContain('"is_cut":true')
  socket.close()
})

test('says what is wrong with the TLS of a syslog server', async () => {
  const expired = await collect(secureServer('expired'), 'secureConnection')
  expect((await send('tls', expired.port)).message).toBe(
    `The certificate of localhost:${expired.port} has expired. Renew it on that server.`,
  )
  await expired.close()

  const plain = createServer((socket) => socket.end('plain text'))
  const { port, close } = await collect(plain, 'connection')
  expect((await send('tls', port)).message).toBe(
    `localhost:${port} does not use TLS on this port. Check the port and the protocol.`,
  )
  await close()

  const secure = await collect(secureServer('good'), 'secureConnection')
  const settings = { kind: 'syslog', host: '127.0.0.1', port: secure.port, transport: 'tls' }
  const answer = await app.call(app.admin, 'POST', 'audit/sinks/test', { settings })
  expect(answer.json().message).toMatch(/is for another name|refused/)
  await secure.close()
})
