import { makeId } from './make-id.ts'
import { localStore } from './safe-storage.ts'

/** Longer than any call should take: a lock whose tab died is free again after it. */
const holdMilliseconds = 10_000
/** After writing its name a tab waits this long to see whether another has written over it. */
const settleMilliseconds = 40

/** Runs `work` while no other tab of this origin runs work of the same name. */
export function acrossTabs<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Over plain http to another machine there are no Web Locks; what local storage can do must serve.
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

/** Who holds the lock; null for nobody, or for a tab that is gone. */
function holderOf(key: string): string | null {
  const [owner, until] = localStore.get(key)?.split(' ') ?? []
  return owner === undefined || !(Number(until) > Date.now()) ? null : owner
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((settle) => setTimeout(settle, milliseconds))
}
