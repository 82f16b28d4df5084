import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { startHostileProvider } from '../../testing/hostile-provider.ts'
import type { HostileProvider, Sending } from '../../testing/hostile-provider.ts'
import { arrive, codeFrom, leave, providerOf, refreshIn, saveSignOn, signOn } from '../../testing/signing-on.ts'

let app: AdministeredApp
let provider: HostileProvider

beforeAll(async () => {
  provider = await startHostileProvider()
  app = await createAdministeredApp(null)
  await saveSignOn(app, { providers: [providerOf(provider.issuer)] })
})
beforeEach(() => provider.behave('ann'))
afterAll(() => app.close())

const users = async () => (await app.context.store.db.selectFrom('users').select('id').execute()).length

/** Signs in while the provider sends something wrong. @returns the page */
async function signOnWith(change: Partial<Sending>): Promise<string> {
  const { claims } = provider.sending
  Object.assign(provider.sending, change, { claims: { ...claims, ...change.claims } })
  const before = await users()
  const { page, cookie } = await signOn(app)
  expect(cookie).toBe('')
  expect(await users()).toBe(before)
  return page
}

describe('a provider that lies', () => {
  test.each<[string, Partial<Sending>]>([
    ['another issuer', { claims: { iss: 'https://elsewhere.test' } }],
    ['another audience', { claims: { aud: 'another-application' } }],
    ['another nonce', { claims: { nonce: 'swapped' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an expired token', { claims: { iat: 1_700_000_000, exp: 1_700_000_300 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a token without a signature', { signature: 'none' }],
    ['a token signed with an unknown key', { signature: 'foreign' }],
  ])('signs no one in with %s', async (_name, change) => {
    expect(await signOnWith(change)).toBe('/login?problem=invalid')
  })

  test.each<[string, Sending['claims']]>([
    ['email_missing', { email: undefined }],
    ['email_missing', { email: 'not an address' }],
    ['email_unverified', { email_verified: false }],
    ['email_unverified', { email_verified: undefined }],
    ['domain_not_allowed', { email: 'service-1@Parlance.invalid' }],
    ['too_large', { name: 'x'.repeat(5000) }],
  ])('signs no one in and says %s', async (problem, claims) => {
    expect(await signOnWith({ claims })).toBe(`/login?problem=${problem}`)
  })

  test('stops reading a token of megabytes', async () => {
    expect(await signOnWith({ claims: { groups: Array.from({ length: 60_000 }, (_, n) => `group-${n}`) } })).toBe(
      '/login?problem=too_large',
    )
  })

  test('takes the user info only of the same subject', async () => {
    const secondProvider = providerOf(provider.issuer, { id: 'provider2', name: 'Info' })
    provider.sending.userInfo = { sub: 'bob', email: 'bob@corp.test', email_verified: true }
    await saveSignOn(app, { providers: [providerOf(provider.issuer), secondProvider] })
    provider.sending.claims = { sub: 'ann' }
    const leaving = await leave(app, undefined, 'provider2')
    const answer = await arrive(app, await codeFrom(leaving), leaving.cookie, 'provider2')
    expect([answer.headers.location, refreshIn(answer)]).toEqual(['/login?problem=invalid', ''])
  })
})

describe('a callback', () => {
  test('works only in the browser that began, with its state, and once', async () => {
    const mine = await leave(app)
    const other = await leave(app)
    const { code, state } = await codeFrom(mine)
    const expired = '/login?problem=expired'
    expect((await arrive(app, { code, state }, '')).headers.location).toBe(expired)
    expect((await arrive(app, { code, state }, other.cookie)).headers.location).toBe(expired)
    const swapped = other.url.searchParams.get('state') ?? ''
    expect((await arrive(app, { code, state: swapped }, mine.cookie)).headers.location).toBe(expired)
    const done = await arrive(app, { code, state }, mine.cookie)
    expect(refreshIn(done)).not.toBe('')
    const kept = done.cookies.find(({ name }) => name.startsWith('parlance_sign_on_'))
    expect(kept).toMatchObject({ value: '', path: '/auth/oidc' })
  })

  test('has a cookie that scripts cannot read, and that ends after minutes', async () => {
    const answer = await app.app.inject({ method: 'GET', url: '/auth/oidc/provider1' })
    expect(answer.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/auth/oidc', maxAge: 600 })
    const { url, cookie } = await leave(app)
    const back = await codeFrom({ url, cookie })
    app.advance(11 * 60_000)
    expect((await arrive(app, back, cookie)).headers.location).toBe('/login?problem=expired')
    app.advance(-11 * 60_000)
  })

  test('sends the code with the verifier of its challenge', async () => {
    const { url } = await leave(app)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    await signOn(app)
    expect(provider.asked.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
  })

  test('with the name of another issuer is refused', async () => {
    const leaving = await leave(app)
    const answer = await arrive(app, { ...(await codeFrom(leaving)), iss: 'https://elsewhere.test' }, leaving.cookie)
    expect(answer.headers.location).toBe('/login?problem=invalid')
  })

  test.each([
    ['access_denied', 'declined'],
    ['server_error', 'unreachable'],
    ['invalid_scope', 'misconfigured'],
  ])('says in words what %s means', async (error, problem) => {
    const { url, cookie } = await leave(app)
    const answer = await arrive(app, { error, state: url.searchParams.get('state') ?? '' }, cookie)
    expect(answer.headers.location).toBe(`/login?problem=${problem}`)
  })

  test.each([
    ['/chat?area=1', '/signed-in?returnUrl=%2Fchat%3Farea%3D1'],
    ['//evil.test', '/signed-in?returnUrl=%2Fchat'],
    ['/\\evil.test', '/signed-in?returnUrl=%2Fchat'],
    ['https://evil.test/', '/signed-in?returnUrl=%2Fchat'],
    ['javascript:alert(1)', '/signed-in?returnUrl=%2Fchat'],
  ])('returns from %s to %s', async (returnUrl, page) => {
    expect((await signOn(app, returnUrl)).page).toBe(page)
  })
})

describe('the address of a provider', () => {
  const testOf = async (issuer: string) => {
    const answer = await app.call(app.admin, 'POST', 'single-sign-on/test', { issuer, client_id: 'parlance' })
    return answer.json<{ success?: boolean; message?: string; detail?: string }>()
  }

  test('says what a test finds', async () => {
    expect(await testOf(provider.issuer)).toMatchObject({ success: true })
    provider.sending.discovery = { issuer: 'https://elsewhere.test' }
    expect((await testOf(provider.issuer)).message).toBe(
      'The provider calls itself https://elsewhere.test. Enter exactly this issuer.',
    )
    provider.sending.status = 404
    expect((await testOf(provider.issuer)).message).toMatch(/it answered with status 404\. Check the issuer\.$/)
    provider.sending.status = 302
    expect((await testOf(provider.issuer)).message).toMatch(/^Could not reach 127\.0\.0\.1/)
    provider.sending.status = 503
    expect((await testOf(provider.issuer)).message).toMatch(/answered with status 503/)
  })

  test('may not be that of a metadata service, on another protocol, or with a name inside', async () => {
    expect((await testOf('https://169.254.169.254')).message).toMatch(/its address is not allowed/)
    for (const issuer of ['http://login.example.com', 'ftp://x', 'https://user@login.example.com', 'https://a/?b']) {
      expect((await testOf(issuer)).detail).toMatch(/^Enter an issuer URL/)
    }
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['its token address is a metadata service', { token_endpoint: 'http://169.254.169.254/token' }, 'misconfigured'],
    ['its keys are at a metadata service', { jwks_uri: 'http://169.254.169.254/keys' }, 'misconfigured'],
  ])('does not lead on if %s', async (_name, discovery, problem) => {
    provider.sending.discovery = discovery
    await saveSignOn(app, { providers: [providerOf(provider.issuer, { scopes: [`s${problem.length}${Date.now()}`] })] })
    const { page, cookie } = await signOn(app)
    expect([page, cookie]).toEqual([`/login?problem=${problem}`, ''])
  })

  test('does not lead to a page that is no web page', async () => {
    provider.sending.discovery = { authorization_endpoint: 'javascript:alert(1)' }
    await saveSignOn(app, { providers: [providerOf(provider.issuer, { scopes: ['other'] })] })
    const answer = await app.app.inject({ method: 'GET', url: '/auth/oidc/provider1' })
    expect(answer.headers.location).toBe('/login?problem=misconfigured')
  })

  test('is said to be down while passwords keep working', async () => {
    provider.sending.status = 503
    await saveSignOn(app, { providers: [providerOf(provider.issuer, { scopes: ['again'] })] })
    const answer = await app.app.inject({ method: 'GET', url: '/auth/oidc/provider1' })
    expect(answer.headers.location).toBe('/login?problem=unreachable')
    expect((await app.app.inject({ url: '/api/v1/auth/sign-in-options' })).json()).toMatchObject({ passwords: true })
  })
})
