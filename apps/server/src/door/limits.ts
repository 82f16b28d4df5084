import { screenRowLimit, visualizationRowLimit } from '@parlance/contract'

/** Why a query is run; its caps follow from it. */
export type QueryPurpose = 'chat' | 'preview' | 'values' | 'full-results' | 'export' | 'visualize' | 'command-line'

export interface QueryLimits {
  /** Milliseconds in the database. */
  timeoutMs: number
  /** Rows delivered at most; null: no row cap. */
  maxRows: number | null
  /** Bytes of cell text delivered at most; null: no byte cap. */
  maxBytes: number | null
}

/** The operator's part of the caps, as the configuration gives it. */
export interface ConfiguredLimits {
  chatTimeoutMs: number
  chatMaxBytes: number
  exportTimeoutMs: number
  exportMaxBytes: number
}

/** Distinct values of a column that are looked up; a column with more has no list of values. */
export const valueListLimit = 500

/** The caps of a purpose. Whatever the model or the person wrote, these hold (R18). */
export function limitsOf(purpose: QueryPurpose, configured: ConfiguredLimits): QueryLimits {
  const chat = { timeoutMs: configured.chatTimeoutMs, maxBytes: configured.chatMaxBytes }
  if (purpose === 'values') return { timeoutMs: 2_000, maxRows: valueListLimit + 1, maxBytes: 1024 * 1024 }
  if (purpose === 'chat' || purpose === 'preview' || purpose === 'command-line')
    return { ...chat, maxRows: screenRowLimit }
  const maxRows = purpose === 'visualize' ? visualizationRowLimit : null
  return { timeoutMs: configured.exportTimeoutMs, maxRows, maxBytes: configured.exportMaxBytes }
}
