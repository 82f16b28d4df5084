import type { SaveSignOnProvider, SaveSingleSignOn, SingleSignOn } from '@parlance/contract'
import type { LightMyRequestResponse } from 'fastify'
import type { AdministeredApp } from './administered-app.ts'
import { hostileClient } from './hostile-provider.ts'
import type { SignedInUser } from './test-app.ts'

/** A provider as an administrator enters it. */
export function providerOf(issuer: string, change: Partial<SaveSignOnProvider> = {}): SaveSignOnProvider {
  return {
    id: 'provider1',
    name: 'Corp',
    issuer,
    client_id: hostileClient.id,
    client_secret: hostileClient.secret,
    is_enabled: true,
    scopes: [],
    allowed_domains: [],
    trusts_emails: false,
    account_creation: 'automatic',
    groups_claim: '',
    groups: [],
    role_claim: '',
    admin_values: [],
    attributes: {},
    ...change,
  }
}

/** Saves the configuration with these changes, as an administrator. */
export async function saveSignOn(
  app: AdministeredApp,
  change: Partial<SaveSingleSignOn>,
): Promise<LightMyRequestResponse> {
  const read: SingleSignOn = (await app.call(app.admin, 'GET', 'single-sign-on')).json()
  const kept = read.providers.map(
    ({ has_client_secret: _has, callback_url: _url, user_count: _count, last_test: _test, ...provider }) => provider,
  )
  return app.call(app.admin, 'PUT', 'single-sign-on', {
    is_only: read.is_only,
    break_glass_user_ids: read.break_glass_user_ids,
    sign_in_hours: read.sign_in_hours,
    providers: kept,
    expected_version: read.version,
    ...change,
  } satisfies SaveSingleSignOn)
}

/** A browser on its way to a provider. */
export interface Leaving {
  /** The provider's page. */
  url: URL
  cookie: string
}

/** Opens the page that begins a sign-in. */
export async function leave(app: AdministeredApp, returnUrl?: string, id = 'provider1'): Promise<Leaving> {
  const query = returnUrl === undefined ? '' : `?${new URLSearchParams({ returnUrl }).toString()}`
  const answer = await app.app.inject({ method: 'GET', url: `/auth/oidc/${id}${query}` })
  return { url: new URL(String(answer.headers.location), 'http://localhost'), cookie: cookieIn(answer) }
}

/** Begins a test sign-in of an administrator. */
export async function leaveToTest(app: AdministeredApp, who: SignedInUser, id = 'provider1'): Promise<Leaving> {
  const answer = await app.call(who, 'POST', `single-sign-on/providers/${id}/test-sign-in`)
  return { url: new URL(answer.json<{ url: string }>().url), cookie: cookieIn(answer) }
}

/** Opens the provider's page, which sends a code at once. */
export async function codeFrom({ url }: Leaving): Promise<{ code: string; state: string }> {
  const response = await fetch(url)
  return (await response.json()) as { code: string; state: string }
}

/** Opens the callback with these parameters. */
export function arrive(
  app: AdministeredApp,
  query: Record<string, string>,
  cookie: string,
  id = 'provider1',
): Promise<LightMyRequestResponse> {
  const url = `/auth/oidc/${id}/callback?${new URLSearchParams(query).toString()}`
  return app.app.inject({ method: 'GET', url, headers: { cookie } })
}

/** A whole sign-in. @returns where the browser ends, and its cookie */
export async function signOn(app: AdministeredApp, returnUrl?: string): Promise<{ page: string; cookie: string }> {
  const leaving = await leave(app, returnUrl)
  if (leaving.url.pathname === '/login') return { page: `/login${leaving.url.search}`, cookie: '' }
  const answer = await arrive(app, await codeFrom(leaving), leaving.cookie)
  return { page: String(answer.headers.location), cookie: refreshIn(answer) }
}

/** The user of a refresh cookie, with the headers for their requests. Null if no one is signed in. */
export async function enter(app: AdministeredApp, cookie: string) {
  const answer = await app.app.inject({ method: 'POST', url: '/api/v1/auth/refresh', headers: { cookie } })
  if (answer.statusCode !== 200) return null
  const { access_token, user } = answer.json<{ access_token: string; user: { user_id: string; role: string } }>()
  return { user, headers: { authorization: `Bearer ${access_token}` } }
}

function cookieIn(answer: LightMyRequestResponse): string {
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

export function refreshIn(answer: LightMyRequestResponse): string {
  const found = answer.cookies.find(({ name }) => name === 'parlance_refresh')
  return found === undefined ? '' : `${found.name}=${found.value}`
}
