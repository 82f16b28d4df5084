import { setImmediate as othersFirst } from 'node:timers/promises'
import { message, type UsageFilter, type UsageReport, type UsageSum } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import { areasWithCosts } from './policy.ts'

/** Rows on screen; the export has all. */
const mostRows = 500
/** Days of one query, so that a year of a large installation never blocks the server for long. */
const daysPerQuery = 3
const mostDays = 3 * 366
const dayMs = 24 * 60 * 60 * 1000
const defaultDays = 30
const periodText = message('The period must end after it begins and cover no more than three years. Change the days.')

type Row = UsageReport['rows'][number]

/** A model's key also has its name, which every group has. */
const columnOf = {
  day: 'day',
  user: 'user_id',
  area: 'area_id',
  connection: 'connection_id',
  model: 'provider',
  purpose: 'purpose',
} as const satisfies Record<UsageFilter['group'], string>

/**
 * What model calls used that a user may see, grouped and filtered. Every row of the export is also in the total.
 * @throws AppError forbidden; bad_request for a period that ends before it begins or is too long
 */
export async function readUsage(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  principal: Principal,
  filter: UsageFilter,
  limit: number = mostRows,
): Promise<UsageReport> {
  const areas = await areasWithCosts(store.db, principal, filter)
  const { from, to } = periodOf(filter, now())
  const rows = new Map<string, UsageSum>()
  const models = new Set<string>()
  for (const [first, last] of piecesOf(from, to)) {
    // SQLite answers without a pause in which others get their turn.
    await othersFirst()
    for (const part of await readPiece(store.db, { ...filter, areas }, first, last)) {
      addTo(rows, filter.group === 'model' ? `${part.key}/${part.model}` : part.key, part)
      models.add(part.model)
    }
  }
  const total = emptySum()
  for (const sum of rows.values()) add(total, sum)
  const byDay = filter.group === 'day'
  const sorted = [...rows].toSorted(([oneKey, one], [otherKey, other]) =>
    byDay ? Date.parse(oneKey) - Date.parse(otherKey) : amountOf(other) - amountOf(one),
  )
  const shown = byDay ? sorted.slice(-limit) : sorted.slice(0, limit)
  const names = await namesOf(store.db, filter.group)
  return {
    group: filter.group,
    from,
    to,
    total,
    rows: shown.map(([key, sum]): Row => ({ key, name: names.get(key) ?? null, ...sum })),
    more_rows: sorted.length - shown.length,
    models: [...models].toSorted(),
  }
}

/** @throws AppError bad_request if it is too long or ends before it begins */
function periodOf({ from, to }: UsageFilter, now: Date): { from: string; to: string } {
  const last = to ?? now.toISOString().slice(0, 10)
  const first = from ?? dayAfter(last, 1 - defaultDays)
  const days = (Date.parse(last) - Date.parse(first)) / dayMs
  if (days < 0 || days > mostDays) throw new AppError('bad_request', { detail: periodText })
  return { from: first, to: last }
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

function* piecesOf(from: string, to: string): Generator<[string, string]> {
  for (let first = from; first <= to; first = dayAfter(first, daysPerQuery)) {
    const last = dayAfter(first, daysPerQuery - 1)
    yield [first, last < to ? last : to]
  }
}

/** The columns that are added up. */
const sums = [
  'calls',
  'prompt',
  'cached',
  'cache_written',
  'completion',
  'reasoning',
  'estimated',
  'unpriced',
  'cost',
] as const

async function readPiece(
  db: AppContext['store']['db'],
  { group, user_id, area_id, model, areas }: UsageFilter & { areas: string[] | null },
  first: string,
  last: string,
) {
  const key = columnOf[group]
  let query = db
    .selectFrom('usage_days')
    .select((eb) => [
      eb.ref(key).as('key'),
      'model',
      'currency',
      ...sums.map((column) => eb.fn.sum<number>(column).as(column)),
    ])
    .where('day', '>=', first)
    .where('day', '<=', last)
    .groupBy([key, 'model', 'currency'])
  if (areas !== null) query = query.where('area_id', 'in', areas)
  if (user_id !== undefined) query = query.where('user_id', '=', user_id)
  if (area_id !== undefined) query = query.where('area_id', '=', area_id)
  if (model !== undefined) query = query.where('model', '=', model)
  return query.execute()
}

type Part = Awaited<ReturnType<typeof readPiece>>[number]

function addTo(rows: Map<string, UsageSum>, key: string, part: Part): void {
  const sum = rows.get(key) ?? emptySum()
  rows.set(key, sum)
  add(sum, {
    calls: part.calls,
    prompt_tokens: part.prompt,
    cached_tokens: part.cached,
    cache_write_tokens: part.cache_written,
    completion_tokens: part.completion,
    reasoning_tokens: part.reasoning,
    estimated_tokens: part.estimated,
    unpriced_tokens: part.unpriced,
    costs: part.currency === '' ? [] : [{ currency: part.currency, amount: part.cost }],
  })
}

function add(sum: UsageSum, part: UsageSum): void {
  sum.calls += part.calls
  sum.prompt_tokens += part.prompt_tokens
  sum.cached_tokens += part.cached_tokens
  sum.cache_write_tokens += part.cache_write_tokens
  sum.completion_tokens += part.completion_tokens
  sum.reasoning_tokens += part.reasoning_tokens
  sum.estimated_tokens += part.estimated_tokens
  sum.unpriced_tokens += part.unpriced_tokens
  for (const { currency, amount } of part.costs) {
    const known = sum.costs.find((cost) => cost.currency === currency)
    if (known) known.amount += amount
    else sum.costs.push({ currency, amount })
  }
}

function emptySum(): UsageSum {
  return {
    calls: 0,
    prompt_tokens: 0,
    cached_tokens: 0,
    cache_write_tokens: 0,
    completion_tokens: 0,
    reasoning_tokens: 0,
    estimated_tokens: 0,
    unpriced_tokens: 0,
    costs: [],
  }
}

/** Tokens order models without a price too. */
function amountOf({ prompt_tokens, completion_tokens }: UsageSum): number {
  return prompt_tokens + completion_tokens
}

async function namesOf(db: AppContext['store']['db'], group: UsageFilter['group']): Promise<Map<string, string>> {
  if (group === 'user') {
    const users = await db.selectFrom('users').select(['id', 'email as name']).execute()
    return new Map(users.map(({ id, name }) => [id, name]))
  }
  if (group !== 'area' && group !== 'connection') return new Map()
  const table = group === 'area' ? 'areas' : 'connections'
  const named = await db.selectFrom(table).select(['id', 'name']).execute()
  return new Map(named.map(({ id, name }) => [id, name]))
}
