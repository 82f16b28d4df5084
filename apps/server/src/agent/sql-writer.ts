import type { TokenUsage } from '@parlance/contract'
import { translate } from '@parlance/engine'
import type { AgentTurn } from './contract.ts'
import { descriptionsOf } from './area-hints.ts'

export interface WriteRequest {
  question: string
  /** SQL that did not do, and why. */
  failed?: { sql: string; error: string }
}

export interface WrittenSql {
  sql: string
  reading: string | null
  assumptions: string[]
  usage: TokenUsage | null
}

/** Why there is no SQL, and between which readings it could not be decided. */
export interface UnwrittenSql {
  reason: string
  readings: { label: string; question: string }[]
  usage: TokenUsage | null
}

/** Writes SQL for a question; the SQL is proven by whoever runs it. */
export type SqlWriter = (request: WriteRequest, turn: AgentTurn) => Promise<WrittenSql | UnwrittenSql>

/**
 * The built-in engine as a writer. Its SQL is shown to a model, so it looks values up only where data may be shared.
 */
export const engineWriter: SqlWriter = async ({ question, failed }, turn) => {
  const { catalogue, today, signal, shareData } = turn
  const valuesOf: AgentTurn['valuesOf'] = shareData ? turn.valuesOf : async () => ({ values: null })
  const descriptions = descriptionsOf(turn.hints)
  const found = await translate({ question, catalogue, today, history: [], descriptions, valuesOf, signal })
  if (!found.understood) {
    const reason = `${found.reason} Write the SQL yourself and call execute_sql_query.`
    return { reason, readings: 'readings' in found ? found.readings : [], usage: null }
  }
  if (failed && failed.sql.trim() === found.sql.trim()) {
    return { reason: 'Write the corrected SQL yourself and call execute_sql_query.', readings: [], usage: null }
  }
  return { sql: found.sql, reading: found.reading, assumptions: found.assumptions, usage: null }
}
