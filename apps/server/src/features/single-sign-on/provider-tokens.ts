import { message } from '@parlance/contract'
import type { ProtectedResource } from '@parlance/contract'
import type { JWTPayload } from 'jose'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { PresentedToken } from '../api-tokens/service.ts'
import type { PresentedElsewhere } from '../auth/service.ts'
import type { LicenseService } from '../license/service.ts'
import { problemOfAddress } from './claims.ts'
import { findUserOf } from './identity-store.ts'
import { createProviderClient } from './provider-client.ts'
import { listProviders, type StoredProvider } from './provider-store.ts'

/** Never `none`, and never a shared secret: a provider signs with a key that it publishes only the public part of. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')
/** The clocks of a provider and of this server may differ by up to this much. */
const clockSkewSeconds = 60
/** What the library throws if it can't read the keys. All its other errors are about the token. */
const keyFailures = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']

/** Access tokens of sign-in providers (RFC 9068), with which programs act as a user like with an API token. */
export interface ProviderTokens {
  /** Describes the MCP server for OAuth clients (RFC 9728). Null if no provider's tokens are accepted. */
  describeResource(own: string): Promise<ProtectedResource | null>
  /**
   * Checks a token with the provider's published keys, and finds its user. It makes no account.
   * @throws AppError not_authenticated, token_expired, license_feature, or unavailable if the keys can't be read
   */
  present(presented: PresentedElsewhere): Promise<PresentedToken>
}

export function createProviderTokens(
  context: Pick<AppContext, 'store' | 'keys' | 'now'>,
  { license }: { license: Pick<LicenseService, 'limits' | 'check'> },
): ProviderTokens {
  const { store, now } = context
  const client = createProviderClient(context)

  async function listEnabled(): Promise<StoredProvider[]> {
    if (!(await license.limits()).single_sign_on_enabled) return []
    return (await listProviders(store.db)).filter(({ is_enabled }) => is_enabled)
  }

  async function verify(provider: StoredProvider, token: string, resource: string): Promise<JWTPayload> {
    const { errors, jwtVerify } = await import('jose')
    const { name } = provider
    try {
      const { issuer, findKey } = await client.keysOf(provider)
      const { payload } = await jwtVerify(token, findKey, {
        algorithms,
        issuer,
        audience: resource,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: clockSkewSeconds,
        currentDate: now(),
      })
      return payload
    } catch (error) {
      const isAboutToken = error instanceof errors.JOSEError && !keyFailures.includes(error.code)
      if (!isAboutToken) throw new AppError('unavailable', { detail: unreadableText(name), cause: error })
      if (error instanceof errors.JWTExpired) {
        throw new AppError('token_expired', { detail: expiredText(name), cause: error })
      }
      const isForOther = error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud'
      const detail = isForOther ? audienceText(name, resource) : invalidText(name)
      throw new AppError('not_authenticated', { detail, cause: error })
    }
  }

  return {
    describeResource: async (own) => {
      if (!(await license.limits()).api_access_enabled) return null
      const issuers = (await listEnabled()).map(({ issuer }) => issuer)
      if (issuers.length === 0) return null
      return {
        resource: resourceOf(own),
        authorization_servers: [...new Set(issuers)],
        bearer_methods_supported: ['header'],
        scopes_supported: ['openid', 'email'],
        resource_name: 'Parlance',
      }
    },
    present: async ({ token, issuer, own }) => {
      const provider = (await listEnabled()).find((each) => isSameUrl(each.issuer, issuer))
      if (provider === undefined) throw new AppError('not_authenticated', { detail: unknownText })
      const { iss = '', sub = '' } = await verify(provider, token, resourceOf(own))
      await license.check('api_access_enabled')
      const user = await findUserOf(store.db, { issuer: iss, subject: sub })
      const { name } = provider
      if (user === null) throw new AppError('not_authenticated', { detail: connectText(name) })
      // The token might say nothing about the address.
      if (problemOfAddress({ email: user.email, isEmailVerified: true }, provider) !== null) {
        throw new AppError('not_authenticated', { detail: domainText(name) })
      }
      return {
        kind: 'provider-token',
        tokenId: user.id,
        userId: user.id,
        scopes: ['ask', 'read_results'],
        narrow: (principal) => ({ ...principal, role: 'GENERAL', limits: null }),
      }
    },
  }
}

/** What an access token must be for. */
function resourceOf(own: string): string {
  return `${own}/mcp`
}

/** The check of the token compares the issuer exactly. */
function isSameUrl(one: string, other: string): boolean {
  return URL.canParse(other) && new URL(one).href === new URL(other).href
}

const unknownText = message(
  'This token is from a provider that cannot sign users in to Parlance. Use another provider.',
)
const connectText = (name: string) =>
  message('Sign in to Parlance once with {name} first. Then this token works.', { name })
const expiredText = (name: string) => message('This token of {name} has expired. Request a new one.', { name })
const invalidText = (name: string) => message('This token of {name} is not valid. Request a new one.', { name })
const audienceText = (name: string, resource: string) =>
  message('This token of {name} is for another server. Request one for {resource}.', { name, resource })
const unreadableText = (name: string) =>
  message('Could not read the keys of {name}, which this token is checked with. Try again in a moment.', { name })
const domainText = (name: string) =>
  message('The domain of your email address may not sign in with {name}. Ask your administrator.', { name })
