import type { ToolResponse } from '@parlance/contract'
import { z } from 'zod'
import { collect } from '../../features/query/collect.ts'
import { modelView, personView } from '../../features/query/present.ts'
import type { AgentTurn, ToolOutcome, TurnResult } from '../contract.ts'
import { failedQuery } from './failed-query.ts'
import { defineTool } from './tool.ts'

const inputSchema = z.object({
  sql_query: z.string().min(1).describe('One SELECT statement in the dialect of the database'),
  reading: z.string().max(1000).optional().describe('How you read the question, in one plain sentence for the person'),
  assumptions: z.array(z.string().max(300)).max(10).optional().describe('What you assumed, one short phrase each'),
})

export type ExecuteSqlInput = z.infer<typeof inputSchema>

/** Runs SQL through the one door; the person gets the rows, the model what it may see of them. */
export const executeSqlQuery = defineTool<ExecuteSqlInput>({
  name: 'execute_sql_query',
  description: 'Runs one SELECT on the database and returns its rows. This is how questions about data are answered.',
  inputSchema,
  execute: async (input, turn) => {
    try {
      return await execute(input, turn)
    } catch (error) {
      return failedQuery(error, input.sql_query, turn)
    }
  },
})

async function execute(input: ExecuteSqlInput, turn: AgentTurn): Promise<ToolOutcome> {
  const query = await turn.door.run({
    principal: turn.principal,
    connectionId: turn.connectionId,
    areaId: turn.areaId,
    sql: input.sql_query,
    purpose: 'chat',
    signal: turn.signal,
  })
  const result = await collect(query)
  const understood = input.reading ? { reading: input.reading, assumptions: input.assumptions ?? [] } : null
  const forModel = modelView(result, { shareData: turn.shareData })
  const response: ToolResponse = {
    success: true,
    executed: true,
    sql_query: input.sql_query,
    display_sql: query.displaySql,
    query: input.sql_query,
    ...personView(result),
    truncated_for_llm: forModel.truncated_for_llm,
    data_sharing_disabled: !turn.shareData,
    receipt: query.receipt,
    unresolved_parameters: query.receipt.parameters.unresolved,
    executed_sql: query.executedSql,
    database_ms: query.elapsedMs(),
    ...(understood ? { understood } : {}),
  }
  const turnResult: TurnResult = { sql: query.displaySql, result, understood }
  return { response, forModel, result: turnResult }
}
