import { message, type Message } from '@parlance/contract'
import { english, expressionWords } from '../../answer/describe.ts'
import { Decline } from '../../decline.ts'
import { tokensOf } from '../../match/tokens.ts'
import {
  column,
  isAggregate,
  sameExpression,
  type Scalar,
  type Expression,
  type Ordering,
  type Query,
} from '../../query.ts'
import type { Schema } from '../../schema/model.ts'
import { displayColumns, mainDate } from '../../schema/roles.ts'
import { columnOf, tableOf } from '../../schema/model.ts'
import type { Named } from '../items.ts'
import {
  fragmentOf,
  measured,
  plainWords,
  rowKeys,
  topOf,
  turnedRound,
  unique,
  type Change,
  type Changed,
  type ReadChange,
} from './change.ts'

const sortWords =
  /^(?:(?:can you )?(?:re-?)?(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|arrange(?:d)?)(?: (?:it|them|that|those|these|this|the (?:list|rows|results?)))?)(?: (.+))?$/i
const down =
  /^(?:in )?(?:the )?(?:descending|desc|decreasing|descendingly|reverse alphabetical)(?: order)?$|^(?:by |with )?(?:the )?(?:highest|largest|biggest|most|newest|latest|most recent)(?: (?:ones?|values?))?(?: (?:first|to lowest|to smallest|at the top))?$|^from (?:highest to lowest|high to low|newest to oldest|z to a|largest to smallest)$/i
const up =
  /^(?:in )?(?:an? )?(?:the )?(?:ascending|asc|increasing|chronological|alphabetical)(?: order)?$|^(?:alphabetically|chronologically)$|^(?:by |with )?(?:the )?(?:lowest|smallest|least|oldest|earliest)(?: (?:ones?|values?))?(?: (?:first|to highest|to largest|at the top))?$|^from (?:lowest to highest|low to high|oldest to newest|a to z|smallest to largest)$/i
const turned =
  /^(?:(?:sort|order) (?:it |them |that )?)?(?:the )?other way (?:round|around)$|^(?:in )?(?:the )?(?:reverse|opposite|reversed)(?: order)?$|^(?:reverse|flip|invert)(?: (?:it|them|that|the (?:order|sorting|list)))?$/i

/** 'sort it descending', 'by name', 'the other way round'. */
export const sorted: ReadChange = (change, text) => {
  const { prior, schema } = change
  if (turned.test(text)) return reversed(schema, prior)
  const asked = sortWords.exec(text)
  const words = asked === null ? text : (asked[1] ?? '')
  const isDirection = down.test(words) || up.test(words)
  if (asked === null && !isDirection) return byName(change, words)
  if (isDirection || words === '')
    return directed(schema, prior, /alphabet/i.test(words) ? nameOf(schema, prior) : null, words)
  return byName(change, words) ?? byFragment(change, words)
}

/** The text of a direction at the end of an order, and what comes before it. */
function directionIn(words: string): { by: string; descending: boolean | null } {
  const parts = words.split(' ')
  for (let at = 1; at < parts.length; at++) {
    const end = parts.slice(at).join(' ')
    if (down.test(end)) return { by: parts.slice(0, at).join(' '), descending: true }
    if (up.test(end)) return { by: parts.slice(0, at).join(' '), descending: false }
  }
  return { by: words, descending: null }
}

/** 'by name', 'by revenue': a column of the earlier answer. */
function byName(change: Change, words: string): Changed | Decline | null {
  const { schema, prior } = change
  const [, named] = /^by (?:the |its |their )?(.+)$/i.exec(words) ?? []
  if (named === undefined) return null
  const { by, descending } = directionIn(named)
  const found = selectedNamed(schema, prior, plainWords(by))
  if (found === null) return null
  return inOrder(schema, prior, { expression: found, descending: descending ?? isAggregate(found) })
}

/** The shown expression that words name; null if there is none. */
export function selectedNamed(schema: Schema, prior: Query, words: string): Expression | null {
  const names = prior.select.map(({ expression, alias }) => ({
    expression,
    names: [
      plainWords(alias.replaceAll('_', ' ')),
      plainWords(english(expressionWords(schema, expression))),
      ...(expression.kind === 'column' &&
      displayColumns(tableOf(schema, expression.ref.table)).includes(columnOf(schema, expression.ref))
        ? ['name', plainWords(tableOf(schema, expression.ref.table).words.join(' '))]
        : []),
    ],
  }))
  const whole = names.find((one) => one.names.includes(words))
  const part = names.filter((one) => one.names.some((name) => ` ${name} `.includes(` ${words} `)))
  return whole?.expression ?? (part.length === 1 ? (part[0]?.expression ?? null) : null)
}

