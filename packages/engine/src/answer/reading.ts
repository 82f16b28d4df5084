import { message, type Message } from '@parlance/contract'
import {
  isAggregate,
  sameExpression,
  tableKeyOf,
  type ColumnRef,
  type Expression,
  type Query,
  type Scalar,
  type Selected,
  type TableKey,
} from '../query.ts'
import { laterPeriod } from './comparison.ts'
import { plural } from '../lexicon/plurals.ts'
import { columnWords, english, expressionWords, qualified, rowWords, tableWords, whereWords } from './describe.ts'
import { extremeWords } from './extreme-words.ts'
import { allOf, listOf, type Phrase } from './lists.ts'
import { columnOf, tableOf, type Schema, type TableModel } from '../schema/model.ts'
import { describesGroup, displayColumns, isTemporal } from '../schema/roles.ts'

/** How a question was read, in one plain sentence: 'The five products with the highest total revenue.' */
export function readingOf(schema: Schema, query: Query): Message {
  const compared = laterPeriod(query)
  const reading = readingOfPart(schema, compared?.query ?? query)
  return compared === null
    ? message('{reading}.', { reading })
    : message('{reading}, compared with {earlier}.', { reading, earlier: compared.earlier })
}

function readingOfPart(schema: Schema, query: Query): Phrase {
  const filtered = qualified(coreOf(schema, query), whereWords(schema, query))
  return withTop(schema, query, withSorting(schema, query, withHaving(schema, query, filtered)))
}

function measuresOf(query: Query): Selected[] {
  return query.select.filter((one) => isAggregate(one.expression))
}

function coreOf(schema: Schema, query: Query): Phrase {
  if (query.within !== undefined) return firstOfGroups(schema, query, query.within)
  if (isRanking(query)) return rankingOf(schema, query)
  const measures = measuresOf(query)
  const groups = query.select.filter((one) => !isAggregate(one.expression))
  if (measures.length === 0) return rowsListed(schema, query)
  const reading = measuresShown(schema, measures)
  return groups.length === 0
    ? reading
    : message('{reading} for each {groups}', { reading, groups: groupWords(schema, query, groups) })
}

function measuresShown(schema: Schema, measures: readonly Selected[]): Message {
  const [only, other] = measures
  if (only?.expression.kind === 'rows' && other === undefined)
    return message('Counts {rows}', { rows: tableWords(schema, only.expression.table) })
  const words = listOf(measures.map((one) => expressionWords(schema, one.expression)))
  const rows = ofWhat(schema, measures)
  return rows === null
    ? message('Shows the {measures}', { measures: words })
    : message('Shows the {measures} of {rows}', { measures: words, rows })
}

/** What a measure belongs to, if its own words don't say so. */
function ofWhat(schema: Schema, measures: readonly Selected[]): string | null {
  const [first] = measures
  if (first === undefined || measures.some(({ expression }) => !isPlainAggregate(expression))) return null
  const tables = new Set(measures.map((one) => tableKeyOf(one.expression)))
  return tables.size === 1 ? tableWords(schema, tableKeyOf(first.expression)) : null
}

function isPlainAggregate(expression: Expression): boolean {
  return expression.kind === 'aggregate' && expression.of.kind === 'column'
}

/** Names groups by their table if they are its names ('for each customer'), else by column ('for each country'). */
function groupWords(schema: Schema, query: Query, groups: readonly Selected[]): Phrase {
  const words = groups.map(({ expression }) => {
    if (expression.kind !== 'column') return expressionWords(schema, expression)
    const table = tableOf(schema, expression.ref.table)
    const isName = displayColumns(table).some((one) => one.name === expression.ref.column)
    return isName ? table.words.join(' ') : columnWords(schema, query, expression.ref)
  })
  const known = new Set<string>()
  return listOf(words.filter((one) => !known.has(english(one)) && known.add(english(one))))
}

function isRanking(query: Query): boolean {
  return query.limit !== null && query.order.length === 1 && query.select.some((one) => !isAggregate(one.expression))
}

