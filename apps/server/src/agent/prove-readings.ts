import { dialectFacts, message, wireMessage } from '@parlance/contract'
import type { OfferedReading } from '@parlance/contract'
import { AppError } from '../lib/errors.ts'
import type { AgentTurn } from './contract.ts'
import { rowsOf } from './count-rows.ts'
import { inTime } from './in-time.ts'
import { createQueue } from '../lib/in-turn.ts'

/** How many milliseconds a question back waits for the counts of all its readings. */
const usualPatienceMs = 3_000
/** Readings that are counted at the same time. */
const countersLimit = 2

/** A reading, and the SQL that it leads to. */
export interface WantedReading {
  reading: OfferedReading
  sql: string
}

/** What readings are proven with. */
export type ReadingAsker = Pick<
  AgentTurn,
  'catalogue' | 'principal' | 'connectionId' | 'areaId' | 'door' | 'signal' | 'emit'
>

/**
 * The readings that may run and that differ, each with its SQL and the number of rows that the asker would get. Those
 * that can't be counted in time say so. Where a database bills its queries, nothing is counted.
 * @throws AppError if the asker may not ask there any more
 */
export async function proveReadings(
  readings: readonly WantedReading[],
  asker: ReadingAsker,
  patienceMs = usualPatienceMs,
): Promise<OfferedReading[]> {
  const proven = new Map<string, WantedReading>()
  for (const wanted of readings) {
    const display = await displaySqlOf(wanted.sql, asker)
    if (display !== null && !proven.has(display)) proven.set(display, wanted)
  }
  const offered = [...proven].map(([display_sql, { reading }]) => ({ ...reading, display_sql }))
  if (offered.length === 0 || dialectFacts[asker.catalogue.dialect].billsQueries) return offered
  asker.emit({ kind: 'progress', ...wireMessage(message('Counting the rows of each meaning')) })
  const counts = await countEach(
    [...proven.values()].map(({ sql }) => sql),
    asker,
    patienceMs,
  )
  return offered.map((reading, at) => ({ ...reading, row_count: counts[at] ?? null }))
}

/** Counts a few at a time; what takes longer is stopped. Null for what could not be counted. */
async function countEach(
  queries: readonly string[],
  asker: ReadingAsker,
  patienceMs: number,
): Promise<(number | null)[]> {
  const inTurn = createQueue(countersLimit)
  const late = AbortSignal.timeout(patienceMs)
  const signal = AbortSignal.any([asker.signal, late])
  const count = (sql: string) => inTurn(async () => await rowsOf(sql, { ...asker, signal })).catch(() => null)
  const counts = await Promise.all(queries.map(async (sql) => await inTime(count(sql), patienceMs, null)))
  asker.signal.throwIfAborted()
  return counts
}

/** Null if the gate refuses the query. */
async function displaySqlOf(sql: string, asker: ReadingAsker): Promise<string | null> {
  const { principal, connectionId, areaId, signal } = asker
  try {
    return (await asker.door.check({ principal, connectionId, areaId, sql, purpose: 'chat', signal })).displaySql
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError && error.code === 'query_refused') return null
    throw error
  }
}
