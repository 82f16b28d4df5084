import type { UserRow } from '../../store/schema.ts'

/** A user's question counters and their reset times. */
export type Counters = Pick<
  UserRow,
  'daily_query_count' | 'monthly_query_count' | 'daily_query_reset_at' | 'monthly_query_reset_at'
>

/** Returns the current counters. One whose time has passed is 0 again. Days and months are in UTC. */
export function countersAt(user: Counters, now: Date): Counters {
  const moment = now.toISOString()
  const isNewDay = user.daily_query_reset_at === null || user.daily_query_reset_at <= moment
  const isNewMonth = user.monthly_query_reset_at === null || user.monthly_query_reset_at <= moment
  return {
    daily_query_count: isNewDay ? 0 : user.daily_query_count,
    monthly_query_count: isNewMonth ? 0 : user.monthly_query_count,
    daily_query_reset_at: isNewDay ? nextDay(now) : user.daily_query_reset_at,
    monthly_query_reset_at: isNewMonth ? nextMonth(now) : user.monthly_query_reset_at,
  }
}

function nextDay(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString()
}

function nextMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString()
}
