import { message, type DefinedColumn, type MetricComputation, type SqlDialect } from '@parlance/contract'
import type { Collector } from '../collector.ts'
import { FileError, type Place } from '../file-error.ts'
import { asKind, find, flagOf, mapOf, needText, numberOf, textOf, type MapNode } from '../file-node.ts'
import { isSame } from '../match-tables.ts'
import { aggregationSql } from './aggregation.ts'
import { conditionOf, filtersOf, type Filter } from './filters.ts'
import type { DbtModel, DbtModels } from './read-models.ts'

/** How a simple metric aggregates, from the measure that it names or from itself. */
export interface Aggregation {
  model: DbtModel
  /** The node with `agg`, `agg_params`, `agg_time_dimension`, and `non_additive_dimension`. */
  params: MapNode
  expression: string
  place: Place
  /** The filter of the metric's reference to its measure. */
  filters: Filter[]
  /** What groups without rows show in dbt. Null if they are empty. */
  filled: number | null
  /** Whether dbt also shows periods without rows. */
  showsEmptyPeriods: boolean
}

/**
 * Reads the aggregation of a simple metric in either form.
 * @throws FileError
 */
export function aggregationOf(metric: MapNode, models: DbtModels): Aggregation {
  const type = mapOf(metric, 'type_params') ?? metric
  const own = mapOf(type, 'metric_aggregation_params')
  if (own !== null) {
    const model = needModel(needText(own, 'semantic_model'), models, own.place)
    const expression = expressionOf(type) ?? expressionOf(own) ?? needText(metric, 'name')
    const place = find(type, 'expr')?.place ?? own.place
    return { model, params: own, expression, place, filters: [], ...emptyGroups(type) }
  }
  const input = find(type, 'measure')
  if (input === null) {
    throw new FileError(message('It names no measure and has no aggregation of its own.'), type.place)
  }
  const name = input.kind === 'text' ? input.value : needText(asKind(input, 'map'), 'name')
  const measure = models.measures.get(name.toLowerCase())
  if (measure === undefined) throw new FileError(missingText(name, models), input.place)
  measure.isUsed = true
  const { node, model } = measure
  const place = find(node, 'expr')?.place ?? node.place
  const isMap = input.kind === 'map'
  return {
    model,
    params: node,
    expression: expressionOf(node) ?? name,
    place,
    filters: isMap ? filtersOf(input) : [],
    ...emptyGroups(isMap ? input : type),
  }
}

function emptyGroups(node: MapNode): Pick<Aggregation, 'filled' | 'showsEmptyPeriods'> {
  return { filled: numberOf(node, 'fill_nulls_with'), showsEmptyPeriods: flagOf(node, 'join_to_timespine') === true }
}

function expressionOf(node: MapNode): string | null {
  const expression = find(node, 'expr')
  if (expression?.kind === 'number') return String(expression.value)
  return expression === null ? null : asKind(expression, 'text').value
}

function needModel(name: string, models: DbtModels, place: Place): DbtModel {
  const model = models.all.find((one) => isSame(one.name, name))
  if (model === undefined) throw new FileError(missingText(name, models), place)
  return model
}

function missingText(name: string, models: DbtModels): FileError['detail'] {
  return models.missing.has(name)
    ? message('It needs {name}, which does not come in.', { name })
    : message('The file has no {name}.', { name })
}

/**
 * The computation of a simple metric on the rows that all filters allow.
 * @throws FileError
 */
export function aggregateOf(
  { model, params, expression, place, filters }: Aggregation,
  more: readonly Filter[],
  dialect: SqlDialect,
  collector: Collector,
): MetricComputation {
  const additive = find(params, 'non_additive_dimension')
  if (additive !== null) {
    throw new FileError(
      message('It takes the first or last value of a period. An area cannot do that.'),
      additive.place,
    )
  }
  const { sql } = model.read(expression, dialect, place)
  const aggregation = needText(params, 'agg')
  return {
    kind: 'aggregate',
    table: model.table.name,
    expression: aggregationSql(aggregation, sql, mapOf(params, 'agg_params'), dialect, params.place),
    condition: conditionOf([...filters, ...more], model),
    time_column: timeColumn(params, model, collector),
  }
}

function timeColumn(params: MapNode, model: DbtModel, collector: Collector): DefinedColumn | null {
  const name = textOf(params, 'agg_time_dimension')
  if (name === null) return null
  const column = model.field(name)?.column ?? null
  if (column !== null) return { table: model.table.name, column }
  const reason = message('Its time {name} is not a column, so it uses the default time column of the table.', { name })
  collector.note(params.place, 'part_left_out', reason)
  return null
}
