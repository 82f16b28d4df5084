import { message, type Message } from '@parlance/contract'
import { expressionWords } from '../../answer/describe.ts'
import { Decline } from '../../decline.ts'
import { isAggregate, type Ordering, type Query, type Scalar } from '../../query.ts'
import { columnOf, tableOf, type Schema } from '../../schema/model.ts'
import { measured, plainWords, rowKeys, topOf, turnedRound, type Changed, type ReadChange } from './change.ts'

/** A row of a list: counted from 1, or the last one. */
export type Place = number | 'last'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const best = new Set(['top', 'best', 'highest', 'number one'])

/** The place that words name: 'second', '3rd', 'number 4', 'last', 'top'; null if they name none. */
export function placeOf(words: string): Place | null {
  const said = words.toLowerCase()
  if (said === 'last') return 'last'
  if (best.has(said)) return 1
  const at = ordinals.indexOf(said)
  if (at >= 0) return at + 1
  const [, nth, number] = /^(?:([1-9]\d?)(?:st|nd|rd|th)|number ([1-9]\d?))$/.exec(said) ?? []
  return Number(nth ?? number ?? 0) || null
}

const placeWords =
  /^(?:(?:only|just|show|give|open|pick|take|which|who|what|about|how|is|are|was|were|one) )*(?:me )?(?:the )?(number \S+|\S+)(?: (\S+(?: \S+)?))?$/i
const rowNouns = /^(?:one|row|result|place|entry|item|of (?:them|those|these))$/i
const calendarNouns = /^(?:day|week|month|quarter|year|time)$/i

/** 'the second one', 'the last customer', 'number 3': one row of the earlier answer. */
export const placed: ReadChange = ({ schema, prior }, text) => {
  const [, words = '', noun] = placeWords.exec(text) ?? []
  const place = placeOf(words)
  if (place === null) return null
  const isRow = noun === undefined ? !best.has(words.toLowerCase()) : rowNouns.test(noun)
  // 'last month' is a date.
  const isGroup = noun !== undefined && (place !== 'last' || !calendarNouns.test(noun)) && isNounOf(schema, prior, noun)
  if (!isRow && !isGroup) return null
  if (
    best.has(words.toLowerCase()) &&
    orderOf(wholeList(prior)).every(({ expression }) => expression.kind === 'period')
  )
    return leading(schema, prior, true)
  return atPlace(schema, prior, place)
}

/** Whether a noun says what the rows of an answer are: 'customer', 'month'. */
function isNounOf(schema: Schema, prior: Query, noun: string): boolean {
  const words = plainWords(noun)
  const own = [...prior.groups, ...(prior.groups.length === 0 ? prior.select.map((one) => one.expression) : [])]
  return own.some((one) => {
    if (one.kind === 'period') return one.unit === words
    if (one.kind !== 'column') return false
    const names = [columnOf(schema, one.ref).words, tableOf(schema, one.ref.table).words]
    return names.some((name) => plainWords(name.join(' ')) === words)
  })
}

/** The earlier query without a choice of one of its rows. */
function wholeList({ place, ...prior }: Query): Query {
  if (place === undefined || place.list === 'limited') return prior
  return { ...prior, limit: null, order: place.list === 'reversed' ? turnedRound(prior) : prior.order }
}

/** How rows are sorted: periods by time, unless the question says otherwise. */
function orderOf(prior: Query): Ordering[] {
  const period = prior.groups.find((one) => one.kind === 'period')
  return prior.order.length > 0 || period === undefined ? prior.order : [{ expression: period, descending: false }]
}

/** The row at a place of an earlier answer. Declines if its rows are in no certain order, or are fewer. */
export function atPlace(schema: Schema, prior: Query, place: Place): Changed | Decline {
  const whole = wholeList(prior)
  const order = orderOf(whole)
  const [first] = order
  if (whole.groups.length === 0 && whole.select.some((one) => isAggregate(one.expression)))
    return new Decline(message('The previous answer is a single row. Name the one that you mean.'))
  if (first === undefined)
    return new Decline(
      message(
        'The previous answer is not sorted, so the place of its rows is not certain. Sort it, or name the one that you mean.',
      ),
    )
  const query = place === 'last' ? lastOf(schema, { ...whole, order }) : nthOf({ ...whole, order }, place)
  if (query instanceof Decline) return query
  return { query, assumptions: place === 1 ? [] : tieNotes(schema, first.expression), change: placeWordsOf(place) }
}

