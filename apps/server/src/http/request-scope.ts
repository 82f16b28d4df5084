import { AsyncLocalStorage } from 'node:async_hooks'

/** What records of a request need to know, however deep they are made; it reaches into the turn that a request began. */
export interface RequestScope {
  requestId: string
  address: string
  /** Who is signed in; null for nobody. */
  userId: string | null
  /** Actions that the audit log has of this request. */
  recorded: Set<string>
}

const storage = new AsyncLocalStorage<RequestScope>()

/** The scope of the request that this code runs for; null for what the server does by itself. */
export function currentScope(): RequestScope | null {
  return storage.getStore() ?? null
}

/** Runs `work` for a request. */
export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return storage.run(scope, work)
}
