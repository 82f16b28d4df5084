import { randomUUID } from 'node:crypto'
import { joinMessages, message, type Message } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { CallTokens, Cost, ModelLedger, ModelUse, OpenCall, PlannedCall } from '../../models/model-use.ts'
import type { Database, ModelReservationRow } from '../../store/schema.ts'
import { budgetsFor, renewalOf, reservedOf, usedOf, usedUpText, type AppliedBudget } from './budget-rules.ts'
import { costOf, mostCostOf, priceOf } from './price-list.ts'
import type { Prices } from './prices.ts'
import { recordCall, type RecordedCall } from './record.ts'
import { createTransactionGroup, type GroupedWork } from '../../store/transaction-group.ts'

/** Longer than any call lasts: twice the time of a question. */
const lifetimeFactor = 2

/**
 * The ledger of model calls in the store. While there are budgets, a call is reserved in the transaction that compares
 * it with them, so that many calls at once, in any number of server processes, can't pass one together.
 */
export function createLedger(
  { store, now, config }: Pick<AppContext, 'store' | 'now' | 'config'>,
  prices: Prices,
): ModelLedger {
  const inGroup = createTransactionGroup(store, { isSynced: false })
  const lifetimeMs = config.limits.turnTimeoutMs * lifetimeFactor

  async function reserve(planned: PlannedCall, use: ModelUse): Promise<string | null> {
    const any = await store.db.selectFrom('budgets').select('id').limit(1).executeTakeFirst()
    if (any === undefined) return null
    const { list } = await prices.current()
    const moment = now()
    const price = priceOf(list, planned, dayOf(moment))
    const most = { prompt: planned.prompt.most, completion: planned.mostCompletion }
    const row: ModelReservationRow = {
      id: randomUUID(),
      expires_at: new Date(moment.getTime() + lifetimeMs).toISOString(),
      ...placeOf(use),
      turn_id: use.turnId,
      provider: planned.provider,
      model: planned.model,
      purpose: use.purpose,
      expected_prompt: planned.prompt.expected,
      tokens: Math.ceil(most.prompt + most.completion),
      cost: price && mostCostOf(price, most),
      currency: list.currency,
    }
    const refusal = await inGroup(reservation(row, moment))
    if (refusal) throw refusal
    return row.id
  }

  /** Reserves, or returns why it can't; a refusal must not undo other calls of the same transaction. */
  function reservation(row: ModelReservationRow, moment: Date): GroupedWork<AppError | null> {
    return async (transaction) => {
      await expire(transaction, moment)
      for (const applied of await budgetsFor(transaction, { userId: row.user_id, areaId: row.area_id }, moment)) {
        const refusal = await compare(transaction, applied, row, moment)
        if (refusal) return refusal
      }
      await transaction.insertInto('model_reservations').values(row).execute()
      return null
    }
  }

  /** The prompts of calls whose process died count as used, because a provider charges for them. */
  async function expire(transaction: Transaction<Database>, moment: Date): Promise<void> {
    const dead = await transaction
      .deleteFrom('model_reservations')
      .where('expires_at', '<=', moment.toISOString())
      .returningAll()
      .execute()
    for (const row of dead) {
      const call = {
        provider: row.provider as RecordedCall['provider'],
        model: row.model,
        purpose: row.purpose as RecordedCall['purpose'],
        userId: row.user_id,
        areaId: row.area_id,
        connectionId: row.connection_id,
        turnId: row.turn_id,
      }
      await settle(transaction, { ...call, ...(await priced(call, promptOnly(row.expected_prompt), moment)) }, moment)
    }
  }

  async function priced(
    called: Pick<RecordedCall, 'provider' | 'model'>,
    tokens: CallTokens,
    moment: Date,
  ): Promise<{ tokens: CallTokens; cost: Cost | null }> {
    const { list } = await prices.current()
    const price = priceOf(list, called, dayOf(moment))
    return { tokens, cost: price && { amount: costOf(price, tokens), currency: list.currency } }
  }

  return {
    open: async (planned, use): Promise<OpenCall> => {
      const reserved = await reserve(planned, use)
      return {
        close: async (tokens) => {
          const moment = now()
          const record = tokens && { ...callOf(planned, use), ...(await priced(planned, tokens, moment)) }
          if (record === null && reserved === null) return null
          await inGroup(async (transaction) => {
            if (reserved) await transaction.deleteFrom('model_reservations').where('id', '=', reserved).execute()
            if (record) await settle(transaction, record, moment)
          })
          return record?.cost ?? null
        },
      }
    },
  }
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

function placeOf({ userId, areaId, connectionId }: ModelUse) {
  return { user_id: userId ?? '', area_id: areaId ?? '', connection_id: connectionId ?? '' }
}

function callOf({ provider, model }: PlannedCall, use: ModelUse) {
  const { purpose, turnId, userId, areaId, connectionId } = use
  return {
    provider,
    model,
    purpose,
    turnId,
    userId: userId ?? '',
    areaId: areaId ?? '',
    connectionId: connectionId ?? '',
  }
}

function promptOnly(prompt: number): CallTokens {
  return { prompt, cached: 0, cacheWritten: 0, completion: 0, reasoning: 0, isEstimated: true }
}

/** Records a call, and adds it to the counters that exist. */
async function settle(transaction: Transaction<Database>, call: RecordedCall, moment: Date): Promise<void> {
  await recordCall(transaction, call, dayOf(moment))
  for (const { budget, subject, startsOn } of await budgetsFor(transaction, call, moment)) {
    const isMoney = budget.unit === 'money'
    const cost = call.cost?.currency === budget.currency ? call.cost.amount : 0
    const amount = isMoney ? cost : call.tokens.prompt + call.tokens.completion
    if (amount === 0) continue
    await transaction
      .updateTable('budget_counters')
      .set((row) => ({ used: row('used', '+', amount) }))
      .where('budget_id', '=', budget.id)
      .where('subject', '=', subject)
      .where('starts_on', '=', startsOn)
      .execute()
  }
}

/** @returns why the call can't be made under this budget; null if it can */
async function compare(
  transaction: Transaction<Database>,
  applied: AppliedBudget,
  row: ModelReservationRow,
  moment: Date,
): Promise<AppError | null> {
  const { budget, subject, startsOn } = applied
  if (budget.unit === 'money' && row.cost === null) return refused(unknownPrice(row.model, budget.currency), row)
  if (budget.unit === 'money' && row.currency !== budget.currency)
    return refused(otherCurrency(row.currency, budget.currency), row)
  const { used, isCounted } = await usedOf(transaction, applied)
  if (!isCounted) {
    const counter = { budget_id: budget.id, subject, starts_on: startsOn, used }
    await transaction.insertInto('budget_counters').values(counter).execute()
  }
  const wanted = budget.unit === 'money' ? (row.cost ?? 0) : row.tokens
  if (used + (await reservedOf(transaction, applied)) + wanted <= budget.amount) return null
  const area =
    budget.scope === 'area'
      ? await transaction.selectFrom('areas').select('name').where('id', '=', subject).executeTakeFirst()
      : undefined
  const seconds = Math.ceil((Date.parse(renewalOf(budget.period, moment)) - moment.getTime()) / 1000)
  return refused(usedUpText(applied, { area: area?.name ?? null }, moment), row, { 'retry-after': String(seconds) })
}

/** The built-in engine answers questions, but it can't transcribe them. */
function refused(
  reason: Message,
  { purpose }: Pick<ModelReservationRow, 'purpose'>,
  headers: Record<string, string> = {},
): AppError {
  const next =
    purpose === 'transcription'
      ? message('You can type your question until then.')
      : message('You can use the built-in engine until then.')
  return new AppError('budget_used_up', { detail: joinMessages([reason, next], ' '), headers })
}

function unknownPrice(model: string, currency: string): Message {
  return message(
    'A budget in {currency} applies, but the price of {model} is unknown. An administrator can add it to the price list.',
    { model, currency },
  )
}

function otherCurrency(listed: string, currency: string): Message {
  return message(
    'A budget in {currency} applies, but the price list is in {listed}. An administrator can set the budget again.',
    { listed, currency },
  )
}
