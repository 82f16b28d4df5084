import { formatMessage, message, type Message } from '@parlance/contract'
import {
  isAggregate,
  isPartial,
  tableKeyOf,
  type AggregateFunction,
  type ColumnRef,
  type Expression,
  type Filter,
  type Literal,
  type Measure,
  type Operator,
  type PartialMeasure,
  type Query,
  type Related,
  type Scalar,
} from '../query.ts'
import { metricWords } from '../schema/metrics.ts'
import { filterName, spokenName } from '../schema/spoken.ts'
import { plural } from '../lexicon/plurals.ts'
import { columnOf, tableOf, type Schema, type TableModel } from '../schema/model.ts'
import { isTemporal } from '../schema/roles.ts'
import { allOf, anyOf, chained, type Phrase } from './lists.ts'
import { formatNumber } from './numbers.ts'
import { extremeDate } from './extreme-words.ts'
import { datedWords, unitWord } from './periods.ts'

/** The name of a table in words, for one of its rows. A word that is repeated ('customer_customer_demo') is said once. */
export function rowWords(table: TableModel): string {
  return table.words.filter((word, at) => word !== table.words[at - 1]).join(' ')
}

/** The plural name of a table in words. */
export function tableWords(schema: Schema, key: string): string {
  return plural(rowWords(tableOf(schema, key)))
}

function scalarWords(schema: Schema, scalar: Scalar): Phrase {
  if ('name' in scalar) return scalar.kind === 'formula' ? formulaWords(scalar.name) : spokenName(scalar.name)
  if (scalar.kind === 'period') return unitWord(scalar.unit)
  if (scalar.kind === 'length') return message('length of {column}', { column: columnOf(schema, scalar.ref).spoken })
  if (scalar.kind === 'days')
    return message('number of days from {from} to {to}', {
      from: columnOf(schema, scalar.ref).spoken,
      to: columnOf(schema, scalar.to).spoken,
    })
  if (scalar.kind === 'age') return message('age')
  return columnOf(schema, scalar.ref).spoken
}

function formulaWords(name: string): Phrase {
  if (name === 'revenue') return message('revenue')
  return name === 'units sold' ? message('units sold') : name
}

/** An expression in words: 'number of orders', 'average price'. */
export function expressionWords(schema: Schema, expression: Expression): Phrase {
  if (expression.kind === 'rows') return message('number of {rows}', { rows: tableWords(schema, expression.table) })
  if (expression.kind === 'share')
    return message('percentage of the {measure}', { measure: expressionWords(schema, expression.of) })
  if (expression.kind === 'aggregate') return aggregateWords(schema, expression)
  if (isPartial(expression)) return partialWords(schema, expression)
  return isAggregate(expression) ? combinedWords(schema, expression) : scalarWords(schema, expression)
}

/** A number that is computed from others, in words. */
function combinedWords(
  schema: Schema,
  expression: Extract<Expression, { kind: 'percentage' | 'ratio' | 'difference' }>,
): Message {
  const measure = expressionWords(schema, expression.of)
  if (expression.kind === 'difference')
    return message('difference between the {measure} and the {other}', {
      measure,
      other: expressionWords(schema, expression.less),
    })
  if (expression.kind === 'ratio' && expression.per.kind === 'aggregate' && expression.per.fn === 'sum')
    return message('ratio of {measure} to {other}', {
      measure: averagedWords(schema, expression.of),
      other: averagedWords(schema, expression.per),
    })
  if (expression.kind === 'ratio')
    return message('average {measure} per {unit}', {
      measure: linkedWords(schema, expression) ?? averagedWords(schema, expression.of),
      unit: dividedBy(schema, expression.per),
    })
  const whole =
    expression.of.kind === 'rows'
      ? message('percentage of {rows}', { rows: tableWords(schema, expression.of.table) })
      : message('percentage of the {measure}', { measure })
  const where = partWords(schema, expression)
  return where === null ? whole : message('{noun} {where}', { noun: whole, where })
}