function nameOf(schema: Schema, prior: Query): Expression | null {
  return (
    selectedNamed(schema, prior, 'name') ?? prior.select.find((one) => !isAggregate(one.expression))?.expression ?? null
  )
}

/** 'sort by price': a column that the earlier answer does not show. */
function byFragment(change: Change, words: string): Changed | Decline | null {
  const { by, descending } = directionIn(words.replace(/^by (?:the )?/i, ''))
  const { schema, prior } = change
  const date = /^(?:date|time|day)$/i.test(by) && prior.groups.length === 0 ? ownDate(schema, prior) : null
  if (date !== null) return inOrder(schema, prior, { expression: date, descending: descending ?? false })
  const fragment = fragmentOf(change, `sorted by ${by}${descending === true ? ' in descending order' : ''}`)
  if (fragment instanceof Decline) return fragment
  const [order, other] = fragment.orders
  if (order === undefined || other !== undefined || fragment.groups.length + fragment.filters.length > 0) return null
  if (prior.groups.length > 0 && !isAggregate(order.expression) && !isGrouped(prior, order.expression))
    return new Decline(message('The previous answer has no such column to sort by. Add it as a grouping first.'))
  const query = rankable(schema, prior, order)
  if (query instanceof Decline) return query
  return inOrder(schema, query, { expression: order.expression, descending: descending ?? order.descending })
}

/** The date of the rows of a list; null if they have none of their own. */
function ownDate(schema: Schema, prior: Query): Scalar | null {
  const found = mainDate(schema, tableOf(schema, prior.subject))
  return found?.table.key === prior.subject ? column(found.ref) : null
}

/** The query with everything that an order needs: a list sorted by a number of other rows shows that number. */
export function rankable(schema: Schema, query: Query, order: Named): Query | Decline {
  const isList = query.groups.length === 0 && !query.select.some((one) => isAggregate(one.expression))
  if (!isList || !isAggregate(order.expression)) return query
  const keys = rowKeys(schema, query)
  if (keys === null || query.top !== null || query.limit !== null)
    return new Decline(message('The rows of the previous answer cannot be ranked. Ask the question again in full.'))
  const shown = query.select.map((one) => one.expression as Scalar)
  return {
    ...query,
    select: [...query.select, { expression: order.expression, alias: order.alias === '' ? 'amount' : order.alias }],
    groups: unique([...keys.map((ref) => column(ref)), ...shown]),
  }
}

function isGrouped(prior: Query, expression: Expression): boolean {
  return prior.groups.some((one) => sameExpression(one, expression))
}

function directed(schema: Schema, prior: Query, named: Expression | null, words: string): Changed | Decline {
  const expression = named ?? prior.order[0]?.expression ?? measured(prior) ?? prior.select[0]?.expression
  if (
    expression === undefined ||
    (prior.select.length === 1 && measured(prior) !== undefined && prior.groups.length === 0)
  )
    return new Decline(message('The previous answer is a single row, so there is nothing to sort.'))
  const descending = words === '' ? isAggregate(expression) : down.test(words)
  return inOrder(schema, prior, { expression, descending })
}

/** The same rows in another order. The first rows of a list stay the same ones. */
function inOrder(schema: Schema, prior: Query, order: Ordering): Changed | Decline {
  const change = orderWords(schema, order)
  const [own] = prior.order
  const isSame =
    own !== undefined && sameExpression(own.expression, order.expression) && own.descending === order.descending
  if (prior.limit === null || isSame) return withBase({ query: { ...prior, order: [order] }, assumptions: [], change })
  const keys = rowKeys(schema, prior)
  if (keys === null || prior.top !== null)
    return new Decline(
      message('The first rows of the previous answer cannot be sorted again. Ask for all of them first.'),
    )
  return {
    query: { ...prior, order: [order], limit: null, having: [], top: topOf(prior, keys) },
    assumptions: [message('Sorts only the first {n} of the previous answer', { n: prior.limit })],
    change,
  }
}

/** Groups without a change in percent would be first on some databases and last on others. */
function withBase(changed: Changed): Changed {
  const { query } = changed
  const change = query.order[0]?.expression
  if (change?.kind !== 'change' || (change.of.kind === 'aggregate' && change.of.fn !== 'sum')) return changed
  const expression: Expression = { kind: 'part', of: change.of, when: change.from }
  if (query.having.some((one) => sameExpression(one.expression, expression))) return changed
  return {
    ...changed,
    query: { ...query, having: [...query.having, { expression, operator: '<>', value: 0 }] },
    assumptions: [
      ...changed.assumptions,
      message('Leaves out groups that had nothing in the earlier period, because they have no change in percent'),
    ],
  }
}

