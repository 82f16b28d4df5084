import type { Message } from '@parlance/contract'
import { type Query, tableKeyOf } from '../query.ts'
import { isAggregate, type Expression } from '../query.ts'
import { comparedPeriods } from '../interpret/comparison.ts'
import { comparedFacts, type ComparedFacts } from './comparison.ts'
import { expressionWords, tableWords, whereWords } from './describe.ts'
import type { Phrase } from './lists.ts'
import { ancestors } from '../schema/graph.ts'
import type { Schema, TableModel } from '../schema/model.ts'
import { columnOf, tableOf } from '../schema/model.ts'
import { displayColumns, isMeasurable, mainDate } from '../schema/roles.ts'
import { revenueMeasures } from '../schema/measures.ts'

/** The facts of the schema and the query that `composeAnswer` needs, as data. */
export interface AnswerFacts {
  shape: 'number' | 'series' | 'ranking' | 'groups' | 'list'
  subject: string
  /** What a row of a list is: the subject; null if it is only a row. */
  unit: string | null
  /** The filters after the subject: 'with no orders', 'where …'; null if there are none. */
  where: Message | null
  labels: Phrase[]
  measures: number[]
  counts: number[]
  /** Columns whose values add up to a total. */
  sums: number[]
  /** Columns whose numbers are names: keys, years, codes. */
  names: number[]
  followUps: string[]
  /** Two compared periods; null if there are none. */
  compared: ComparedFacts | null
}

function isNaming(schema: Schema, expression: Expression): boolean {
  if (expression.kind !== 'column') return false
  const found = columnOf(schema, expression.ref)
  return found.isKey || found.isForeignKey || ['id', 'year', 'code', 'number', 'zip'].includes(found.words.at(-1) ?? '')
}

function isSum(expression: Expression): boolean {
  if (expression.kind === 'rows') return true
  return expression.kind === 'aggregate' && (expression.fn === 'count' || expression.fn === 'sum')
}

function shapeOf(query: Query): AnswerFacts['shape'] {
  if (query.within !== undefined) return 'list'
  const hasMeasure = query.select.some((one) => isAggregate(one.expression))
  const isRanked = query.order.length > 0 && query.limit !== null && query.select.length > 1
  if (query.groups.length === 0 && hasMeasure) return 'number'
  if (query.groups.length === 0) return isRanked ? 'ranking' : 'list'
  if (!hasMeasure) return 'list'
  if (query.select.some(({ expression: one }) => one.kind === 'period' && one.unit !== 'weekday')) return 'series'
  return query.order.some((one) => isAggregate(one.expression)) ? 'ranking' : 'groups'
}

/** Describes a query for the answer, and suggests follow-up questions. */
export function answerFacts(schema: Schema, query: Query): AnswerFacts {
  const shape = shapeOf(query)
  const [order] = query.order
  const isMeasure = (at: number) => {
    const one = query.select[at]
    if (one === undefined) return false
    return (
      isAggregate(one.expression) ||
      (shape === 'ranking' &&
        order !== undefined &&
        JSON.stringify(one.expression) === JSON.stringify(order.expression))
    )
  }
  const counted = query.select.find((one) => one.expression.kind === 'rows')
  const subject = shape === 'number' && counted?.expression.kind === 'rows' ? counted.expression.table : query.subject
  return {
    shape,
    subject: tableWords(schema, subject),
    unit: showsWholeRows(schema, query) ? tableWords(schema, subject) : null,
    where: whereWords(schema, query),
    labels: query.select.map((one) => expressionWords(schema, one.expression)),
    measures: query.select.flatMap((_, at) => (isMeasure(at) ? [at] : [])),
    counts: query.select.flatMap((one, at) => (one.expression.kind === 'rows' ? [at] : [])),
    sums: query.select.flatMap((one, at) => (isSum(one.expression) ? [at] : [])),
    names: query.select.flatMap((one, at) => (isNaming(schema, one.expression) ? [at] : [])),
    followUps: followUps(schema, query),
    compared: comparedFacts(schema, query),
  }
}

/** Whether each row of the result is a row of the subject, shown by its name or its key. */
function showsWholeRows(schema: Schema, query: Query): boolean {
  const shown = displayColumns(tableOf(schema, query.subject))
  return (
    !query.distinct &&
    shown.every((column) =>
      query.select.some(
        ({ expression }) =>
          expression.kind === 'column' &&
          expression.ref.table === query.subject &&
          expression.ref.column === column.name,
      ),
    )
  )
}

