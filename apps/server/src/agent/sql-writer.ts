import { joinMessages, message } from '@parlance/contract'
import { translate } from '@parlance/engine'
import { descriptionsOf } from './area-hints.ts'
import type { AgentTurn, SqlWriter } from './contract.ts'
import { offeredReadings, understoodQuestion } from './texts.ts'

/**
 * The built-in engine as an SQL writer. Its SQL is shown to a model, so it looks up values only if data may be shared.
 */
export const engineWriter: SqlWriter = async ({ question, failed }, turn) => {
  const { catalogue, today, signal, shareData } = turn
  const valuesOf: AgentTurn['valuesOf'] = shareData ? turn.valuesOf : async () => ({ values: null })
  const findValues = shareData ? turn.findValues : undefined
  const descriptions = descriptionsOf(turn.hints)
  const definitions = turn.definitions ?? undefined
  const asked = { question, catalogue, today, history: [], descriptions, definitions, valuesOf, findValues, signal }
  const found = await translate(asked)
  if (!found.understood) {
    const reason = joinMessages([found.reason, message('Write the SQL yourself and call execute_sql_query.')])
    return { reason, readings: offeredReadings(found).map(({ reading }) => reading), usage: null }
  }
  if (failed && failed.sql.trim() === found.sql.trim()) {
    const reason = message('Write the corrected SQL yourself and call execute_sql_query.')
    return { reason, readings: [], usage: null }
  }
  return { sql: found.sql, understood: understoodQuestion(found), usage: null }
}
