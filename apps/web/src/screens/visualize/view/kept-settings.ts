import { z } from 'zod'
import { readAccessToken, subjectOf } from '../../../lib/access-token.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { restoreSettings, type ChartSettings } from '../chart/chart-settings.ts'

/** The number of queries whose charts a browser remembers. */
const keptQueries = 30

const recordSchema = z.record(z.string(), z.unknown())

/** The settings that this user stored for a query; null if there are none. */
export function readKeptSettings(queryName: string, columnCount: number): ChartSettings | null {
  return restoreSettings(readAll()[queryName], columnCount)
}

/** Stores settings until the user signs out; they identify columns by position and contain no database values. */
export function keepSettings(queryName: string, settings: ChartSettings): void {
  const { [queryName]: _replaced, ...others } = readAll()
  const kept = Object.entries(others).slice(-(keptQueries - 1))
  localStore.set(key(), JSON.stringify({ ...Object.fromEntries(kept), [queryName]: settings }))
}

/** A short name for a query, its database and its shape that does not reveal its text. */
export function nameOfQuery(parts: (string | null)[], columnCount: number): string {
  const text = JSON.stringify(parts)
  const [one, other] = [2166136261, 84696351].map((seed) => {
    let hash = seed
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619)
    return (hash >>> 0).toString(36)
  })
  return `${one}${other}-${columnCount}`
}

/** Starts with the prefix that a sign-out clears. */
function key(): string {
  return `parlance:user:${subjectOf(readAccessToken()) ?? ''}:charts`
}

function readAll(): Record<string, unknown> {
  try {
    return recordSchema.parse(JSON.parse(localStore.get(key()) ?? '{}'))
  } catch {
    return {}
  }
}
