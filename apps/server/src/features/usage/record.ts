import { sql, type Transaction } from 'kysely'
import type { CalledModel, CallTokens, Cost, UsePurpose } from '../../models/model-use.ts'
import { prepared } from '../../store/prepared.ts'
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
  const currency = call.cost?.currency ?? ''
  const amounts = amountsOf(call)
  await addToDay(transaction, day, userId, areaId, connectionId, provider, model, purpose, currency, ...amounts)
  if (turnId === null) return
  // A conversation can be deleted while its question is being answered.
  const [turn] = await turnWithId(transaction, turnId)
  if (turn !== undefined) await addToTurn(transaction, turnId, provider, model, currency, ...amounts)
}

type Amounts = [
  prompt: number,
  cached: number,
  cacheWritten: number,
  completion: number,
  reasoning: number,
  estimated: number,
  unpriced: number,
  cost: number,
]

function amountsOf({ tokens, cost }: RecordedCall): Amounts {
  const { prompt, cached, cacheWritten, completion, reasoning, isEstimated } = tokens
  const all = prompt + completion
  const [estimated, unpriced] = [isEstimated ? all : 0, cost === null ? all : 0]
  return [prompt, cached, cacheWritten, completion, reasoning, estimated, unpriced, cost?.amount ?? 0]
}

const columnsOf = ([prompt, cached, cache_written, completion, reasoning, estimated, unpriced, cost]: Amounts) => ({
  calls: 1,
  prompt,
  cached,
  cache_written,
  completion,
  reasoning,
  estimated,
  unpriced,
  cost,
})

function sumsIn(table: 'usage_days' | 'turn_usage') {
  const plus = (name: keyof ReturnType<typeof columnsOf>) =>
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

const turnWithId = prepared((db, id: string) => db.selectFrom('turns').select('id').where('id', '=', id))

const addToDay = prepared(
  (
    db,
    day: string,
    user_id: string,
    area_id: string,
    connection_id: string,
    provider: string,
    model: string,
    purpose: string,
    currency: string,
    ...amounts: Amounts
  ) =>
    db
      .insertInto('usage_days')
      .values({ day, user_id, area_id, connection_id, provider, model, purpose, currency, ...columnsOf(amounts) })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'user_id', 'area_id', 'connection_id', 'provider', 'model', 'purpose', 'currency'])
          .doUpdateSet(sumsIn('usage_days')),
      ),
)

const addToTurn = prepared(
  (db, turn_id: string, provider: string, model: string, currency: string, ...amounts: Amounts) =>
    db
      .insertInto('turn_usage')
      .values({ turn_id, provider, model, currency, ...columnsOf(amounts) })
      .onConflict((conflict) =>
        conflict.columns(['turn_id', 'provider', 'model', 'currency']).doUpdateSet(sumsIn('turn_usage')),
      ),
)
