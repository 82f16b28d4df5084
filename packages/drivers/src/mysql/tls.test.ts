import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mysql from 'mysql2/promise'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionConfig, TestStage } from '../contract.ts'
import { startPrivateMariadb } from '../testing/mariadb-server.ts'
import { failureOf, readAll } from '../testing/read.ts'
import { configOfUrl } from '../testing/given-server.ts'
import { mysqlDriver } from './driver.ts'

const fixture = (name: string) => readFileSync(new URL(`../server/__fixtures__/${name}`, import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'parlance-mysql-tls-'))
let skip: string | null = null
let config: ConnectionConfig
let admin: mysql.Connection
let stop = async () => {}

beforeAll(async () => {
  chmodSync(folder, 0o755)
  showCertificate('good')
  const files = [`--ssl-cert=${join(folder, 'server.pem')}`, `--ssl-key=${join(folder, 'server.key')}`]
  const server = await startPrivateMariadb(files)
  if ('skip' in server) return void (skip = server.skip)
  admin = await mysql.createConnection(server.url)
  config = { ...configOfUrl(server.url, { defaultPort: 3306 }), host: 'localhost' }
  await admin.query(`GRANT ALL ON *.* TO 'tester'@'localhost' IDENTIFIED BY '${String(config.password)}'`)
  stop = async () => {
    await admin.end()
    await server.stop()
  }
})
beforeEach((test) => {
  if (skip !== null) test.skip(skip)
})
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

function showCertificate(name: string): void {
  for (const kind of ['pem', 'key'])
    writeFileSync(join(folder, `server.${kind}`), fixture(`${name}.${kind}`), { mode: 0o644 })
}

/** Returns the cipher of the driver's session; empty if it isn't encrypted. */
async function cipherOf(settings: ConnectionConfig): Promise<unknown> {
  const connection = await mysqlDriver.connect({ ...config, ...settings })
  try {
    return (await readAll(connection, "SHOW SESSION STATUS LIKE 'Ssl_cipher'")).rows[0]?.[1]
  } finally {
    await connection.close()
  }
}

describe('TLS', () => {
  const authority = fixture('ca.pem')

  it('uses TLS if offered, verifies it if requested, and leaves it out when it is off', async () => {
    expect(await cipherOf({})).toMatch(/TLS|AES|CHACHA/)
    expect(await cipherOf({ tls: 'require' })).toMatch(/TLS|AES|CHACHA/)
    expect(await cipherOf({ tls: 'verify', tls_ca: authority })).toMatch(/TLS|AES|CHACHA/)
    expect(await cipherOf({ tls: 'disable' })).toBe('')
  })

  it('refuses a certificate from an unknown authority or for another host, and names the stage', async () => {
    const unknown = await failureOf(() => mysqlDriver.connect({ ...config, tls: 'verify' }))
    expect(unknown).toMatchObject({
      kind: 'tls',
      stage: 'tls',
      message: expect.stringMatching(/unable to|self.signed|issuer/i),
    })
    const otherHost = { ...config, tls: 'verify', tls_ca: authority, host: '127.0.0.1' }
    const other = await failureOf(() => mysqlDriver.connect(otherHost))
    expect(other).toMatchObject({
      kind: 'tls',
      stage: 'tls',
      message: expect.stringMatching(/altnames|does not match/i),
    })
  })

  it('R18 enforces the caps: many rows of a megabyte pass, one row of too many does not', async () => {
    const connection = await mysqlDriver.connect({ ...config, tls: 'require' })
    const rows = "SELECT repeat('x', 1000000) FROM information_schema.COLUMNS LIMIT 140"
    expect((await readAll(connection, rows)).rows).toHaveLength(140)
    const huge = `SELECT ${Array.from({ length: 9 }, () => "repeat('x', 15000000)").join(', ')}`
    expect((await failureOf(() => readAll(connection, huge))).kind).toBe('limit')
    await connection.close()
  })

  it('reports TLS as its own stage in the staged test', async () => {
    const connection = await mysqlDriver.connect({ ...config, tls: 'require' })
    const stages: TestStage[] = []
    await connection.test((stage) => stages.push(stage))
    expect(stages).toEqual(['resolve', 'reach', 'tls', 'sign-in', 'read-only', 'list-tables'])
    await connection.close()
  })

  it('refuses an expired certificate, unless certificates are not checked', async () => {
    showCertificate('expired')
    await admin.query('FLUSH SSL')
    const expired = { ...config, tls: 'verify', tls_ca: authority }
    const error = await failureOf(() => mysqlDriver.connect(expired))
    expect(error).toMatchObject({ kind: 'tls', stage: 'tls', message: expect.stringContaining('expired') })
    expect(await cipherOf({ tls: 'require' })).toMatch(/TLS|AES|CHACHA/)
  })
})
