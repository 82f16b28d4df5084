import { message, type Message } from '@parlance/contract'
import { tableWords } from '../../answer/describe.ts'
import { Decline } from '../../decline.ts'
import { column, isAggregate, sameExpression, tableKeyOf, type Query, type Selected } from '../../query.ts'
import { tableOf, type ColumnModel, type Schema, type TableModel } from '../../schema/model.ts'
import { displayColumns, mainDate } from '../../schema/roles.ts'
import { uniqueAliases } from '../assemble.ts'
import { uncompared } from '../comparison.ts'
import { interpret } from '../interpret.ts'
import { fragmentOf, keysOf, rowKeys, rowsOf, topOf, type Change, type Changed, type ReadChange } from './change.ts'
import { narrowed, onlyWords } from './filters.ts'

const counting =
  /^how many(?: (?:is|are|was|were))?(?: (?:that|those|them|these|there|it|of them))?(?: in total| altogether)?$|^(?:count|the number)(?: (?:of )?(?:them|these|those|rows))?$/i

/** 'how many is that?': the number of rows or groups of the earlier answer. */
export const counted: ReadChange = ({ schema, prior }, text) => (counting.test(text) ? count(schema, prior) : null)

/** The number of rows or groups of a query. Declines if it is shortened, or already a number. */
export function count(schema: Schema, prior: Query): Changed | Decline {
  if (prior.limit !== null || prior.having.length > 0 || (prior.top !== null && prior.groups.length > 0))
    return new Decline(message('The groups of a shortened or filtered list cannot be counted.'))
  const [group] = prior.groups
  const change = message('Same question, but how many there are.')
  if (group === undefined) {
    if (prior.select.some((one) => isAggregate(one.expression)))
      return new Decline(message('The previous answer is already a number.'))
    return {
      query: { ...prior, select: [rowsOf(schema, prior.subject)], order: [], distinct: false },
      assumptions: [],
      change,
    }
  }
  const select: Selected[] = [
    { expression: { kind: 'aggregate', fn: 'count', distinct: true, of: group }, alias: 'group_count' },
  ]
  return {
    query: { ...prior, select, groups: [], order: [] },
    assumptions: [message('Counts the different groups of the previous answer')],
    change,
  }
}

const listing =
  /^(?:(?:list|show|name|give me|display)(?: me)?(?: all)?(?: of)? (?:them|those|these|the (?:rows|details|individual rows|records))(?: all)?|who (?:are|were|is|was) (?:they|those|these|that)|which (?:ones|are (?:they|those|these))(?: are (?:they|those|these))?|what are (?:they|those|these)|(?:the |show |more )?details|drill (?:down|in))$/i
const detailsOf = /^(?:show |give )?(?:me )?(?:the |more )?details (?:for|of|about|on) (?:the )?(.+)$/i
const ofFirst =
  /^(?:(?:show|list|give|and|what are|which) )?(?:me )?(?:all )?(?:of )?(?:the )?(.+?) (?:of|for|from|by|in) (?:the )?(first|top|best|highest)(?: (?:one|row|result|of them|of those))?$/i
const ofOther =
  /^.+ (?:of|for|from|by|in) (?:the )?(?:last|second|third|fourth|fifth|bottom|next)(?: (?:one|row|result|of them|of those))?$/i
const firstRow = /^(?:first|top|best|highest)(?: (?:one|row|result))?$/i

/** 'list them', 'details for Germany', 'the orders of the first one': the rows behind an answer. */
export const listed: ReadChange = (change, text) => {
  if (listing.test(text)) return rowsBehind(change.schema, change.prior)
  if (ofOther.test(text) && !detailsOf.test(text))
    return new Decline(message('Only the rows of the first result can be opened this way. Name the one that you mean.'))
  const [, named] = detailsOf.exec(text) ?? []
  if (named !== undefined) return firstRow.test(named) ? rowsOfFirst(change, null) : details(change, named)
  const [, asked] = ofFirst.exec(text) ?? []
  return asked === undefined ? null : rowsOfFirst(change, asked)
}

function details(change: Change, words: string): Changed | Decline {
  const fragment = fragmentOf(change, words)
  if (fragment instanceof Decline) return fragment
  const { schema, prior } = change
  if (fragment.filters.length === 0)
    return new Decline(message('It is not clear which rows to show. Name a value of the previous answer.'), [words])
  const query = { ...narrowed(prior, fragment.filters), limit: null, having: [], top: null }
  const isList = !prior.select.some((one) => isAggregate(one.expression))
  const rows = isList ? withAllColumns(schema, query) : rowsBehind(schema, query)
  if (rows instanceof Decline) return rows
  return {
    ...rows,
    assumptions: [...fragment.assumptions, ...rows.assumptions],
    change: onlyWords(schema, prior, fragment.filters),
  }
}