/** The part that a percentage is of: 'in 2024', 'where status is “shipped”'. */
function partWords(
  schema: Schema,
  { of, filters }: Extract<Expression, { kind: 'percentage' }>,
): Message | string | null {
  const [only, other] = filters
  return only?.kind === 'period' && !only.negated && other === undefined
    ? datedWords(only.label)
    : conditionWords(schema, filters, tableKeyOf(of))
}

/** 'revenue', not 'total revenue': its average is shown. */
function averagedWords(schema: Schema, of: Measure): Phrase {
  return of.kind === 'aggregate' && of.fn === 'sum' && of.of.kind !== 'metric'
    ? scalarWords(schema, of.of)
    : expressionWords(schema, of)
}

/** 'number of films': rows that link films to the divisor's rows are named after the films. */
function linkedWords(schema: Schema, { of, per }: Extract<Expression, { kind: 'ratio' }>): Message | null {
  if (of.kind !== 'rows') return null
  const table = tableOf(schema, of.table)
  const [only, more] = schema.links.filter((one) => one.child === table && one.parent.key !== tableKeyOf(per))
  const isLink = table.primaryKey.length === 2 && table.primaryKey.every((one) => one.isForeignKey)
  return isLink && only !== undefined && more === undefined
    ? message('number of {rows}', { rows: tableWords(schema, only.parent.key) })
    : null
}

/** What one of the divisor is: a row of a table, a period, or a value. */
function dividedBy(schema: Schema, per: Measure): Phrase {
  if (per.kind === 'rows') return tableOf(schema, per.table).words.join(' ')
  if (per.of.kind !== 'column') return scalarWords(schema, per.of)
  const found = columnOf(schema, per.of.ref)
  return found.isKey ? found.table.words.join(' ') : found.spoken
}

function partialWords(schema: Schema, expression: PartialMeasure): Message {
  const measure = expressionWords(schema, expression.of)
  if (expression.kind === 'change') return message('change of the {measure} in percent', { measure })
  const { when } = expression
  const where =
    when.kind === 'period'
      ? datedWords(when.label)
      : message('where {conditions}', { conditions: filterWords(schema, when) })
  return message('{measure} {where}', { measure, where })
}

function aggregateWords(schema: Schema, { fn, of, distinct }: Extract<Expression, { kind: 'aggregate' }>): Phrase {
  if (of.kind === 'metric') return metricWords(schema, of.name)
  const column = scalarWords(schema, of)
  const words = english(column)
  if (fn === 'count') {
    const values = plural(words)
    return distinct ? message('number of different {values}', { values }) : message('number of {values}', { values })
  }
  // A column such as "total price" already says so.
  const [first] = words.split(' ')
  const own = { sum: 'total', avg: 'average', min: 'lowest', max: 'highest', median: 'median' }[fn]
  if (first === own) return column
  const isDate = of.kind === 'column' && isTemporal(columnOf(schema, of.ref))
  return isDate && (fn === 'max' || fn === 'min') ? extremeDate(fn, column) : measured(fn, column)
}

function measured(fn: Exclude<AggregateFunction, 'count'>, column: Phrase): Message {
  switch (fn) {
    case 'sum':
      return message('total {column}', { column })
    case 'avg':
      return message('average {column}', { column })
    case 'min':
      return message('lowest {column}', { column })
    case 'max':
      return message('highest {column}', { column })
    case 'median':
      return message('median {column}', { column })
  }
}

/** Smaller numbers may be years. */
const leastGrouped = 10_000

export function literalWords(value: Literal): string {
  if (typeof value === 'string') return `“${value}”`
  return typeof value === 'number' && Math.abs(value) >= leastGrouped ? formatNumber(value) : String(value)
}

