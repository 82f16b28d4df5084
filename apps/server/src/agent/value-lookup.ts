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
/** Lists that are kept for the questions that are being answered now. */
const keptLimit = 1_000
/** Lists that are read at the same time: more would only wait for each other in the database. */
const readersLimit = 2
/** Milliseconds after which a question goes on without the lists that are still to come. */
const patienceMs = 4_000
/** Texts longer than this are prose, not values that a question names. */
const longestValue = 200

export interface ValueQuestion {
  principal: Principal
  connectionId: string
  scope: QueryScope
  catalogue: Catalogue
  table: string
  column: string
  /** When the question was begun, by `performance.now()`. */
  since: number
  signal?: AbortSignal
}

/** Looks up a column's distinct values through the one door; null values when they cannot be had in time. */
export type ValueLookup = (door: QueryDoor, question: ValueQuestion) => Promise<ColumnValues>

const unknown: ColumnValues = { values: null }

interface Remembered {
  values: ColumnValues
  until: number
}

/**
 * Remembers what was looked up. The key holds the very tables and rules that the person sees (R16), so a list never
 * outlives the rules that it was read under, and people under different rules never share one. Where other rows or the
 * clock decide what a rule shows, a list serves one question.
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
    const mayChange = mayChangeByItself(question.scope)
    const key = mayChange ? `${keyOf(question)} ${question.since}` : keyOf(question)
    const lists = mayChange ? kept : remembered
    const known = lists.get(key)
    if (known && known.until > now()) return known.values
    // Who waits for somebody else's reading goes on without it if that question is cancelled.
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

/** Whether what the rules show a person can become another without a change of rules or person. */
function mayChangeByItself({ policies }: QueryScope): boolean {
  if (policies === null) return false
  const known = changing.get(policies) ?? changingWords.test(JSON.stringify([policies.rowRules, policies.columnRules]))
  changing.set(policies, known)
  return known
}

/** A column that takes too long is not tried again soon; any other failure concerns this question alone. */
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
  // Without rules everyone sees the same; under rules the values depend on who asks.
  const who = policies ? [principal.userId, principal.tenantId, principal.deptId, principal.attributes] : null
  return JSON.stringify([connectionId, areaId, numberOf(allowedTables), numberOf(policies), who, table, column])
}

const numbers = new WeakMap<object, number>()
let given = 0

/**
 * The same number for the same object alone: a changed area has other tables and rules, and ten thousand of them would
 * take longer to write down than the values to read.
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

function isProse(cell: Cell): boolean {
  return typeof cell === 'string' && cell.length > longestValue
}

function findColumn(catalogue: Catalogue, table: string, column: string) {
  const found = catalogue.tables.find((candidate) => tableName(candidate, catalogue) === table)
  const name = found?.columns.find((candidate) => candidate.name === column)?.name
  return found && name !== undefined ? { table: found, column: name } : null
}

/** The names come from the catalogue, never from the question (R13); the gate proves the text all the same. */
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
