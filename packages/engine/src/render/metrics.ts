import type { ExpressionPiece } from '@parlance/sql/text'
import type { AggregateCall, MetricPart } from '../schema/aggregates.ts'
import { metricOf } from '../schema/metrics.ts'
import { isCall, isOneCall, withParts } from '../schema/vocabulary.ts'
import type { Formula } from '@parlance/semantics'
import { message } from '@parlance/contract'
import { isAggregate, type Expression, type Query, type TableKey } from '../query.ts'
import type { DefinedAggregate, DefinedMetric, Schema } from '../schema/model.ts'
import { declined, piecesText, type Writer } from './writer.ts'

/**
 * The value of a metric over joined rows.
 * @param when limits the rows further; the metric's own condition always applies, to it and to nothing else
 */
export function metricText(writer: Writer, name: string, when: string | null): string {
  return valueOf(writer, metricOf(writer.schema, name), when)
}

function valueOf(writer: Writer, { metric, computation }: DefinedMetric, when: string | null): string {
  if (computation.kind === 'formula')
    return formulaText(computation.formula, (part) => {
      const used = computation.metrics.get(part.toLowerCase())
      return used === undefined ? '' : operandText(writer, used, when)
    })
  const { table, pieces, parts, condition } = computation
  const own = condition === null || writer.hasMetricRows ? null : piecesText(writer, table.key, condition)
  const rows = [own, when].filter((one) => one !== null)
  if (rows.length === 0) return wrapped(piecesText(writer, table.key, pieces))
  if (parts === null)
    return declined(
      writer,
      message('{metric} cannot be computed for only some of these rows. Ask for it on its own.', {
        metric: metric.name,
      }),
    )
  const test = rows.map((one) => (rows.length > 1 ? `(${one})` : one)).join(' AND ')
  return wrapped(parts.map((part) => partText(writer, computation, part, test)).join(''))
}

/** A sum of no rows is 0 in a formula, so revenue less refunds is right for a group without refunds. */
function operandText(writer: Writer, used: DefinedMetric, when: string | null): string {
  const text = valueOf(writer, used, when)
  return isOneCall(used, ['sum', 'count', 'total']) ? `COALESCE(${text}, 0)` : text
}

function partText(writer: Writer, { table }: DefinedAggregate, part: MetricPart, test: string): string {
  if (!isCall(part)) return piecesText(writer, table.key, [part])
  return callText(part, test, (pieces) => piecesText(writer, table.key, pieces))
}

function callText(
  { fn, isDistinct, argument }: AggregateCall,
  test: string,
  textOf: (pieces: readonly ExpressionPiece[]) => string,
): string {
  const value = argument === null ? '1' : textOf(argument)
  const otherwise = fn === 'sum' || fn === 'total' ? ' ELSE 0' : ''
  return `${fn.toUpperCase()}(${isDistinct ? 'DISTINCT ' : ''}CASE WHEN ${test} THEN ${value}${isDistinct ? '' : otherwise} END)`
}

/** An expression in parentheses, unless it is one call. */
function wrapped(text: string): string {
  return /^\w+\([^()]*\)$/.test(text) ? text : `(${text})`
}

/** A quotient keeps its decimals, and dividing by 0 gives no value. */
function formulaText(formula: Formula, metric: (name: string) => string): string {
  switch (formula.kind) {
    case 'number':
      return formula.text
    case 'metric':
      return metric(formula.name)
    case 'negative':
      return `(-${formulaText(formula.of, metric)})`
    case 'operation': {
      const [left, right] = [formulaText(formula.left, metric), formulaText(formula.right, metric)]
      if (formula.operator === '/') return `(1.000000 * ${left} / NULLIF(${right}, 0))`
      return `(${left} ${formula.operator} ${right})`
    }
  }
}

/**
 * The condition that all numbers of a query have in common: only metrics of one table are computed, all under the same
 * condition. It then selects the rows, so that groups without any are left out. Null if there is none.
 */
export function metricRows(schema: Schema, query: Query): { table: TableKey; condition: ExpressionPiece[] } | null {
  const measured = [...query.select, ...query.order, ...query.having].map((one) => one.expression).filter(isAggregate)
  const parts = measured.map((one) => metricsOf(schema, one))
  const all = parts.flatMap((one) => one ?? [])
  const [first] = all
  if (first?.condition === undefined || first.condition === null || parts.includes(null)) return null
  const key = JSON.stringify([first.table.key, first.condition])
  const isSame = all.every((one) => JSON.stringify([one.table.key, one.condition]) === key)
  return isSame ? { table: first.table.key, condition: first.condition } : null
}

/** The aggregates of an expression that is computed from metrics only; null if it reads other rows. */
function metricsOf(schema: Schema, expression: Expression): DefinedAggregate[] | null {
  if (expression.kind === 'aggregate')
    return expression.of.kind === 'metric' ? aggregatesOf(metricOf(schema, expression.of.name)) : null
  if (expression.kind === 'difference') {
    const [of, less] = [metricsOf(schema, expression.of), metricsOf(schema, expression.less)]
    return of === null || less === null ? null : [...of, ...less]
  }
  if (expression.kind === 'ratio' || !('of' in expression)) return null
  return metricsOf(schema, expression.of)
}

function aggregatesOf(metric: DefinedMetric): DefinedAggregate[] {
  return withParts(metric).flatMap(({ computation }) => (computation.kind === 'aggregate' ? [computation] : []))
}
