import { dialectFacts, quoteName } from '@parlance/contract'
import type { Catalogue, CatalogueTable, Cell } from '@parlance/contract'
import type { ColumnValues } from '@parlance/engine'
import { collect } from '../door/collect.ts'
import { valueListLimit } from '../door/limits.ts'
import { tableName } from './schema-text.ts'
import type { QueryDoor, QueryScope } from '../door/contract.ts'
import { AppError } from '../lib/errors.ts'
import type { Principal } from '../http/principal.ts'

const rememberedMs = 10 * 60_000
const rememberedLimit = 2_000
/** Lists cached for the questions in progress. */
const keptLimit = 1_000
/** Lists that are read at the same time; more would only wait for each other in the database. */
const readersLimit = 2
/** Milliseconds after which a question continues without the missing lists. */
const patienceMs = 4_000
/** Longer texts are prose, not values that a question names. */
const longestValue = 200

export interface ValueQuestion {
  principal: Principal
  connectionId: string
  scope: QueryScope
  catalogue: Catalogue
  table: string
  column: string
  /** When the question started, by `performance.now()`. */
  since: number
  signal?: AbortSignal
}

/** Looks up a column's distinct values through the door. Returns null values if they aren't available in time. */
export type ValueLookup = (door: QueryDoor, question: ValueQuestion) => Promise<ColumnValues>

const unknown: ColumnValues = { values: null }

interface Remembered {
  values: ColumnValues
  until: number
}

/**
 * Caches lookups. The key contains the tables and rules that the user sees (R16), so a list never outlives the rules it
 * was read under, and users under different rules never share one. If a rule depends on other rows or the clock, a list
 * serves only one question.
 */
export function createValueLookup(now: () => number = Date.now): ValueLookup {
  const remembered = new Map<string, Remembered>()
  const kept = new Map<string, Remembered>()
  const reading = new Map<string, Promise<ColumnValues | null>>()
  const inTurn = createQueue(readersLimit)
  const read = (door: QueryDoor, question: ValueQuestion): Promise<ColumnValues | null> =>
    inTurn(async () => {
      if (performance.now() - question.since > patienceMs) return null
      return readValues(door, question).catch((error: unknown) => whenUnread(error, question))
    })
  return async (door, question) => {
    const mayChange = dependsOnTimeOrRows(question.scope)
    const key = mayChange ? `${keyOf(question)} ${question.since}` : keyOf(question)
    const lists = mayChange ? kept : remembered
    const known = lists.get(key)
    if (known && known.until > now()) return known.values
    // A question that waits for another question's read continues without it if that one is canceled.
    const begun = reading.get(key)?.catch(() => null)
    const values = await (begun ?? startReading(key, read(door, question)))
    if (!values) return unknown
    lists.set(key, { values, until: now() + rememberedMs })
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
}

const changing = new WeakMap<object, boolean>()
const changingWords = /\bselect\b|current_|\bnow\b|date|time|"inherit_parent_security":true/i

/** Whether the visible rows can change although neither the rules nor the user change. */
function dependsOnTimeOrRows({ policies }: QueryScope): boolean {
  if (policies === null) return false
  const known = changing.get(policies) ?? changingWords.test(JSON.stringify([policies.rowRules, policies.columnRules]))
  changing.set(policies, known)
  return known
}

/** A column that takes too long isn't retried soon; any other failure concerns only this question. */
function whenUnread(error: unknown, { signal }: ValueQuestion): ColumnValues | null {
  signal?.throwIfAborted()
  return error instanceof AppError && error.code === 'query_timeout' ? unknown : null
}

function createQueue(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

function keyOf({ principal, connectionId, scope, table, column }: ValueQuestion): string {
  const { areaId, allowedTables, policies } = scope
  // Without rules everyone sees the same values; under rules they depend on the user.
  const who = policies ? [principal.userId, principal.tenantId, principal.deptId, principal.attributes] : null
  return JSON.stringify([connectionId, areaId, numberOf(allowedTables), numberOf(policies), who, table, column])
}

const numbers = new WeakMap<object, number>()
let given = 0

/**
 * A number per object identity: a changed area has other tables and rules, and serializing ten thousand of them would
 * take longer than reading the values.
 */
function numberOf(part: object | null): number | null {
  if (part === null) return null
  const known = numbers.get(part) ?? ++given
  numbers.set(part, known)
  return known
}

async function readValues(door: QueryDoor, question: ValueQuestion): Promise<ColumnValues> {
  const found = findColumn(question.catalogue, question.table, question.column)
  if (!found) return { values: null }
  const { principal, connectionId, scope, signal } = question
  const sql = distinctValues(found.table, found.column, question.catalogue)
  const query = await door.run({ principal, connectionId, areaId: scope.areaId, sql, purpose: 'values', signal })
  const { rows } = await collect(query)
  const values = rows.map((row) => row[0] ?? null).filter((cell): cell is Exclude<Cell, null> => cell !== null)
  return { values: values.length > valueListLimit || values.some(isProse) ? null : values }
}

/** Whether a value is a longer text, which no question names. */
export function isProse(cell: Cell): boolean {
  return typeof cell === 'string' && cell.length > longestValue
}

function findColumn(catalogue: Catalogue, table: string, column: string) {
  const found = catalogue.tables.find((candidate) => tableName(candidate, catalogue) === table)
  const name = found?.columns.find((candidate) => candidate.name === column)?.name
  return found && name !== undefined ? { table: found, column: name } : null
}

/** The names come from the catalog, never from the question (R13), and the gate still proves the SQL. */
function distinctValues(table: CatalogueTable, column: string, { dialect }: Catalogue): string {
  const path = [table.schema, table.name].filter((part) => part !== null).map((part) => quoteName(part, dialect))
  const limit = valueListLimit + 1
  const from = `${quoteName(column, dialect)} FROM ${path.join('.')}`
  switch (dialectFacts[dialect].rowLimit) {
    case 'top':
      return `SELECT DISTINCT TOP ${limit} ${from}`
    case 'fetch':
      return `SELECT DISTINCT ${from} FETCH FIRST ${limit} ROWS ONLY`
    case 'limit':
      return `SELECT DISTINCT ${from} LIMIT ${limit}`
  }
}
