import { isAggregate, sameExpression, tableKeyOf, type Expression, type Query, type Selected } from '../query.ts'
import { expressionWords, tableWords, whereWords, columnWords } from './describe.ts'
import { columnOf, tableOf, type Schema, type TableModel } from '../schema/model.ts'
import { displayColumns, isTemporal } from '../schema/roles.ts'

const smallNumbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`

/** How a question was read, in one plain sentence: 'The five products with the highest total revenue.' */
export function readingOf(schema: Schema, query: Query): string {
  const text = `${coreOf(schema, query)}${whereWords(schema, query)}${havingOf(schema, query)}${sortingOf(schema, query)}${topOf(schema, query)}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function measuresOf(query: Query): Selected[] {
  return query.select.filter((one) => isAggregate(one.expression))
}

function coreOf(schema: Schema, query: Query): string {
  if (isRanking(query)) return rankingOf(schema, query)
  const measures = measuresOf(query)
  const groups = query.select.filter((one) => !isAggregate(one.expression))
  if (measures.length === 0) return listOf(schema, query)
  const [only, other] = measures
  const what =
    only?.expression.kind === 'rows' && other === undefined
      ? `counts ${tableWords(schema, only.expression.table)}`
      : `shows the ${list(measures.map((one) => expressionWords(schema, one.expression)))}${ofWhat(schema, measures)}`
  return groups.length === 0 ? what : `${what} for each ${groupWords(schema, query, groups)}`
}

/** What a measure belongs to, if its own words don't say so. */
function ofWhat(schema: Schema, measures: readonly Selected[]): string {
  const [first] = measures
  if (first === undefined || measures.some(({ expression }) => !isPlainAggregate(expression))) return ''
  const tables = new Set(measures.map((one) => tableKeyOf(one.expression)))
  return tables.size === 1 ? ` of ${tableWords(schema, tableKeyOf(first.expression))}` : ''
}

function isPlainAggregate(expression: Expression): boolean {
  return expression.kind === 'aggregate' && expression.of.kind === 'column'
}

/** Names groups by their table if they are its names ('for each customer'), else by column ('for each country'). */
function groupWords(schema: Schema, query: Query, groups: readonly Selected[]): string {
  const words = groups.map(({ expression }) => {
    if (expression.kind !== 'column') return expressionWords(schema, expression)
    const table = tableOf(schema, expression.ref.table)
    const isName = displayColumns(table).some((one) => one.name === expression.ref.column)
    return isName ? table.words.join(' ') : columnWords(schema, query, expression.ref)
  })
  return list([...new Set(words)])
}

function isRanking(query: Query): boolean {
  return query.limit !== null && query.order.length === 1 && query.select.some((one) => !isAggregate(one.expression))
}

function rankingOf(schema: Schema, query: Query): string {
  const [order] = query.order
  const limit = query.limit ?? 1
  const shown = query.select.filter(
    (one) => !isAggregate(one.expression) && !sameExpression(one.expression, order?.expression ?? one.expression),
  )
  const named = shown.length === 0 ? query.select.filter((one) => !isAggregate(one.expression)) : shown
  const tables = [...new Set(named.map((one) => tableKeyOf(one.expression)))]
  const isNames = tables.length === 1 && named.every(({ expression }) => isNameColumn(schema, expression))
  const count = limit === 1 ? 'the' : `the ${smallNumbers[limit] ?? String(limit)}`
  const [key] = tables
  const whole = tables.length === 1 && key !== undefined
  const rows = whole ? tableOf(schema, key) : null
  const columns = () => pluralFor(limit, list(named.map((one) => nounOf(schema, query, one.expression))))
  const noun = isNames && rows !== null ? rowsOf(schema, rows, limit) : columns()
  if (order === undefined) return `${count} first ${noun}`
  return `${count} ${noun} ${orderedBy(schema, order)}`
}

function rowsOf(schema: Schema, table: TableModel, limit: number): string {
  return limit === 1 ? table.words.join(' ') : tableWords(schema, table.key)
}

function pluralFor(limit: number, words: string): string {
  if (limit === 1 || words.endsWith('s')) return words
  return /[^aeiou]y$/.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`
}

function nounOf(schema: Schema, query: Query, expression: Expression): string {
  return expression.kind === 'column' ? columnWords(schema, query, expression.ref) : expressionWords(schema, expression)
}

function isNameColumn(schema: Schema, expression: Expression): boolean {
  if (expression.kind !== 'column') return false
  const found = columnOf(schema, expression.ref)
  return displayColumns(found.table).includes(found)
}

function orderedBy(schema: Schema, order: Query['order'][number]): string {
  const words = expressionWords(schema, order.expression)
  const isDate = order.expression.kind === 'column' && isTemporal(columnOf(schema, order.expression.ref))
  if (isDate) return `with the ${order.descending ? 'latest' : 'earliest'} ${words}`
  return `with the ${order.descending ? 'highest' : 'lowest'} ${words}`
}

/** Names a list's rows, and its columns if they aren't only the rows' names. */
function listOf(schema: Schema, query: Query): string {
  const tables = [...new Set(query.select.map((one) => tableKeyOf(one.expression)))]
  const isNames =
    tables.length === 1 &&
    tables[0] === query.subject &&
    query.select.every(({ expression }) => isNameColumn(schema, expression))
  const subject = tableWords(schema, query.subject)
  if (isNames) return `lists ${subject}`
  const own = tableOf(schema, query.subject).columns.length
  if (tables.length === 1 && tables[0] === query.subject && query.select.length === own)
    return `lists ${subject} with all their columns`
  const words = query.select.map((one) => nounOf(schema, query, one.expression))
  const what = `${query.distinct ? 'different values of ' : ''}${list(words)}`
  return words.length === 1 ? `lists the ${what} of ${subject}` : `lists ${subject}: ${what}`
}

const operators = {
  '=': 'exactly',
  '<>': 'other than',
  '<': 'below',
  '<=': 'at most',
  '>': 'above',
  '>=': 'at least',
} as const

function havingOf(schema: Schema, query: Query): string {
  if (query.having.length === 0) return ''
  const words = query.having.map(
    (one) => `the ${expressionWords(schema, one.expression)} is ${operators[one.operator]} ${one.value}`,
  )
  return `, only where ${list(words)}`
}

function sortingOf(schema: Schema, query: Query): string {
  if (query.order.length === 0 || isRanking(query))
    return query.limit === null || isRanking(query) ? '' : `, the first ${query.limit}`
  const words = query.order.map(
    (one) => `${expressionWords(schema, one.expression)}, ${one.descending ? 'from high to low' : 'from low to high'}`,
  )
  return `, sorted by ${words.join(' and ')}${query.limit === null ? '' : `, the first ${query.limit}`}`
}

function topOf(schema: Schema, query: Query): string {
  if (query.top === null) return ''
  const { limit } = query.top.query
  return `, only for the ${limit === null ? 'first' : `first ${limit}`} ${tableWords(schema, query.subject)} of the previous question`
}
