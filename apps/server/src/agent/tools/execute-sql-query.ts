import { formatMessage, message } from '@parlance/contract'
import type { Receipt, ToolResponse } from '@parlance/contract'
import { displayOf } from '@parlance/engine'
import { z } from 'zod'
import { collect } from '../../door/collect.ts'
import { modelView, personView, type CollectedResult } from '../../door/present.ts'
import { checkResult, isNote, messageWithoutData, quotesData, saysNothing } from '../check-result.ts'
import type { AgentTurn, ToolOutcome, TurnResult } from '../contract.ts'
import { countRows } from '../count-rows.ts'
import type { Step } from '../figures/step.ts'
import { createGrounding } from '../grounding.ts'
import { withAreaFallback } from './area-fallback.ts'
import { failedQuery } from './failed-query.ts'
import { parameterFields } from './query-parameters.ts'
import { defineTool, shortText, sqlText } from './tool.ts'

const inputSchema = z.object({
  sql_query: sqlText,
  reading: shortText(1000),
  assumptions: z
    .array(z.string().transform((text) => text.slice(0, 300)))
    .transform((all) => all.slice(0, 10))
    .optional()
    .catch(undefined),
})

export type ExecuteSqlInput = z.infer<typeof inputSchema>

/** Runs SQL through the door. The user gets the rows, and the model what it may see of them. */
export const executeSqlQuery = defineTool<ExecuteSqlInput>({
  name: 'execute_sql_query',
  description: 'Runs one SELECT and returns its rows. Use it to answer questions about data.',
  parameters: { sql_query: 'text', reading: 'text?', assumptions: 'texts?' },
  aliases: { sql_query: ['sql', 'query'] },
  inputSchema,
  execute: runSql,
})

/** The same for tools that wrote the SQL themselves. Returns failures that different SQL could fix as values. */
export async function runSql(input: ExecuteSqlInput, turn: AgentTurn): Promise<ToolOutcome> {
  try {
    return await run(input, turn)
  } catch (error) {
    return withAreaFallback(failedQuery(error, input.sql_query, turn), error, turn)
  }
}

async function run(input: ExecuteSqlInput, turn: AgentTurn): Promise<ToolOutcome> {
  const query = await turn.door.run({
    principal: turn.principal,
    connectionId: turn.connectionId,
    areaId: turn.areaId,
    sql: input.sql_query,
    purpose: 'chat',
    signal: turn.signal,
  })
  // Examines the SQL while the database works; the gate has already parsed it.
  const examined = turn.door
    .examine({ principal: turn.principal, sql: input.sql_query, catalogue: turn.catalogue })
    .catch(() => null)
  const result = await collect(query)
  const step = addStep({ sql: query.displaySql, result }, query.receipt, turn)
  const databaseMs = query.elapsedMs()
  const [warnings, allRows] = await Promise.all([
    examined.then((found) => checkResult(found, result, turn, databaseMs)),
    countRows(input.sql_query, result, turn, databaseMs),
  ])
  const understood = understoodBy(input, result, turn)
  const display = turn.display === undefined ? displayOf(turn.question).display : turn.display
  const forModel = modelView(result, { shareData: turn.shareData })
  const response: ToolResponse = {
    success: true,
    step,
    executed: true,
    sql_query: input.sql_query,
    display_sql: query.displaySql,
    query: input.sql_query,
    ...personView(result),
    ...(allRows === null ? {} : { full_row_count: allRows }),
    truncated_for_llm: forModel.truncated_for_llm,
    data_sharing_disabled: !turn.shareData,
    ...parameterFields(input.sql_query, query.receipt, turn),
    receipt: query.receipt,
    executed_sql: query.executedSql,
    database_ms: databaseMs,
    source_name: turn.databaseName,
    ...(result.rows.length === 0 ? { message: formatMessage(message('The query ran and returned no rows.')) } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(understood ? { understood } : {}),
    ...(display ? { display } : {}),
  }
  const turnResult: TurnResult = { step, sql: query.displaySql, result, understood, warnings }
  return { response, forModel: { result: step, ...forModel, ...adviceFor(turnResult, turn) }, result: turnResult }
}

/** Names the result, so that the model can refer to its cells. */
function addStep(ran: Pick<Step, 'sql' | 'result'>, { maskedOutputs }: Receipt, { steps }: AgentTurn): string {
  const id = `r${steps.length + 1}`
  steps.push({ id, ...ran, masked: new Set(maskedOutputs.map(({ index }) => index)) })
  return id
}

/**
 * How the question was understood. It appears next to the answer, so a model may state figures in it only from the
 * conversation, the SQL, and the rows.
 */
function understoodBy(
  { reading, assumptions = [], sql_query: sql }: ExecuteSqlInput,
  result: CollectedResult,
  { question, history, today, hasModelWords, understood }: AgentTurn,
): TurnResult['understood'] {
  if (!reading) return null
  if (!hasModelWords) return understood ?? { reading, assumptions }
  const texts = [question, ...history.map((memory) => memory.question), sql]
  const grounding = createGrounding({ results: [result], texts: [...texts], sql: [sql], today })
  if (grounding.ungrounded(reading).length > 0) return null
  return { reading, assumptions: assumptions.filter((one) => grounding.ungrounded(one).length === 0) }
}

/** Warnings for the model. Existing values are data; the literals in the warnings are the model's own. */
function adviceFor({ result, warnings }: TurnResult, { shareData }: AgentTurn): { warnings?: string[]; hint?: string } {
  const forModel = warnings
    .filter((warning) => shareData || !quotesData(warning))
    .map((warning) => (shareData ? warning.message : messageWithoutData(warning)))
  if (forModel.length > 0) {
    const hint = 'The user sees these warnings too.'
    if (warnings.every(isNote)) return { warnings: forModel, hint }
    return { warnings: forModel, hint: `If the question meant something else, correct the SQL and call again. ${hint}` }
  }
  if (!saysNothing(result)) return {}
  return {
    hint: 'If the question expects rows, check the filters and joins and call again. Otherwise say that nothing matches.',
  }
}
