import type { Message } from '@parlance/contract'
import type { JWTVerifyGetKey } from 'jose'
import type { Configuration, ServerMetadata } from 'openid-client'
import type { AppContext } from '../../context/context.ts'
import { createGuardedFetch } from '../../models/outbound.ts'
import { findClaim, joinClaims, type Claims } from './claims.ts'
import { describeDiscovery, problemOf, SignOnError } from './provider-errors.ts'
import type { StoredProvider } from './provider-store.ts'
import { openFor } from './sealing.ts'

/** How long what a provider published about itself is used. */
const cacheMs = 10 * 60_000
const timeoutSeconds = 10
const mostBytes = 512 * 1024

/** Loaded at the first sign-in, so that the server starts faster. */
const load = () => import('openid-client')

/** What ties a response to the request. */
export interface Secrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** Who signed in, with the claims about them. */
export interface SignedInSubject {
  issuer: string
  subject: string
  claims: Claims
  idToken: string
}

/** Speaks OpenID Connect with providers. All requests obey the rules for addresses that administrators enter. */
export interface ProviderClient {
  /** @returns where the browser signs in, and what its return must match. @throws SignOnError */
  begin(provider: StoredProvider, callbackUrl: string): Promise<{ url: string; secrets: Secrets }>
  /**
   * Exchanges the code of a callback, and checks the tokens: signature, issuer, audience, nonce, and times.
   * @param callback the URL that the browser was sent to
   * @throws SignOnError
   */
  finish(provider: StoredProvider, callback: URL, secrets: Secrets): Promise<SignedInSubject>
  /** @returns where the browser ends the session at the provider; null if the provider has no such page, or is down */
  signOutUrl(provider: StoredProvider, wanted: { idToken: string | null; signedOutUrl: string }): Promise<string | null>
  /** @returns what the provider calls itself, and what finds the key of a token among its published ones. @throws SignOnError */
  keysOf(provider: StoredProvider): Promise<{ issuer: string; findKey: JWTVerifyGetKey }>
  /** Reads what a provider publishes about itself. @returns what is wrong; null if nothing is */
  check(provider: Pick<StoredProvider, 'issuer' | 'client_id'>): Promise<Message | null>
}

export function createProviderClient(
  { keys, now }: Pick<AppContext, 'keys' | 'now'>,
  fetchFrom = createGuardedFetch({
    limits: { bodyBytes: mostBytes, headMs: timeoutSeconds * 1000, silenceMs: timeoutSeconds * 1000 },
  }),
): ProviderClient {
  const connected = new Map<string, { version: string; until: number; configuration: Promise<Configuration> }>()
  const publishedKeys = createPublishedKeys(fetchFrom)

  function connect(provider: StoredProvider): Promise<Configuration> {
    const { id, version } = provider
    const known = connected.get(id)
    if (known !== undefined && known.version === version && known.until > now().getTime()) return known.configuration
    const { sealedSecret } = provider
    const secret = sealedSecret === null ? null : openFor(keys, 'client-secret', id, sealedSecret)
    const configuration = discover(fetchFrom, { ...provider, secret })
    const entry = { version, until: now().getTime() + cacheMs, configuration }
    connected.set(id, entry)
    configuration.catch(() => {
      if (connected.get(id) === entry) connected.delete(id)
    })
    return configuration
  }

  return {
    begin: async (provider, callbackUrl) => {
      const client = await load()
      const configuration = await connect(provider)
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl,
        scope: ['openid', 'email', 'profile', ...provider.scopes].join(' '),
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, secrets }
    },
    finish: async (provider, callback, { state, nonce, codeVerifier }) => {
      const client = await load()
      const configuration = await connect(provider)
      try {
        const tokens = await client.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const token = tokens.claims()
        if (token === undefined || tokens.id_token === undefined) throw new SignOnError('invalid')
        const { iss: issuer, sub: subject } = token
        const isComplete = namesOf(provider).every((name) => findClaim(token, name) !== undefined)
        const hasInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
        const info =
          isComplete || !hasInfo ? {} : await client.fetchUserInfo(configuration, tokens.access_token, subject)
        return { issuer, subject, claims: joinClaims(token, info), idToken: tokens.id_token }
      } catch (error) {
        throw asSignOnError(error)
      }
    },
    signOutUrl: async (provider, { idToken, signedOutUrl }) => {
      try {
        const client = await load()
        const configuration = await connect(provider)
        const endpoint = configuration.serverMetadata().end_session_endpoint
        if (endpoint === undefined || !isWeb(endpoint)) return null
        return client.buildEndSessionUrl(configuration, {
          post_logout_redirect_uri: signedOutUrl,
          ...(idToken !== null && { id_token_hint: idToken }),
        }).href
      } catch {
        return null
      }
    },
    keysOf: async (provider) => publishedKeys(await connect(provider)),
    check: async (provider) => {
      try {
        await discover(fetchFrom, { ...provider, secret: null })
        return null
      } catch (error) {
        return describeDiscovery(error, provider.issuer)
      }
    },
  }
}

