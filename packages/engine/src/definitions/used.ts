import { message, type DefinitionKind, type Message, type UsedDefinition } from '@parlance/contract'
import { metricNames, metricOf } from '../schema/metrics.ts'
import { countedTables } from '../interpret/default-filters.ts'
import { plainKey } from '../match/values.ts'
import { defaultsIn, type Filter, type Query } from '../query.ts'
import type { DefinedMetric, DefinedSynonym, Schema, Vocabulary } from '../schema/model.ts'
import { withParts } from '../schema/vocabulary.ts'
import { tableWords } from '../answer/describe.ts'

/** The definitions of the area that a query contains, each once: metrics with those of their formulas come first. */
export function usedDefinitions(schema: Schema, query: Query): UsedDefinition[] {
  const { vocabulary } = schema
  if (vocabulary === undefined) return []
  const made = (kind: DefinitionKind, name: string, definition: string, description: string | null) => ({
    kind,
    name,
    version: vocabulary.model.versionOf(kind, name),
    definition,
    description,
  })
  const metrics = [...new Set(metricNames(query).flatMap((name) => withParts(metricOf(schema, name))))]
  const refs = columnKeys(query)
  return [
    ...metrics.map(({ metric }) => made('metric', metric.name, metricText(metric.computation), metric.description)),
    ...groupingDimensions(vocabulary, query).map(({ dimension }) =>
      made('dimension', dimension.name, dimension.expression, dimension.description),
    ),
    ...[...vocabulary.filters.values()]
      .filter(({ column }) => refs.has(keyOf(column.ref)))
      .map(({ filter }) => made('filter', filter.name, filter.condition, filter.description)),
  ]
}

/** The dimensions of a query: every computed one, and columns by which it groups or that it compares. */
function groupingDimensions({ dimensions }: Vocabulary, query: Query) {
  const all = columnKeys(query)
  const grouped = columnKeys([query.groups, query.filters])
  const isMeasured = metricNames(query).length > 0
  return dimensions.filter(({ column }) =>
    column.computed === undefined ? isMeasured && grouped.has(keyOf(column.ref)) : all.has(keyOf(column.ref)),
  )
}

/** What a metric says, as one text. */
export function metricText(computation: DefinedMetric['metric']['computation']): string {
  if (computation.kind === 'formula') return computation.formula
  return computation.condition === null
    ? computation.expression
    : `${computation.expression} WHERE ${computation.condition}`
}

/** What the definitions of a query say, for the assumptions of its answer, and which of them should be replaced. */
export function definitionNotes(schema: Schema, query: Query, question: string): Message[] {
  const { vocabulary } = schema
  if (vocabulary === undefined) return []
  const metrics = [...new Set(metricNames(query).flatMap((name) => withParts(metricOf(schema, name))))]
  const refs = columnKeys(query)
  const filters = [...vocabulary.filters.values()].filter(({ column }) => refs.has(keyOf(column.ref)))
  const dimensions = groupingDimensions(vocabulary, query)
  const applied = columnKeys(defaultsIn(query.filters))
  return [
    ...metrics.map((one) => metricNote(one)),
    ...filters.map(({ filter, column }) =>
      applied.has(keyOf(column.ref))
        ? message('Only {rows} that match “{name}” are included: {condition}', {
            rows: tableWords(schema, column.table.key),
            name: filter.name,
            condition: filter.condition,
          })
        : message('“{name}” means {condition}', { name: filter.name, condition: filter.condition }),
    ),
    ...dimensions
      .filter(({ column }) => column.computed !== undefined)
      .map(({ dimension }) =>
        message('{name} is {expression}', { name: dimension.name, expression: dimension.expression }),
      ),
    ...unfilteredNotes(schema, query),
    ...dateNotes(schema, query),
    ...vocabulary.synonyms.flatMap((one) => synonymNotes(one, query, question)),
    ...metrics.flatMap(({ metric }) => deprecation(metric, (name) => vocabulary.metrics.has(name))),
    ...filters.flatMap(({ filter }) => deprecation(filter, (name) => vocabulary.filters.has(name))),
    ...dimensions.flatMap(({ dimension }) => deprecation(dimension, (name) => knowsDimension(vocabulary, name))),
  ]
}

