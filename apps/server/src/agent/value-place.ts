import type { Catalogue } from '@parlance/contract'
import type { QueryScope } from '../door/contract.ts'
import type { Principal } from '../http/principal.ts'

/** Who asks for values, and what they may see. */
export interface ValuePlace {
  principal: Principal
  connectionId: string
  scope: QueryScope
  /** The part of the catalog that the scope shows. */
  catalogue: Catalogue
  /** When the question started, by `performance.now()`. */
  since: number
  signal?: AbortSignal
}
