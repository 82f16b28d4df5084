import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { failureOf } from '../testing/read.ts'
import { allowMetadataAddresses, describeNetworkError, findListening, resolveHost } from './network.ts'
import { withStage } from './staged-test.ts'

afterEach(() => allowMetadataAddresses(false))

describe('R14 addresses of cloud metadata', () => {
  const hosts = [
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fe80::a9fe:a9fe',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::ffff:168.63.129.16',
  ]

  it.each(hosts)('refuses the address %s', async (host) => {
    expect(await failureOf(() => resolveHost(host))).toMatchObject({ kind: 'permission', stage: 'resolve' })
  })

  it('refuses other spellings too, because it checks the resolved address', async () => {
    for (const host of ['2852039166', '0xa9.0xfe.0xa9.0xfe']) {
      expect(['permission', 'unreachable']).toContain((await failureOf(() => resolveHost(host))).kind)
    }
  })

  it('reaches cloud metadata if the operator allows it', async () => {
    allowMetadataAddresses(true)
    expect(await resolveHost('169.254.169.254')).toEqual(['169.254.169.254'])
  })

  it('allows private and public addresses', async () => {
    for (const host of ['127.0.0.1', '10.0.0.5', '192.168.1.1', '8.8.8.8', '::1'])
      expect(await resolveHost(host)).toEqual([host])
  })
})

describe('a host with several addresses', () => {
  it('connects to the address where something listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    expect(await findListening(['::1', '127.0.0.1'], port)).toBe('127.0.0.1')
    server.close()
    await once(server, 'close')
    expect((await failureOf(() => findListening(['::1', '127.0.0.1'], port))).kind).toBe('unreachable')
  })
})

describe('errors of the network', () => {
  const cases: [code: string, message: string, kind: string | undefined][] = [
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', 'unreachable'],
    ['ECONNRESET', 'read ECONNRESET', 'unreachable'],
    ['EADDRNOTAVAIL', 'connect EADDRNOTAVAIL ::1', 'unreachable'],
    ['ETIMEDOUT', 'connect ETIMEDOUT', 'timeout'],
    ['CERT_HAS_EXPIRED', 'certificate has expired', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", 'tls'],
    ['EACCES', 'permission denied', undefined],
  ]
  it.each(cases)('%s', (code, message, kind) => {
    expect(describeNetworkError(Object.assign(new Error(message), { code }))?.kind).toBe(kind)
  })

  it('have messages whose names and reasons are values, so that they can be translated', async () => {
    const unknown = await failureOf(() => resolveHost('nowhere.invalid'))
    expect(unknown.message).toBe('Could not resolve the host name nowhere.invalid. Check its spelling.')
    expect(unknown.text).toEqual({
      text: 'Could not resolve the host name {host}. Check its spelling.',
      values: { host: 'nowhere.invalid' },
    })
    const expired = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
    expect(describeNetworkError(expired)?.text).toEqual({
      text: 'The TLS connection to the server failed: {reason}.',
      values: { reason: 'certificate has expired' },
    })
    expect(withStage(describeNetworkError(expired))).toMatchObject({
      stage: 'tls',
      text: { values: expect.anything() },
    })
  })
})
