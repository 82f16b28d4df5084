import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { Secret } from '../../secrets/secret.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { signLicense } from './license-token.ts'
import type { License } from './license-token.ts'

const day = 24 * 60 * 60 * 1000
const start = new Date('2026-11-21T12:00:00.000Z')
const base = '/api/v1/license'
let app: TestApp

afterEach(() => app.close())

function license(change: Partial<License> = {}): License {
  return {
    id: randomUUID(),
    edition: 'standard',
    domain: '*',
    customerName: 'Example',
    issuedAt: start,
    validFrom: start,
    expiresAt: new Date(start.getTime() + 365 * day),
    features: { max_users: 50, max_databases: 10, business_areas: true, api_access: true, support: 'priority email' },
    ...change,
  }
}

const signed = (change: Partial<License> = {}) => signLicense(license(change), app.context.keys.licensePrivateKey)

async function open() {
  app = await createTestApp({ now: start, trial: false })
  await app.services.license.ensureTrial()
  const { headers } = await app.signIn('ADMIN')
  const upload = (payload: object) => app.app.inject({ method: 'POST', url: `${base}/upload`, headers, payload })
  const status = async () => (await app.app.inject({ url: `${base}/status`, headers })).json()
  const remove = () => app.app.inject({ method: 'DELETE', url: `${base}/remove`, headers })
  return { headers, upload, status, remove }
}

describe('upload', () => {
  test('CH-184 CH-173 CH-174 CH-175 CH-183 replaces the trial with a license', async () => {
    const { upload, status } = await open()
    const answer = await upload({ license_key: ` ${await signed()}\n` })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        success: true,
        message: 'License uploaded successfully: standard edition, valid until 2027-11-21.',
        pattern: 'License uploaded successfully: {edition} edition, valid until {date}.',
        values: { edition: 'standard', date: '2027-11-21' },
      },
    ])
    expect(await status()).toEqual({
      is_valid: true,
      error_message: null,
      license_info: {
        license_id: expect.any(String),
        edition: 'standard',
        domain: '*',
        customer_name: 'Example',
        issued_date: '2026-11-21T12:00:00.000Z',
        expiry_date: '2027-11-21T12:00:00.000Z',
        days_remaining: 365,
        origin: 'upload',
        features: {
          max_users: 50,
          max_databases: 10,
          business_areas: true,
          api_access: true,
          support: 'priority email',
        },
      },
      user_stats: { total_users: 1, admin_users: 1, general_users: 0, max_users: 50, remaining_slots: 49 },
    })
  })

  test('joins a key that an email broke into lines', async () => {
    const { upload } = await open()
    const key = await signed()
    const answer = await upload({ license_key: `\uFEFF\r\n  ${key.match(/.{1,76}/g)?.join(' \r\n')}\n\n` })
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { success: true }])
    expect((await upload({ license_key: `${key.slice(0, 40)} x ${key.slice(40)}` })).statusCode).toBe(400)
  })

  test.each([
    ['blank', '  \n ', 400, 'Please enter a license key'],
    ['no text', 7, 400, 'Please enter a license key'],
    ['nonsense', 'abc', 400, 'This is not a license key.'],
    ['too long', 'x'.repeat(20_000), 400, 'This is not a license key.'],
    ['with NUL', 'a.\u0000.c', 400, 'This is not a license key.'],
  ])('CH-179 refuses a key that is %s, and keeps the previous license', async (_name, key, code, detail) => {
    const { upload, status } = await open()
    const answer = await upload({ license_key: key })
    expect([answer.statusCode, answer.json().detail]).toEqual([code, detail])
    expect(await status()).toMatchObject({ is_valid: true, license_info: { edition: 'enterprise' } })
  })

  test('CH-188 refuses a license that is tampered with, foreign, early, late or for another host, with its reason', async () => {
    const { upload, status } = await open()
    const other = new Secret(
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    )
    const cases: [string, string][] = [
      [await signed({ expiresAt: new Date(start.getTime() - 1) }), 'This license has expired.'],
      [await signed({ validFrom: new Date(start.getTime() + day) }), 'This license is not valid yet.'],
      [
        await signed({ domain: 'ask.example.com' }),
        'This license is for ask.example.com, but the domain of this installation is localhost.',
      ],
      [
        await signLicense(license(), other),
        'The signature of this license is not valid. The license was changed, or it is from a different issuer.',
      ],
    ]
    for (const [key, reason] of cases) {
      const answer = await upload({ license_key: key })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ detail: reason, code: 'license_invalid' })
    }
    expect(await status()).toMatchObject({ license_info: { edition: 'enterprise' } })
  })

  test('CH-169 lets only administrators upload and remove', async () => {
    await open()
    const { headers } = await app.signIn('GENERAL')
    for (const [method, path] of [
      ['POST', 'upload'],
      ['POST', 'upload-file'],
      ['DELETE', 'remove'],
    ] as const) {
      const answer = await app.app.inject({ method, url: `${base}/${path}`, headers, payload: {} })
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'admin_only'])
    }
  })

  test('keeps one license after two concurrent uploads, and each key can be uploaded again', async () => {
    const { upload, status } = await open()
    const keys = [await signed(), await signed({ edition: 'demo' })]
    const answers = await Promise.all([...keys, ...keys].map((license_key) => upload({ license_key })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const rows = await app.context.store.db
      .selectFrom('licenses')
      .select('id')
      .where('removed_at', 'is', null)
      .execute()
    expect(rows).toHaveLength(1)
    expect(await status()).toMatchObject({ is_valid: true })
  })

  test('makes the license wait when a clock was set back, and loses nothing', async () => {
    const { upload, status } = await open()
    await upload({ license_key: await signed() })
    app.advance(-10 * day)
    expect(await status()).toMatchObject({ is_valid: false, error_message: 'This license is not valid yet.' })
    expect(await app.services.license.limits()).toMatchObject({ edition: 'personal' })
    app.advance(10 * day)
    expect(await status()).toMatchObject({ is_valid: true, license_info: { edition: 'standard' } })
  })
})

