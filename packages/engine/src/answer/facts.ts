import { message, type Message } from '@parlance/contract'
import { plural } from '../lexicon/plurals.ts'
import {
  isAggregate,
  isNamedUnit,
  sameColumn,
  sameExpression,
  tableKeyOf,
  type ColumnRef,
  type Expression,
  type Filter,
  type PeriodUnit,
  type Query,
} from '../query.ts'
import { ancestors } from '../schema/graph.ts'
import { columnOf, tableOf, type ColumnModel, type Schema } from '../schema/model.ts'
import { displayColumns, isNumeric, isTemporal, mainDate } from '../schema/roles.ts'
import { formatOf } from '../schema/metric-formats.ts'
import { comparedFacts, type ComparedFacts } from './comparison.ts'
import { briefWhere } from './brief-where.ts'
import { expressionWords, rowWords, tableWords } from './describe.ts'
import type { Phrase } from './lists.ts'
import type { Unit } from './numbers.ts'
import { datedWords } from './periods.ts'
import { followUps, measuredTable } from './suggest.ts'

/** The facts of the schema and the query that `composeAnswer` needs, as data. */
export interface AnswerFacts {
  shape: 'number' | 'series' | 'ranking' | 'groups' | 'list'
  /** The rows that the answer is about, in the plural, and one of them. */
  subject: string
  row: string
  /** What a row of a list is, in the plural and singular: rows of the subject, or values of a column. */
  unit: { one: string; many: string } | null
  /** The filters after the subject: 'with no orders', 'in 2025'; null if there are none. */
  where: Message | null
  /** The same if the filter's period isn't over on the day of the answer: 'in 2025 so far'. */
  running: { from: string; before: string; where: Message } | null
  labels: Phrase[]
  measures: number[]
  /** The columns with a number of rows, and what the rows are called. */
  counts: { at: number; rows: string }[]
  /** Columns whose values add up to a total. */
  sums: number[]
  /** Columns whose numbers are names: keys, years, codes. */
  names: number[]
  units: Unit[]
  /** The columns with revenue, which has a best and not only a highest value. */
  revenue: number[]
  /** The columns that are dates or times. */
  dates: number[]
  /** The unit of time of a series, and its column. */
  period: { unit: PeriodUnit; at: number } | null
  /** What the groups are called; null if several columns make a group. */
  groups: string | null
  /** What a number that names a row is put behind, such as “Order”; null if rows have names. */
  numbered: string | null
  /** Whether a ranking begins with the highest value; null without a single order. */
  descending: boolean | null
  limit: number | null
  /** Whether conditions on groups, or the groups of an earlier question, leave some out. */
  isNarrowed: boolean
  /** The dates that the filters leave of a series; null if there is no such filter, or several. */
  span: { from: string | null; before: string | null } | null
  /** Whether the filters name the period of the answer. */
  isDated: boolean
  followUps: string[]
  /** Two compared periods; null if there are none. */
  compared: ComparedFacts | null
}

const namingWords = ['id', 'year', 'code', 'number', 'zip']

function isNaming(schema: Schema, expression: Expression): boolean {
  if (expression.kind !== 'column') return false
  const found = columnOf(schema, expression.ref)
  return found.isKey || found.isForeignKey || namingWords.includes(found.words.at(-1) ?? '')
}

function isSum(expression: Expression): boolean {
  if (expression.kind === 'rows') return true
  return (
    expression.kind === 'aggregate' && !expression.distinct && (expression.fn === 'count' || expression.fn === 'sum')
  )
}

/** Whether each measured row belongs to one group only, so that the groups add up to the whole. */
function addsUp(schema: Schema, query: Query, expression: Expression): boolean {
  const owners = ancestors(schema, tableOf(schema, tableKeyOf(expression))).map((one) => one.key)
  return query.groups.every((one) => owners.includes(tableKeyOf(one)))
}

function isRevenue(expression: Expression): boolean {
  return (
    expression.kind === 'aggregate' &&
    expression.fn === 'sum' &&
    expression.of.kind === 'formula' &&
    expression.of.name === 'revenue'
  )
}

function shapeOf(schema: Schema, query: Query): AnswerFacts['shape'] {
  if (query.within !== undefined) return 'list'
  const hasMeasure = query.select.some((one) => isAggregate(one.expression))
  if (query.groups.length === 0 && hasMeasure) return 'number'
  if (query.groups.length === 0) return isRanking(schema, query) && query.limit !== null ? 'ranking' : 'list'
  if (!hasMeasure) return 'list'
  const keys = query.select.filter((one) => !isAggregate(one.expression))
  const [key] = keys
  if (keys.length === 1 && key?.expression.kind === 'period' && !isNamedUnit(key.expression.unit)) return 'series'
  return isRanking(schema, query) && measuredOrder(query) !== null ? 'ranking' : 'groups'
}

