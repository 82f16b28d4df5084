import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Socket } from 'node:net'
import { databaseKinds, type DatabaseKind } from '@parlance/contract'
import { testHalf } from '../../../contract/src/testing/test-sample.ts'
import type { ConnectionConfig } from '../contract.ts'
import { driverFor } from '../registry.ts'
import { failureOf } from './read.ts'
import { listen, type StandIn } from './stand-in.ts'

type Behaviour = (socket: Socket) => void

/**
 * The required form fields of each kind with a sign-in over TCP; null for files and for services with a fixed address.
 */
const settingsByKind = {
  postgresql: { tls: 'disable' },
  mysql: { tls: 'disable' },
  sqlserver: { tls: 'disable' },
  oracle: { sid: 'FREE' },
  sqlite: null,
  snowflake: null,
  bigquery: null,
  dremio: { driver_type: 'flight', disable_tls: true },
  mongodb: { tls: 'disable' },
  hana: { tls: 'disable' },
  googlesheets: null,
} satisfies Record<DatabaseKind, ConnectionConfig | null>
const kinds = databaseKinds.flatMap((kind): [DatabaseKind, ConnectionConfig][] => {
  const settings = settingsByKind[kind]
  return settings === null ? [] : [[kind, settings]]
})

const onceAsked =
  (behave: Behaviour): Behaviour =>
  (socket) =>
    void socket.once('data', () => behave(socket))

/** Bytes that match no protocol, the same in each run. */
const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919 + (index >> 3) * 31) % 251))

const flood =
  (first: number[], filling: number): Behaviour =>
  (socket) => {
    const chunk = Buffer.alloc(256 * 1024, filling)
    const fill = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.write(Buffer.from(first))
    socket.on('drain', fill)
    fill()
  }

const greetingOfMysql = Buffer.from([0x4a, 0, 0, 0, 0x0a, ...Buffer.from('8.0.36\0')])

const endings: [title: string, behave: Behaviour][] = [
  ['ends every connection', (socket) => void socket.destroy()],
  ['sends noise and ends', (socket) => void socket.end(noise)],
  ['answers with noise and ends', onceAsked((socket) => void socket.end(noise))],
  ['ends in the middle of a greeting', (socket) => void socket.end(greetingOfMysql)],
  ['answers with half a packet of eight bytes', onceAsked((socket) => void socket.end(Buffer.from([0, 0, 0, 200])))],
  ['answers like a web server', onceAsked((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))],
]

/** Each begins with a length of two gigabytes, as one of the protocols writes it. */
const floods: [title: string, behave: Behaviour][] = [
  ['zeros', flood([], 0)],
  ['bytes 255', flood([], 255)],
  ['a packet of MySQL that never ends', flood([0xff, 0xff, 0xff, 0, 0x0a], 0x41)],
  ['a message of two gigabytes as in PostgreSQL', onceAsked(flood([0x52, 0x7f, 0xff, 0xff, 0xff], 0))],
  ['a packet of two gigabytes as in Oracle', onceAsked(flood([0x7f, 0xff, 0xff, 0xff, 2, 0, 0, 0], 0))],
  ['a frame of HTTP/2 that never ends', onceAsked(flood([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1], 0x20))],
]

const clock = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
const standIns: StandIn[] = []
let open = new Set<Socket>()

afterEach(() => {
  vi.useRealTimers()
  for (const standIn of standIns.splice(0)) standIn.close()
})

/** Connects to a server with this behavior, and returns the error. */
async function connectTo(kind: DatabaseKind, settings: ConnectionConfig, behave: Behaviour) {
  open = new Set()
  const server = await listen((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    behave(socket)
    // Only a socket that is read notices that the other side has disconnected.
    socket.resume()
  })
  standIns.push(server)
  const driver = await driverFor(kind)
  const place = { host: '127.0.0.1', port: server.port, database: 'd', username: 'u', password: 'p' }
  return await failureOf(() => driver.connect({ ...place, ...settings }))
}

describe.each(kinds)('a hostile server in the place of %s', (kind, settings) => {
  it.each(endings)(
    'fails with a plain message and leaves no socket open when the server %s',
    async (_title, behave) => {
      vi.useFakeTimers({ toFake: [...clock] })
      const connecting = connectTo(kind, settings, behave)
      const error = await untilSettled(connecting)
      expect(['unreachable', 'timeout', 'auth']).toContain(error.kind)
      expect(error.message).toMatch(
        /^The server (closed the connection|sent an unexpected response|accepted the connection but)/,
      )
      await expectNothingLeft()
    },
  )

  it.each(
    testHalf(
      floods,
      kinds.findIndex(([one]) => one === kind),
    ),
  )('cuts off a server that sends %s before it fills the memory', async (_title, behave) => {
    vi.useFakeTimers({ toFake: [...clock] })
    const before = process.memoryUsage().arrayBuffers
    const error = await untilSettled(connectTo(kind, settings, behave))
    expect(['unreachable', 'timeout', 'tls']).toContain(error.kind)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 * 1024)
    await expectNothingLeft()
  })

  it('gives up in time on a server that accepts and never answers', async () => {
    vi.useFakeTimers({ toFake: [...clock] })
    const error = await untilSettled(connectTo(kind, settings, () => {}))
    expect(error).toMatchObject({
      kind: 'timeout',
      stage: 'reach',
      message: 'The server accepted the connection but did not answer.',
    })
    await expectNothingLeft()
  })
})

/** Checks that sockets left by a client library close within half a minute, and that no timer remains. */
async function expectNothingLeft(): Promise<void> {
  await vi.advanceTimersByTimeAsync(30_000)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  await expect.poll(() => open.size).toBe(0)
}

/** Advances the test's clock, a second at a time, until the work is done. */
async function untilSettled<Result>(work: Promise<Result>): Promise<Result> {
  let isSettled = false
  const settled = work.finally(() => (isSettled = true))
  settled.catch(() => {})
  while (!isSettled) await vi.advanceTimersByTimeAsync(1000)
  return await settled
}
