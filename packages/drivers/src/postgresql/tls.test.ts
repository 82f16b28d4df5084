import { readFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionConfig, TestStage } from '../contract.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { failureOf, readAll } from '../testing/read.ts'
import { postgresqlDriver } from './driver.ts'

const fixture = (name: string) => readFileSync(new URL(`../server/__fixtures__/${name}`, import.meta.url), 'utf8')
const servers: Server[] = []
const sockets = new Set<Socket>()
let skip: string | null = null
let config: ConnectionConfig
let good: number
let expired: number
let stop = async () => {}

beforeAll(async () => {
  const server = await startPostgres()
  if ('skip' in server) return void (skip = server.skip)
  const url = new URL(server.url)
  stop = server.stop
  const target = { host: url.hostname, port: Number(url.port || 5432) }
  good = await startTlsProxy('good', target)
  expired = await startTlsProxy('expired', target)
  config = {
    host: 'localhost',
    port: good,
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
})
beforeEach((test) => {
  if (skip !== null) test.skip(skip)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
  await stop()
})

/** Terminates TLS in front of a server without it, using one of the test certificates. */
async function startTlsProxy(name: string, target: { host: string; port: number }): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, {
        isServer: true,
        key: fixture(`${name}.key`),
        cert: fixture(`${name}.pem`),
      })
      const real = connect(target)
      for (const end of [secure, real]) end.on('error', () => socket.destroy())
      secure.pipe(real).pipe(secure)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function connects(settings: ConnectionConfig): Promise<boolean> {
  const connection = await postgresqlDriver.connect({ ...config, ...settings })
  expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  await connection.close()
  return true
}

describe('TLS', () => {
  const authority = fixture('ca.pem')

  it('uses TLS if offered, and verifies it if requested', async () => {
    expect(await connects({})).toBe(true)
    expect(await connects({ tls: 'require' })).toBe(true)
    expect(await connects({ tls: 'verify', tls_ca: authority })).toBe(true)
  })

  const refused: [title: string, settings: () => ConnectionConfig, message: RegExp][] = [
    ['of an unknown authority', () => ({ tls: 'verify' }), /unable to (get|verify)|self.signed|issuer/i],
    ['for another host', () => ({ tls: 'verify', tls_ca: authority, host: '127.0.0.1' }), /altnames|does not match/i],
    ['that expired', () => ({ tls: 'verify', tls_ca: authority, port: expired }), /expired/],
  ]
  it.each(refused)('refuses a certificate %s, and names the stage', async (_title, settings, message) => {
    const broken = { ...config, ...settings() }
    const error = await failureOf(() => postgresqlDriver.connect(broken))
    expect(error.kind).toBe('tls')
    expect(error.message).toMatch(message)
  })

  it('reports TLS as its own stage in the staged test', async () => {
    const connection = await postgresqlDriver.connect({ ...config, tls: 'require' })
    const stages: TestStage[] = []
    await connection.test((stage) => stages.push(stage))
    expect(stages).toEqual(['resolve', 'reach', 'tls', 'sign-in', 'read-only', 'list-tables'])
    await connection.close()
  })
})