describe('CH-185 upload of a file', () => {
  const boundary = 'parlance-test'
  const form = (name: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="a.license"\r\n` +
    `content-type: text/plain\r\n\r\n${content}\r\n--${boundary}--\r\n`

  async function send(payload: string, type = `multipart/form-data; boundary=${boundary}`) {
    const { headers } = await app.signIn('ADMIN')
    return app.app.inject({
      method: 'POST',
      url: `${base}/upload-file`,
      headers: { ...headers, 'content-type': type },
      payload,
    })
  }

  test('accepts the part "file"', async () => {
    await open()
    const answer = await send(form('file', `${await signed()}\n`))
    expect([answer.statusCode, answer.json().success]).toEqual([200, true])
  })

  test('refuses another part, an empty file, a large one, none, and a body that is not a form', async () => {
    await open()
    const answers = [
      await send(form('key', 'x')),
      await send(form('file', ' ')),
      await send(form('file', 'x'.repeat(100_000))),
      await send(`--${boundary}--\r\n`),
      await send('{}', 'application/json'),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json().detail])).toEqual([
      [400, 'The license file is missing. Send it in the part "file".'],
      [400, 'Please enter a license key'],
      [400, 'This is not a license key.'],
      [400, 'The license file is missing. Send it in the part "file".'],
      [400, 'Send the license file as multipart/form-data in the part "file".'],
    ])
  })

  test('refuses a multipart body everywhere else', async () => {
    await open()
    const { headers } = await app.signIn('ADMIN')
    const answer = await app.app.inject({
      method: 'POST',
      url: `${base}/upload`,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: form('file', 'x'),
    })
    expect(answer.statusCode).toBe(415)
  })
})

test('OP-81 counts what the edition limits in the usage', async () => {
  const { headers, upload } = await open()
  await upload({ license_key: await signed({ features: { ...license().features, max_users: 2 } }) })
  await app.signIn('GENERAL')
  const usage = await app.app.inject({ url: `${base}/usage`, headers })
  expect(usage.json()).toMatchObject({
    edition: 'standard',
    limits: [
      { kind: 'users', used: 2, max: 2 },
      { kind: 'databases', used: 0, max: 10 },
      { kind: 'business_areas', used: 0, max: 50 },
    ],
    current: { edition: 'standard', max_users: 2, max_tables_per_area: 10 },
    without_license: { edition: 'personal', max_users: 1, max_databases: 3, export_formats: ['csv'] },
  })
})

describe('removal', () => {
  test('CH-186 CH-192 falls back to the personal limits, never restores the trial, and reports a second removal', async () => {
    const { upload, status, remove } = await open()
    await upload({ license_key: await signed() })
    const answer = await remove()
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { success: true, message: 'License removed successfully' },
    ])
    await app.services.license.ensureTrial()
    expect(await status()).toMatchObject({
      is_valid: false,
      error_message: 'No license is installed.',
      license_info: null,
    })
    expect(await app.services.license.limits()).toMatchObject({ edition: 'personal', max_users: 1 })
    expect((await remove()).statusCode).toBe(404)
  })
})