function measuredTable(schema: Schema, query: Query): TableModel {
  const measure = [...query.select, ...query.order].find((one) => isAggregate(one.expression))
  return tableOf(schema, measure === undefined ? query.subject : tableKeyOf(measure.expression))
}

function followUps(schema: Schema, query: Query): string[] {
  const aggregated = [...query.select, ...query.order].some((one) => isAggregate(one.expression))
  const found: string[] = []
  const hasPeriod = query.select.some((one) => one.expression.kind === 'period')
  const dated = mainDate(schema, measuredTable(schema, query))
  const isCompared = comparedPeriods(query) !== null
  if (aggregated && !hasPeriod && !isCompared && dated !== null && query.having.length === 0)
    found.push('and by month?')
  if (hasPeriod) found.push('and by year?')
  if (isCompared) found.push('list them')
  found.push(...lengthFollowUps(query, aggregated))
  if (dated !== null && (aggregated || dated.table.key === query.subject) && !hasPeriodFilter(query))
    found.push('and this year?')
  return [...found, ...suggestions(schema, [tableOf(schema, query.subject)])].slice(0, 5)
}

/** More rows of a ranking, or the number of rows in a list. */
function lengthFollowUps(query: Query, aggregated: boolean): string[] {
  if (query.limit !== null) return query.order.length > 0 ? [`top ${query.limit === 10 ? 20 : 10} instead`] : []
  return !aggregated && query.groups.length === 0 ? ['how many is that?'] : []
}

function hasPeriodFilter(query: Query): boolean {
  return query.filters.some((one) => one.kind === 'period')
}

function questionsOn(schema: Schema, table: TableModel): string[] {
  const name = tableWords(schema, table.key)
  const number = table.columns.find(isMeasurable)
  const parent = ancestors(schema, table).find(
    (one) => one !== table && !displayColumns(one).some((shown) => shown.isKey),
  )
  return [
    `How many ${name} are there?`,
    ...(parent === undefined ? [] : [`How many ${name} are there for each ${parent.words.join(' ')}?`]),
    ...(number === undefined ? [] : [`What is the average ${number.words.join(' ')} of ${name}?`]),
  ]
}

/**
 * Suggests questions over this schema, about the given tables first. The caller filters out those that it doesn't
 * understand.
 */
export function suggestions(schema: Schema, about: readonly TableModel[]): string[] {
  const plain = schema.tables.filter((one) => !one.isView && one.columns.length > 2)
  const linked = plain.toSorted((left, right) => links(schema, right) - links(schema, left))
  const tables = [...new Set([...about.filter((one) => !one.isView), ...linked.slice(0, 3)])]
  const [revenue] = revenueMeasures(schema, null)
  const dated = revenue === undefined ? null : mainDate(schema, revenue.table)
  const byTable = tables.map((table) => questionsOn(schema, table))
  const mixed = [0, 1, 2].flatMap((at) => byTable.flatMap((list) => list.slice(at, at + 1)))
  return [
    ...new Set([...mixed.slice(0, 3), ...(dated === null ? [] : ['What is the revenue by month?']), ...mixed.slice(3)]),
  ].slice(0, 6)
}

/** The most linked tables that `firstQuestions` asks about. */
const firstTables = 6

/** Questions of different kinds about the most linked tables, the most telling ones first. */
export function firstQuestions(schema: Schema): string[] {
  const plain = schema.tables.filter((one) => !one.isView)
  const linked = plain.toSorted((left, right) => links(schema, right) - links(schema, left)).slice(0, firstTables)
  const [revenue] = revenueMeasures(schema, null)
  const dated = revenue === undefined ? null : mainDate(schema, revenue.table)
  const byTable = linked.map((table) => questionsOn(schema, table).toReversed())
  const mixed = [0, 1, 2].flatMap((at) => byTable.flatMap((list) => list.slice(at, at + 1)))
  return [...new Set([...(dated === null ? [] : ['What is the revenue by month?']), ...mixed])]
}

function links(schema: Schema, table: TableModel): number {
  return schema.links.filter((link) => link.parent === table || link.child === table).length
}
