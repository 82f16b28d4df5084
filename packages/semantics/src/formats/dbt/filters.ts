import { message } from '@parlance/contract'
import { FileError, type Place } from '../file-error.ts'
import { asKind, find, listOf, needText, type FileNode, type MapNode } from '../file-node.ts'
import { isSame } from '../match-tables.ts'
import type { DbtModel } from './read-models.ts'

/** A filter of a metric, in SQL with Jinja. */
export interface Filter {
  template: string
  place: Place
}

/** The filters of an element: one text, a list of them, or the object that dbt writes. */
export function filtersOf(element: MapNode): Filter[] {
  const node = find(element, 'filter')
  return node === null ? [] : templatesOf(node)
}

function templatesOf(node: FileNode): Filter[] {
  if (node.kind === 'text') return [{ template: node.value, place: node.place }]
  if (node.kind === 'list') return node.items.flatMap(templatesOf)
  const map = asKind(node, 'map')
  if (map.entries.has('where_filters')) return listOf(map, 'where_filters').flatMap(templatesOf)
  return [{ template: needText(map, 'where_sql_template'), place: map.place }]
}

/**
 * Writes filters as one condition on the rows of a model.
 * @throws FileError if a filter reads anything but the model's table
 */
export function conditionOf(filters: readonly Filter[], model: DbtModel): string | null {
  const conditions = filters.map((filter) => oneCondition(filter, model))
  if (conditions.length < 2) return conditions[0] ?? null
  return conditions.map((condition) => `(${condition})`).join(' AND ')
}

const placeholder = /\{\{([^{}]*)\}\}/g
const call = /^\s*(\w+)\s*\(\s*(['"])(\w+)\2\s*(?:,\s*(['"])(\w+)\4\s*)?\)\s*$/

function oneCondition({ template, place }: Filter, model: DbtModel): string {
  const condition = template.replaceAll(placeholder, (_all, inside: string) => columnSql(inside, model, place))
  if (/\{[{%#]/.test(condition)) {
    throw new FileError(message('The filter has a Jinja block. Only names in double braces can come in.'), place)
  }
  return condition.trim()
}

function columnSql(jinja: string, model: DbtModel, place: Place): string {
  const [, kind = '', , name = '', , grain = null] = call.exec(jinja) ?? []
  if (kind !== 'Dimension' && kind !== 'TimeDimension' && kind !== 'Entity') {
    const shown = jinja.trim()
    throw new FileError(message('A filter of an area cannot contain {shown}.', { shown }), place)
  }
  const path = name.split('__')
  const field = model.field(path.at(-1) ?? '')
  const isOwn =
    path.length === 1 || (path.length === 2 && model.primary.some((entity) => isSame(entity, path[0] ?? '')))
  if (field === null || !isOwn) {
    const values = { name, table: model.table.name }
    throw new FileError(message('It filters by {name}, which is not in the table {table}.', values), place)
  }
  if (grain !== null && !isWholeDay(model, field.column, grain)) {
    const values = { name, grain }
    throw new FileError(message('It rounds {name} to a {grain}. Write the dates as a range instead.', values), place)
  }
  return field.column === null ? `(${field.sql})` : field.sql
}

/** A date is not changed when it is rounded to a day. */
function isWholeDay(model: DbtModel, column: string | null, grain: string): boolean {
  const kind = model.table.columns?.find((one) => one.name === column)?.kind
  return isSame(grain, 'day') && kind === 'date'
}
