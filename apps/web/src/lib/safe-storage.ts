/** Browser storage that never throws: if it is blocked or full, values last as long as the page. */
export interface SafeStorage {
  get: (key: string) => string | null
  /** Returns whether the value will outlive the page. */
  set: (key: string, value: string) => boolean
  remove: (key: string) => void
  keys: () => string[]
}

/** Wraps a `Storage`; `open` is a function because even reading `window.localStorage` throws if it is blocked. */
export function createSafeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>()
  return {
    get: (key) => attempt(() => open().getItem(key), null) ?? memory.get(key) ?? null,
    set: (key, value) => {
      const stored = attempt(() => {
        open().setItem(key, value)
        return true
      }, false)
      if (stored) memory.delete(key)
      else memory.set(key, value)
      return stored
    },
    remove: (key) => {
      memory.delete(key)
      attempt(() => open().removeItem(key), undefined)
    },
    keys: () => [...new Set([...attempt(() => storedKeys(open()), []), ...memory.keys()])],
  }
}

export const localStore = createSafeStorage(() => window.localStorage)

function storedKeys(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null)
}

function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
