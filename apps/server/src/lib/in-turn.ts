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

/** Takes the queue of a key, and leaves it when nothing more runs in it. */
export type TakeQueue = (key: string) => { inTurn: InTurn; leave: () => void }

/** A queue for each key, so that work for one never waits for that for another. An idle key takes no memory. */
export function createQueues(places: number): TakeQueue {
  const queues = new Map<string, { inTurn: InTurn; users: number }>()
  return (key) => {
    const queue = queues.get(key) ?? { inTurn: createQueue(places), users: 0 }
    queues.set(key, queue)
    queue.users++
    const leave = () => {
      queue.users--
      if (queue.users === 0) queues.delete(key)
    }
    return { inTurn: queue.inTurn, leave }
  }
}
