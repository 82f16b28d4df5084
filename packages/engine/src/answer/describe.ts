import type { ColumnRef, Expression, Filter, Literal, Query, Scalar } from '../query.ts'
import { columnOf, tableOf, type Schema } from '../schema/model.ts'

const fnWords = { sum: 'total', avg: 'average', min: 'lowest', max: 'highest', count: 'number of' } as const
const operatorWords = {
  '=': 'is',
  '<>': 'is not',
  '<': 'is below',
  '<=': 'is at most',
  '>': 'is above',
  '>=': 'is at least',
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
  if (expression.kind === 'share') return `percentage of the ${expressionWords(schema, expression.of)}`
  if (expression.kind !== 'aggregate') return scalarWords(schema, expression)
  const of = scalarWords(schema, expression.of)
  if (expression.fn === 'count') return `number of ${expression.distinct ? 'different ' : ''}${plural(of)}`
  const fn = fnWords[expression.fn]
  return of === fn || of.startsWith(`${fn} `) ? of : `${fn} ${of}`
}

function literalWords(value: Literal): string {
  return typeof value === 'string' ? `“${value}”` : String(value)
}

/** A filter in words: 'country is ‘Germany’'. */
export function filterWords(schema: Schema, filter: Filter, subject: string | null = null): string {
  if ('left' in filter && filter.kind !== 'also') return comparisonWords(schema, filter, subject)
  const inner = (one: Filter) => filterWords(schema, one, subject)
  switch (filter.kind) {
    case 'period':
      return `${columnOf(schema, filter.ref).spoken} is ${filter.negated ? 'not ' : ''}${datedWords(filter.label)}`
    case 'related':
      return relatedWords(schema, filter)
    case 'also':
      return `some of the same ${plural(namedWords(schema, filter.left, subject))} with ${filter.filters.map(inner).join(' and ')}`
    case 'every':
      return filter.filters.map(inner).join(' and ')
    case 'any':
      return filter.filters.map(inner).join(' or ')
    case 'not':
      return `not (${inner(filter.filter)})`
  }
}

type Comparison = Exclude<Extract<Filter, { left: Scalar }>, { kind: 'also' }>

/** A condition on one value of a row, in words. */
function comparisonWords(schema: Schema, filter: Comparison, subject: string | null): string {
  const left = namedWords(schema, filter.left, subject)
  switch (filter.kind) {
    case 'compare':
      return `${left} ${operatorWords[filter.operator]} ${literalWords(filter.value)}`
    case 'between':
      return `${left} between ${literalWords(filter.from)} and ${literalWords(filter.to)}`
    case 'in':
      return `${left} ${filter.negated ? 'is neither ' : 'is '}${filter.values.map(literalWords).join(filter.negated ? ' nor ' : ' or ')}`
    case 'like':
      return `${left} ${likeWords(filter)} ${literalWords(filter.text)}`
    case 'missing':
      return `${left} is ${filter.negated ? 'present' : 'missing'}`
    case 'against':
      return `${left} ${operatorWords[filter.operator]} the ${fnWords[filter.fn]}`
    case 'columns':
      return `${left} ${operatorWords[filter.operator]} ${namedWords(schema, filter.right, subject)}`
  }
}

function likeWords({ where, negated }: Extract<Filter, { kind: 'like' }>): string {
  const verb = { start: 'start', end: 'end', anywhere: 'contain' }[where]
  return `${negated ? `does not ${verb}` : `${verb}s`} ${where === 'anywhere' ? '' : 'with'}`.trimEnd()
}

/** A column in words; a plain 'name' from another table than the subject also says whose name it is. */
function namedWords(schema: Schema, scalar: Scalar, subject: string | null): string {
  if (scalar.kind !== 'column' || subject === null || scalar.ref.table === subject) return scalarWords(schema, scalar)
  const found = columnOf(schema, scalar.ref)
  return generic.has(found.words.join(' ')) ? `${found.table.words.join(' ')} ${found.spoken}` : found.spoken
}

function datedWords(label: string): string {
  if (/^(after|before|since|until|today|yesterday|tomorrow)/.test(label)) return label
  if (/^\d{4}-\d\d-\d\d$/.test(label)) return `on ${label}`
  if (/ to /.test(label)) return `from ${label}`
  if (/^(last|this|next) [a-z]/.test(label)) return label
  return `in ${/^(last|next) \d/.test(label) ? 'the ' : ''}${label}`
}

function singularWords(words: string): string {
  return words
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1')
}

function relatedWords(schema: Schema, filter: Extract<Filter, { kind: 'related' }>): string {
  const inner =
    filter.filters.length === 0
      ? ''
      : ` where ${filter.filters.map((one) => filterWords(schema, one, filter.table)).join(' and ')}`
  const what = `${tableWords(schema, filter.table)}${inner}`
  if (filter.having === null) return filter.negated ? `no ${what}` : what
  const operator = {
    '=': 'exactly',
    '<>': 'not',
    '<': 'fewer than',
    '<=': 'at most',
    '>': 'more than',
    '>=': 'at least',
  }[filter.having.operator]
  return `${filter.negated ? 'not ' : ''}${operator} ${filter.having.value} ${filter.having.value === 1 ? singularWords(what) : what}`
}

/** The filters of a query in words, for answers and follow-ups. */
export function filterPhrases(schema: Schema, query: Query): string[] {
  return query.filters.map((one) => filterWords(schema, one))
}

/** A column in words, preceded by its table's name if the query isn't about that table. */
export function columnWords(schema: Schema, query: Query, ref: ColumnRef): string {
  const found = columnOf(schema, ref)
  const table = tableOf(schema, ref.table).words.join(' ')
  if (ref.table === query.subject || !generic.has(found.words.join(' '))) return found.spoken
  return `${table} ${found.spoken}`
}

const generic = new Set(['name', 'title', 'id', 'type', 'status', 'description', 'code', 'first name', 'last name'])

/** The filters of a query after a noun: ' with no orders where country is ‘Germany’'; empty if there are none. */
export function whereWords(schema: Schema, query: Query): string {
  const isWith = (one: Filter) => one.kind === 'related' && !(one.negated && one.having !== null)
  const related = query.filters.filter(isWith).map((one) => filterWords(schema, one, query.subject))
  const others = query.filters.filter((one) => !isWith(one)).map((one) => filterWords(schema, one, query.subject))
  const withWords = related.length === 0 ? '' : ` with ${related.join(' and ')}`
  return `${withWords}${others.length === 0 ? '' : ` where ${others.join(' and ')}`}`
}