/** A filter in words: 'country is ‘Germany’'. */
function filterWords(schema: Schema, filter: Filter, subject: string | null = null): Phrase {
  if ('left' in filter && filter.kind !== 'also' && filter.kind !== 'refers')
    return filterName(schema, filter) ?? comparisonWords(schema, filter, subject)
  const inner = (one: Filter) => filterWords(schema, one, subject)
  switch (filter.kind) {
    case 'period':
      return periodFilterWords(schema, filter)
    case 'related':
      return relatedWords(schema, filter)
    case 'also':
      return message('some of the same {values} with {conditions}', {
        values: plural(english(namedWords(schema, filter.left, subject))),
        conditions: allOf(filter.filters.map(inner)),
      })
    case 'refers':
      return message('{column} is {value}', {
        column: english(namedWords(schema, filter.left, subject)),
        value: nameOf(filter.filters) ?? allOf(filter.filters.map(inner)),
      })
    case 'all':
    case 'every':
      return allOf(filter.filters.map(inner))
    case 'any':
      return anyOf(filter.filters.map(inner))
    case 'not':
      return message('not ({condition})', { condition: inner(filter.filter) })
  }
}

/** The name that conditions on the parts of a name spell; null if they are others. */
function nameOf(filters: readonly Filter[]): string | null {
  const parts = filters.map((one) => (one.kind === 'compare' && one.operator === '=' ? String(one.value) : null))
  return parts.includes(null) ? null : `“${parts.join(' ')}”`
}

function periodFilterWords(schema: Schema, { ref, label, negated }: Extract<Filter, { kind: 'period' }>): Message {
  const values = { column: columnOf(schema, ref).spoken, period: datedWords(label) }
  return negated ? message('{column} is not {period}', values) : message('{column} is {period}', values)
}

type Comparison = Exclude<Extract<Filter, { left: Scalar }>, { kind: 'also' | 'refers' }>

/** A condition on one value of a row, in words. */
function comparisonWords(schema: Schema, filter: Comparison, subject: string | null): Phrase {
  const column = namedWords(schema, filter.left, subject)
  switch (filter.kind) {
    case 'compare':
      return comparedWords(column, filter.operator, literalWords(filter.value))
    case 'between':
      return message('{column} is between {from} and {to}', {
        column,
        from: literalWords(filter.from),
        to: literalWords(filter.to),
      })
    case 'in':
      return inWords(column, filter)
    case 'like':
      return likeWords(column, filter)
    case 'missing':
      return filter.negated ? message('{column} is present', { column }) : message('{column} is missing', { column })
    case 'against':
      return comparedWords(column, filter.operator, againstWords(schema, filter))
    case 'columns':
      return comparedWords(column, filter.operator, namedWords(schema, filter.right, subject))
  }
}

export function comparedWords(column: Phrase, operator: Operator, value: Phrase): Message {
  const values = { column, value }
  switch (operator) {
    case '=':
      return message('{column} is {value}', values)
    case '<>':
      return message('{column} is not {value}', values)
    case '<':
      return message('{column} is below {value}', values)
    case '<=':
      return message('{column} is at most {value}', values)
    case '>':
      return message('{column} is above {value}', values)
    case '>=':
      return message('{column} is at least {value}', values)
  }
}

function againstWords(schema: Schema, { fn, left, filters }: Extract<Filter, { kind: 'against' }>): Phrase {
  const value = computedWords(fn)
  if (filters.length === 0) return value
  const conditions = allOf(filters.map((one) => filterWords(schema, one, tableKeyOf(left))))
  return message('{value} where {conditions}', { value, conditions })
}

function computedWords(fn: Extract<Filter, { kind: 'against' }>['fn']): Message {
  return message(
    '{fn, select, sum {the total} avg {the average} min {the lowest} max {the highest} other {the number of}}',
    { fn },
  )
}

function inWords(column: Phrase, { values, negated }: Extract<Filter, { kind: 'in' }>): Message {
  const words = values.map(literalWords)
  if (!negated) return message('{column} is {value}', { column, value: anyOf(words) })
  const value = chained(words, (first, last) => message('{first} nor {last}', { first, last }))
  return message('{column} is neither {value}', { column, value })
}

function likeWords(column: Phrase, { where, text, negated }: Extract<Filter, { kind: 'like' }>): Message {
  const values = { where, column, text: literalWords(text) }
  return negated
    ? message(
        '{where, select, start {{column} does not start with {text}} end {{column} does not end with {text}} other {{column} does not contain {text}}}',
        values,
      )
    : message(
        '{where, select, start {{column} starts with {text}} end {{column} ends with {text}} other {{column} contains {text}}}',
        values,
      )
}

