import { dialectFacts, quoteName } from '@parlance/contract'
import type { Cell } from '@parlance/contract'
import type { ColumnPlace, FoundValues } from '@parlance/engine'
import { normalise } from '@parlance/retrieval'
import { collect } from '../door/collect.ts'
import type { QueryDoor } from '../door/contract.ts'
import { AppError } from '../lib/errors.ts'
import { distinctValues, findColumn } from './column-sql.ts'
import { inTime } from './in-time.ts'
import type { InTurn } from '../lib/in-turn.ts'
import { storedPlace } from './stored-values.ts'
import type { StoredPlace, StoredValues } from './stored-values.ts'
import type { ValuePlace } from './value-place.ts'

/** The most columns that are searched in the database for one question. */
const probedColumns = 8
/** Rows of one search; equal values first. */
const probedRows = 50

/** What the search uses. */
export interface Search {
  door: QueryDoor
  stored: StoredValues
  inTurn: InTurn
  /** Milliseconds that a question waits for values that are looked for in the database. */
  patienceMs: number
}

type Found = FoundValues['found']

/**
 * Looks for texts in columns: first in the stored values that this user may know, then with equality and LIKE in the
 * database, as the user and under a time limit. A text that has a stored value isn't looked for again. A column that
 * could not be searched is reported, so that no one claims that it lacks a value.
 */
export async function findValues(
  search: Search,
  place: ValuePlace,
  texts: string[],
  columns: ColumnPlace[],
): Promise<FoundValues> {
  const { found, searched } = await findStored(search.stored, place, texts, columns)
  const missing = texts.filter((text) => !found.some(({ value }) => isSame(value, text)))
  const open = columns.filter((column) => isSearchable(column, place))
  const left = open.filter((column) => missing.length > 0 || !searched.has(keyOf(column)))
  const { patienceMs } = search
  const since = performance.now()
  const probes = left.map(async (column, at) => {
    const wanted = searched.has(keyOf(column)) ? missing : texts
    if (at >= probedColumns) return null
    const isLate = () => performance.now() - since > patienceMs
    const work = search.inTurn(async () => (isLate() ? null : probe(search.door, place, column, wanted)))
    return inTime(work, patienceMs, null)
  })
  const results = await Promise.all(probes)
  place.signal?.throwIfAborted()
  return {
    found: [...found, ...results.flatMap((result) => result ?? [])],
    unchecked: left.filter((_, at) => results[at] === null),
  }
}

/** Values in the stored texts of those columns that this user may know, and which columns are searchable there. */
export async function findStored(
  stored: StoredValues,
  place: ValuePlace,
  texts: string[],
  columns: ColumnPlace[],
): Promise<{ found: Found; searched: ReadonlySet<string> }> {
  const usable = new Map<string, ColumnPlace>()
  const places: StoredPlace[] = []
  for (const column of columns) {
    const at = await storedPlace({ ...place, ...column })
    if (at === null) continue
    usable.set(placeKey(at), column)
    places.push(at)
  }
  const { found, searched } = await stored.search(place.connectionId, texts, places)
  const columnOf = (at: StoredPlace) => usable.get(placeKey(at))
  return {
    found: found.flatMap((one) => {
      const column = columnOf(one)
      return column === undefined ? [] : [{ ...column, value: one.value }]
    }),
    searched: new Set(searched.flatMap((one) => columnOf(one) ?? []).map(keyOf)),
  }
}

function placeKey({ schema, table, column }: StoredPlace): string {
  return JSON.stringify([schema, table, column])
}

function keyOf({ table, column }: ColumnPlace): string {
  return JSON.stringify([table, column])
}

function isSame(value: Cell, text: string): boolean {
  return normalise(String(value)).trim() === normalise(text).trim()
}

/** Only texts are compared with words. */
function isSearchable({ table, column }: ColumnPlace, { catalogue }: ValuePlace): boolean {
  const found = findColumn(catalogue, table, column)
  const kind = found?.table.columns.find(({ name }) => name === column)?.kind
  return kind === 'text' || (kind === 'other' && dialectFacts[catalogue.dialect].hasLooseTypes)
}

/** Values of a column that equal a text, or else those that contain it; null if they could not be read. */
async function probe(
  door: QueryDoor,
  { principal, connectionId, scope, catalogue, signal }: ValuePlace,
  { table, column }: ColumnPlace,
  texts: string[],
): Promise<Found | null> {
  const found = findColumn(catalogue, table, column)
  if (found === null) return []
  const run = async (where: string, params: Record<string, Cell>) => {
    const sql = distinctValues(found, { catalogue, limit: probedRows, where })
    const asked = { principal, connectionId, areaId: scope.areaId, sql, params, purpose: 'values' } as const
    const { rows } = await collect(await door.run({ ...asked, signal, limits: { maxRows: probedRows } }))
    return rows.flatMap(([value = null]) => (value === null ? [] : [{ table, column, value }]))
  }
  const name = quoteName(column, catalogue.dialect)
  const each = (write: (at: number) => string) => texts.map((_, at) => write(at)).join(' OR ')
  const lower = texts.map((text, at) => [`lower${at}`, text.toLowerCase()])
  try {
    const same = await run(
      each((at) => `${name} = :text${at} OR LOWER(${name}) = :lower${at}`),
      Object.fromEntries([...lower, ...texts.map((text, at) => [`text${at}`, text])]),
    )
    if (same.length > 0) return same
    return await run(
      each((at) => `LOWER(${name}) LIKE :lower${at}`),
      Object.fromEntries(lower.map(([key, text]) => [key, `%${text}%`])),
    )
  } catch (error) {
    signal?.throwIfAborted()
    return error instanceof AppError && error.code === 'query_refused' ? [] : null
  }
}