/** Says which tables lack a default filter, because the asker may not use a column that it reads. */
function unfilteredNotes(schema: Schema, query: Query): Message[] {
  const model = schema.vocabulary?.model
  const entries = (model?.tables ?? []).filter(({ name }) => model?.unfiltered?.includes(name))
  const counted = countedTables(schema, query)
  return schema.tables
    .filter((table) => counted.has(table.key) && entries.some(({ entry }) => entry === table.source))
    .map(({ key }) =>
      message(
        'A filter that usually limits {rows} is not applied, because it uses a column that you can’t see. So others may get another answer.',
        { rows: tableWords(schema, key) },
      ),
    )
}

function metricNote({ metric: { name, computation }, tables }: DefinedMetric): Message {
  if (computation.kind === 'formula') return message('{name} is {formula}', { name, formula: computation.formula })
  const values = { name, expression: computation.expression, table: tables[0]?.name ?? computation.table }
  return computation.condition === null
    ? message('{name} is {expression} of {table}', values)
    : message('{name} is {expression} of {table} where {condition}', { ...values, condition: computation.condition })
}

function knowsDimension({ dimensions }: Vocabulary, name: string): boolean {
  return dimensions.some(({ dimension }) => dimension.name.toLowerCase() === name)
}

/** Names the replacement only if the asker may use it. */
function deprecation(
  { name, deprecated }: Pick<DefinedMetric['metric'], 'name' | 'deprecated'>,
  knows: (name: string) => boolean,
): Message[] {
  if (deprecated === null) return []
  const { reason } = deprecated
  const other =
    deprecated.use_instead !== null && knows(deprecated.use_instead.toLowerCase()) ? deprecated.use_instead : null
  return [
    other === null
      ? message('{name} should no longer be used: {reason}', { name, reason })
      : message('{name} should no longer be used: {reason} Use {other} instead.', {
          name,
          reason: /[.!?]$/.test(reason) ? reason : `${reason}.`,
          other,
        }),
  ]
}

/** Which dates a period means, if it isn't the same column for all metrics. */
function dateNotes(schema: Schema, query: Query): Message[] {
  const isDated = [...query.filters, ...query.groups].some((one) => one.kind === 'period')
  const dated = metricNames(query)
    .flatMap((name) => withParts(metricOf(schema, name)))
    .flatMap(({ metric, computation, time }) =>
      computation.kind === 'formula' || time === null ? [] : [{ name: metric.name, column: time }],
    )
  const columns = new Set(dated.map(({ column }) => column))
  if (!isDated || columns.size < 2) return []
  return [...new Map(dated.map((one) => [one.name, one])).values()].map(({ name, column }) =>
    message('Dates of {name} refer to {column}', { name, column: `${column.table.name}.${column.name}` }),
  )
}

/** '“NRW” is read as Nordrhein-Westfalen', if the question says the one and the query compares with the other. */
function synonymNotes({ column, value, synonyms }: DefinedSynonym, query: Query, question: string): Message[] {
  const isCompared = literalsOf(query.filters, keyOf(column.ref)).some((one) => one === value)
  if (!isCompared) return []
  const said = ` ${plainKey(question.replaceAll(/[^\p{L}\p{N}]+/gu, ' '))} `
  const word = synonyms.find((one) => said.includes(` ${plainKey(one.replaceAll(/[^\p{L}\p{N}]+/gu, ' '))} `))
  return word === undefined ? [] : [message('“{word}” is read as {value}', { word, value })]
}

/** The texts that filters compare a column with. */
function literalsOf(filters: readonly Filter[], key: string): unknown[] {
  return filters.flatMap((filter): unknown[] => {
    if ('filters' in filter) return literalsOf(filter.filters, key)
    if (filter.kind === 'not') return literalsOf([filter.filter], key)
    if (!('left' in filter) || filter.left.kind !== 'column' || keyOf(filter.left.ref) !== key) return []
    if (filter.kind === 'compare') return [filter.value]
    return filter.kind === 'in' ? filter.values : []
  })
}

function keyOf({ table, column }: { table: string; column: string }): string {
  return JSON.stringify([table, column])
}

/** The columns anywhere in a part of a query. */
function columnKeys(value: unknown): Set<string> {
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit)
    if (typeof part !== 'object' || part === null) return
    if ('table' in part && 'column' in part && typeof part.table === 'string' && typeof part.column === 'string')
      found.add(keyOf({ table: part.table, column: part.column }))
    Object.values(part).forEach(visit)
  }
  visit(value)
  return found
}
