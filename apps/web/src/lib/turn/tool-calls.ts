import {
  message,
  type Message,
  type ToolName,
  type ToolResponse,
  type TokenUsage as WireTokenUsage,
  type UnderstoodQuestion,
} from '@parlance/contract'
import { shorten } from '../format.ts'
import { translateText } from '../i18n.ts'
import type { SqlResult, Substep, TokenUsage, ToolCall } from './chat-message.ts'

type BaseName<Name> = Name extends `${infer Base}_with_context` ? Base : Name

const friendly = {
  process_nl_to_sql: {
    running: message('Interpreting the question'),
    done: message('Interpreted the question'),
  },
  generate_sql_query: { running: message('Writing SQL'), done: message('Wrote SQL') },
  execute_sql_query: { running: message('Running the query'), done: message('Ran the query') },
  get_database_schema: { running: message('Reading the tables'), done: message('Read the tables') },
  validate_sql_query: { running: message('Checking the SQL'), done: message('Checked the SQL') },
  list_tables: { running: message('Listing the tables'), done: message('Listed the tables') },
  get_table_info: { running: message('Reading table details'), done: message('Read table details') },
  get_table_information: { running: message('Reading table details'), done: message('Read table details') },
  recommend_business_area: {
    running: message('Looking for a business area'),
    done: message('Looked for a business area'),
  },
  sample_rows: { running: message('Reading sample rows'), done: message('Read sample rows') },
  look_up_values: { running: message('Looking up values'), done: message('Looked up values') },
  query_metrics: { running: message('Computing metrics'), done: message('Computed metrics') },
  compute_results: { running: message('Computing with the results'), done: message('Computed with the results') },
  draw_chart: { running: message('Drawing a chart'), done: message('Drew a chart') },
  ask_user: { running: message('Asking for clarification'), done: message('Asked for clarification') },
  offer_readings: { running: message('Asking for clarification'), done: message('Asked for clarification') },
  retry_sql_generation: { running: message('Rewriting the SQL'), done: message('Rewrote the SQL') },
} satisfies Record<BaseName<ToolName>, { running: Message; done: Message }>

/** A tool's name in words; an unknown tool shows its own name. */
export function friendlyToolName(name: string, running: boolean): string | Message {
  const base = baseName(name)
  if (!isKnown(base)) return name.replaceAll('_', ' ')
  return running ? friendly[base].running : friendly[base].done
}

export function startToolCall(call: { id: string; name: string; args: Record<string, unknown> }, at: string): ToolCall {
  const sql = call.args.sql_query ?? call.args.sql ?? call.args.query
  return {
    id: call.id,
    name: call.name,
    args: call.args,
    status: 'calling',
    sql: looksLikeSql(sql) ? sql : null,
    result: null,
    resultSummary: null,
    duration: null,
    startTime: at,
    endTime: null,
    tokenUsage: null,
    step: null,
    substeps: [],
  }
}

/** The call with its response: a response with `success: false` is a failure. */
export function finishToolCall(call: ToolCall, response: ToolResponse, at: string): ToolCall {
  const failed = response.success === false
  const duration = Math.max(0, new Date(at).getTime() - new Date(call.startTime).getTime())
  return {
    ...call,
    status: failed ? 'failed' : 'completed',
    sql: response.display_sql ?? response.sql_query ?? (looksLikeSql(response.query) ? response.query : call.sql),
    result: responseText(response),
    resultSummary: failed ? errorSummary(response) : summary(response),
    duration,
    endTime: at,
    tokenUsage: response.token_usage === undefined ? null : tokenUsageOf(response.token_usage),
    step: response.step ?? null,
    substeps: didEverything(call, response) ? virtualSubsteps(duration, failed) : [],
  }
}

