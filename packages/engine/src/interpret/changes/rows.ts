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
import { atPlace, placeOf, type Place } from './places.ts'

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
const ofRow =
  /^(?:(?:show|list|give|and|what are|which) )?(?:me )?(?:all )?(?:of )?(?:the )?(.+?) (?:of|for|from|by|in) (?:the )?(number \S+|\S+)(?: (?:one|row|result|of them|of those))?$/i
const ofOther = /^.+ (?:of|for|from|by|in) (?:the )?(?:bottom|next)(?: (?:one|row|result|of them|of those))?$/i
const detailedRow = /^(number \S+|\S+)(?: (?:one|row|result))?$/i
const ofTheirs =
  /^(?:(?:show|list|give|and|so|what|which|is|are|was|were) )*(?:me )?(?:all )?(?:of )?(their|its|his|her) (.+)$/i
const countOfTheirs =
  /^how many (?:(?:of )?(their|its|his|her) (.+?)(?: (?:are|were) there)?|(.+?) (?:do|did|does) (they|it|he|she) (?:have|place|make|own|get))$/i

/** 'list them', 'details for Germany', 'the orders of the second one', 'their orders': the rows behind an answer. */
export const listed: ReadChange = (change, text) => {
  if (listing.test(text)) return rowsBehind(change.schema, change.prior)
  if (ofOther.test(text) && !detailsOf.test(text))
    return new Decline(message('Say which row you mean by its number, such as “the third one”.'))
  const [, named] = detailsOf.exec(text) ?? []
  const detailed = placeOf(detailedRow.exec(named ?? '')?.[1] ?? '')
  if (detailed !== null) return rowsOfOne(change, null, detailed)
  if (named !== undefined) return details(change, named)
  const [, asked, row = ''] = ofRow.exec(text) ?? []
  const place = placeOf(row)
  if (asked !== undefined && place !== null) return rowsOfOne(change, asked, place)
  return rowsOfAll(change, text)
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

/** The rows of a table that belong to one row of the earlier answer; all its columns if no table is named. */
function rowsOfOne(change: Change, words: string | null, place: Place): Changed | Decline | null {
  const { schema } = change
  const prior = uncompared(change.prior)
  if (prior.top !== null)
    return new Decline(message('The rows of the previous answer cannot be opened. Name the one that you mean.'))
  const one = atPlace(schema, prior, place)
  if (one instanceof Decline) return one
  const keys = rowKeys(schema, prior)
  if (keys === null) return new Decline(message('The rows of the previous answer have no key to find other rows by.'))
  const top = one.query.top ?? topOf(one.query, keys)
  const only = message(
    'Only for {place, select, last {the last row} 1 {the first row} other {row {place}}} of the previous answer',
    {
      place: String(place),
    },
  )
  if (words === null) {
    const found = prior.groups.length === 0 ? withAllColumns(schema, prior) : rowsBehind(schema, prior)
    if (found instanceof Decline) return found
    const query = { ...found.query, order: [], limit: null, place: undefined, top }
    return { query, assumptions: [...found.assumptions, ...one.assumptions, only], change: found.change }
  }
  const found = belonging(change, words, top)
  return found === null || found instanceof Decline
    ? found
    : { ...found, assumptions: [...found.assumptions, ...one.assumptions, only] }
}

/** 'their orders', 'how many orders do they have?': rows that belong to all rows of the earlier answer. */
function rowsOfAll(change: Change, text: string): Changed | Decline | null {
  const [, whose = '', words = ''] = ofTheirs.exec(text) ?? []
  if (words !== '') return rowsOfThese(change, whose, words)
  const [, ofWhose, counted, done = '', who = ''] = countOfTheirs.exec(text) ?? []
  const found = rowsOfThese(change, ofWhose ?? who, counted ?? done)
  if (found === null || found instanceof Decline) return found
  const number = count(change.schema, found.query)
  return number instanceof Decline ? number : { ...number, assumptions: found.assumptions }
}

/** Rows that belong to the rows that a pronoun refers to; null without words for them. */
function rowsOfThese(change: Change, pronoun: string, words: string): Changed | Decline | null {
  if (words === '') return null
  const prior = withoutCount(uncompared(change.prior))
  const isOne = (prior.limit === 1 || prior.place !== undefined) && prior.within === undefined
  if (!/^the(?:ir|y)$/i.test(pronoun) && !isOne)
    return new Decline(
      message('It is not clear which row “{word}” means. Name it, or say “the first one”.', { word: pronoun }),
    )
  const keys = rowKeys(change.schema, prior)
  return keys === null
    ? new Decline(message('The rows of the previous answer have no key to find other rows by.'))
    : belonging(change, words, topOf(prior, keys))
}

/** A number of rows as the list of these rows, so that other rows can belong to them. */
function withoutCount(prior: Query): Query {
  const isCount = prior.groups.length === 0 && prior.select.every(({ expression }) => expression.kind === 'rows')
  return isCount ? { ...prior, select: [] } : prior
}

/** The rows that words name, of those that belong to some rows of the earlier answer; null if they aren't a list. */
function belonging(
  { schema, phrases, values, today, prior }: Change,
  words: string,
  top: Query['top'],
): Changed | Decline | null {
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
    ],
    change: message('The {rows} that belong to the previous answer.', { rows: tableWords(schema, query.subject) }),
  }
}
