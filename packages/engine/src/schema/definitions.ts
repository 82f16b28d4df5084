import type { Dimension, NamedFilter } from '@parlance/contract'
import { singular, tokenise, type Description } from '@parlance/retrieval'
import type { SemanticModel } from '@parlance/semantics'
import type { ExpressionPiece } from '@parlance/sql/text'
import { spokenName } from './spoken.ts'
import {
  columnNamed,
  type ColumnModel,
  type ComputedColumn,
  type DefinedDimension,
  type DefinedFilter,
  type DefinedSynonym,
  type Link,
  type Schema,
  type TableModel,
} from './model.ts'
import { definedMetrics, Names } from './vocabulary.ts'

/**
 * Adds the definitions of an area to a schema, as far as the asker may see what they are computed from. Dimensions and
 * named filters become columns of their tables, so that they are grouped, filtered, and sorted by like any other.
 */
export function addDefinitions(schema: Schema, model: SemanticModel): void {
  const names = new Names(schema, model)
  const { dimensions, filters, time_columns: dates, value_synonyms: synonyms } = model.definitions
  for (const one of dates) {
    const column = names.column(one.table, one.column)
    if (column !== null) column.isTime = true
  }
  addRelationships(names)
  const found = {
    dimensions: dimensions.flatMap((one) => dimensionOf(names, one) ?? []),
    filters: filters.flatMap((one) => filterOf(names, one) ?? []),
    synonyms: synonyms.flatMap((one): DefinedSynonym[] => {
      const column = names.column(one.table, one.column)
      return column === null ? [] : [{ column, value: one.value, synonyms: one.synonyms }]
    }),
  }
  schema.vocabulary = {
    model,
    metrics: definedMetrics(names),
    dimensions: found.dimensions,
    filters: new Map(found.filters.map((one) => [one.filter.name.toLowerCase(), one])),
    synonyms: found.synonyms,
  }
}

function dimensionOf(names: Names, dimension: Dimension): DefinedDimension | null {
  const table = names.table(dimension.table)
  const pieces = table === null ? null : names.pieces(table, dimension.expression)
  if (table === null || pieces === null) return null
  const said = [dimension.name, ...dimension.synonyms].map(wordsOf)
  const [only, other] = pieces
  if (typeof only === 'object' && other === undefined) {
    const column = columnNamed(table, only.column)
    if (column === null) return null
    column.synonyms = [...column.synonyms, ...said]
    return { dimension, column }
  }
  const { name } = dimension
  const values = returnedTexts(pieces)
  const column = addColumn(table, { kind: 'dimension', name, pieces, values })
  column.words = said[0] ?? []
  column.synonyms = said.slice(1)
  column.kind = values === null ? kindOf(table, pieces) : 'text'
  return { dimension, column }
}

function filterOf(names: Names, filter: NamedFilter): DefinedFilter | null {
  const table = names.table(filter.table)
  const pieces = table === null ? null : names.pieces(table, filter.condition)
  if (table === null || pieces === null) return null
  const column = addColumn(table, { kind: 'filter', name: filter.name, pieces, values: null })
  column.kind = 'boolean'
  return { filter, column }
}

function addColumn(table: TableModel, computed: ComputedColumn): ColumnModel {
  let { name } = computed
  while (columnNamed(table, name) !== null) name += ' '
  const column: ColumnModel = {
    name,
    kind: 'other',
    dataType: '',
    nullable: true,
    table,
    ref: { table: table.key, column: name },
    words: [],
    spoken: spokenName(computed.name),
    synonyms: [],
    isKey: false,
    isForeignKey: false,
    computed,
  }
  table.columns.push(column)
  return column
}

/** The singular words of a definition's name, as the names of columns have them. */
export function wordsOf(name: string): string[] {
  return tokenise(name)
    .map(singular)
    .filter((word) => word !== 'of' && word !== 'the')
}

/** The texts that a CASE returns: 'large' and 'small'. Null if it may return anything else. */
function returnedTexts(pieces: readonly ExpressionPiece[]): string[] | null {
  const text = pieces.map((one) => (typeof one === 'string' ? one : 'x')).join('')
  if (!/^\s*case\b[\s\S]*\bend\s*$/i.test(text) || /\bcase\b/i.test(text.trim().slice(4))) return null
  const returned = [...text.matchAll(/\b(?:then|else)\s+(?:'((?:[^']|'')*)'|(\S+))/gi)]
  const texts = returned.flatMap(([, one, other]) => {
    if (one !== undefined) return [one.replaceAll("''", "'")]
    return other?.toLowerCase() === 'null' ? [] : [null]
  })
  const known = texts.filter((one) => one !== null)
  return known.length === texts.length && known.length > 0 ? known : null
}

/** The kind of an expression's values: that of its only column for a plain call or cast, else unknown. */
function kindOf(table: TableModel, pieces: readonly ExpressionPiece[]): ColumnModel['kind'] {
  const text = pieces.map((one) => (typeof one === 'string' ? one : '')).join('')
  if (/\|\||^\s*(?:concat|upper|lower|initcap|trim|substr|substring|left|right|to_char|coalesce\s*\(.*')/i.test(text))
    return 'text'
  const kinds = new Set(
    pieces.flatMap((one) => (typeof one === 'string' ? [] : [columnNamed(table, one.column)?.kind ?? 'other'])),
  )
  const [only, other] = kinds
  if (/^\s*(?:extract|year|month|quarter|floor|ceil|round)\b/i.test(text)) return 'integer'
  return only !== undefined && other === undefined && only !== 'date' && only !== 'timestamp' ? only : 'other'
}

/** Relationships of the area that the database doesn't declare, if a row of one side has at most one of the other. */
function addRelationships(names: Names): void {
  const { schema, model } = names
  for (const join of model.joins) {
    const { left_table: left, right_table: right, left_column: from, right_column: to, cardinality } = join
    if (left === undefined || right === undefined || from === undefined || to === undefined) continue
    const [one, other] = [names.column(left, from), names.column(right, to)]
    if (one === null || other === null || one.table === other.table) continue
    if (schema.links.some((link) => connects(link, one.table, other.table))) continue
    if (cardinality === 'many_to_one' || cardinality === 'one_to_one') addLink(schema, one, other)
    else if (cardinality === 'one_to_many') addLink(schema, other, one)
  }
}

function connects({ child, parent }: Link, one: TableModel, other: TableModel): boolean {
  return (child === one && parent === other) || (child === other && parent === one)
}

function addLink(schema: Schema, child: ColumnModel, parent: ColumnModel): void {
  child.isForeignKey = true
  schema.links.push({ child: child.table, parent: parent.table, pairs: [{ child, parent }], inferred: false })
}

/** The names of definitions as words for their tables, so that a search finds the tables that a question needs. */
export function definitionWords(model: SemanticModel | undefined): Description[] {
  if (model === undefined) return []
  const { metrics, dimensions, filters, value_synonyms: values } = model.definitions
  const named = [
    ...metrics.flatMap(({ computation, ...one }) =>
      computation.kind === 'aggregate' ? [{ ...one, table: computation.table }] : [],
    ),
    ...dimensions,
    ...filters,
  ]
  return [
    ...named.map(({ name, synonyms, table }) => ({ table, synonyms: [name, ...synonyms] })),
    ...values.map(({ table, synonyms }) => ({ table, synonyms })),
  ].flatMap(({ table, synonyms }) => {
    const entry = model.tables.find((one) => one.name.toLowerCase() === table.toLowerCase())?.entry
    return entry === undefined ? [] : [{ table: entry.name, column: null, text: '', synonyms }]
  })
}