function rankingOf(schema: Schema, query: Query): Message {
  const [order] = query.order
  const limit = query.place === undefined ? (query.limit ?? 1) : 1
  const values = { rows: rankedRows(schema, query, limit), number: numberWord(limit) }
  const place = query.place?.at ?? 1
  if (order?.expression.kind === 'period') return periodsInOrder(values, { place, descending: order.descending, limit })
  if (place > 1 && order !== undefined)
    return message('Number {place} of the {rows} with {value}', {
      place,
      rows: rankedRows(schema, query, limit + 1),
      value: orderedBy(schema, order),
    })
  if (order === undefined)
    return limit === 1 ? message('The first {rows}', values) : message('The {number} first {rows}', values)
  const ranked = { ...values, value: orderedBy(schema, order) }
  return limit === 1 ? message('The {rows} with {value}', ranked) : message('The {number} {rows} with {value}', ranked)
}

function periodsInOrder(
  values: { rows: Phrase; number: Message },
  { place, descending, limit }: { place: number; descending: boolean; limit: number },
): Message {
  if (place > 1) return message('The {row} in place {place}', { row: values.rows, place })
  if (limit === 1) return descending ? message('The last {rows}', values) : message('The first {rows}', values)
  return descending ? message('The last {number} {rows}', values) : message('The first {number} {rows}', values)
}

/** 'The cheapest product in each category': the groups are named after the rows. */
function firstOfGroups(schema: Schema, query: Query, within: readonly Scalar[]): Message {
  const isGroup = (one: Selected) => describesGroup(schema, within, one.expression)
  const groups = query.select.filter(isGroup)
  const rows = query.select.filter((one) => !isGroup(one))
  const all = rows.some((one) => !isAggregate(one.expression)) ? rows : query.select
  const reading = rankingOf(schema, { ...query, select: all })
  return message('{reading} in each {groups}', { reading, groups: groupWords(schema, query, groups) })
}

function rankedRows(schema: Schema, query: Query, limit: number): Phrase {
  const [order] = query.order
  const shown = query.select.filter(
    (one) => !isAggregate(one.expression) && !sameExpression(one.expression, order?.expression ?? one.expression),
  )
  const named = shown.length === 0 ? query.select.filter((one) => !isAggregate(one.expression)) : shown
  const [key, other] = new Set(named.map((one) => tableKeyOf(one.expression)))
  const isNames = other === undefined && named.every(({ expression }) => isNameColumn(schema, expression))
  if (isNames && key !== undefined) return rowsOf(schema, tableOf(schema, key), limit)
  const columns = named.map((one) => nounOf(schema, query, one.expression))
  return listOf([
    ...columns.slice(0, -1),
    ...columns.slice(-1).map((last) => (limit === 1 ? last : plural(english(last)))),
  ])
}

function numberWord(n: number): Message {
  return message(
    '{n, plural, =0 {no} =1 {one} =2 {two} =3 {three} =4 {four} =5 {five} =6 {six} =7 {seven} =8 {eight} =9 {nine} =10 {ten} other {{n}}}',
    { n },
  )
}

function rowsOf(schema: Schema, table: TableModel, limit: number): string {
  return limit === 1 ? rowWords(table) : tableWords(schema, table.key)
}

function nounOf(schema: Schema, query: Query, expression: Expression): Phrase {
  return expression.kind === 'column' ? columnWords(schema, query, expression.ref) : expressionWords(schema, expression)
}

function isNameColumn(schema: Schema, expression: Expression): boolean {
  if (expression.kind !== 'column') return false
  const found = columnOf(schema, expression.ref)
  return displayColumns(found.table).includes(found)
}

function orderedBy(schema: Schema, order: Query['order'][number]): Message {
  const column = expressionWords(schema, order.expression)
  const { expression } = order
  const isDate = expression.kind === 'column' && isTemporal(columnOf(schema, expression.ref))
  if (isDate)
    return order.descending ? message('the latest {column}', { column }) : message('the earliest {column}', { column })
  return extremeWords(column, order.descending)
}