export function english(phrase: Phrase): string {
  return typeof phrase === 'string' ? phrase : formatMessage(phrase)
}

/** A column in words; a plain 'name' from another table than the subject also says whose name it is. */
export function namedWords(schema: Schema, scalar: Scalar, subject: string | null): Phrase {
  if (scalar.kind !== 'column' || subject === null || scalar.ref.table === subject) return scalarWords(schema, scalar)
  const found = columnOf(schema, scalar.ref)
  return generic.has(found.words.join(' ')) ? `${found.table.words.join(' ')} ${found.spoken}` : found.spoken
}

function singularWords(words: string): string {
  return words
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1')
}

function relatedWords(schema: Schema, filter: Extract<Filter, { kind: 'related' }>): Phrase {
  const { having, negated } = filter
  const plain = tableWords(schema, filter.table)
  const name = having?.value === 1 ? singularWords(plain) : plain
  const conditions = filter.filters.map((one) => filterWords(schema, one, filter.table))
  const rows =
    conditions.length === 0 ? name : message('{rows} where {conditions}', { rows: name, conditions: allOf(conditions) })
  if (having === null) return negated ? message('no {rows}', { rows }) : rows
  const condition = having.than === undefined ? numberedWords(rows, having) : thanWords(schema, rows, filter, having)
  return negated ? message('not {condition}', { condition }) : condition
}

/** 'more orders than customers whose name is Ana'. */
function thanWords(
  schema: Schema,
  rows: Phrase,
  { of }: Related,
  { operator, than = [] }: NonNullable<Related['having']>,
): Message {
  const owners = tableWords(schema, of)
  const conditions = allOf(than.map((one) => filterWords(schema, one, of)))
  return operator.startsWith('>')
    ? message('more {rows} than the {owners} where {conditions}', { rows, owners, conditions })
    : message('fewer {rows} than the {owners} where {conditions}', { rows, owners, conditions })
}

function numberedWords(rows: Phrase, { operator, value: n }: { operator: Operator; value: number }): Message {
  const values = { n, rows }
  switch (operator) {
    case '=':
      return message('exactly {n} {rows}', values)
    case '<>':
      return message('not {n} {rows}', values)
    case '<':
      return message('fewer than {n} {rows}', values)
    case '<=':
      return message('at most {n} {rows}', values)
    case '>':
      return message('more than {n} {rows}', values)
    case '>=':
      return message('at least {n} {rows}', values)
  }
}

/** A column in words, preceded by its table's name if the query isn't about that table. */
export function columnWords(schema: Schema, query: Query, ref: ColumnRef): string {
  const found = columnOf(schema, ref)
  const table = tableOf(schema, ref.table).words.join(' ')
  if (ref.table === query.subject || !generic.has(found.words.join(' '))) return found.spoken
  return `${table} ${found.spoken}`
}

const generic = new Set(['name', 'title', 'id', 'type', 'status', 'description', 'code', 'first name', 'last name'])

/** The filters of a query after a noun: 'with no orders where country is ‘Germany’'; null if there are none. */
export function whereWords(schema: Schema, query: Query): Message | null {
  return conditionWords(schema, query.filters, query.subject)
}

export function conditionWords(
  schema: Schema,
  all: readonly Filter[],
  subject: string,
  ofGroups: readonly Phrase[] = [],
): Message | null {
  const isWith = (one: Filter) => one.kind === 'related' && !(one.negated && one.having !== null)
  const words = (filters: readonly Filter[]) => filters.map((one) => filterWords(schema, one, subject))
  const related = all.filter(isWith)
  const others = [...words(all.filter((one) => !isWith(one))), ...ofGroups]
  if (related.length === 0)
    return others.length === 0 ? null : message('where {conditions}', { conditions: allOf(others) })
  const rows = allOf(words(related))
  return others.length === 0
    ? message('with {rows}', { rows })
    : message('with {rows} where {conditions}', { rows, conditions: allOf(others) })
}

/** A noun with the filters after it. */
export function qualified(noun: Phrase, where: Message | null): Phrase {
  return where === null ? noun : message('{noun} {where}', { noun, where })
}
