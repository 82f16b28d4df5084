import type { ToolName } from '@parlance/contract'
import { toolNames } from '@parlance/contract'
import { jsonSchema, tool, type ToolSet } from 'ai'
import { askUser } from './ask-user.ts'
import { computeResults } from './compute-results.ts'
import { drawChart } from './draw-chart.ts'
import { executeSqlQuery } from './execute-sql-query.ts'
import { getDatabaseSchema } from './get-database-schema.ts'
import { getTableInfo } from './get-table-info.ts'
import { listTables } from './list-tables.ts'
import { lookUpValues } from './look-up-values.ts'
import { recommendBusinessArea } from './recommend-business-area.ts'
import { sampleRows } from './sample-rows.ts'
import { readArguments, useTool, type AgentTool, type ParameterType, type ToolUse } from './tool.ts'
import type { AgentTurn, NamedOutcome } from '../contract.ts'
import { validateSqlQuery } from './validate-sql-query.ts'
import { generateSqlQuery, processNlToSql, retrySqlGeneration } from './write-sql.ts'

/** A call with its arguments, ready to run. */
export type PreparedCall = (turn: AgentTurn, use: ToolUse) => Promise<NamedOutcome>

/** A tool that a model can call. */
export interface CallableTool {
  name: ToolName
  description: string
  parameters: Record<string, ParameterType>
  /** Whether it shows the model what the data contains. */
  showsData: boolean
  prepare(given: unknown): { run: PreparedCall } | { invalid: string }
}

function callable<Input extends Record<string, unknown>>(agentTool: AgentTool<Input>): CallableTool {
  const { name, description, parameters } = agentTool
  return {
    name,
    description,
    parameters,
    showsData: agentTool.showsData ?? false,
    prepare: (given) => {
      const read = readArguments(agentTool, given)
      return 'input' in read ? { run: (turn, use) => useTool(agentTool, read.input, turn, use) } : read
    },
  }
}

/** In the order in which a model reads them. */
const ownTools = {
  execute_sql_query: callable(executeSqlQuery),
  compute_results: callable(computeResults),
  draw_chart: callable(drawChart),
  ask_user: callable(askUser),
  get_database_schema: callable(getDatabaseSchema),
  get_table_info: callable(getTableInfo),
  sample_rows: callable(sampleRows),
  look_up_values: callable(lookUpValues),
  list_tables: callable(listTables),
  validate_sql_query: callable(validateSqlQuery),
  process_nl_to_sql: callable(processNlToSql),
  generate_sql_query: callable(generateSqlQuery),
  retry_sql_generation: callable(retrySqlGeneration),
  recommend_business_area: callable(recommendBusinessArea),
}
const tools: CallableTool[] = Object.values(ownTools)

/** Every tool has the context, so the documented names that end in it call the same tools. */
const toolsByName = {
  ...ownTools,
  // Its name in older conversations.
  offer_readings: ownTools.ask_user,
  process_nl_to_sql_with_context: ownTools.process_nl_to_sql,
  generate_sql_query_with_context: ownTools.generate_sql_query,
  execute_sql_query_with_context: ownTools.execute_sql_query,
  get_database_schema_with_context: ownTools.get_database_schema,
  get_table_information_with_context: ownTools.get_table_info,
} satisfies Record<ToolName, CallableTool>

/** The tool for a name that a model may call, with that name; null if no tool has it. */
export function toolNamed(name: string): { tool: CallableTool; calledAs: ToolName } | null {
  const calledAs = toolNames.find((known) => known === name)
  return calledAs ? { tool: toolsByName[calledAs], calledAs } : null
}

/** Tools that may still be needed while the model describes a result. */
const whileAnswering: ReadonlySet<string> = new Set([
  'execute_sql_query',
  'compute_results',
  'draw_chart',
  'get_database_schema',
])

/** The tools as the AI SDK takes them: without code, so that we run them ourselves, in order and visibly. */
export function declaredTools({
  isAnswering,
  sharesData,
  used,
}: {
  isAnswering: boolean
  sharesData: boolean
  used: ReadonlySet<string>
}): ToolSet {
  const useful = tools.filter(({ showsData }) => sharesData || !showsData)
  if (!isAnswering) return toolSet(useful)
  // A vendor may reject a conversation that mentions tools which the call doesn't declare.
  return toolSet(useful.filter(({ name }) => whileAnswering.has(name) || used.has(name)))
}

function toolSet(declared: CallableTool[]): ToolSet {
  return Object.fromEntries(
    declared.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schemaOf(parameters)) }),
    ]),
  )
}

type JsonSchema = Parameters<typeof jsonSchema>[0]

/** Written by hand: a schema library's output is twice as long, and every call includes it. */
function schemaOf(parameters: Record<string, ParameterType>): Extract<JsonSchema, { type?: unknown }> {
  const text = { type: 'string' } as const
  const choice = {
    type: 'object',
    properties: { label: text, question: text, sql_query: text },
    required: ['label'],
  } as const
  const types = {
    text,
    'text?': text,
    texts: { type: 'array', items: text },
    'texts?': { type: 'array', items: text },
    choices: { type: 'array', items: choice },
  } as const
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(parameters).map(([name, type]) => [name, { ...types[type] }])),
    required: Object.entries(parameters).flatMap(([name, type]) => (type.endsWith('?') ? [] : [name])),
  } as Extract<JsonSchema, { type?: unknown }>
}