function ownColumns({ columns }: TableModel): TableModel['columns'] {
  return columns.filter((one) => one.computed === undefined)
}

/** Names a list's rows, and its columns if they aren't only the rows' names. */
function rowsListed(schema: Schema, query: Query): Message {
  const tables = [...new Set(query.select.map((one) => tableKeyOf(one.expression)))]
  const isOwn = tables.length === 1 && tables[0] === query.subject
  const rows = tableWords(schema, query.subject)
  if (isOwn && query.select.every(({ expression }) => isNameColumn(schema, expression)))
    return message('Lists {rows}', { rows })
  if (isOwn && query.select.length === ownColumns(tableOf(schema, query.subject)).length)
    return message('Lists {rows} with all their columns', { rows })
  const columns = query.select.map((one) => nounOf(schema, query, one.expression))
  const values = { rows, columns: listOf(columns) }
  if (columns.length === 1) {
    return query.distinct
      ? message('Lists the different values of {columns} of {rows}', values)
      : message('Lists the {columns} of {rows}', values)
  }
  return query.distinct
    ? message('Lists {rows}: different values of {columns}', values)
    : message('Lists {rows}: {columns}', values)
}

function withHaving(schema: Schema, query: Query, reading: Phrase): Phrase {
  if (query.having.length === 0) return reading
  const conditions = listOf(query.having.map((one) => havingWords(schema, one)))
  return message('{reading}, only where {conditions}', { reading, conditions })
}

function havingWords(schema: Schema, { expression, operator, value: n }: Query['having'][number]): Message {
  const values = { measure: expressionWords(schema, expression), n }
  switch (operator) {
    case '=':
      return message('the {measure} is exactly {n}', values)
    case '<>':
      return message('the {measure} is other than {n}', values)
    case '<':
      return message('the {measure} is below {n}', values)
    case '<=':
      return message('the {measure} is at most {n}', values)
    case '>':
      return message('the {measure} is above {n}', values)
    case '>=':
      return message('the {measure} is at least {n}', values)
  }
}

function withSorting(schema: Schema, query: Query, reading: Phrase): Phrase {
  const { order, limit } = query
  if (isRanking(query)) return reading
  const sorted =
    order.length === 0
      ? reading
      : message('{reading}, sorted by {columns}', {
          reading,
          columns: allOf(order.map((one) => sortedBy(schema, one))),
        })
  return limit === null ? sorted : message('{reading}, the first {n}', { reading: sorted, n: limit })
}

function sortedBy(schema: Schema, { expression, descending }: Query['order'][number]): Message {
  const column = expressionWords(schema, expression)
  return descending
    ? message('{column}, from high to low', { column })
    : message('{column}, from low to high', { column })
}

function withTop(schema: Schema, query: Query, reading: Phrase): Phrase {
  if (query.top === null) return reading
  const { keys, isAsked } = query.top
  const { limit: n, place, order } = query.top.query
  const row = rowOfTop(schema, keys[0], query.subject)
  const [first] = order
  if (isAsked === true && first !== undefined)
    return message('{reading}, only for the {row} with {best}', {
      reading,
      row,
      best: extremeWords(expressionWords(schema, first.expression), first.descending),
    })
  const rows = plural(row)
  if (n !== null && place !== undefined)
    return message('{reading}, only for {row} number {place} of the previous question', {
      reading,
      row,
      place: place.at,
    })
  if (n === 1) return message('{reading}, only for the first {row} of the previous question', { reading, row })
  return n === null
    ? message('{reading}, only for the {rows} of the previous question', { reading, rows })
    : message('{reading}, only for the first {n} {rows} of the previous question', { reading, n, rows })
}

/** What is limited to the first ones: rows of a table, or values of a column. */
function rowOfTop(schema: Schema, key: ColumnRef | undefined, subject: TableKey): string {
  if (key === undefined) return tableOf(schema, subject).words.join(' ')
  const found = columnOf(schema, key)
  const isRow = found.isKey || displayColumns(found.table).includes(found)
  return isRow ? found.table.words.join(' ') : found.spoken
}
