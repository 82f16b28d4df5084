import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { vi } from 'vitest'
import { boundPortOf } from '../config/own-address.ts'
import { afterEachFile } from './after-file.ts'
import { hostileClient } from './hostile-provider.ts'

/** A program of a user, which has no secret. */
export const assistantClient = { id: 'assistant', redirectUrl: 'http://127.0.0.1/back' }

export interface IdentityProvider {
  issuer: string
  /** Claims by subject. */
  people: Map<string, Record<string, unknown>>
  /** Follows the provider's pages as a browser would. @returns the URL that it sends the browser back to */
  signIn(url: URL, subject: string): Promise<URL>
  /** Confirms on the provider's page that the session ends. @returns the URL that it sends the browser back to */
  signOut(url: URL): Promise<URL>
}

/**
 * A real OpenID Connect provider, which ends with the test file. It gives access tokens as JWTs for whatever resource a
 * client requests.
 */
export async function startIdentityProvider(own: string, callbackUrl: string): Promise<IdentityProvider> {
  // It advises everyone about production.
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
  const people = new Map<string, Record<string, unknown>>()
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterEachFile(async () => void server.close())
  const issuer = `http://127.0.0.1:${boundPortOf(server)}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: hostileClient.id,
        client_secret: hostileClient.secret,
        redirect_uris: [callbackUrl],
        post_logout_redirect_uris: [`${own}/login`],
      },
      {
        client_id: assistantClient.id,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: [assistantClient.redirectUrl],
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups', 'region'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: {
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, audience) => ({
          scope: 'openid email',
          audience,
          accessTokenFormat: 'jwt',
        }),
      },
    },
    cookies: { keys: ['only-for-tests'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  const browser = createBrowser(issuer)
  return {
    issuer,
    people,
    signIn: async (url, subject) => {
      const page = await browser.open(url)
      if (page.origin !== issuer) return page
      const next = await browser.post(page, { prompt: 'login', login: subject, password: 'any' })
      return next.origin === issuer ? browser.post(next, { prompt: 'consent' }) : next
    },
    signOut: async (url) => {
      await browser.open(url)
      return browser.post(new URL('/session/end/confirm', issuer), { xsrf: browser.field('xsrf'), logout: 'yes' })
    },
  }
}

/** A browser that stays with one site: it keeps the cookies, and stops at the first page or at another site. */
function createBrowser(origin: string) {
  const cookies = new Map<string, string>()
  let text = ''

  async function follow(
    url: URL,
    init?: { method: string; body: string; headers: Record<string, string> },
  ): Promise<URL> {
    if (url.origin !== origin) return url
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, headers: { ...init?.headers, cookie }, redirect: 'manual' })
    for (const each of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (each.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next !== null) return follow(new URL(next, url))
    text = await response.text()
    return url
  }

  return {
    open: (url: URL) => follow(url),
    post: (url: URL, fields: Record<string, string>) =>
      follow(url, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    /** The value of a field of the open page. */
    field: (name: string) => text.split(`name="${name}" value="`)[1]?.split('"')[0] ?? '',
  }
}
