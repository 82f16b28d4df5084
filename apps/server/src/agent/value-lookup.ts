import type { Cell } from '@parlance/contract'
import type { ColumnPlace, ColumnValues, FoundValues } from '@parlance/engine'
import { collect } from '../door/collect.ts'
import { valueListLimit } from '../door/limits.ts'
import type { QueryDoor } from '../door/contract.ts'
import { AppError } from '../lib/errors.ts'
import { distinctValues, findColumn } from './column-sql.ts'
import { findStored, findValues } from './find-values.ts'
import { createQueues, type InTurn } from '../lib/in-turn.ts'
import type { ValuePlace } from './value-place.ts'
import { dependsOnTimeOrRows, scopeKey } from './scope-key.ts'
import { noStoredValues, storedPlace } from './stored-values.ts'
import type { ColumnProfile, StoredValues } from './stored-values.ts'

const rememberedMs = 10 * 60_000
/** How long a column that could not be read in time isn't tried again. */
const lateMs = 60_000
const rememberedLimit = 2_000
/** Lists cached for the questions in progress. */
const keptLimit = 1_000
/** Lists that are read at the same time from one connection; more would only wait for each other in the database. */
const readersLimit = 2
/** Milliseconds after which a question continues without the missing lists, and without what is searched for. */
const usualPatience = { listMs: 4_000, findMs: 3_000 }
/** Longer texts are prose, not values that a question names. */
const longestValue = 200

/** A column whose values are needed. */
export interface ValueQuestion extends ValuePlace, ColumnPlace {}

/** Looks up values of columns as one user. Stored values are used only if no rule limits that user's view of them. */
export interface ValueLookup {
  /** A column's distinct values, through the door. */
  list(door: QueryDoor, question: ValueQuestion): Promise<ColumnValues>
  /** Stored spellings of texts, in columns that have too many values to list. */
  find(door: QueryDoor, place: ValuePlace, texts: string[], columns: ColumnPlace[]): Promise<FoundValues>
  /** Stored values that are equal or similar to texts, without asking the database. */
  hits(place: ValuePlace, texts: string[], columns: ColumnPlace[]): Promise<FoundValues['found']>
  /** Facts about a column; null if there are none, or the user may not know them. */
  profile(question: ValueQuestion): Promise<ColumnProfile | null>
}

/** The lookups of one question. */
export interface TurnValues {
  valuesOf: (table: string, column: string) => Promise<ColumnValues>
  findValues: (texts: string[], columns: ColumnPlace[]) => Promise<FoundValues>
  /** What is stored. It reaches a model only through `dataFacts`. */
  hitsOf: (texts: string[], columns: ColumnPlace[]) => Promise<FoundValues['found']>
  profileOf: (table: string, column: string) => Promise<ColumnProfile | null>
}

/** Binds the lookups to one question. */
export function valuesFor(lookUp: ValueLookup, door: QueryDoor, asked: Omit<ValuePlace, 'since'>): TurnValues {
  const place = { ...asked, since: performance.now() }
  return {
    valuesOf: (table, column) => lookUp.list(door, { ...place, table, column }),
    findValues: (texts, columns) => lookUp.find(door, place, texts, columns),
    hitsOf: (texts, columns) => lookUp.hits(place, texts, columns),
    profileOf: (table, column) => lookUp.profile({ ...place, table, column }),
  }
}

const unchecked: ColumnValues = { values: null, isUnchecked: true }

interface Remembered {
  values: ColumnValues
  until: number
}

/**
 * Caches lists. The key contains the tables and rules that the user sees (R16), so a list never outlives the rules it
 * was read under, and users under different rules never share one. If a rule depends on other rows or the clock, a list
 * serves only one question.
 *
 * @param patience replaced by tests, which may run on a busy machine
 */
export function createValueLookup(
  now: () => number = Date.now,
  stored: StoredValues = noStoredValues,
  patience = usualPatience,
): ValueLookup {
  const remembered = new Map<string, Remembered>()
  const kept = new Map<string, Remembered>()
  const reading = new Map<string, Promise<ColumnValues | null>>()
  const take = createQueues(readersLimit)
  const inTurnOf =
    (connectionId: string): InTurn =>
    async (work) => {
      const { inTurn, leave } = take(connectionId)
      return await inTurn(work).finally(leave)
    }
  const read = (door: QueryDoor, question: ValueQuestion): Promise<ColumnValues | null> =>
    inTurnOf(question.connectionId)(async () => {
      if (performance.now() - question.since > patience.listMs) return null
      return readValues(door, question).catch((error: unknown) => whenUnread(error, question))
    })

  async function list(door: QueryDoor, question: ValueQuestion): Promise<ColumnValues> {
    const mayChange = dependsOnTimeOrRows(question.scope)
    const key = mayChange ? `${keyOf(question)} ${question.since}` : keyOf(question)
    const lists = mayChange ? kept : remembered
    const known = lists.get(key)
    if (known && known.until > now()) return known.values
    // A question that waits for another question's read continues without it if that one is canceled.
    const begun = reading.get(key)?.catch(() => null)
    const values = await (begun ?? startReading(key, read(door, question)))
    if (!values) return unchecked
    lists.set(key, { values, until: now() + (values.isUnchecked ? lateMs : rememberedMs) })
    if (lists.size > (mayChange ? keptLimit : rememberedLimit)) lists.delete(lists.keys().next().value ?? '')
    return values
  }

  async function startReading(key: string, values: Promise<ColumnValues | null>): Promise<ColumnValues | null> {
    reading.set(key, values)
    try {
      return await values
    } finally {
      reading.delete(key)
    }
  }

  return {
    list: async (door, question) => {
      const found = await list(door, question)
      const place = found.isUnchecked ? await storedPlace(question) : null
      // The stored list may be older than the data, so it stays unchecked.
      return place === null ? found : { ...found, values: await stored.listOf(question.connectionId, place) }
    },
    find: (door, place, texts, columns) =>
      findValues(
        { door, stored, inTurn: inTurnOf(place.connectionId), patienceMs: patience.findMs },
        place,
        texts,
        columns,
      ),
    hits: async (place, texts, columns) => (await findStored(stored, place, texts, columns)).found,
    profile: async (question) => {
      const place = await storedPlace(question)
      return place === null ? null : stored.profileOf(question.connectionId, place)
    },
  }
}

/** A column that takes too long isn't tried again soon; any other failure concerns only this question. */
function whenUnread(error: unknown, { signal }: ValueQuestion): ColumnValues | null {
  signal?.throwIfAborted()
  if (!(error instanceof AppError)) return null
  if (error.code === 'query_refused') return { values: null }
  return error.code === 'query_timeout' ? unchecked : null
}

function keyOf({ table, column, ...question }: ValueQuestion): string {
  return JSON.stringify([scopeKey(question), table, column])
}

async function readValues(door: QueryDoor, question: ValueQuestion): Promise<ColumnValues> {
  const found = findColumn(question.catalogue, question.table, question.column)
  if (!found) return { values: null }
  const { principal, connectionId, scope, signal } = question
  const sql = distinctValues(found, { catalogue: question.catalogue, limit: valueListLimit + 1 })
  const query = await door.run({ principal, connectionId, areaId: scope.areaId, sql, purpose: 'values', signal })
  const { rows } = await collect(query)
  const values = rows.map((row) => row[0] ?? null).filter((cell): cell is Exclude<Cell, null> => cell !== null)
  return { values: values.length > valueListLimit || values.some(isProse) ? null : values }
}

/** Whether a value is a longer text, which no question names. */
export function isProse(cell: Cell): boolean {
  return typeof cell === 'string' && cell.length > longestValue
}
