import type { Budget } from '@parlance/contract'
import type { Kysely } from 'kysely'
import type { BudgetRow, Database } from '../../store/schema.ts'
import { renewalOf, reservedOf, startOf, usedOf } from './budget-rules.ts'

/** Users or areas of which one may have used most, with its calls in progress. */
const candidates = 10

/** A budget as a response, with what is used of it. */
export async function presentBudget(db: Kysely<Database>, row: BudgetRow, now: Date): Promise<Budget> {
  const { id, scope, period, unit, amount } = row
  const target = row.target_id || null
  return {
    id,
    scope,
    target_id: target,
    target_name: target === null ? null : await targetName(db, scope, target),
    period,
    unit,
    amount,
    currency: row.currency || null,
    used: await mostUsed(db, row, now),
    renews_at: renewalOf(period, now),
  }
}

/** The email of a user or the name of an area; null if it doesn't exist. */
export async function targetName(db: Kysely<Database>, scope: Budget['scope'], id: string): Promise<string | null> {
  if (scope === 'user') {
    const user = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
    return user?.email ?? null
  }
  const area = await db.selectFrom('areas').select('name').where('id', '=', id).executeTakeFirst()
  return area?.name ?? null
}

async function mostUsed(db: Kysely<Database>, budget: BudgetRow, now: Date): Promise<number> {
  const startsOn = startOf(budget.period, now)
  const isOne = budget.scope === 'everyone' || budget.target_id !== ''
  const subjects = isOne ? [budget.target_id] : await subjectsOf(db, budget, startsOn)
  const used = subjects.map(async (subject) => {
    const applied = { budget, subject, startsOn }
    return (await usedOf(db, applied)).used + (await reservedOf(db, applied))
  })
  return Math.max(0, ...(await Promise.all(used)))
}

/** The users or areas with the highest counters. */
async function subjectsOf(db: Kysely<Database>, budget: BudgetRow, startsOn: string): Promise<string[]> {
  const rows = await db
    .selectFrom('budget_counters')
    .select('subject')
    .where('budget_id', '=', budget.id)
    .where('starts_on', '=', startsOn)
    .orderBy('used', 'desc')
    .limit(candidates)
    .execute()
  return rows.map(({ subject }) => subject)
}
