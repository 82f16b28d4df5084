import { quoteName } from '@parlance/contract'
import { writingOf } from '@parlance/sql/writing'
import { Refusal, type SemanticModel, type SemanticTable } from '../contract.ts'
import { Joins } from './joins.ts'
import { conditionText, literalsOf } from './literals.ts'
import type { Names } from './names.ts'
import type { Plan, PlannedAggregate, PlannedTime } from './plan.ts'
import { findRoute, type Purpose } from './routes.ts'

/** A query that summarizes one table. Metrics of the same rows share it. */
export interface Summary {
  name: string
  table: SemanticTable
  condition: string | null
  time: PlannedTime | null
  /** The metrics with the names of their columns. */
  values: Map<PlannedAggregate, string>
}

/** Metrics are summarized together if they read the same rows with the same dates. */
export function summariesOf(aggregates: readonly PlannedAggregate[], names: Names): Summary[] {
  const summaries: Summary[] = []
  const columns = new Map<string, string>()
  for (const one of aggregates) {
    let summary = summaries.find((other) => readsSameRows(one, other))
    if (summary === undefined) {
      const { table, condition, time } = one
      summary = { name: names.summary(summaries.length), table, condition, time, values: new Map() }
      summaries.push(summary)
    }
    const key = `${summary.name} ${one.sql}`
    const column = columns.get(key) ?? names.value(columns.size)
    columns.set(key, column)
    summary.values.set(one, column)
  }
  return summaries
}

function readsSameRows(one: PlannedAggregate, other: Summary): boolean {
  const isSameTime = one.time?.table === other.time?.table && one.time?.column === other.time?.column
  return one.table === other.table && one.condition === other.condition && isSameTime
}

/** Writes a summary. Refuses if a group, a filter, or a date is only reached by repeating rows. */
export function summaryText(summary: Summary, plan: Plan, model: SemanticModel, names: Names): string | Refusal {
  const writer = new SummaryWriter(summary, plan, model, names)
  const groups = writer.groups()
  if (groups instanceof Refusal) return groups
  const conditions = writer.conditions()
  if (conditions instanceof Refusal) return conditions
  const values = new Map([...summary.values].map(([one, column]) => [column, one.sql]))
  const items = [
    ...groups.map((text, at) => `${text} AS ${names.group(at)}`),
    ...[...values].map(([column, sql]) => `${sql} AS ${column}`),
  ]
  const lines = [
    `SELECT ${items.join(', ')}`,
    `FROM ${summary.table.sql}${writer.joins.text()}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(' AND ')}`] : []),
    ...(groups.length > 0 ? [`GROUP BY ${groups.join(', ')}`] : []),
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}

class SummaryWriter {
  readonly joins: Joins
  private readonly summary: Summary
  private readonly plan: Plan
  private readonly model: SemanticModel
  /** The metric that a refusal names. */
  private readonly metric: string

  constructor(summary: Summary, plan: Plan, model: SemanticModel, names: Names) {
    this.summary = summary
    this.plan = plan
    this.model = model
    this.joins = new Joins(model, summary.table, names)
    this.metric = [...summary.values.keys()][0]?.metric.name ?? summary.table.name
  }

  /** The groups: first the time, then the dimensions in their order. */
  groups(): string[] | Refusal {
    const { grain } = this.plan.query
    const texts: string[] = []
    if (grain !== null) {
      const column = this.timeText()
      if (column instanceof Refusal) return column
      texts.push(writingOf(this.model.dialect).period(grain, column))
    }
    for (const { dimension, table, sql } of this.plan.groups) {
      const text = this.reach(table, 'g', sql, { kind: 'group', metric: this.metric, by: dimension.name })
      if (text instanceof Refusal) return text
      texts.push(text)
    }
    return texts
  }

  conditions(): string[] | Refusal {
    const { condition } = this.summary
    const texts = condition === null ? [] : [`(${condition})`]
    for (const part of [this.filterTexts(), this.whereTexts(), this.periodTexts()]) {
      if (part instanceof Refusal) return part
      texts.push(...part)
    }
    return texts
  }

  private filterTexts(): string[] | Refusal {
    const texts: string[] = []
    for (const { filter, table, sql } of this.plan.filters) {
      const isOwn = table === this.summary.table
      const shown = isOwn ? `(${sql})` : `CASE WHEN ${sql} THEN 1 ELSE 0 END`
      const text = this.reach(table, 'f', shown, { kind: 'filter', metric: this.metric, by: filter.name })
      if (text instanceof Refusal) return text
      texts.push(isOwn ? text : `${text} = 1`)
    }
    return texts
  }

  private whereTexts(): string[] | Refusal {
    const texts: string[] = []
    for (const { dimension, condition } of this.plan.where) {
      const { table, sql } = dimension
      const purpose = { kind: 'filter', metric: this.metric, by: dimension.dimension.name } as const
      const left = this.reach(table, 'g', sql, purpose)
      if (left instanceof Refusal) return left
      const literals = literalsOf(this.model, dimension, condition.values)
      if (literals instanceof Refusal) return literals
      texts.push(conditionText(table === this.summary.table ? `(${left})` : left, condition, literals))
    }
    return texts
  }

  private periodTexts(): string[] | Refusal {
    const { period } = this.plan.query
    if (period === null || (period.from === null && period.before === null)) return []
    const column = this.timeText()
    if (column instanceof Refusal) return column
    const { date } = writingOf(this.model.dialect)
    return [
      ...(period.from === null ? [] : [`${column} >= ${date(period.from)}`]),
      ...(period.before === null ? [] : [`${column} < ${date(period.before)}`]),
    ]
  }

  private timeText(): string | Refusal {
    const { time, table } = this.summary
    if (time === null) return ''
    const column = quoteName(time.column, this.model.dialect)
    if (time.table === table) return `${quoteName(table.entry.name, this.model.dialect)}.${column}`
    return this.reach(time.table, 't', column, { kind: 'time', metric: this.metric, by: time.table.name })
  }

  private reach(
    table: SemanticTable,
    use: Parameters<Joins['reach']>[1],
    sql: string,
    purpose: Purpose,
  ): string | Refusal {
    const route = findRoute(this.model, this.summary.table, table, purpose)
    return route instanceof Refusal ? route : this.joins.reach(route, use, sql)
  }
}
