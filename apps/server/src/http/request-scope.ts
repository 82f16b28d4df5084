import { AsyncLocalStorage } from 'node:async_hooks'
import type { ErrorCode } from '@parlance/contract'

/** What audit records need to know about their request. It also applies to the turn that a request starts. */
export interface RequestScope {
  requestId: string
  address: string
  /** The signed-in user. Null for anonymous requests. */
  userId: string | null
  /** Actions of this request that the audit log has. */
  recorded: Set<string>
  /** Why the request is refused. Null while it is not. */
  refusal: Refusal | null
}

/** The reason of a refusal, for the audit log. */
export interface Refusal {
  code: ErrorCode
  /** The text for users, in English. Null if it contains values, which the audit log must not contain. */
  text: string | null
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