/** Whether the first row leads all. Names in their order, a row from the middle, or the first in another order don't. */
function isRanking(schema: Schema, { order: [first], groups, select, place, top }: Query): boolean {
  if (first === undefined || select.length < 2 || (place?.at ?? 1) !== 1) return false
  if (top !== null && top.isAsked !== true) return false
  const { expression } = first
  if (groups.some((one) => sameExpression(one, expression))) return false
  const column = expression.kind === 'column' ? columnOf(schema, expression.ref) : null
  return column === null || column.kind !== 'text' || isTemporal(column)
}

/** The position of the only measure that the rows are sorted by first; null if they aren't sorted by one. */
function measuredOrder(query: Query): number | null {
  const [order] = query.order
  const at = query.select.findIndex((one) => order !== undefined && sameExpression(one.expression, order.expression))
  return at < 0 ? null : at
}

/** The number of rows asked for; null without one, and for a row from the middle of a list. */
function shownLimit({ limit, place }: Query): number | null {
  if (place === undefined) return limit
  return place.at === 1 ? 1 : null
}

/** Describes a query for its answer, as data. */
export function answerFacts(schema: Schema, query: Query): AnswerFacts {
  const shape = shapeOf(schema, query)
  const ranked = shape === 'ranking' ? measuredOrder(query) : null
  const measures = query.select.flatMap((one, at) => (isAggregate(one.expression) || at === ranked ? [at] : []))
  const counted = query.select.find((one) => one.expression.kind === 'rows')
  const subject = shape === 'number' && counted?.expression.kind === 'rows' ? counted.expression.table : query.subject
  const at = (test: (expression: Expression) => boolean) =>
    query.select.flatMap((one, place) => (test(one.expression) ? [place] : []))
  const period = query.select.flatMap(({ expression }, place) =>
    expression.kind === 'period' ? [{ unit: expression.unit, at: place }] : [],
  )
  return {
    shape,
    subject: tableWords(schema, subject),
    row: rowWords(tableOf(schema, subject)),
    unit: listed(schema, query),
    ...wheres(schema, query),
    labels: query.select.map((one) => expressionWords(schema, one.expression)),
    measures: ranked === null ? measures : [ranked, ...measures.filter((one) => one !== ranked)],
    counts: query.select.flatMap(({ expression }, place) =>
      expression.kind === 'rows' ? [{ at: place, rows: tableWords(schema, expression.table) }] : [],
    ),
    sums: at((one) => isSum(one) && addsUp(schema, query, one)),
    names: at((one) => isNaming(schema, one)),
    units: query.select.map((one) => unitOf(schema, one.expression)),
    revenue: at(isRevenue),
    dates: at((one) => one.kind === 'column' && isTemporal(columnOf(schema, one.ref))),
    period: period[0] ?? null,
    groups: groupsOf(schema, query),
    numbered: numberedRow(schema, query, ranked),
    descending: query.order[0]?.descending ?? null,
    limit: shownLimit(query),
    isNarrowed: query.having.length > 0 || query.top !== null,
    span: spanIn(query),
    isDated: query.filters.some((one) => one.kind === 'period'),
    followUps: followUps(schema, query),
    compared: comparedFacts(schema, query),
  }
}

function spanIn({ select, filters }: Query): AnswerFacts['span'] {
  const unit = select.flatMap(({ expression }) => (expression.kind === 'period' ? [expression.ref] : []))[0]
  const spans = filters.flatMap((one) => (one.kind === 'period' && !one.negated ? [one] : []))
  const [only, other] = spans
  if (unit === undefined || only === undefined || other !== undefined || !sameColumn(only.ref, unit)) return null
  return { from: only.from, before: only.before }
}

/** The query's filters in words; the main date goes without its name. */
function wheres(schema: Schema, query: Query): Pick<AnswerFacts, 'where' | 'running'> {
  const periods = query.filters.filter((one) => one.kind === 'period')
  const [period] = periods
  if (period === undefined || periods.length > 1 || period.negated || !isMainDate(schema, query, period.ref))
    return { where: briefWhere(schema, query, null), running: null }
  const words = datedWords(period.label)
  const where = briefWhere(schema, query, dated(period, asMessage(words)))
  const { from, before } = period
  if (from === null || before === null || /to date|^(?:last|next|the last) /.test(period.label))
    return { where, running: null }
  const soFar = briefWhere(schema, query, dated(period, message('{period} so far', { period: words })))
  return { where, running: soFar === null ? null : { from, before, where: soFar } }
}

