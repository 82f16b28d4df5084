import { randomUUID } from 'node:crypto'
import { message, type AuditDetail, type Budget, type BudgetRequest } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { BudgetRow } from '../../store/schema.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import { changesBetween, type AuditService } from '../audit/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { chosenWithoutPrice } from './chosen-prices.ts'
import { presentBudget, targetName } from './present-budget.ts'
import type { Prices } from './prices.ts'

export interface BudgetService {
  /** All budgets with what is used of them. */
  list(): Promise<{ currency: string; budgets: Budget[] }>
  /** @throws AppError conflict if there is one of this kind; bad_request if its target or a price is missing */
  create(admin: Principal, request: BudgetRequest): Promise<Budget>
  /** @throws AppError not_found, and like `create` */
  update(admin: Principal, id: string, request: BudgetRequest): Promise<Budget>
  /** @throws AppError not_found */
  remove(admin: Principal, id: string): Promise<void>
}

export interface BudgetDependencies {
  settings: Pick<SettingsService, 'orchestration' | 'sqlModel'>
  audit: Pick<AuditService, 'record'>
  prices: Prices
}

export function createBudgets(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { settings, audit, prices }: BudgetDependencies,
): BudgetService {
  async function rowOf(admin: Principal, id: string, request: BudgetRequest): Promise<BudgetRow> {
    const { scope, period, unit, amount } = request
    const target = scope === 'everyone' ? null : request.target_id
    if (target !== null && (await targetName(store.db, scope, target)) === null) throw unknownTarget()
    if (unit === 'money') await requirePrices()
    const currency = unit === 'money' ? (await prices.current()).list.currency : ''
    const changed = { updated_at: now().toISOString(), updated_by: admin.userId }
    return { id, scope, target_id: target ?? '', period, unit, amount, currency, ...changed }
  }

  /** With an unknown price, every question would be refused. */
  async function requirePrices(): Promise<void> {
    const [model] = await chosenWithoutPrice(settings, await prices.current(), now())
    if (model === undefined) return
    throw new AppError('bad_request', {
      detail: message('The price of {model} is unknown. Set a budget in tokens, or add the price to the price list.', {
        model,
      }),
    })
  }

  const record = (admin: Principal, action: BudgetAction, row: BudgetRow, before?: BudgetRow): Promise<void> =>
    audit.record({
      action,
      outcome: 'allowed',
      userId: admin.userId,
      targetKind: 'budget',
      targetId: row.id,
      detail: describe(row),
      ...(before && { changes: changesBetween(describe(before), describe(row)) }),
    })

  return {
    list: async () => {
      const rows = await store.db.selectFrom('budgets').selectAll().orderBy('scope').orderBy('period').execute()
      const { list } = await prices.current()
      return {
        currency: list.currency,
        budgets: await Promise.all(rows.map((row) => presentBudget(store.db, row, now()))),
      }
    },
    create: async (admin, request) => {
      const row = await rowOf(admin, randomUUID(), request)
      await store.db.insertInto('budgets').values(row).execute().catch(refuseTwice)
      await record(admin, 'budget.create', row)
      return presentBudget(store.db, row, now())
    },
    update: async (admin, id, request) => {
      const row = await rowOf(admin, id, request)
      const before = await store
        .transaction(async (transaction) => {
          const budgets = transaction.selectFrom('budgets').selectAll().where('id', '=', id)
          const old = await budgets.executeTakeFirst()
          if (old === undefined) throw new AppError('not_found')
          await transaction.updateTable('budgets').set(row).where('id', '=', id).execute()
          // Another scope or unit counts other things.
          await transaction.deleteFrom('budget_counters').where('budget_id', '=', id).execute()
          return old
        })
        .catch(refuseTwice)
      await record(admin, 'budget.update', row, before)
      return presentBudget(store.db, row, now())
    },
    remove: async (admin, id) => {
      const row = await store.db.deleteFrom('budgets').where('id', '=', id).returningAll().executeTakeFirst()
      if (row === undefined) throw new AppError('not_found')
      await record(admin, 'budget.delete', row)
    },
  }
}

type BudgetAction = 'budget.create' | 'budget.update' | 'budget.delete'

function describe({ scope, target_id: target, period, amount, unit, currency }: BudgetRow): AuditDetail {
  return { scope, target: target || null, period, amount, unit: currency || unit }
}

function unknownTarget(): AppError {
  return new AppError('bad_request', {
    detail: message('The user or business area of the budget does not exist. Choose another one.'),
  })
}

function refuseTwice(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new AppError('conflict', {
    detail: message('There is already a budget of this kind. Change that one instead.'),
    cause: error,
  })
}
