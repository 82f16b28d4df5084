import { z } from 'zod'
import { failedQuery } from './failed-query.ts'
import { defineTool } from './tool.ts'

/** Proves a query without running it. */
export const validateSqlQuery = defineTool({
  name: 'validate_sql_query',
  description: 'Checks one SELECT without running it. execute_sql_query checks as well, so this is seldom needed.',
  inputSchema: z.object({ sql_query: z.string().min(1) }),
  execute: async ({ sql_query: sql }, turn) => {
    const { principal, connectionId, areaId, signal } = turn
    try {
      const proven = await turn.door.check({ principal, connectionId, areaId, sql, purpose: 'chat', signal })
      const response = { success: true, executed: false, sql_query: sql, display_sql: proven.displaySql }
      return { response: { ...response, receipt: proven.receipt }, forModel: { success: true } }
    } catch (error) {
      return failedQuery(error, sql, turn)
    }
  },
})
