import { makeId } from './make-id.ts'
import { localStore } from './safe-storage.ts'

/** Longer than any call should take; after that, the lock of a dead tab is free again. */
const holdMilliseconds = 10_000
/** After writing its name, a tab waits this long to see whether another tab overwrote it. */
const settleMilliseconds = 40

/** Runs `work` while no other tab of this origin runs work with the same name. */
export function acrossTabs<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Over plain http to another machine there are no Web Locks, so local storage must do.
  return 'locks' in navigator ? navigator.locks.request(name, work) : withStoredLock(name, work)
}

async function withStoredLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const key = `${name}:lock`
  const owner = makeId()
  while (holderOf(key) !== owner) {
    if (holderOf(key) === null) localStore.set(key, `${owner} ${Date.now() + holdMilliseconds}`)
    await pause(settleMilliseconds)
  }
  try {
    return await work()
  } finally {
    if (holderOf(key) === owner) localStore.remove(key)
  }
}

/** Who has the lock; null for no one, or for a tab that is gone. */
function holderOf(key: string): string | null {
  const [owner, until] = localStore.get(key)?.split(' ') ?? []
  return owner === undefined || !(Number(until) > Date.now()) ? null : owner
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((settle) => setTimeout(settle, milliseconds))
}