function withAllColumns(schema: Schema, query: Query): Changed {
  const table = tableOf(schema, query.subject)
  return {
    query: { ...query, select: selectOf(table.columns.filter((one) => one.kind !== 'binary')), distinct: false },
    assumptions: [],
    change: listWords(schema, table),
  }
}

function listWords(schema: Schema, table: TableModel): Message {
  return message('The {rows} behind the previous answer.', { rows: tableWords(schema, table.key) })
}

/** The rows that an earlier answer counts or adds up. */
function rowsBehind(schema: Schema, compared: Query): Changed | Decline {
  const prior = uncompared(compared)
  const measure = prior.select.find((one) => isAggregate(one.expression))?.expression
  if (measure === undefined) return new Decline(message('The previous answer already lists its rows.'))
  const shown = prior.select.filter((one) => !isAggregate(one.expression) && one.expression.kind === 'column')
  if (measure.kind === 'aggregate' && measure.fn === 'count' && measure.distinct)
    return {
      query: { ...prior, select: [{ expression: measure.of, alias: 'value' }], groups: [], order: [], distinct: true },
      assumptions: [],
      change: message('The different values that the previous answer counts.'),
    }
  const table = tableOf(schema, tableKeyOf(measure))
  const own = selectOf(columnsOf(schema, table))
  const isOwn = (one: Selected) => own.some((other) => sameExpression(one.expression, other.expression))
  const plain: Query = {
    ...prior,
    subject: table.key,
    select: uniqueAliases([...shown.filter((one) => !isOwn(one)), ...own]),
    groups: [],
    having: [],
    order: [],
    limit: null,
    distinct: false,
    spoken: [...new Set([...prior.spoken, table.key])],
  }
  const change = listWords(schema, table)
  const isShortened = prior.limit !== null || prior.having.length > 0
  if (!isShortened) return { query: plain, assumptions: [], change }
  const keys = keysOf(schema, prior)
  if (keys === null) return new Decline(message('The groups of a shortened or filtered list cannot be opened.'))
  return { query: { ...plain, top: topOf(prior, keys) }, assumptions: [], change }
}

/** A row has so many columns at most before only the telling ones are listed. */
const mostColumns = 12

function columnsOf(schema: Schema, table: TableModel): ColumnModel[] {
  const all = table.columns.filter((one) => one.kind !== 'binary')
  if (all.length <= mostColumns) return all
  const date = mainDate(schema, table)
  const telling = new Set([...displayColumns(table), ...(date !== null && date.table === table ? [date] : []), ...all])
  return [...telling].slice(0, mostColumns)
}

function selectOf(columns: readonly ColumnModel[]): Selected[] {
  return columns.map((one) => ({ expression: column(one.ref), alias: one.name }))
}

/** The rows of a table that belong to the first row of the earlier answer; all its columns if no table is named. */
function rowsOfFirst(change: Change, words: string | null): Changed | Decline | null {
  const { schema, phrases, values, today } = change
  const prior = uncompared(change.prior)
  if (prior.top !== null || (prior.groups.length === 0 && prior.select.some((one) => isAggregate(one.expression))))
    return new Decline(
      message('The previous answer has no first row that could be opened. Name the one that you mean.'),
    )
  if (prior.order.length === 0)
    return new Decline(
      message(
        'The previous answer is not sorted, so its first row is not certain. Sort it, or name the one that you mean.',
      ),
    )
  const keys = rowKeys(schema, prior)
  if (keys === null) return new Decline(message('The first row of the previous answer has no key to find its rows by.'))
  const top = topOf(prior, keys, 1)
  const first = message('The first row of the previous answer, in detail.')
  if (words === null) {
    const found = prior.groups.length === 0 ? withAllColumns(schema, prior) : rowsBehind(schema, prior)
    if (found instanceof Decline) return found
    return { ...found, query: { ...found.query, order: [], limit: null, top }, change: first }
  }
  const list = interpret({ schema, phrases, values, today }, `show all ${words}`)
  if (list instanceof Decline) return list
  const { query } = list
  const isList =
    query.groups.length === 0 && query.limit === null && !query.select.some((one) => isAggregate(one.expression))
  if (!isList) return null
  const filters = prior.filters.filter((one) => one.kind === 'period')
  return {
    query: {
      ...query,
      distinct: false,
      filters: [...query.filters, ...filters],
      top,
      spoken: [...new Set([...query.spoken, ...prior.spoken])],
    },
    assumptions: [
      ...list.assumptions,
      ...(filters.length > 0 ? [message('Keeps the period of the previous question')] : []),
      message('Only for the first row of the previous answer'),
    ],
    change: message('The {rows} of the first row.', { rows: tableWords(schema, query.subject) }),
  }
}
