import type { ListAllApiTokensQuery } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import type { ApiTokenRow, Database } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** "Last used" is stored at most this often for each token, so that many calls don't mean many writes. */
const useNotedEveryMs = 60_000

/** Lists the tokens of a user that aren't revoked, newest first. Expired ones are included. */
export async function listTokens(db: Handle, userId: string): Promise<ApiTokenRow[]> {
  return db
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Lists a page of the tokens of all users that aren't revoked, with their owners, newest first. */
export async function listAllTokens(db: Handle, { offset, limit }: ListAllApiTokensQuery) {
  const all = db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .where('revoked_at', 'is', null)
  const { total } = await all.select((token) => token.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await all
    .leftJoin('service_accounts', 'service_accounts.user_id', 'users.id')
    .selectAll('api_tokens')
    .select(['users.email as owner_email', 'users.username as owner_name'])
    .select('service_accounts.user_id as is_service_account')
    .orderBy('api_tokens.created_at', 'desc')
    .orderBy('api_tokens.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { total: Number(total), rows }
}

export async function findTokenByHash(db: Handle, hash: string): Promise<ApiTokenRow | null> {
  return (await db.selectFrom('api_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst()) ?? null
}

/**
 * Revokes a token.
 * @param userId whose token it must be; null for any
 * @returns it, or null if there is no such token or it is already revoked
 */
export async function revokeToken(
  db: Handle,
  { userId, tokenId, now }: { userId: string | null; tokenId: string; now: Date },
): Promise<Pick<ApiTokenRow, 'name' | 'user_id'> | null> {
  const row = await db
    .updateTable('api_tokens')
    .set({ revoked_at: now.toISOString() })
    .where('id', '=', tokenId)
    .$if(userId !== null, (update) => update.where('user_id', '=', userId))
    .where('revoked_at', 'is', null)
    .returning(['name', 'user_id'])
    .executeTakeFirst()
  return row ?? null
}

/** Stores that a token was used now, unless that was stored less than a minute ago. */
export async function noteUse(db: Handle, { id, last_used_at }: ApiTokenRow, now: Date): Promise<void> {
  if (last_used_at !== null && now.getTime() - Date.parse(last_used_at) < useNotedEveryMs) return
  await db.updateTable('api_tokens').set({ last_used_at: now.toISOString() }).where('id', '=', id).execute()
}

/** Finds which of these tokens are still valid. */
export async function findLiveTokens(db: Handle, ids: string[], now: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select('api_tokens.id')
    .where('api_tokens.id', 'in', ids)
    .where('api_tokens.revoked_at', 'is', null)
    .where((where) =>
      where.or([where('api_tokens.expires_at', 'is', null), where('api_tokens.expires_at', '>', now.toISOString())]),
    )
    .where('users.is_active', '=', 1)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
