import { message } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import { prepared } from '../../store/prepared.ts'
import type { Database } from '../../store/schema.ts'
import { findEffectiveUser } from '../../effective-rights/effective-user.ts'
import { countersAt } from '../users/service.ts'

const storeCounters = prepared(
  (db, day: number, month: number, dayEnd: string | null, monthEnd: string | null, userId: string) =>
    db
      .updateTable('users')
      .set({
        daily_query_count: day,
        monthly_query_count: month,
        daily_query_reset_at: dayEnd,
        monthly_query_reset_at: monthEnd,
      })
      .where('id', '=', userId),
)

/**
 * Counts one question of a user in the transaction that stores it, so that a question is neither free nor lost.
 * @throws AppError quota_exceeded with the limit and its reset time (OP-32); account_inactive for a user who was
 *   deactivated after sending the question
 */
export async function countQuestion(transaction: Transaction<Database>, userId: string, now: Date): Promise<void> {
  const found = await findEffectiveUser(transaction, userId)
  if (found === null) throw new AppError('not_authenticated')
  const { user, effective } = found
  if (user.is_active === 0) throw new AppError('account_inactive')
  const current = countersAt(user, now)
  const { daily_query_count: day, monthly_query_count: month } = current
  const { dailyLimit, monthlyLimit } = effective
  refuseOver({ period: 'daily', count: day, limit: dailyLimit, resetAt: current.daily_query_reset_at }, now)
  refuseOver({ period: 'monthly', count: month, limit: monthlyLimit, resetAt: current.monthly_query_reset_at }, now)
  await storeCounters(
    transaction,
    day + 1,
    month + 1,
    current.daily_query_reset_at,
    current.monthly_query_reset_at,
    userId,
  )
}

interface Quota {
  period: 'daily' | 'monthly'
  count: number
  limit: number | null
  resetAt: string | null
}

function refuseOver({ period, count, limit, resetAt }: Quota, now: Date): void {
  if (limit === null || count < limit || resetAt === null) return
  const seconds = Math.max(1, Math.ceil((Date.parse(resetAt) - now.getTime()) / 1000))
  const values = { limit, resetTime: resetAt.replace('T', ' ').slice(0, 16) }
  throw new AppError('quota_exceeded', {
    detail:
      period === 'daily'
        ? message('You have reached your daily question limit ({limit}). It resets at {resetTime} UTC.', values)
        : message('You have reached your monthly question limit ({limit}). It resets at {resetTime} UTC.', values),
    headers: { 'retry-after': String(seconds) },
  })
}
