import { sql, type Transaction } from 'kysely'
import type { CalledModel, CallTokens, Cost, UsePurpose } from '../../models/model-use.ts'
import type { Database } from '../../store/schema.ts'

/** A call with all that its records need. */
export interface RecordedCall extends CalledModel {
  purpose: UsePurpose
  /** Empty where there is none. */
  userId: string
  areaId: string
  connectionId: string
  turnId: string | null
  tokens: CallTokens
  /** Null: the price is unknown. */
  cost: Cost | null
}

/** Adds a call to its day and, if it belongs to a stored question, to that. */
export async function recordCall(transaction: Transaction<Database>, call: RecordedCall, day: string): Promise<void> {
  const { provider, model, userId, areaId, connectionId, purpose, turnId } = call
  const amounts = amountsOf(call)
  const currency = call.cost?.currency ?? ''
  const place = { user_id: userId, area_id: areaId, connection_id: connectionId }
  await transaction
    .insertInto('usage_days')
    .values({ day, ...place, provider, model, purpose, currency, ...amounts })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'user_id', 'area_id', 'connection_id', 'provider', 'model', 'purpose', 'currency'])
        .doUpdateSet(sumsIn('usage_days')),
    )
    .execute()
  if (turnId === null) return
  // A conversation can be deleted while its question is being answered.
  const turn = await transaction.selectFrom('turns').select('id').where('id', '=', turnId).executeTakeFirst()
  if (turn === undefined) return
  await transaction
    .insertInto('turn_usage')
    .values({ turn_id: turnId, provider, model, currency, ...amounts })
    .onConflict((conflict) =>
      conflict.columns(['turn_id', 'provider', 'model', 'currency']).doUpdateSet(sumsIn('turn_usage')),
    )
    .execute()
}

function amountsOf({ tokens, cost }: RecordedCall) {
  const all = tokens.prompt + tokens.completion
  return {
    calls: 1,
    prompt: tokens.prompt,
    cached: tokens.cached,
    cache_written: tokens.cacheWritten,
    completion: tokens.completion,
    reasoning: tokens.reasoning,
    estimated: tokens.isEstimated ? all : 0,
    unpriced: cost === null ? all : 0,
    cost: cost?.amount ?? 0,
  }
}

function sumsIn(table: 'usage_days' | 'turn_usage') {
  const plus = (name: keyof ReturnType<typeof amountsOf>) =>
    sql<number>`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`
  return {
    calls: plus('calls'),
    prompt: plus('prompt'),
    cached: plus('cached'),
    cache_written: plus('cache_written'),
    completion: plus('completion'),
    reasoning: plus('reasoning'),
    estimated: plus('estimated'),
    unpriced: plus('unpriced'),
    cost: plus('cost'),
  }
}
