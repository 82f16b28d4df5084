import { message, type UsageFilter } from '@parlance/contract'
import type { Kysely } from 'kysely'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { Database } from '../../store/schema.ts'

/** Who asked and on which connection is for administrators, also in someone's own area. */
const administratorsOnly = ['user', 'connection'] as const satisfies UsageFilter['group'][]

/**
 * The business areas whose costs a user may see with a filter: an owner's own ones, as they are now; null for all, and
 * for calls outside of areas.
 * @throws AppError forbidden
 */
export async function areasWithCosts(
  db: Kysely<Database>,
  { role, userId }: Principal,
  { group, user_id }: UsageFilter,
): Promise<string[] | null> {
  if (role === 'ADMIN') return null
  const owned = await db.selectFrom('areas').select('id').where('owner_id', '=', userId).execute()
  if (owned.length === 0)
    throw new AppError('forbidden', {
      detail: message('Only administrators and owners of business areas see model costs.'),
    })
  if (user_id !== undefined || administratorsOnly.some((hidden) => hidden === group))
    throw new AppError('forbidden', {
      detail: message('Only administrators see model costs by user or connection.'),
    })
  return owned.map(({ id }) => id)
}
