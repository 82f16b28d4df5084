import { screenRowLimit, visualizationRowLimit } from '@parlance/contract'

/** The reason for running a query, which determines its caps. */
export type QueryPurpose =
  | 'chat'
  | 'preview'
  | 'example'
  | 'proposal'
  | 'proof'
  | 'values'
  | 'index'
  | 'full-results'
  | 'export'
  | 'visualize'
  | 'command-line'
  | 'evaluation'
  | 'compute'

export interface QueryLimits {
  /** Milliseconds in the database. */
  timeoutMs: number
  /** Maximum number of rows delivered; null for no cap. */
  maxRows: number | null
  /** Maximum bytes of cell text delivered; null for no cap. */
  maxBytes: number | null
}

/** The caps that the operator can configure. */
export interface ConfiguredLimits {
  chatTimeoutMs: number
  chatMaxBytes: number
  exportTimeoutMs: number
  exportMaxBytes: number
}

/** Maximum distinct values for a column's list; a column with more has no list. */
export const valueListLimit = 500

/** Maximum distinct texts of a column in the value index; a column with more isn't indexed. */
export const indexedValueLimit = 50_000

/** Rows of a verified example's check, enough to see whether its SQL answers its question. */
const exampleRows = 100

/** Maximum rows of a result that an evaluation compares. */
export const comparedRowLimit = 100_000

/** For a statement on results of at most a thousand rows, which usually takes a few milliseconds. */
const computeTimeoutMs = 5_000
const computeMaxBytes = 8 * 1024 * 1024

/** The caps of a purpose. They apply whatever the model or the user wrote (R18). */
export function limitsOf(purpose: QueryPurpose, configured: ConfiguredLimits): QueryLimits {
  const chat = { timeoutMs: configured.chatTimeoutMs, maxBytes: configured.chatMaxBytes }
  if (purpose === 'proposal' || purpose === 'proof') return { timeoutMs: 5_000, maxRows: 101, maxBytes: 1024 * 1024 }
  if (purpose === 'example') return { ...chat, maxRows: exampleRows }
  if (purpose === 'values') return { timeoutMs: 2_000, maxRows: valueListLimit + 1, maxBytes: 1024 * 1024 }
  if (purpose === 'index') return { timeoutMs: 15_000, maxRows: indexedValueLimit + 1, maxBytes: 8 * 1024 * 1024 }
  if (purpose === 'chat' || purpose === 'preview' || purpose === 'command-line')
    return { ...chat, maxRows: screenRowLimit }
  if (purpose === 'compute')
    return {
      timeoutMs: computeTimeoutMs,
      maxRows: screenRowLimit,
      maxBytes: Math.min(computeMaxBytes, configured.chatMaxBytes),
    }
  if (purpose === 'evaluation') return { ...chat, maxRows: comparedRowLimit }
  const maxRows = purpose === 'visualize' ? visualizationRowLimit : null
  return { timeoutMs: configured.exportTimeoutMs, maxRows, maxBytes: configured.exportMaxBytes }
}
