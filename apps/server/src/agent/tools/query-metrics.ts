import {
  formatMessage,
  message,
  metricQuerySchema,
  timeGrains,
  type Message,
  type MetricQuery,
  type UsedDefinition,
} from '@parlance/contract'
import { z } from 'zod'
import type { AgentTurn, ToolOutcome } from '../contract.ts'
import { errorFields } from '../texts.ts'
import { runSql } from './execute-sql-query.ts'
import { defineTool, shortText } from './tool.ts'

const names = z.array(z.string()).optional().catch(undefined)
const text = shortText(200)

/** A question in the area's own terms, flat, so that every model can write it. */
const inputSchema = z.object({
  metrics: z.array(z.string()).min(1),
  group_by: names,
  grain: text,
  filters: names,
  without_filters: names,
  where: names,
  from: text,
  before: text,
  order_by: text,
  limit: text,
  reading: shortText(1000),
})
type Input = z.infer<typeof inputSchema>

/** Answers from the area's definitions: the server writes the SQL, and no row counts twice. */
export const queryMetrics = defineTool<Input>({
  name: 'query_metrics',
  description:
    'Computes metrics of the definitions and returns the rows as the next result. group_by: dimensions. grain: day, week, month, quarter, or year. filters: named filters. without_filters: default filters that the question leaves out. where: conditions such as "Country in Germany | France" or "Order size not_in small" (in, not_in, at_least, at_most, above, below). from and before: dates as yyyy-mm-dd. order_by: "Net revenue desc".',
  parameters: {
    metrics: 'texts',
    group_by: 'texts?',
    grain: 'text?',
    filters: 'texts?',
    without_filters: 'texts?',
    where: 'texts?',
    from: 'text?',
    before: 'text?',
    order_by: 'text?',
    limit: 'text?',
    reading: 'text?',
  },
  aliases: { group_by: ['dimensions'], order_by: ['order'] },
  inputSchema,
  usefulWith: 'definitions',
  execute: compute,
})

async function compute(input: Input, turn: AgentTurn): Promise<ToolOutcome> {
  if (turn.definitions === null)
    return refused(message('This area has no definitions.'), 'Write SQL and call execute_sql_query.')
  const asked = metricQuerySchema.safeParse(queryOf(input))
  if (!asked.success) {
    const problems = asked.error.issues.map(({ path, message: problem }) => `${path.join('.')}: ${problem}`).join('; ')
    return refused(message('The query of metrics is not valid.'), problems.slice(0, 500))
  }
  const { compile, Refusal } = await import('@parlance/semantics')
  const compiled = compile(asked.data, turn.definitions)
  if (compiled instanceof Refusal)
    return refused(compiled.reason, 'Correct the call, or write SQL and call execute_sql_query.')
  const assumptions = defaultsOf(compiled.used, asked.data)
  const { sql, used, columns } = compiled
  return runSql({ sql_query: sql, reading: input.reading, assumptions }, { ...turn, used, looks: columns })
}

/** The default filters that apply although the query doesn't name them. */
function defaultsOf(used: readonly UsedDefinition[], { filters }: MetricQuery): string[] {
  const isNamed = (name: string) => filters.some((one) => one.toLowerCase() === name.toLowerCase())
  return used
    .filter(({ kind, name }) => kind === 'filter' && !isNamed(name))
    .map(({ name, definition }) =>
      formatMessage(
        message('Only rows that match “{name}” are included: {condition}', { name, condition: definition }),
      ),
    )
}

function refused(reason: Message, hint: string): ToolOutcome {
  return {
    response: { success: false, executed: false, ...errorFields(reason) },
    forModel: { success: false, error: formatMessage(reason), hint },
  }
}

const operators = new Set(['in', 'not_in', 'at_least', 'at_most', 'above', 'below'])

/** The query as the compiler reads it; what a model wrote wrongly stays, so that the schema says why. */
function queryOf(input: Input): unknown {
  const { metrics, group_by = [], filters = [], without_filters = [], where = [], from, before, limit } = input
  const grain = timeGrains.find((one) => one === input.grain?.toLowerCase())
  const isDated = (from ?? '') !== '' || (before ?? '') !== ''
  return {
    metrics,
    group_by,
    grain: grain ?? (input.grain === undefined || input.grain === '' ? null : input.grain),
    filters,
    without_filters,
    where: where.map(conditionOf),
    period: isDated ? { from: from || null, before: before || null } : null,
    order: orderOf(input.order_by),
    limit: limit === undefined || limit === '' ? null : Number(limit),
  }
}

/** 'Country in Germany | France'. The first word that is an operator separates the dimension from its values. */
function conditionOf(text: string): unknown {
  const words = text.trim().split(/\s+/)
  const at = words.findIndex((word, position) => position > 0 && operators.has(word.toLowerCase()))
  if (at < 0) return text
  const values = words
    .slice(at + 1)
    .join(' ')
    .split('|')
  return {
    dimension: words.slice(0, at).join(' '),
    operator: words[at]?.toLowerCase(),
    values: values.map((value) => value.trim()),
  }
}

function orderOf(order = ''): MetricQuery['order'] {
  const words = order.trim().split(/\s+/)
  const last = words.at(-1)?.toLowerCase() ?? ''
  const isDirection = words.length > 1 && /^(?:desc|asc)(?:ending)?$/.test(last)
  const by = words.slice(0, isDirection ? -1 : undefined).join(' ')
  return by === '' ? null : { by, descending: last.startsWith('desc') && isDirection }
}
