import type { Expression, Filter, Literal, Query, Scalar } from './query.ts'
import { columnOf, tableOf, type Schema } from './schema/model.ts'

const fnWords = { sum: 'total', avg: 'average', min: 'lowest', max: 'highest', count: 'number of' } as const
const operatorWords = {
  '=': 'is',
  '<>': 'is not',
  '<': 'below',
  '<=': 'at most',
  '>': 'above',
  '>=': 'at least',
} as const

function plural(words: string): string {
  if (/(staff|media|series|people|info|information|equipment)$/.test(words)) return words
  if (words.endsWith('person')) return words.replace(/person$/, 'people')
  if (words.endsWith('s')) return words
  if (/(x|ch|sh)$/.test(words)) return `${words}es`
  return /[^aeiou]y$/.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`
}

/** The plural name of a table in words. */
export function tableWords(schema: Schema, key: string): string {
  return plural(tableOf(schema, key).words.join(' '))
}

function scalarWords(schema: Schema, scalar: Scalar): string {
  if (scalar.kind === 'formula') return scalar.name
  if (scalar.kind === 'period') return scalar.unit
  return columnOf(schema, scalar.ref).spoken
}

/** An expression in words: 'number of orders', 'average price'. */
export function expressionWords(schema: Schema, expression: Expression): string {
  if (expression.kind === 'rows') return `number of ${tableWords(schema, expression.table)}`
  if (expression.kind !== 'aggregate') return scalarWords(schema, expression)
  const of = scalarWords(schema, expression.of)
  if (expression.fn === 'count') return `number of ${expression.distinct ? 'different ' : ''}${plural(of)}`
  return `${fnWords[expression.fn]} ${of}`
}

function literalWords(value: Literal): string {
  return typeof value === 'string' ? `‘${value}’` : String(value)
}

/** A filter in words: 'country is ‘Germany’'. */
export function filterWords(schema: Schema, filter: Filter): string {
  switch (filter.kind) {
    case 'compare':
      return `${scalarWords(schema, filter.left)} ${operatorWords[filter.operator]} ${literalWords(filter.value)}`
    case 'between':
      return `${scalarWords(schema, filter.left)} between ${literalWords(filter.from)} and ${literalWords(filter.to)}`
    case 'period':
      return `${columnOf(schema, filter.ref).spoken} ${filter.negated ? 'not ' : ''}${/^(after|before|since|until|last|this|the last|today|yesterday|next)/.test(filter.label) ? '' : 'in '}${filter.label}`
    case 'in':
      return `${scalarWords(schema, filter.left)} ${filter.negated ? 'is neither ' : 'is '}${filter.values.map(literalWords).join(filter.negated ? ' nor ' : ' or ')}`
    case 'like':
      return `${scalarWords(schema, filter.left)} ${filter.negated ? 'does not ' : ''}${{ start: 'start', end: 'end', anywhere: 'contain' }[filter.where]}${filter.negated ? '' : 's'} ${filter.where === 'anywhere' ? '' : 'with '}${literalWords(filter.text)}`
    case 'missing':
      return `${scalarWords(schema, filter.left)} is ${filter.negated ? 'present' : 'missing'}`
    case 'against':
      return `${scalarWords(schema, filter.left)} ${operatorWords[filter.operator]} the ${fnWords[filter.fn]}`
    case 'columns':
      return `${scalarWords(schema, filter.left)} ${operatorWords[filter.operator]} ${scalarWords(schema, filter.right)}`
    case 'related':
      return relatedWords(schema, filter)
    case 'also':
      return `some of the same ${plural(scalarWords(schema, filter.left))} with ${filter.filters.map((one) => filterWords(schema, one)).join(' and ')}`
    case 'every':
      return filter.filters.map((one) => filterWords(schema, one)).join(' and ')
    case 'any':
      return filter.filters.map((one) => filterWords(schema, one)).join(' or ')
    case 'not':
      return `not (${filterWords(schema, filter.filter)})`
  }
}

function relatedWords(schema: Schema, filter: Extract<Filter, { kind: 'related' }>): string {
  const inner =
    filter.filters.length === 0 ? '' : ` with ${filter.filters.map((one) => filterWords(schema, one)).join(' and ')}`
  const what = `${tableWords(schema, filter.table)}${inner}`
  if (filter.having === null) return filter.negated ? `no ${what}` : `some ${what}`
  const operator = {
    '=': 'exactly',
    '<>': 'not',
    '<': 'fewer than',
    '<=': 'at most',
    '>': 'more than',
    '>=': 'at least',
  }[filter.having.operator]
  return `${filter.negated ? 'not ' : ''}${operator} ${filter.having.value} ${what}`
}

/** The filters of a query in words, for answers and follow-ups. */
export function filterPhrases(schema: Schema, query: Query): string[] {
  return query.filters.map((one) => filterWords(schema, one))
}

/** How a question was read, in one plain sentence. */
export function readingOf(schema: Schema, query: Query): string {
  const shown = query.select.map((one) => expressionWords(schema, one.expression)).join(', ')
  const grouped = query.groups.filter((one) =>
    query.select.some((selected) => JSON.stringify(selected.expression) === JSON.stringify(one)),
  )
  const parts = [`Shows ${shown} of ${tableWords(schema, query.subject)}`]
  if (grouped.length > 0) parts.push(`for each ${grouped.map((one) => scalarWords(schema, one)).join(' and ')}`)
  if (query.filters.length > 0) parts.push(`where ${filterPhrases(schema, query).join(' and ')}`)
  if (query.having.length > 0)
    parts.push(
      `keeping groups with ${query.having.map((one) => `${expressionWords(schema, one.expression)} ${operatorWords[one.operator]} ${one.value}`).join(' and ')}`,
    )
  const [order] = query.order
  if (order !== undefined)
    parts.push(
      `sorted by ${expressionWords(schema, order.expression)}, ${order.descending ? 'highest' : 'lowest'} first`,
    )
  if (query.limit !== null) parts.push(query.limit === 1 ? 'the first row' : `the first ${query.limit} rows`)
  if (query.top !== null)
    parts.push(
      `only for the first ${query.top.query.limit ?? 'few'} ${tableWords(schema, query.subject)} of the question before`,
    )
  return `${parts.join(', ')}.`
}
