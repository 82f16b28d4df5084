import type { ToolName } from '@parlance/contract'
import { toolNames } from '@parlance/contract'
import { jsonSchema, tool, type ToolSet } from 'ai'
import { executeSqlQuery } from './execute-sql-query.ts'
import { getDatabaseSchema } from './get-database-schema.ts'
import { getTableInfo } from './get-table-info.ts'
import { listTables } from './list-tables.ts'
import { offerReadings } from './offer-readings.ts'
import { recommendBusinessArea } from './recommend-business-area.ts'
import { readArguments, useTool, type AgentTool, type ParameterType, type ToolUse } from './tool.ts'
import type { AgentTurn, ToolOutcome } from '../contract.ts'
import { validateSqlQuery } from './validate-sql-query.ts'
import { generateSqlQuery, processNlToSql, retrySqlGeneration } from './write-sql.ts'

/** A tool call from a model, with its arguments parsed. */
export interface CallableTool {
  name: ToolName
  description: string
  parameters: Record<string, ParameterType>
  /** Null if the arguments don't match what the tool takes. */
  prepare(given: unknown): ((turn: AgentTurn, use: ToolUse) => Promise<ToolOutcome>) | null
}

function callable<Input extends Record<string, unknown>>(agentTool: AgentTool<Input>): CallableTool {
  const { name, description, parameters } = agentTool
  return {
    name,
    description,
    parameters,
    prepare: (given) => {
      const input = readArguments(agentTool, given)
      return input && ((turn, use) => useTool(agentTool, input, turn, use))
    },
  }
}

/** In the order in which a model reads them. */
const ownTools = {
  execute_sql_query: callable(executeSqlQuery),
  offer_readings: callable(offerReadings),
  get_database_schema: callable(getDatabaseSchema),
  get_table_info: callable(getTableInfo),
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

const all = toolSet(tools)
/** Tools that may still be needed while the model describes a result. */
const whileAnswering: ReadonlySet<string> = new Set(['execute_sql_query', 'get_database_schema'])

/** The tools as the AI SDK takes them: without code, so that we run them ourselves, in order and visibly. */
export function declaredTools({ isAnswering, used }: { isAnswering: boolean; used: ReadonlySet<string> }): ToolSet {
  if (!isAnswering) return all
  // A vendor may reject a conversation that mentions tools which the call doesn't declare.
  return toolSet(tools.filter(({ name }) => whileAnswering.has(name) || used.has(name)))
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
  const reading = {
    type: 'object',
    properties: { label: text, question: text, sql_query: text },
    required: ['label', 'question', 'sql_query'],
  } as const
  const types = {
    text,
    'text?': text,
    'texts?': { type: 'array', items: text },
    readings: { type: 'array', items: reading },
  } as const
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(parameters).map(([name, type]) => [name, { ...types[type] }])),
    required: Object.entries(parameters).flatMap(([name, type]) => (type.endsWith('?') ? [] : [name])),
  } as Extract<JsonSchema, { type?: unknown }>
}
