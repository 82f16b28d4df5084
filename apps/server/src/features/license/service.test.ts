import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Secret } from '../../secrets/secret.ts'
import { createTestApp, createTestAppOver } from '../../testing/test-app.ts'
import type { TestApp, TestAppOptions } from '../../testing/test-app.ts'
import { describeStores } from '../../testing/test-store.ts'
import { signLicense } from './license-token.ts'
import type { License } from './license-token.ts'

const day = 24 * 60 * 60 * 1000
const start = new Date('2026-11-21T12:00:00.000Z')

function license(change: Partial<License> = {}): License {
  return {
    id: randomUUID(),
    edition: 'standard',
    domain: '*',
    customerName: 'Example',
    issuedAt: start,
    validFrom: start,
    expiresAt: new Date(start.getTime() + 30 * day),
    features: { max_users: 50, max_databases: 10, business_areas: true, api_access: true, support: 'priority email' },
    ...change,
  }
}

async function install(app: TestApp, token: string): Promise<void> {
  await app.context.store.db
    .insertInto('licenses')
    .values({
      id: randomUUID(),
      token,
      origin: 'upload',
      installed_at: new Date(start.getTime() + 1000).toISOString(),
      installed_by: null,
      removed_at: null,
    })
    .execute()
}

async function appWith(change: Partial<License>, options: TestAppOptions = {}, key?: string): Promise<TestApp> {
  const app = await createTestApp({ now: start, trial: false, ...options })
  const signingKey = key === undefined ? app.context.keys.licensePrivateKey : new Secret(key)
  await install(app, await signLicense(license(change), signingKey))
  return app
}

