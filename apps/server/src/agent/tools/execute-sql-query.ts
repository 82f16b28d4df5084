import { formatMessage, message } from '@parlance/contract'
import type { ToolResponse } from '@parlance/contract'
import { shownAs } from '@parlance/engine'
import { z } from 'zod'
import { collect } from '../../door/collect.ts'
import { QueryRefusedError } from '../../door/errors.ts'
import type { CollectedResult, RunningQuery } from '../../door/contract.ts'
import { modelView, personView } from '../../door/present.ts'
import { checkResult, isNote, quotesData, saysNothing } from '../check-result.ts'
import { messageWithoutData } from '../checks/unknown-value.ts'
import type { AgentTurn, NewResult, ToolOutcome, TurnResult } from '../contract.ts'
import { withFormats } from '../column-formats.ts'
import { countRows } from '../count-rows.ts'
import { createGrounding } from '../grounding.ts'
import { withAreaFallback } from './area-fallback.ts'
import { failedQuery } from './failed-query.ts'
import { parameterFields } from './query-parameters.ts'
import { defineTool, shortText, sqlText } from './tool.ts'

/** SQL with how the model understood the question. */
export const sqlInputSchema = z.object({
  sql_query: sqlText,
  reading: shortText(1000),
  assumptions: z
    .array(z.string().transform((text) => text.slice(0, 300)))
    .transform((all) => all.slice(0, 10))
    .optional()
    .catch(undefined),
})

export type ExecuteSqlInput = z.infer<typeof sqlInputSchema>

/** Runs SQL through the door. The user gets the rows, and the model what it may see of them. */
export const executeSqlQuery = defineTool<ExecuteSqlInput>({
  name: 'execute_sql_query',
  description: 'Runs one SELECT on the database and returns its rows as the next result.',
  parameters: { sql_query: 'text', reading: 'text?', assumptions: 'texts?' },
  aliases: { sql_query: ['sql', 'query'] },
  inputSchema: sqlInputSchema,
  execute: runSql,
})

/** The same for tools that wrote the SQL themselves. Returns failures that different SQL could fix as values. */
export async function runSql(input: ExecuteSqlInput, turn: AgentTurn): Promise<ToolOutcome> {
  try {
    return await run(input, turn)
  } catch (error) {
    const failure = failedQuery(error, input.sql_query, turn)
    return asksForResult(error, input.sql_query, turn)
      ? { ...failure, forModel: { ...failure.forModel, hint: 'To read results such as r1, call compute_results.' } }
      : withAreaFallback(failure, error, turn)
  }
}

/** Whether the query names a result of this turn as if it were a table. */
function asksForResult(error: unknown, sql: string, { steps }: AgentTurn): boolean {
  if (!(error instanceof QueryRefusedError) || !error.reasons.some(({ code }) => code === 'unknown_table')) return false
  const words = new Set(sql.toLowerCase().match(/\br\d{1,3}\b/g))
  return steps.some(({ id }) => words.has(id))
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
  return readRows(query, input, turn)
}

/** Reads a running query to its end, checks the result, and presents it to the user and the model. */
export async function readRows(query: RunningQuery, input: ExecuteSqlInput, turn: AgentTurn): Promise<ToolOutcome> {
  // Examines the SQL while the database works; the gate has already parsed it.
  const examined = turn.door
    .examine({ principal: turn.principal, sql: input.sql_query, catalogue: turn.catalogue })
    .catch(() => null)
  const { used = [], looks = [] } = turn
  const collected = await collect(query)
  const columns = withFormats(collected.columns, looks, query.receipt.maskedOutputs)
  const result = { ...collected, columns }
  const databaseMs = query.elapsedMs()
  const [warnings, allRows] = await Promise.all([
    examined.then((found) => checkResult(found, result, turn, databaseMs)),
    countRows(input.sql_query, result, turn, databaseMs),
  ])
  await turn.countUsed?.(used)
  const understood = understoodBy(input, result, turn)
  const { display, look } = turn.display === undefined ? shownAs(turn.question) : turn
  const forModel = modelView(result, { shareData: turn.shareData })
  const response: ToolResponse = {
    success: true,
    executed: true,
    sql_query: input.sql_query,
    display_sql: query.displaySql,
    query: input.sql_query,
    ...personView(result),
    ...(allRows === null ? {} : { full_row_count: allRows }),
    truncated_for_llm: forModel.truncated_for_llm,
    data_sharing_disabled: !turn.shareData,
    ...parameterFields(input.sql_query, query.receipt, turn),
    receipt: {
      ...query.receipt,
      ...(used.length === 0 ? {} : { definitions: [...used] }),
      ...(turn.inDraft === true ? { in_draft: true } : {}),
    },
    executed_sql: query.executedSql,
    database_ms: databaseMs,
    source_name: turn.databaseName,
    ...(result.rows.length === 0 ? { message: formatMessage(message('The query ran and returned no rows.')) } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(understood ? { understood } : {}),
    ...(display ? { display } : {}),
    ...(look ? { look } : {}),
  }
  const read: NewResult = {
    sql: query.displaySql,
    result,
    understood,
    warnings,
    ...(used.length > 0 && { definitions: used }),
    masks: query.receipt.maskedOutputs,
  }
  return { response, forModel: { ...forModel, ...adviceFor(read, turn) }, read }
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
function adviceFor({ result, warnings }: NewResult, { shareData }: AgentTurn): { warnings?: string[]; hint?: string } {
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
