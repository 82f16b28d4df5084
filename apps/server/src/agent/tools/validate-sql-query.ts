import { z } from 'zod'
import type { AgentTurn, ToolOutcome } from '../contract.ts'
import { withAreaFallback } from './area-fallback.ts'
import { failedQuery } from './failed-query.ts'
import { parameterFields } from './query-parameters.ts'
import { defineTool, sqlText } from './tool.ts'

/** Proves a query without running it. */
export const validateSqlQuery = defineTool({
  name: 'validate_sql_query',
  description: 'Checks one SELECT without running it. execute_sql_query runs the same check.',
  parameters: { sql_query: 'text' },
  aliases: { sql_query: ['sql', 'query'] },
  inputSchema: z.object({ sql_query: sqlText }),
  execute: ({ sql_query: sql }, turn) => proveSql(sql, turn),
})

/** SQL that the gate accepts, not executed, or why it doesn't. */
export async function proveSql(sql: string, turn: AgentTurn): Promise<ToolOutcome> {
  const { principal, connectionId, areaId, signal } = turn
  try {
    const proven = await turn.door.check({ principal, connectionId, areaId, sql, purpose: 'chat', signal })
    return {
      response: {
        success: true,
        executed: false,
        sql_query: sql,
        display_sql: proven.displaySql,
        query: sql,
        ...parameterFields(sql, proven.receipt, turn),
        receipt: proven.receipt,
      },
      forModel: { success: true, sql_query: sql },
    }
  } catch (error) {
    return withAreaFallback(failedQuery(error, sql, turn), error, turn)
  }
}