/** The result in a response, or null if it has no SQL. */
export function sqlResultOf(response: ToolResponse): SqlResult | null {
  const sql = response.sql_query ?? response.query ?? response.display_sql
  if (sql === undefined || response.success === false) return null
  const rows = response.results ?? []
  const total = response.full_row_count === undefined ? (response.row_count ?? rows.length) : response.full_row_count
  return {
    step: response.step ?? null,
    sql,
    display_sql: response.display_sql ?? sql,
    columns: response.columns ?? [],
    rows,
    parameter_mapping: response.parameter_mapping ?? {},
    has_parameters: response.has_parameters ?? false,
    notExecuted: response.executed === undefined ? response.columns === undefined : !response.executed,
    truncated: response.truncated ?? false,
    totalRows: total,
    displayedRows: rows.length,
    dataSharingDisabled: response.data_sharing_disabled ?? false,
    message: responseText(response),
    receipt: response.receipt ?? null,
    executedSql: response.executed_sql ?? null,
    databaseMs: response.database_ms ?? null,
    sourceName: response.source_name ?? null,
    display: response.display ?? null,
    look: response.look ?? null,
    computedFrom: response.computed_from ?? null,
    isSample: response.sample ?? false,
    understood: response.understood ?? null,
    warnings: response.warnings ?? [],
    chart: null,
  }
}

export function tokenUsageOf(usage: WireTokenUsage): TokenUsage {
  return {
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    totalTokens: usage.total_tokens,
    cachedTokens: usage.cached_tokens ?? 0,
    model: usage.model,
    cost: usage.cost,
    currency: usage.currency ?? null,
  }
}

/** The first five names, then the number of the others. */
export function tablePreview(names: string[]): string | Message {
  const tables = names.slice(0, 5).join(', ')
  return names.length > 5 ? message('{tables} ({n, number} more)', { tables, n: names.length - 5 }) : tables
}

function summary(response: ToolResponse): string | Message | null {
  if (response.tables !== undefined) return tablePreview(response.tables)
  if (response.executed === true) return rowSummary(response)
  if (response.understood !== undefined) return shorten(readingText(response.understood), 80)
  if (response.chart !== undefined) return shorten(response.chart.title ?? '', 100)
  const text = responseText(response)
  if (text !== null) return shorten(text, 100)
  return response.results === undefined ? null : rowSummary(response)
}

function rowSummary(response: ToolResponse): Message {
  const sent = response.results?.length ?? 0
  if (response.truncated === true) return message('{n, plural, one {first row} other {first # rows}} sent', { n: sent })
  const count = response.full_row_count ?? response.row_count ?? sent
  return message('{n, plural, one {# row} other {# rows}}', { n: count })
}

function errorSummary(response: ToolResponse): string | Message {
  const text = responseText(response)
  return text === null ? message('Failed') : shorten(text, 100)
}

/** What a tool says, in the user's language. */
function responseText({ error, message: text, pattern, values }: ToolResponse): string | null {
  const said = error ?? text
  return said === undefined ? null : translateText(said, pattern, values)
}

/** How a question was understood, in the user's language. */
export function readingText({ reading, messages }: UnderstoodQuestion): string {
  return translateText(reading, messages?.reading.text, messages?.reading.values)
}

/** Whether this one call also ran the query, so that the trace must show its parts. */
function didEverything(call: ToolCall, response: ToolResponse): boolean {
  return baseName(call.name) === 'process_nl_to_sql' && response.executed === true
}

/** Shows one call that does three things as shares of its time. */
function virtualSubsteps(duration: number, failed: boolean): Substep[] {
  const share = (name: Message, part: number): Substep => ({ name, status: 'completed', duration: duration * part })
  const steps = [
    share(message('Generate SQL'), 0.3),
    share(message('Validate SQL'), 0.1),
    share(message('Run query'), 0.6),
  ]
  return failed ? steps.map((step, index) => (index === 2 ? { ...step, status: 'failed' } : step)) : steps
}

function isKnown(name: string): name is keyof typeof friendly {
  return Object.hasOwn(friendly, name)
}

function baseName(name: string): string {
  return name.replace(/_with_context$/, '')
}

/** A tool's `query` may be the question in plain language. */
function looksLikeSql(text: unknown): text is string {
  return typeof text === 'string' && /^\s*(select|with)\b/i.test(text)
}
