import { AsyncLocalStorage } from 'node:async_hooks'

/** What audit records need to know about their request. It also applies to the turn that a request starts. */
export interface RequestScope {
  requestId: string
  address: string
  /** The signed-in user. Null for anonymous requests. */
  userId: string | null
  /** Actions of this request that the audit log has. */
  recorded: Set<string>
}

const storage = new AsyncLocalStorage<RequestScope>()

/** @returns the scope of the current request, or null for the server's own work */
export function currentScope(): RequestScope | null {
  return storage.getStore() ?? null
}

/** Runs `work` in the scope of a request. */
export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return storage.run(scope, work)
}
