import { AsyncLocalStorage } from 'node:async_hooks'
import type { Handle } from './prepared.ts'

/** What one piece of work has read, by reader and parameters. */
interface Readings {
  made: Map<object, Map<string, Promise<unknown>>>
  isOver: boolean
}

const storage = new AsyncLocalStorage<Readings>()

/**
 * Runs `work`, in which each reader of `once` reads the same thing from the store only once. Wrap only the admission of
 * one request, because rights are read again for each request. What `work` leaves running reads again after its end.
 */
export async function readingOnce<T>(work: () => Promise<T>): Promise<T> {
  if (current() !== null) return work()
  const readings: Readings = { made: new Map(), isOver: false }
  try {
    return await storage.run(readings, work)
  } finally {
    readings.isOver = true
  }
}

/** Makes the running work read again. Call it after a wait for anything but the store, and after a write. */
export function readAgain(): void {
  current()?.made.clear()
}

/** Makes a reader that shares its readings within `readingOnce`. A transaction always reads. */
export function once<Parameters extends readonly (string | number | null)[], Result>(
  read: (db: Handle, ...parameters: Parameters) => Promise<Result>,
): (db: Handle, ...parameters: Parameters) => Promise<Result> {
  const reader = (db: Handle, ...parameters: Parameters) => {
    const readings = current()
    if (readings === null || db.isTransaction) return read(db, ...parameters)
    const made = readings.made.get(reader) ?? new Map<string, Promise<unknown>>()
    readings.made.set(reader, made)
    const key = JSON.stringify(parameters)
    const reading = (made.get(key) as Promise<Result> | undefined) ?? read(db, ...parameters)
    made.set(key, reading)
    return reading
  }
  return reader
}

function current(): Readings | null {
  const readings = storage.getStore()
  return readings === undefined || readings.isOver ? null : readings
}
