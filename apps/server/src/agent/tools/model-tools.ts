import { tool, type ToolSet } from 'ai'
import { executeSqlQuery } from './execute-sql-query.ts'
import { getDatabaseSchema } from './get-database-schema.ts'
import { getTableInfo } from './get-table-info.ts'
import { listTables } from './list-tables.ts'
import type { AgentTool } from './tool.ts'
import { validateSqlQuery } from './validate-sql-query.ts'

/** The tools that a model may call, by name. */
export const modelTools = new Map<string, AgentTool>(
  [executeSqlQuery, validateSqlQuery, getDatabaseSchema, listTables, getTableInfo].map((each) => [
    each.name,
    each as unknown as AgentTool,
  ]),
)

/** The same as the AI SDK takes them: without code, so that we run them ourselves, in order and in sight. */
export function toolSet(): ToolSet {
  return Object.fromEntries(
    [...modelTools].map(([name, { description, inputSchema }]) => [name, tool({ description, inputSchema })]),
  )
}
