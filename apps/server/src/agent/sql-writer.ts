import { translate } from '@parlance/engine'
import { descriptionsOf } from './area-hints.ts'
import type { AgentTurn, SqlWriter } from './contract.ts'

/**
 * The built-in engine as an SQL writer. Its SQL is shown to a model, so it looks up values only if data may be shared.
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