function dated(filter: Filter, words: Message) {
  return { filter, words }
}

function asMessage(words: Phrase): Message {
  return typeof words === 'string' ? message('{words}', { words }) : words
}

/** Whether people mean this date without saying so: the date of what is measured. */
function isMainDate(schema: Schema, query: Query, ref: ColumnRef): boolean {
  const main = mainDate(schema, measuredTable(schema, query))
  return main !== null && main.table.key === ref.table && main.name === ref.column
}

/** What a row of a list is: a row of the subject if its name or key is shown, or a value of the only column. */
function listed(schema: Schema, query: Query): AnswerFacts['unit'] {
  const table = tableOf(schema, query.subject)
  const isWhole =
    !query.distinct &&
    displayColumns(table).every((column) =>
      query.select.some(
        ({ expression }) =>
          expression.kind === 'column' &&
          expression.ref.table === query.subject &&
          expression.ref.column === column.name,
      ),
    )
  if (isWhole) return { one: rowWords(table), many: tableWords(schema, query.subject) }
  const [only, other] = query.select
  if (!query.distinct || other !== undefined || only?.expression.kind !== 'column') return null
  const found = columnOf(schema, only.expression.ref)
  return nounOf(found)
}

function nounOf(column: ColumnModel): { one: string; many: string } {
  const isName = displayColumns(column.table).includes(column) && displayColumns(column.table).length === 1
  const one = isName ? rowWords(column.table) : column.spoken
  if (one.endsWith(' by')) return { one: `${one} value`, many: `${one} values` }
  return { one, many: plural(one) }
}

function groupsOf(schema: Schema, query: Query): string | null {
  const keys = query.select.map((one) => one.expression).filter((one) => !isAggregate(one))
  const columns = keys.flatMap((one) => (one.kind === 'column' ? [columnOf(schema, one.ref)] : []))
  if (columns.length !== keys.length) return null
  const [first] = columns
  if (first === undefined) return null
  if (columns.length === 1) return nounOf(first).many
  const shown = displayColumns(first.table)
  return columns.every((one) => shown.includes(one)) ? tableWords(schema, first.table.key) : null
}

/** What the rows are called that only the number in their key tells apart. */
function numberedRow(schema: Schema, { select }: Query, ranked: number | null): string | null {
  const [only, other] = select.filter((one, at) => !isAggregate(one.expression) && at !== ranked)
  if (only?.expression.kind !== 'column' || other !== undefined) return null
  const column = columnOf(schema, only.expression.ref)
  const [key, second] = column.table.primaryKey
  if (key !== column || second !== undefined || !isNumeric(column)) return null
  const row = rowWords(column.table)
  return `${row.charAt(0).toUpperCase()}${row.slice(1)}`
}

const currencies: [Unit, RegExp][] = [
  ['$', /\b(?:usd|us dollars?|dollars?)\b/],
  ['€', /\b(?:eur|euros?)\b/],
  ['£', /\b(?:gbp|pounds? sterling)\b/],
]

/** The column whose unit the numbers of an expression have; null if they count something. */
function measuredColumn(expression: Expression): ColumnRef | null {
  if (expression.kind === 'aggregate') return expression.fn === 'count' ? null : measuredColumn(expression.of)
  if (expression.kind === 'formula') return expression.price
  return expression.kind === 'column' ? expression.ref : null
}

/** The unit that a column's name, its comment, or an administrator's synonym says; null if none or several do. */
function unitOf(schema: Schema, expression: Expression): Unit {
  if (expression.kind === 'share' || expression.kind === 'percentage') return '%'
  const defined = formatOf(schema, expression)
  if (defined.unit !== null || defined.format !== null) return defined
  const ref = measuredColumn(expression)
  if (ref === null) return null
  const { name, words, synonyms, kind, table } = columnOf(schema, ref)
  if (kind !== 'integer' && kind !== 'number') return null
  const comment = table.source.columns.find((one) => one.name === name)?.comment ?? ''
  const texts = [words, ...synonyms].map((one) => one.join(' '))
  const said = [...texts, comment.toLowerCase()].join('; ')
  const found = currencies.filter(([, pattern]) => pattern.test(said))
  return found.length === 1 ? (found[0]?.[0] ?? null) : null
}
