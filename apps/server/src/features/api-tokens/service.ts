import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { apiTokenLimits, apiTokenPrefix, message } from '@parlance/contract'
import type {
  ApiToken,
  ApiTokenScope,
  CreateApiTokenRequest,
  CreatedApiToken,
  ListAllApiTokensQuery,
  OwnedApiTokenList,
} from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { ApiTokenRow } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { LicenseService } from '../license/service.ts'
import { findTokenByHash, listAllTokens, listTokens, noteUse, revokeToken } from './store.ts'

export { findLiveTokens } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Shown signs of the secret part: enough to recognize a token, too few to help anyone guess it. */
const shownSigns = 4

/** A valid token, and what it allows. */
export interface PresentedToken {
  kind: 'api-token' | 'provider-token'
  /** Of a sign-in provider's token, which has no ID here: the user's ID. */
  tokenId: string
  userId: string
  scopes: readonly ApiTokenScope[]
  /** Narrows what a user reaches to what the token reaches. */
  narrow(principal: Principal): Principal
}

/**
 * API tokens: secrets with which programs act as a user. The user's rights, rules, and limits apply, and a token only
 * ever takes away from them.
 */
export interface ApiTokensService {
  /** Lists the tokens of a user that aren't revoked, newest first. */
  list(userId: string): Promise<ApiToken[]>
  /** Lists a page of the tokens of all users that aren't revoked, newest first. */
  listAll(page: ListAllApiTokensQuery): Promise<OwnedApiTokenList>
  /**
   * Makes a token for a user. Only this response contains it.
   * @throws AppError license_feature, conflict
   */
  create(actor: Principal, userId: string, request: CreateApiTokenRequest): Promise<CreatedApiToken>
  /**
   * Ends a token and every open response of it.
   * @param userId whose token it must be; null for any
   * @throws AppError not_found
   */
  revoke(actor: Principal, userId: string | null, tokenId: string): Promise<void>
  /** @throws AppError not_authenticated, token_expired, license_feature */
  present(secret: string): Promise<PresentedToken>
}

export interface ApiTokensDependencies {
  audit: AuditService
  license: Pick<LicenseService, 'check'>
  /** Ends the open responses of a token in every process. */
  cutOff: (userId: string, tokenId: string) => Promise<void>
}

export function createApiTokensService(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { audit, license, cutOff }: ApiTokensDependencies,
): ApiTokensService {
  const { db } = store
  return {
    list: async (userId) => (await listTokens(db, userId)).map(presentToken),
    listAll: async (page) => {
      const { total, rows } = await listAllTokens(db, page)
      const tokens = rows.map(({ owner_email, owner_name, is_service_account, ...row }) => ({
        ...presentToken(row),
        owner: {
          user_id: row.user_id,
          name: owner_name,
          email: is_service_account === null ? owner_email : null,
        },
      }))
      return { total, tokens }
    },
    create: async (actor, userId, request) => {
      await license.check('api_access_enabled')
      const { secret, row } = newToken(userId, request, now())
      await store.transaction(async (transaction) => {
        const valid = (await listTokens(transaction, userId)).filter((each) => !isExpired(each, now()))
        if (valid.length >= apiTokenLimits.perOwner) throw new AppError('conflict', { detail: tooManyText })
        await transaction.insertInto('api_tokens').values(row).execute()
      })
      await audit.record({
        action: 'api-token.create',
        outcome: 'allowed',
        userId: actor.userId,
        targetKind: 'api-token',
        targetId: row.id,
        targetName: row.name,
        detail: { owner: userId, scope: request.scopes.join(' '), expires_at: row.expires_at },
      })
      return { ...presentToken(row), token: secret }
    },
    revoke: async (actor, userId, tokenId) => {
      const revoked = await revokeToken(db, { userId, tokenId, now: now() })
      if (revoked === null) throw new AppError('not_found', { detail: goneText })
      const { name, user_id: owner } = revoked
      await cutOff(owner, tokenId)
      await audit.record({
        action: 'api-token.revoke',
        outcome: 'allowed',
        userId: actor.userId,
        targetKind: 'api-token',
        targetId: tokenId,
        targetName: name,
        detail: { owner },
      })
    },
    present: async (secret) => {
      const row = await findTokenByHash(db, hashSecret(secret))
      if (row === null || row.revoked_at !== null) throw new AppError('not_authenticated', { detail: unknownText })
      if (isExpired(row, now())) throw new AppError('token_expired', { detail: expiredText })
      await license.check('api_access_enabled')
      await noteUse(db, row, now())
      return {
        kind: 'api-token',
        tokenId: row.id,
        userId: row.user_id,
        scopes: scopesOf(row),
        narrow: (user) => narrow(user, row),
      }
    },
  }
}

const unknownText = message('This API token is unknown or was revoked. Create a new one in your settings.')
const expiredText = message('This API token has expired. Create a new one in your settings.')
const goneText = message('This API token does not exist or was already revoked. Reload the list.')
const tooManyText = message('An account can have at most {max} valid API tokens. Revoke one first.', {
  max: apiTokenLimits.perOwner,
})

/** The secret has 256 random bits, so a fast hash is enough. */
function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function newToken(userId: string, request: CreateApiTokenRequest, now: Date): { secret: string; row: ApiTokenRow } {
  const secret = `${apiTokenPrefix}${randomBytes(32).toString('base64url')}`
  const days = request.expires_in_days
  return {
    secret,
    row: {
      id: randomUUID(),
      user_id: userId,
      name: request.name,
      token_hash: hashSecret(secret),
      token_start: secret.slice(0, apiTokenPrefix.length + shownSigns),
      scopes: JSON.stringify([...new Set(request.scopes)]),
      connection_ids: packPlaces(request.connection_ids),
      area_ids: packPlaces(request.area_ids),
      created_at: now.toISOString(),
      expires_at: days === null ? null : new Date(now.getTime() + days * dayMs).toISOString(),
      last_used_at: null,
      revoked_at: null,
    },
  }
}

/**
 * Without the scope to administer, a token acts as a general user, whatever its owner is. So no policy has to know about
 * scopes.
 */
function narrow(principal: Principal, row: ApiTokenRow): Principal {
  const connections = readPlaces(row.connection_ids)
  const areas = readPlaces(row.area_ids)
  const isLimited = connections !== null || areas !== null
  return {
    ...principal,
    role: scopesOf(row).includes('administer') ? principal.role : 'GENERAL',
    limits: isLimited
      ? {
          tokenId: row.id,
          connectionIds: connections && new Set(connections),
          areaIds: areas && new Set(areas),
        }
      : null,
  }
}

function isExpired({ expires_at }: ApiTokenRow, now: Date): boolean {
  return expires_at !== null && expires_at <= now.toISOString()
}

function presentToken(row: ApiTokenRow): ApiToken {
  return {
    token_id: row.id,
    name: row.name,
    token_start: row.token_start,
    scopes: scopesOf(row),
    connection_ids: readPlaces(row.connection_ids),
    area_ids: readPlaces(row.area_ids),
    created_at: row.created_at,
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
  }
}

function scopesOf({ scopes }: ApiTokenRow): ApiTokenScope[] {
  return JSON.parse(scopes) as ApiTokenScope[]
}

function packPlaces(ids: string[] | null): string | null {
  return ids === null ? null : JSON.stringify([...new Set(ids)])
}

function readPlaces(ids: string | null): string[] | null {
  return ids === null ? null : (JSON.parse(ids) as string[])
}
