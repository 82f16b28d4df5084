import type { Transaction } from 'kysely'
import { AppError } from '../../errors.ts'
import type { Database, UserRow } from '../../store/schema.ts'

type Counters = Pick<
  UserRow,
  | 'daily_query_limit'
  | 'monthly_query_limit'
  | 'daily_query_count'
  | 'monthly_query_count'
  | 'daily_query_reset_at'
  | 'monthly_query_reset_at'
>

/**
 * Counts one question of a person, in the transaction that stores it, so that a question is neither free nor lost.
 * Days and months are UTC's.
 * @throws AppError quota_exceeded naming the limit and its reset time (OP-32)
 */
export async function countQuestion(transaction: Transaction<Database>, userId: string, now: Date): Promise<void> {
  const user = await transaction.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) throw new AppError('not_authenticated')
  await transaction.updateTable('users').set(countOne(user, now)).where('id', '=', userId).execute()
}

/** The counters after one more question; a counter whose time has passed begins again. */
function countOne(user: Counters, now: Date): Counters {
  const current = begin(user, now)
  refuseOver('daily', current.daily_query_count, current.daily_query_limit, current.daily_query_reset_at)
  refuseOver('monthly', current.monthly_query_count, current.monthly_query_limit, current.monthly_query_reset_at)
  return {
    ...current,
    daily_query_count: current.daily_query_count + 1,
    monthly_query_count: current.monthly_query_count + 1,
  }
}

function begin(user: Counters, now: Date): Counters {
  const moment = now.toISOString()
  const isNewDay = user.daily_query_reset_at === null || user.daily_query_reset_at <= moment
  const isNewMonth = user.monthly_query_reset_at === null || user.monthly_query_reset_at <= moment
  return {
    daily_query_limit: user.daily_query_limit,
    monthly_query_limit: user.monthly_query_limit,
    daily_query_count: isNewDay ? 0 : user.daily_query_count,
    monthly_query_count: isNewMonth ? 0 : user.monthly_query_count,
    daily_query_reset_at: isNewDay ? nextDay(now) : user.daily_query_reset_at,
    monthly_query_reset_at: isNewMonth ? nextMonth(now) : user.monthly_query_reset_at,
  }
}

function refuseOver(period: 'daily' | 'monthly', count: number, limit: number | null, resetAt: string | null): void {
  if (limit === null || limit < 0 || count < limit) return
  const reset = (resetAt ?? '').replace('T', ' ').slice(0, 16)
  throw new AppError('quota_exceeded', {
    detail: `You have reached your ${period} limit of ${limit} questions. It resets at ${reset} UTC.`,
  })
}

function nextDay(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString()
}

function nextMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString()
}