function orderWords(schema: Schema, { expression, descending }: Ordering): Message {
  const column = expressionWords(schema, expression)
  return descending
    ? message('Same question, sorted by {column} from high to low.', { column })
    : message('Same question, sorted by {column} from low to high.', { column })
}

function reversed(schema: Schema, prior: Query): Changed | Decline {
  const period = prior.groups.find((one) => one.kind === 'period')
  const byTime = period === undefined ? [] : [{ expression: period, descending: false }]
  const order = prior.order.length > 0 ? prior.order : byTime
  const [first] = order
  if (first === undefined)
    return new Decline(message('The previous answer is not sorted, so there is no order to reverse.'))
  const turnedOrder = order.map((one) => ({ ...one, descending: !one.descending }))
  const query = { ...prior, order: turnedOrder }
  if (prior.limit === null)
    return { query, assumptions: [], change: orderWords(schema, { ...first, descending: !first.descending }) }
  return {
    query,
    assumptions: [message('Takes the first {n} of the reversed order, which are other rows', { n: prior.limit })],
    change: message('Same question in the reverse order.'),
  }
}

const limitWords =
  /^(?:(?:show|give me|list|limit (?:it |them |that )?to|only|just|make it|keep) )*(?:me )?(?:only )?(?:the )?(?:(top|first|best|highest|bottom|last|worst|lowest) )?(\S+)(?: (?:rows|results|ones|of them))?$/i
const noLimit =
  /^(?:(?:show|give me|list) (?:me )?)?(?:all|everything|all of (?:them|it|these|those)|them all|all (?:the )?(?:rows|results|ones)|without (?:a |the |any )?limit|no limit)(?: again)?$/i
const yearPattern = /^(?:19|20)\d\d$/

/** 'top 10 instead', 'only the first five', 'all of them'. */
export const limited: ReadChange = ({ prior }, text) => {
  if (noLimit.test(text)) return unlimited(prior)
  const [, which = '', count = ''] = limitWords.exec(text) ?? []
  const [token, other] = tokensOf(count)
  const limit = token?.number ?? null
  if (limit === null || other !== undefined || !Number.isInteger(limit) || limit < 1) return null
  if (which === '' && yearPattern.test(count)) return null
  return first(inTime(prior, which), limit, /^(?:bottom|last|worst|lowest)$/i.test(which))
}

/** The first and the last periods are the earliest and the latest ones. */
function inTime(prior: Query, which: string): Query {
  const period = prior.groups.find((one) => one.kind === 'period')
  if (period === undefined || prior.order.length > 0 || !/^(?:first|last)$/i.test(which)) return prior
  return { ...prior, order: [{ expression: period, descending: false }] }
}

function first(prior: Query, limit: number, isTurned: boolean): Changed | Decline {
  const change = isTurned
    ? message('Same question, only the last {n}.', { n: limit })
    : message('Same question, only the first {n}.', { n: limit })
  if (prior.top !== null && prior.top.query.limit !== null) {
    const inner = prior.top.query
    const query = { ...inner, limit, order: isTurned ? turnedRound(inner) : inner.order }
    return { query: { ...prior, top: { ...prior.top, query } }, assumptions: [], change }
  }
  const measure = prior.groups.length > 0 ? prior.select.find((one) => isAggregate(one.expression)) : undefined
  if (prior.order.length === 0 && measure !== undefined) {
    const expression = measured(prior) ?? measure.expression
    return {
      query: { ...prior, limit, order: [{ expression, descending: !isTurned }] },
      assumptions: [isTurned ? message('Sorts the lowest first') : message('Sorts the highest first')],
      change,
    }
  }
  if (prior.order.length === 0)
    return new Decline(message('The previous answer was not sorted, so it has no first rows.'))
  const order = isTurned ? turnedRound(prior) : prior.order
  return { query: { ...prior, limit, place: undefined, order }, assumptions: [], change }
}

function unlimited(prior: Query): Changed | Decline {
  const change = message('Same question, for all rows.')
  if (prior.limit !== null) return { query: { ...prior, limit: null }, assumptions: [], change }
  if (prior.top === null || prior.top.query.limit === null)
    return new Decline(message('The previous answer already has all rows.'))
  return { query: { ...prior, top: null, having: prior.top.query.having }, assumptions: [], change }
}