/** Keeps the keys as long as the configuration, and reads them again for an unknown key, but at most twice a minute. */
function createPublishedKeys(fetchFrom: typeof globalThis.fetch) {
  const finders = new WeakMap<Configuration, JWTVerifyGetKey>()
  return async (configuration: Configuration): Promise<{ issuer: string; findKey: JWTVerifyGetKey }> => {
    const { createRemoteJWKSet, customFetch } = await import('jose')
    const { issuer, jwks_uri: url } = configuration.serverMetadata()
    if (url === undefined || !isWeb(url) || (isPlain(url) && !isPlain(issuer))) throw new SignOnError('misconfigured')
    const findKey =
      finders.get(configuration) ??
      createRemoteJWKSet(new URL(url), { [customFetch]: fetchFrom, timeoutDuration: timeoutSeconds * 1000 })
    finders.set(configuration, findKey)
    return { issuer, findKey }
  }
}

/** Reads what a provider publishes about itself. @throws SignOnError */
async function discover(
  fetchFrom: typeof globalThis.fetch,
  { issuer, client_id: clientId, secret }: { issuer: string; client_id: string; secret: string | null },
): Promise<Configuration> {
  const client = await load()
  try {
    const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      [client.customFetch]: fetchFrom,
      execute: isPlain(issuer) ? [client.allowInsecureRequests] : [],
      timeout: timeoutSeconds,
    })
    const server = found.serverMetadata()
    // The library accepts other issuers of some vendors, which would let in users of other organizations.
    if (new URL(server.issuer).href !== new URL(issuer).href) throw new SignOnError('misconfigured', server.issuer)
    const { authorization_endpoint: page, token_endpoint: tokens } = server
    if (page === undefined || tokens === undefined || !isWeb(page)) throw new SignOnError('misconfigured')
    const configuration = new client.Configuration(
      server,
      clientId,
      undefined,
      authenticationOf(client, server, secret),
    )
    configuration[client.customFetch] = fetchFrom
    configuration.timeout = timeoutSeconds
    if (isPlain(issuer)) client.allowInsecureRequests(configuration)
    // The library would trust TLS instead of the signature of a token.
    client.enableNonRepudiationChecks(configuration)
    return configuration
  } catch (error) {
    throw asSignOnError(error)
  }
}

function authenticationOf(
  client: Awaited<ReturnType<typeof load>>,
  { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] }: ServerMetadata,
  secret: string | null,
) {
  if (secret === null) return client.None()
  return supported.includes('client_secret_basic') ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
}

/** The claims that a sign-in needs. */
function namesOf({ groups_claim, role_claim, attributes }: StoredProvider): string[] {
  return ['email', 'email_verified', 'name', groups_claim, role_claim, ...Object.values(attributes)].filter(
    (name) => name !== '',
  )
}

function isWeb(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)
}

function isPlain(url: string): boolean {
  return new URL(url).protocol === 'http:'
}

function asSignOnError(error: unknown): SignOnError {
  return error instanceof SignOnError ? error : new SignOnError(problemOf(error), undefined, { cause: error })
}
