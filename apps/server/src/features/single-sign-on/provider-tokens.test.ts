import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { OAuthClientProvider, StoredOAuthTokens } from '@modelcontextprotocol/client'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAreaApp } from '../../testing/area-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { hostileClient } from '../../testing/hostile-provider.ts'
import { assistantClient, startIdentityProvider } from '../../testing/identity-provider.ts'
import type { IdentityProvider } from '../../testing/identity-provider.ts'
import { installLicense } from '../../testing/install-license.ts'
import { arrive, enter, leave, providerOf, refreshIn, saveSignOn } from '../../testing/signing-on.ts'
import { createSignInWatch } from '../auth/sign-in-watch.ts'

const metadataUrl = '/.well-known/oauth-protected-resource/mcp'
const invalid = '401 This token of Corp is not valid. Request a new one.'
const unknownProvider = '401 This token is from a provider that cannot sign users in to Parlance. Use another provider.'

let app: AdministeredApp
let own: string
let provider: IdentityProvider
/** A token of Ann for the MCP server. */
let token: string

beforeAll(async () => {
  const areaApp = await createAreaApp(null)
  await areaApp.newArea()
  app = { ...areaApp, call: (...request) => areaApp.api(...request) }
  own = (await app.app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
  provider = await startIdentityProvider(own, `${own}/auth/oidc/provider1/callback`)
})
afterAll(() => app.close())

test('describes no sign-in and challenges as before if there is no provider', async () => {
  expect((await app.app.inject(metadataUrl)).statusCode).toBe(404)
  expect(await challenge()).toBe('Bearer')
})

test('leads an MCP client from the refusal through the provider to the tools', async () => {
  await turnOn(true)
  for (const url of [metadataUrl, '/.well-known/oauth-protected-resource']) {
    expect((await app.app.inject(url)).json()).toEqual({
      resource: `${own}/mcp`,
      authorization_servers: [provider.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['openid', 'email'],
      resource_name: 'Parlance',
    })
  }
  expect(await challenge()).toBe(`Bearer resource_metadata="${own}${metadataUrl}"`)
  provider.people.set('ann', { email: 'ann@corp.test', email_verified: true, name: 'Ann' })
  token = await requestToken()
  expect(await outcomeOf(token)).toBe('401 Sign in to Parlance once with Corp first. Then this token works.')

  const leaving = await leave(app)
  const back = await provider.signIn(leaving.url, 'ann')
  const entered = await enter(app, refreshIn(await arrive(app, Object.fromEntries(back.searchParams), leaving.cookie)))
  await app.context.store.db
    .updateTable('users')
    .set({ role: 'ADMIN' })
    .where('id', '=', entered?.user.user_id ?? '')
    .execute()
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${own}/mcp`), { requestInit }))
  const { structuredContent } = await client.callTool({ name: 'list_areas', arguments: {} })
  expect(structuredContent).toMatchObject({ areas: [{ name: 'Sales' }] })
  await client.close()
})

test('opens what an API token with two scopes opens, and nothing for administrators', async () => {
  expect(await outcomeOf(token)).toBe('200')
  expect(await outcomeOf(token, '/api/v1/users/')).toMatch(/^403 This API token may not do this/)
  expect(await outcomeOf(token, '/api/v1/api-tokens')).toMatch(/^403 API tokens cannot do this/)
  expect(await outcomeOf(token, '/api/v1/business-areas')).toBe('200')
})

test('refuses tokens that the provider did not sign for this server', async () => {
  const claims = decodeJwt(token)
  const { kid } = decodeProtectedHeader(token)
  const { privateKey } = await generateKeyPair('RS256')
  const signed = (change: JWTPayload, id = kid) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'RS256', ...(id && { kid: id }) }).sign(privateKey)
  const secret = new TextEncoder().encode(hostileClient.secret)
  const other = 'https://other.example/mcp'
  expect(await outcomeOf(await signed({}))).toBe(invalid)
  expect(await outcomeOf(await signed({}, 'unknown'))).toBe(invalid)
  expect(await outcomeOf(new UnsecuredJWT(claims).encode())).toBe(invalid)
  expect(await outcomeOf(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret))).toBe(invalid)
  expect(await outcomeOf(`${token.slice(0, -8)}AAAAAAAA`)).toBe(invalid)
  expect(await outcomeOf(await signed({ iss: other }))).toBe(unknownProvider)
  expect(await outcomeOf(await requestToken(other))).toBe(
    `401 This token of Corp is for another server. Request one for ${own}/mcp.`,
  )
})

test('refuses a token if the provider is off, the domain is closed, or the edition lacks single sign-on', async () => {
  await turnOn(false)
  expect(await outcomeOf(token)).toBe(unknownProvider)
  expect(await challenge()).toBe('Bearer')
  await turnOn(true, ['other.test'])
  expect(await outcomeOf(token)).toBe(
    '401 The domain of your email address may not sign in with Corp. Ask your administrator.',
  )
  await turnOn(true)
  expect(await outcomeOf(token)).toBe('200')
  await installLicense(app, { edition: 'standard' })
  expect(await outcomeOf(token)).toBe(unknownProvider)
  expect((await app.app.inject(metadataUrl)).statusCode).toBe(404)
  await installLicense(app, { edition: 'enterprise' })
})

test('refuses the token of a deactivated user, whose open responses end', async () => {
  const { db } = app.context.store
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'ann@corp.test')
    .executeTakeFirstOrThrow()
  const watch = createSignInWatch(app.context, { checkMs: 5 })
  const ended = new Promise<string>((resolve) =>
    watch.watch({ kind: 'provider-token', signInId: id, userId: id }, () => resolve('ended')),
  )
  await db.updateTable('users').set({ is_active: 0 }).where('id', '=', id).execute()
  expect(await ended).toBe('ended')
  await watch.close()
  expect(await outcomeOf(token)).toBe('403 Your account is deactivated. Contact your administrator.')
  await db.updateTable('users').set({ is_active: 1 }).where('id', '=', id).execute()
})

test('accepts a token until a minute after its end', async () => {
  app.advance(3_600_000 + 30_000)
  expect(await outcomeOf(token)).toBe('200')
  app.advance(60_000)
  expect(await outcomeOf(token)).toBe('401 This token of Corp has expired. Request a new one.')
})

async function turnOn(isOn: boolean, domains: string[] = []): Promise<void> {
  const change = { is_enabled: isOn, allowed_domains: domains }
  expect((await saveSignOn(app, { providers: [providerOf(provider.issuer, change)] })).statusCode).toBe(200)
}

/** The header of a refusal that leads clients to their provider. */
async function challenge(): Promise<unknown> {
  const answer = await app.app.inject({ method: 'POST', url: '/mcp', payload: {} })
  expect(answer.statusCode).toBe(401)
  return answer.headers['www-authenticate']
}

async function outcomeOf(bearer: string, url = '/api/v1/auth/me'): Promise<string> {
  const answer = await app.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${bearer}` } })
  const { detail } = answer.json<{ detail?: string }>()
  return detail === undefined ? String(answer.statusCode) : `${answer.statusCode} ${detail}`
}

/** Ann signs in at the provider as a real MCP client leads her. @param resource another one than the client found */
async function requestToken(resource?: string): Promise<string> {
  let tokens: StoredOAuthTokens | undefined
  let [page, verifier] = [new URL(own), '']
  const authProvider: OAuthClientProvider = {
    redirectUrl: assistantClient.redirectUrl,
    clientMetadata: { redirect_uris: [assistantClient.redirectUrl] },
    clientInformation: () => ({ client_id: assistantClient.id, issuer: provider.issuer }),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: (url) => void (page = url),
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
    validateResourceURL: async (_server, found = '') => new URL(resource ?? found),
  }
  const transport = new StreamableHTTPClientTransport(new URL(`${own}/mcp`), { authProvider })
  await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toThrow('Unauthorized')
  await transport.finishAuth((await provider.signIn(page, 'ann')).searchParams)
  return tokens?.access_token ?? ''
}
