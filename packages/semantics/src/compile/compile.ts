import { message, quoteName, type MetricQuery } from '@parlance/contract'
import { writingOf } from '@parlance/sql/writing'
import { Refusal, type CompiledColumn, type CompiledQuery, type SemanticModel } from '../contract.ts'
import { isSameName } from './find.ts'
import { namesFor, type Names } from './names.ts'
import { aggregatesOf, all, planQuery, type Plan } from './plan.ts'
import { summariesOf, summaryText, type Summary } from './summary.ts'
import { usedDefinitions } from './used.ts'
import { Values } from './values.ts'

/**
 * Turns a question in the area's own terms into one SELECT. Each metric is summarized over its own table, joined only to
 * tables of which each row has at most one partner. Then the summaries are put side by side, and formulas are computed
 * from them. So no row counts twice.
 * @returns the query, or why there is no right one
 */
export function compile(query: MetricQuery, model: SemanticModel): CompiledQuery | Refusal {
  const plan = planQuery(query, model)
  if (plan instanceof Refusal) return plan
  const names = namesFor(model)
  const summaries = summariesOf(aggregatesOf(plan.metrics), names)
  const texts = all(summaries, (summary) => summaryText(summary, plan, model, names))
  if (texts instanceof Refusal) return texts
  const outputs = outputsOf(plan, summaries, model, names)
  const order = orderOf(plan, outputs)
  if (order instanceof Refusal) return order
  const { groups } = sourceOf(plan, names)
  const withs = summaries.map(({ name }, at) => `${name} AS (\n${texts[at]}\n)`)
  if (summaries.length > 1) withs.push(`${names.combined} AS (\n${combinedText(summaries, groups, model, names)}\n)`)
  const list = outputs.map(({ sql, column }) => `${sql} AS ${quoteName(column.label, model.dialect)}`)
  const [top, end] = limitTexts(query.limit, model)
  const lines = [
    `WITH ${withs.join(',\n')}`,
    `SELECT ${top}${list.join(', ')}`,
    `FROM ${summaries.length > 1 ? names.combined : names.summary(0)}`,
    ...(groups.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
    ...end,
  ]
  return { sql: lines.join('\n'), columns: outputs.map(({ column }) => column), used: usedDefinitions(plan, model) }
}

interface Output {
  sql: string
  column: CompiledColumn
}

function sourceOf({ query, groups }: Plan, names: Names): { groups: string[] } {
  const count = groups.length + (query.grain === null ? 0 : 1)
  return { groups: Array.from({ length: count }, (_, at) => names.group(at)) }
}

function outputsOf(plan: Plan, summaries: readonly Summary[], model: SemanticModel, names: Names): Output[] {
  const values = new Values(summaries, model.dialect)
  const { grain } = plan.query
  const plain = { unit: null, format: null }
  const parts: Omit<CompiledColumn, 'label'>[] = [
    ...(grain === null ? [] : [{ kind: 'time' as const, name: grain, ...plain }]),
    ...plan.groups.map(({ dimension }) => ({ kind: 'dimension' as const, name: dimension.name, ...plain })),
    ...plan.metrics.map(({ metric }) => ({
      kind: 'metric' as const,
      name: metric.name,
      unit: metric.unit,
      format: metric.format,
    })),
  ]
  const groups = parts.length - plan.metrics.length
  const labels: string[] = []
  return parts.map((part, at) => {
    const label = freeLabel(part.kind === 'time' ? timeLabels[grain ?? 'day'] : part.name, labels)
    labels.push(label)
    const metric = plan.metrics[at - groups]
    return { sql: metric === undefined ? names.group(at) : values.text(metric), column: { ...part, label } }
  })
}

const timeLabels = { day: 'Day', week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year' } as const

/** A metric and a dimension may have the same name; columns of a result may not. */
function freeLabel(name: string, taken: readonly string[]): string {
  let label = name
  for (let count = 2; taken.some((one) => isSameName(one, label)); count++) label = `${name} ${count}`
  return label
}

/** By what was asked for, else by time, else from the highest value. Rows without the value come last everywhere. */
function orderOf({ query }: Plan, outputs: readonly Output[]): string[] | Refusal {
  const sorted = (output: Output, isDescending: boolean) => [
    `CASE WHEN ${output.sql} IS NULL THEN 1 ELSE 0 END`,
    `${output.sql}${isDescending ? ' DESC' : ''}`,
  ]
  const groups = outputs.filter(({ column }) => column.kind !== 'metric')
  const rest = (first: Output) => groups.filter((one) => one !== first).flatMap((one) => sorted(one, false))
  const { order } = query
  if (order !== null) {
    const first = outputs.find(({ column }) => isSameName(column.name, order.by))
    const reason = message('The result cannot be ordered by {by}, because it does not show it.', { by: order.by })
    return first === undefined
      ? new Refusal('invalid_order', reason)
      : [...sorted(first, order.descending), ...rest(first)]
  }
  const first = outputs.find(({ column }) => column.kind === 'time') ?? outputs[groups.length]
  return first === undefined ? [] : [...sorted(first, first.column.kind === 'metric'), ...rest(first)]
}

/** Puts the summaries side by side: every group of any of them, with the values that it has. */
function combinedText(
  summaries: readonly Summary[],
  groups: readonly string[],
  model: SemanticModel,
  names: Names,
): string {
  const columns = summaries.flatMap(({ values }) => [...new Set(values.values())])
  const parts = summaries.map(({ name, values }) => {
    const own = new Set(values.values())
    // A NULL that is a number, for engines that give a plain NULL the type of a text.
    const items = columns.map((column) => (own.has(column) ? column : `NULLIF(1, 1) AS ${column}`))
    return `    SELECT ${[...groups, ...items].join(', ')} FROM ${name}`
  })
  const alias = writingOf(model.dialect).hasBareTableAliases === true ? names.parts : `AS ${names.parts}`
  const lines = [
    `  SELECT ${[...groups, ...columns.map((column) => `MAX(${column}) AS ${column}`)].join(', ')}`,
    `  FROM (\n${parts.join('\n    UNION ALL\n')}\n  ) ${alias}`,
    ...(groups.length > 0 ? [`  GROUP BY ${groups.join(', ')}`] : []),
  ]
  return lines.join('\n')
}

function limitTexts(limit: number | null, model: SemanticModel): [top: string, end: string[]] {
  if (limit === null) return ['', []]
  const { limit: form } = writingOf(model.dialect)
  if (form === 'top') return [`TOP ${limit} `, []]
  return ['', [form === 'limit' ? `LIMIT ${limit}` : `FETCH FIRST ${limit} ROWS ONLY`]]
}
