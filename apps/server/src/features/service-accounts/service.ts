import { message } from '@parlance/contract'
import type { CreateApiTokenRequest, CreatedApiToken, ServiceAccount } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { ApiTokensService } from '../api-tokens/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { LicenseService } from '../license/service.ts'
import { isServiceAccount, requireAdminNow } from '../users/service.ts'
import type { UsersService } from '../users/service.ts'

/**
 * Service accounts: users that are programs. Access, limits, groups, and attributes for row rules are those of users. They
 * have no password and no email, and sign in only with API tokens that administrators make.
 */
export interface ServiceAccountsService {
  /** Lists them by name. */
  list(): Promise<ServiceAccount[]>
  /** @throws AppError admin_only, license_feature, license_limit */
  create(admin: Principal, name: string): Promise<ServiceAccount>
  /** Makes an API token. Only this response contains it. @throws AppError not_found, license_feature, conflict */
  createToken(admin: Principal, userId: string, request: CreateApiTokenRequest): Promise<CreatedApiToken>
}

export interface ServiceAccountsDependencies {
  users: UsersService
  apiTokens: ApiTokensService
  audit: AuditService
  license: LicenseService
}

export function createServiceAccounts(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { users, apiTokens, audit, license }: ServiceAccountsDependencies,
): ServiceAccountsService {
  const { db } = store
  return {
    list: async () => {
      const valid = (moment: string) =>
        db
          .selectFrom('api_tokens')
          .where('revoked_at', 'is', null)
          .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', moment)]))
          .groupBy('user_id')
          .select(['user_id', ({ fn }) => fn.countAll<number | string>().as('tokens')])
          .as('valid')
      const used = db
        .selectFrom('api_tokens')
        .groupBy('user_id')
        .select(['user_id', ({ fn }) => fn.max('last_used_at').as('last_used_at')])
        .as('used')
      const rows = await db
        .selectFrom('service_accounts')
        .innerJoin('users', 'users.id', 'service_accounts.user_id')
        .leftJoin(valid(now().toISOString()), 'valid.user_id', 'users.id')
        .leftJoin(used, 'used.user_id', 'users.id')
        .select(['users.id', 'username', 'is_active', 'users.created_at', 'valid.tokens', 'used.last_used_at'])
        .orderBy('username')
        .orderBy('users.id')
        .execute()
      return rows.map((row) => ({
        user_id: row.id,
        name: row.username,
        is_active: row.is_active === 1,
        tokens: Number(row.tokens ?? 0),
        last_used_at: row.last_used_at,
        created_at: row.created_at,
      }))
    },
    create: async (admin, name) => {
      await license.check('api_access_enabled')
      const row = await store.transaction(async (transaction) => {
        await requireAdminNow(transaction, admin)
        await license.assertCanAdd(transaction, 'users')
        const added = await users.addService(transaction, name)
        await transaction
          .insertInto('service_accounts')
          .values({ user_id: added.id, created_by: admin.userId, created_at: added.created_at })
          .execute()
        return added
      })
      await audit.record({
        action: 'service-account.create',
        outcome: 'allowed',
        userId: admin.userId,
        targetKind: 'user',
        targetId: row.id,
        targetName: name,
      })
      return { user_id: row.id, name, is_active: true, tokens: 0, last_used_at: null, created_at: row.created_at }
    },
    createToken: async (admin, userId, request) => {
      // A token of a person is only for that person.
      if (!(await isServiceAccount(db, userId))) throw new AppError('not_found', { detail: unknownText })
      return apiTokens.create(admin, userId, request)
    },
  }
}

const unknownText = message('This service account does not exist. Reload the list.')
