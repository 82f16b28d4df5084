import { toolNames, type PromptPart, type ToolName } from '@parlance/contract'
import { asSchema, jsonSchema, tool, type ToolSet } from 'ai'
import type { AgentTurn, NamedOutcome } from '../contract.ts'
import { partOf } from '../prompt-record.ts'
import { askUser } from './ask-user.ts'
import { computeResults } from './compute-results.ts'
import { drawChart } from './draw-chart.ts'
import { executeSqlQuery } from './execute-sql-query.ts'
import { getDatabaseSchema } from './get-database-schema.ts'
import { getTableInfo } from './get-table-info.ts'
import { listTables } from './list-tables.ts'
import { lookUpValues } from './look-up-values.ts'
import { queryMetrics } from './query-metrics.ts'
import { recommendBusinessArea } from './recommend-business-area.ts'
import { sampleRows } from './sample-rows.ts'
import {
  readArguments,
  useTool,
  type AgentTool,
  type InvalidArguments,
  type ParameterType,
  type ToolUse,
  type Usefulness,
} from './tool.ts'
import { validateSqlQuery } from './validate-sql-query.ts'
import { generateSqlQuery, processNlToSql, retrySqlGeneration } from './write-sql.ts'

/** A call with its arguments, ready to run. */
export type PreparedCall = (turn: AgentTurn, use: ToolUse) => Promise<NamedOutcome>

/** A tool that a model can call. */
export interface CallableTool {
  name: ToolName
  description: string
  parameters: Record<string, ParameterType>
  usefulWith: Usefulness | null
  prepare(given: unknown): { run: PreparedCall } | InvalidArguments
}

function callable<Input extends Record<string, unknown>>(agentTool: AgentTool<Input>): CallableTool {
  const { name, description, parameters } = agentTool
  return {
    name,
    description,
    parameters,
    usefulWith: agentTool.usefulWith ?? null,
    prepare: (given) => {
      const read = readArguments(agentTool, given)
      return 'input' in read ? { run: (turn, use) => useTool(agentTool, read.input, turn, use) } : read
    },
  }
}

/** In the order in which a model reads them. */
const ownTools = {
  query_metrics: callable(queryMetrics),
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
  'query_metrics',
  'execute_sql_query',
  'compute_results',
  'draw_chart',
  'get_database_schema',
])

/** What decides which tools are declared. */
export interface Declaration {
  turn: Pick<AgentTurn, 'definitions' | 'shareData' | 'writer' | 'steps'>
  isAnswering: boolean
  /** Names of the tools that the conversation mentions. A vendor may reject a call that doesn't declare them. */
  used: ReadonlySet<string>
}

/** The tools as the AI SDK takes them: without code, so that we run them ourselves, in order and visibly. */
export function declaredTools({ turn, isAnswering, used }: Declaration): ToolSet {
  const isUseful = ({ usefulWith }: CallableTool): boolean => {
    switch (usefulWith) {
      case null:
        return true
      case 'shared data':
        return turn.shareData
      case 'definitions':
        return turn.definitions !== null
      case 'a writer':
        return turn.writer !== undefined
      case 'results':
        // One message can read results and compute with them, so only the description of a single result goes without.
        return !isAnswering || turn.steps.length > 1
    }
  }
  const wanted = (tool: CallableTool) => isUseful(tool) && (!isAnswering || whileAnswering.has(tool.name))
  return toolSet(tools.filter((tool) => wanted(tool) || used.has(tool.name)))
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
    'numbers?': { type: 'array', items: { type: 'number' } },
    choices: { type: 'array', items: choice },
  } as const
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(parameters).map(([name, type]) => [name, { ...types[type] }])),
    required: Object.entries(parameters).flatMap(([name, type]) => (type.endsWith('?') ? [] : [name])),
  } as Extract<JsonSchema, { type?: unknown }>
}

/** The descriptions of tools, as a model reads them. */
export function toolsPart(tools: ToolSet): PromptPart[] {
  const declared = Object.entries(tools).map(([name, { description, inputSchema }]) => {
    return { name, description, parameters: asSchema(inputSchema).jsonSchema }
  })
  return partOf('tools', JSON.stringify(declared), { count: declared.length })
}
