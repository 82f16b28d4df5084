import { message, type Budget, type Message } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import type { BudgetRow, Database } from '../../store/schema.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** Whose budgets a call counts against; empty where there is none. */
export interface BudgetPlace {
  userId: string
  areaId: string
}

/** A budget that applies to a call, and the user or area that it counts. */
export interface AppliedBudget {
  budget: BudgetRow
  /** Empty for everyone. */
  subject: string
  /** The first day of the running period, yyyy-mm-dd. */
  startsOn: string
}

/** The budgets that apply to a call. One for a named user or area replaces the one for each. */
export async function budgetsFor(db: Handle, place: BudgetPlace, now: Date): Promise<AppliedBudget[]> {
  const budgets = await db.selectFrom('budgets').selectAll().execute()
  const subjects = { everyone: '', user: place.userId, area: place.areaId }
  return budgets.flatMap((budget) => {
    const subject = subjects[budget.scope]
    if (budget.scope !== 'everyone' && subject === '') return []
    const isOwn = budget.target_id === subject
    if (!isOwn && (budget.target_id !== '' || budgets.some((other) => replaces(other, budget, subject)))) return []
    return [{ budget, subject, startsOn: startOf(budget.period, now) }]
  })
}

function replaces(other: BudgetRow, budget: BudgetRow, subject: string): boolean {
  const isSameKind = other.scope === budget.scope && other.period === budget.period && other.unit === budget.unit
  return isSameKind && other.target_id === subject
}

/** The first day of the period, UTC. */
export function startOf(period: Budget['period'], now: Date): string {
  const day = now.toISOString().slice(0, 10)
  return period === 'day' ? day : `${day.slice(0, 7)}-01`
}

/** When the next period begins, ISO 8601 UTC. */
export function renewalOf(period: Budget['period'], now: Date): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return new Date(period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)).toISOString()
}

/** What the subject used in this period, from the counter or, without one, from the recorded days. */
export async function usedOf(db: Handle, applied: AppliedBudget): Promise<{ used: number; isCounted: boolean }> {
  const { budget, subject, startsOn } = applied
  const counter = await db
    .selectFrom('budget_counters')
    .select('used')
    .where('budget_id', '=', budget.id)
    .where('subject', '=', subject)
    .where('starts_on', '=', startsOn)
    .executeTakeFirst()
  if (counter !== undefined) return { used: counter.used, isCounted: true }
  const row = await recordedDays(db, applied)
    .select((eb) =>
      eb.fn.sum<number | null>(budget.unit === 'money' ? 'cost' : eb('prompt', '+', eb.ref('completion'))).as('used'),
    )
    .executeTakeFirst()
  return { used: row?.used ?? 0, isCounted: false }
}

function recordedDays(db: Handle, { budget, subject, startsOn }: AppliedBudget) {
  let query = db.selectFrom('usage_days').where('day', '>=', startsOn)
  if (budget.scope === 'user') query = query.where('user_id', '=', subject)
  if (budget.scope === 'area') query = query.where('area_id', '=', subject)
  return budget.unit === 'money' ? query.where('currency', '=', budget.currency) : query
}

/** What calls in progress may still use. */
export async function reservedOf(db: Handle, { budget, subject }: AppliedBudget): Promise<number> {
  const amount = budget.unit === 'money' ? 'cost' : 'tokens'
  let query = db.selectFrom('model_reservations').select((eb) => eb.fn.sum<number | null>(amount).as('reserved'))
  if (budget.scope === 'user') query = query.where('user_id', '=', subject)
  if (budget.scope === 'area') query = query.where('area_id', '=', subject)
  if (budget.unit === 'money') query = query.where('currency', '=', budget.currency)
  return (await query.executeTakeFirst())?.reserved ?? 0
}

/** Which budget is used up, and when it renews. */
export function usedUpText({ budget, subject }: AppliedBudget, names: { area: string | null }, now: Date): Message {
  const values = { renewal: renewalOf(budget.period, now).replace('T', ' ').slice(0, 16), area: names.area ?? subject }
  const { scope, period } = budget
  if (scope === 'everyone')
    return period === 'day'
      ? message("This question could exceed today's budget for AI models. The budget renews at {renewal} UTC.", values)
      : message(
          "This question could exceed this month's budget for AI models. The budget renews at {renewal} UTC.",
          values,
        )
  if (scope === 'user')
    return period === 'day'
      ? message(
          'This question could exceed your daily budget for AI models. The budget renews at {renewal} UTC.',
          values,
        )
      : message(
          'This question could exceed your monthly budget for AI models. The budget renews at {renewal} UTC.',
          values,
        )
  return period === 'day'
    ? message(
        'This question could exceed the daily budget of the business area {area} for AI models. The budget renews at {renewal} UTC.',
        values,
      )
    : message(
        'This question could exceed the monthly budget of the business area {area} for AI models. The budget renews at {renewal} UTC.',
        values,
      )
}
