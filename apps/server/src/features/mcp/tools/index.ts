import type { McpTool } from '../tool.ts'
import { ask } from './ask.ts'
import { describeArea } from './describe-area.ts'
import { explainAnswer } from './explain-answer.ts'
import { getMetric } from './get-metric.ts'
import { listAreasTool } from './list-areas.ts'
import { runSql } from './run-sql.ts'
import { searchTables } from './search-tables.ts'

export const tools: readonly McpTool[] = [
  listAreasTool,
  describeArea,
  searchTables,
  ask,
  runSql,
  getMetric,
  explainAnswer,
]
