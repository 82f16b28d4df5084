/** Runs work when one of a few places is free. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** @param places how much work runs at the same time; the rest waits in order */
export function createQueue(places: number): InTurn {
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