function placeWordsOf(place: Place): Message {
  return place === 'last'
    ? message('The last row of the previous answer.')
    : message('Row {place} of the previous answer.', { place })
}

function tieNotes(schema: Schema, expression: Ordering['expression']): Message[] {
  return expression.kind === 'period'
    ? []
    : [
        message('Rows with the same {column} are in no fixed order', {
          column: expressionWords(schema, expression),
        }),
      ]
}

function nthOf(whole: Query, place: number): Query | Decline {
  if (whole.limit !== null && place > whole.limit)
    return new Decline(
      message(
        '{n, plural, one {The previous answer has only one row.} other {The previous answer has at most # rows.}}',
        {
          n: whole.limit,
        },
      ),
    )
  return {
    ...whole,
    limit: whole.limit ?? place,
    place: { at: place, list: whole.limit === null ? 'whole' : 'limited' },
  }
}

function lastOf(schema: Schema, whole: Query): Query | Decline {
  const turned = { ...whole, order: turnedRound(whole), limit: 1 }
  if (whole.limit === null) return { ...turned, place: { at: 1, list: 'reversed' } }
  const keys = rowKeys(schema, whole)
  if (keys === null || whole.top !== null)
    return new Decline(message('Say which row you mean by its number, such as “the third one”.'))
  return { ...turned, having: [], top: topOf(whole, keys) }
}

const most =
  /^(?:which|who|what)(?: (?:one|of (?:them|these|those)|(\S+)))?? (?:has|have|had|is|are|was|were|sold|got|made|earned|comes?) (?:the |at the )?(most|highest|largest|biggest|greatest|top|best|least|fewest|lowest|smallest|worst|bottom)(?: (?:one|value|number|amount))?(?: of (?:them|these|those|all))?$/i
const superlative = /^(?:the )?(best|highest|busiest|strongest|worst|lowest|weakest) (\S+)$/i
const low = /^(?:least|fewest|lowest|smallest|worst|weakest|bottom)$/i

/** 'which has the most?', 'the best month': the first group by what the earlier answer measures. */
export const extreme: ReadChange = ({ schema, prior }, text) => {
  const [, noun, which] = most.exec(text) ?? []
  const [, adjective, group] = superlative.exec(text) ?? []
  const word = which ?? adjective
  const named = noun ?? group
  if (word === undefined || (named !== undefined && !isNounOf(schema, prior, named))) return null
  return leading(schema, prior, !low.test(word))
}

/** The group with the highest or lowest measure; null if the earlier answer has no groups with one. */
function leading(schema: Schema, prior: Query, isHighest: boolean): Changed | Decline | null {
  const whole = wholeList(prior)
  const expression = measured(whole)
  if (whole.groups.length === 0 || expression === undefined) return null
  const change = isHighest
    ? message('Same question, only the highest one.')
    : message('Same question, only the lowest one.')
  const order = [{ expression, descending: isHighest }]
  if (whole.limit === null) return { query: { ...whole, order, limit: 1 }, assumptions: [], change }
  const keys = rowKeys(schema, whole)
  if (keys === null || whole.top !== null)
    return new Decline(message('Say which row you mean by its number, such as “the third one”.'))
  return {
    query: { ...whole, order, limit: 1, having: [], top: topOf(whole, keys) },
    assumptions: [message('Only among the first {n} of the previous answer', { n: whole.limit })],
    change,
  }
}

/** What the rows of an answer are grouped by, if that is one row of a table each; null for other groups. */
export function groupedTable(schema: Schema, prior: Query): { key: Scalar; words: string } | null {
  const key = prior.groups.find((one) => one.kind === 'column' && columnOf(schema, one.ref).isKey)
  return key?.kind === 'column' ? { key, words: tableOf(schema, key.ref.table).words.join(' ') } : null
}