describeStores('the trial license', (current) => {
  test('creates the trial once, for 14 days of enterprise, even in several concurrent processes', async () => {
    const app = await createTestAppOver(current(), { now: start, trial: false })
    await Promise.all([1, 2, 3].map(() => app.services.license.ensureTrial()))
    expect(await app.context.store.db.selectFrom('licenses').select('origin').execute()).toEqual([{ origin: 'trial' }])
    const status = await app.services.license.status()
    expect(status).toMatchObject({ is_valid: true, license_info: { edition: 'enterprise', days_remaining: 14 } })
    expect(await app.services.license.limits()).toMatchObject({
      edition: 'enterprise',
      max_users: -1,
      row_security_enabled: true,
    })
    app.advance(14 * day + 1000)
    expect(await app.services.license.status()).toMatchObject({
      is_valid: false,
      error_message: 'This license has expired.',
    })
    expect(await app.services.license.limits()).toMatchObject({
      edition: 'personal',
      max_users: 1,
      export_formats: ['csv'],
    })
    await app.services.license.ensureTrial()
    expect(await app.services.license.limits()).toMatchObject({ edition: 'personal' })
    await app.app.close()
  })

  test('lets no two concurrent additions exceed a limit', async () => {
    const app = await createTestAppOver(current(), { now: start, trial: false })
    const forTwo = license({ features: { ...license().features, max_users: 2 } })
    await install(app, await signLicense(forTwo, app.context.keys.licensePrivateKey))
    const admin = await app.signIn('ADMIN')
    const waiting = await Promise.all([1, 2, 3].map(() => app.signIn('GENERAL', { status: 'N', is_active: 0 })))
    const principal = {
      ...admin.user,
      userId: admin.user.id,
      tenantId: null,
      tenantName: null,
      deptId: null,
      attributes: {},
      limits: null,
    }
    const answers = await Promise.allSettled(
      waiting.map(({ user }) =>
        app.services.userAdministration.approve(principal, user.id, { role: 'GENERAL', ownAddress: '' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = answers.find((answer) => answer.status === 'rejected')
    expect(refused?.reason).toMatchObject({
      code: 'license_limit',
      detail: 'The standard edition allows 2 active users. Deactivate a user, or upgrade your license.',
    })
    await app.app.close()
  })
})

describe('a license', () => {
  test("grants the edition of this installation’s license, with the license's own numbers", async () => {
    const app = await appWith({ features: { ...license().features, max_users: 7 } })
    expect(await app.services.license.limits()).toMatchObject({ edition: 'standard', max_users: 7, max_databases: 10 })
    expect(await app.services.license.isPremium()).toBe(true)
    await expect(app.services.license.check('row_security_enabled')).rejects.toMatchObject({ code: 'license_feature' })
    await app.close()
  })

  test.each([
    ['has expired', { expiresAt: new Date(start.getTime() - 1000) }, 'This license has expired.'],
    ['is not valid yet', { validFrom: new Date(start.getTime() + day) }, 'This license is not valid yet.'],
    [
      'is for another domain',
      { domain: 'other.test' },
      'This license is for other.test, but the domain of this installation is ask.example.test.',
    ],
    [
      'is for another part of a domain',
      { domain: '*.example.org' },
      'This license is for *.example.org, but the domain of this installation is ask.example.test.',
    ],
  ])('refuses a license that %s with its reason, and applies the personal limits', async (_, change, reason) => {
    const app = await appWith(change, { config: { publicUrl: 'https://ask.example.test' } })
    expect(await app.services.license.status()).toMatchObject({
      is_valid: false,
      error_message: reason,
      license_info: null,
    })
    expect(await app.services.license.limits()).toMatchObject({ edition: 'personal' })
    await app.close()
  })

  test('accepts a license for a whole domain on each of its hosts', async () => {
    const app = await appWith({ domain: '*.example.test' }, { config: { publicUrl: 'https://ask.example.test' } })
    expect(await app.services.license.status()).toMatchObject({ is_valid: true })
    await app.close()
  })

  test('refuses a license from another issuer, changed, unsigned, or in another format', async () => {
    const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const foreign = await appWith({}, {}, other)
    expect(await foreign.services.license.status()).toMatchObject({
      error_message:
        'The signature of this license is not valid. The license was changed, or it is from a different issuer.',
    })
    const token = await signLicense(license(), foreign.context.keys.licensePrivateKey)
    const [header, payload, signature] = token.split('.')
    const changed = Buffer.from(
      String(Buffer.from(payload ?? '', 'base64url')).replace('standard', 'enterprise'),
    ).toString('base64url')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const symmetric = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${payload}.${signature}`
    for (const bad of [`${header}.${changed}.${signature}`, unsigned, symmetric, 'nonsense', 'x'.repeat(20_000)]) {
      await foreign.context.store.db.deleteFrom('licenses').execute()
      await install(foreign, bad)
      expect(await foreign.services.license.status()).toMatchObject({ is_valid: false })
      expect(await foreign.services.license.limits()).toMatchObject({ edition: 'personal' })
    }
    await foreign.close()
  })

  test('checks a license with a pinned issuer’s public key instead of the installation’s own', async () => {
    const pinned = generateKeyPairSync('ed25519')
    const x = String(pinned.publicKey.export({ format: 'jwk' }).x)
    const key = pinned.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const app = await appWith({}, { config: { licenseIssuer: x } }, key)
    expect(await app.services.license.status()).toMatchObject({ is_valid: true })
    await app.close()
    const own = await appWith({}, { config: { licenseIssuer: x } })
    expect(await own.services.license.status()).toMatchObject({ is_valid: false })
    await own.close()
  })

  test('counts the users who may sign in in the status', async () => {
    const app = await appWith({})
    await app.signIn('ADMIN')
    const { headers } = await app.signIn('GENERAL')
    await app.signIn('GENERAL', { status: 'N', is_active: 0 })
    const status = await app.app.inject({ url: '/api/v1/license/status', headers })
    expect(status.json().user_stats).toEqual({
      total_users: 2,
      admin_users: 1,
      general_users: 1,
      max_users: 50,
      remaining_slots: 48,
    })
    await app.close()
  })
})
