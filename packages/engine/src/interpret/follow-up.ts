import { message, type Message } from '@parlance/contract'
import { plainQuestion, tokensOf } from '../match/tokens.ts'
import { chunksOf } from '../match/chunks.ts'
import { readFragment } from '../parse/grammar.ts'
import type { PhraseIndex } from '../match/phrases.ts'
import { resolveFragment, type Fragment, type Resolved } from './resolve.ts'
import { declineMissed } from '../answer/missed-words.ts'
import { Decline } from '../decline.ts'
import type { ValueIndex } from '../match/values.ts'
import {
  column,
  isAggregate,
  sameColumn,
  sameExpression,
  type ColumnRef,
  type Filter,
  type Query,
  type Scalar,
  type Selected,
} from '../query.ts'
import { columnOf, tableOf, type Schema } from '../schema/model.ts'
import { displayColumns } from '../schema/roles.ts'

const opening =
  /^(?:(?:and|ok|okay|now|then|but|so|also|please|well|what about|how about|what if|same|the same|show|show me|give me|make (?:it|that)|only|just|can you|could you|do it|split|break|split it|break it down|split that|break that down|filter|restrict|limit|it|that|this(?! (?:day|week|month|quarter|year))|them|those|these|for the|instead)\b[\s,:]*)+/i

/** Whether a question's first words mark it as a follow-up. */
export function soundsLikeFollowUp(question: string): boolean {
  return (
    /^(and|only|just|what about|how about|now|same|but|also|ok|okay|then|instead)\b/i.test(question.trim()) ||
    /\b(instead|of those|of them|of these|is that|are those|are that)\b\s*\??$/i.test(question.trim())
  )
}

const pointing =
  /^\W*(?:(?:and|so|but|now|then)\W+)?(?:\w[\w']*\s+){1,4}?(?:of|among|from|for|by)\s+(?:them|these|those)\b/i
const theirs =
  /^\W*(?:(?:and|so|but|now|then)\W+)?(?:\w[\w']*\s+){1,4}?(?:did|do|does|have|has|had)\s+(?:they|he|she)\b/i

/** Whether a question refers to the previous result: 'which of them …'. */
export function pointsBack(question: string): boolean {
  return pointing.test(question)
}

/**
 * Whether it asks for something that belongs to that result: 'what did they …', which no earlier query shows how to
 * find.
 */
export function asksForTheirs(question: string): boolean {
  return theirs.test(question)
}

/** Rewrites 'how many of them …' as 'which of them …'; null for any other question. */
export function countedFollowUp(question: string): string | null {
  const counted = /^(\W*(?:(?:and|so|but|now|then)\W+)?)how many(?=\s+(?:of|among|from)\s+(?:them|these|those)\b)/i
  return counted.test(question) ? question.replace(counted, '$1which') : null
}

/** The query that an earlier turn left in `state`; null if there is none that this schema can read. */
export function priorQuery(schema: Schema, state: unknown): Query | null {
  if (
    typeof state !== 'object' ||
    state === null ||
    !('query' in state) ||
    !('version' in state) ||
    state.version !== 1
  )
    return null
  const query = state.query as Query
  try {
    tableOf(schema, query.subject)
    for (const ref of refsOf(query)) columnOf(schema, ref)
  } catch {
    return null
  }
  return query
}

function refsOf(value: unknown): ColumnRef[] {
  if (Array.isArray(value)) return value.flatMap(refsOf)
  if (typeof value !== 'object' || value === null) return []
  if ('table' in value && 'column' in value && typeof value.table === 'string' && typeof value.column === 'string')
    return [{ table: value.table, column: value.column }]
  return Object.values(value).flatMap(refsOf)
}

/** Reads a question as a change to an earlier query. Declines if it isn't one. */
export function followUp(
  schema: Schema,
  phrases: PhraseIndex,
  values: ValueIndex,
  question: string,
  today: string,
  prior: Query,
): Resolved | Decline {
  const rest = plainQuestion(question)
    .trim()
    .replace(opening, '')
    .replace(/(?<!\s)\s*\b(?:instead|please|too|as well|then|only|now)\b\s*(?=[?.!]*$)/gi, '')
  const top =
    /^(?:(?:the )?(?:top|first|best|bottom|last|limit(?: to)?) )?(\d+)(?: rows| results| of them)?\s*[?.!]*$/i.exec(
      rest,
    )
  if (top?.[1] !== undefined && !/^(19|20)\d\d$/.test(top[1]))
    return limited(prior, Number(top[1]), /^(bottom|last)/i.test(rest))
  if (
    /^(?:how many)(?: (?:is|are|were|was))?(?: (?:that|those|them|these|there|it|of them))?(?: in total| altogether)?\s*[?.!]*$/i.test(
      rest,
    ) ||
    (/^(?:count|the number)/i.test(rest) && rest.split(' ').length <= 3)
  )
    return counted(schema, prior)
  const chunks = chunksOf({ question: rest, tokens: tokensOf(rest), phrases, values, today })
  const draft = readFragment(chunks)
  if (draft.missed.length > 0) return declineMissed(chunks, draft.missed, { schema, phrases, values, today })
  const fragment = resolveFragment(schema, values, draft, today, prior)
  if (fragment instanceof Decline) return fragment
  if (fragment.filters.length + fragment.groups.length + fragment.orders.length === 0)
    return new Decline(message('It is not clear what to change.'))
  const isOnlyDate = draft.conditions.every((one) => one.kind === 'date' && one.left === null && one.verb === null)
  return (isOnlyDate ? entryDate(schema, prior, fragment) : null) ?? merged(schema, prior, fragment)
}

const entryWords = ['created', 'added', 'inserted', 'entered', 'updated', 'update', 'modified']

/**
 * 'and this year?' after the cheapest products: the date when a row was entered doesn't say which were cheapest this
 * year.
 */
function entryDate(schema: Schema, prior: Query, fragment: Fragment): Decline | null {
  const [only, other] = fragment.filters
  const measured = [...prior.select, ...prior.order].some((one) => isAggregate(one.expression))
  if (only?.kind !== 'period' || other !== undefined || measured || prior.order.length === 0) return null
  if (prior.filters.some((one) => one.kind === 'period')) return null
  const column = columnOf(schema, only.ref)
  const entered = column.words.find((word) => entryWords.includes(word))
  if (entered === undefined) return null
  return new Decline(
    message(
      'The previous question does not use a date, and {column} only shows when a row was entered. If you mean that date, ask for “only those {entered} {period}”.',
      { column: `${column.table.name}.${column.name}`, entered, period: only.label },
    ),
  )
}

function limited(prior: Query, limit: number, turned: boolean): Resolved | Decline {
  const measure = prior.groups.length > 0 ? prior.select.find((one) => isAggregate(one.expression)) : undefined
  if (prior.order.length === 0 && measure !== undefined) {
    return {
      query: { ...prior, limit, order: [{ expression: measure.expression, descending: !turned }] },
      assumptions: [message('Sorts the highest first')],
    }
  }
  if (prior.order.length === 0)
    return new Decline(message('The previous answer was not sorted, so it has no first rows.'))
  const order = turned ? prior.order.map((one) => ({ ...one, descending: !one.descending })) : prior.order
  return { query: { ...prior, limit, order }, assumptions: [] }
}

export function counted(schema: Schema, prior: Query): Resolved | Decline {
  if (prior.limit !== null || prior.having.length > 0 || prior.top !== null)
    return new Decline(message('The groups of a shortened or filtered list cannot be counted.'))
  const alias = `${tableOf(schema, prior.subject).words.join('_')}_count`
  const [group] = prior.groups
  if (group === undefined) {
    if (prior.select.some((one) => isAggregate(one.expression)))
      return new Decline(message('The previous answer is already a number.'))
    return {
      query: {
        ...prior,
        select: [{ expression: { kind: 'rows', table: prior.subject }, alias }],
        order: [],
        distinct: false,
      },
      assumptions: [],
    }
  }
  const select: Selected[] = [
    { expression: { kind: 'aggregate', fn: 'count', distinct: true, of: group }, alias: 'group_count' },
  ]
  return {
    query: { ...prior, select, groups: [], order: [] },
    assumptions: [message('Counts the different groups of the previous answer')],
  }
}

function filterColumn(filter: Filter): ColumnRef | null {
  if (filter.kind === 'period') return filter.ref
  if (filter.kind === 'any' || filter.kind === 'every')
    return filter.filters[0] === undefined ? null : filterColumn(filter.filters[0])
  if (filter.kind === 'not') return filterColumn(filter.filter)
  if (filter.kind === 'related') return null
  return filter.left.kind === 'formula' ? null : filter.left.ref
}

function withFilters(prior: readonly Filter[], added: readonly Filter[]): Filter[] {
  const replaced = (old: Filter) =>
    added.some((one) => {
      const [left, right] = [filterColumn(old), filterColumn(one)]
      return left !== null && right !== null && sameColumn(left, right) && old.kind !== 'missing'
    })
  return [...prior.filter((one) => !replaced(one)), ...added]
}

function merged(schema: Schema, prior: Query, fragment: Fragment): Resolved | Decline {
  const query = {
    ...prior,
    filters: withFilters(prior.filters, fragment.filters),
    top:
      prior.top === null
        ? null
        : {
            ...prior.top,
            query: { ...prior.top.query, filters: withFilters(prior.top.query.filters, fragment.filters) },
          },
  }
  const assumptions = [...fragment.assumptions, message('Builds on the previous question')]
  const grouped = fragment.groups.length === 0 ? query : regrouped(schema, query, fragment, assumptions)
  if (grouped instanceof Decline) return grouped
  const [order] = fragment.orders
  if (order === undefined) return { query: grouped, assumptions }
  return {
    query: {
      ...grouped,
      order: [{ expression: order.expression, descending: order.descending }],
      limit: order.plain ? grouped.limit : order.limit,
    },
    assumptions,
  }
}

function regrouped(schema: Schema, prior: Query, fragment: Fragment, assumptions: Message[]): Query | Decline {
  const added = fragment.groups
  const measures = measuresOf(schema, prior)
  const groupKeys = keysOf(schema, prior)
  const groups = added.flatMap((one) => keyScalars(one)).concat(added.map((one) => one.scalar))
  const selected = added.map((one) => ({ expression: one.scalar, alias: one.alias }))
  if (prior.limit !== null && prior.groups.length > 0 && groupKeys !== null && prior.top === null) {
    const shown = prior.select.filter((one) => !isAggregate(one.expression))
    assumptions.push(message('Splits only the first {n} of the previous answer', { n: prior.limit }))
    const inner: Query = { ...prior, select: groupKeys.map((ref) => ({ expression: column(ref), alias: ref.column })) }
    return {
      ...prior,
      select: [...shown, ...selected, ...measures],
      groups: unique([...prior.groups, ...groups]),
      having: [],
      limit: null,
      top: { keys: groupKeys, query: inner },
      order: added.map((one) => ({ expression: one.scalar, descending: false })),
      filters: prior.filters,
    }
  }
  if (prior.limit !== null && prior.groups.length === 0 && !prior.select.some((one) => isAggregate(one.expression)))
    return new Decline(message('A shortened list of rows cannot be grouped.'))
  if (prior.groups.length > 0) assumptions.push(message('Replaces the previous grouping'))
  return {
    ...prior,
    select: [...selected, ...measures],
    groups: unique(groups),
    order: [],
    limit: null,
    distinct: false,
  }
}

function keyScalars(group: Fragment['groups'][number]): Scalar[] {
  const keys = group.key?.primaryKey ?? []
  return keys.length === 1 ? keys.map((key) => column(key.ref)) : []
}

function unique(scalars: Scalar[]): Scalar[] {
  return scalars.filter((one, at) => scalars.findIndex((other) => sameExpression(one, other)) === at)
}

function measuresOf(schema: Schema, prior: Query): Selected[] {
  const shown = prior.select.filter((one) => isAggregate(one.expression))
  if (shown.length > 0) return shown
  const ordered = prior.order
    .filter((one) => isAggregate(one.expression))
    .map((one) => ({ expression: one.expression, alias: 'amount' }))
  if (ordered.length > 0) return ordered
  return [
    {
      expression: { kind: 'rows', table: prior.subject },
      alias: `${tableOf(schema, prior.subject).words.join('_')}_count`,
    },
  ]
}

/** The columns that identify the groups of a query; null if they are computed. */
function keysOf(schema: Schema, prior: Query): ColumnRef[] | null {
  const refs = prior.groups.flatMap((one) => (one.kind === 'column' ? [one.ref] : []))
  if (refs.length !== prior.groups.length || refs.length === 0) return null
  const keys = refs.filter((ref) => columnOf(schema, ref).isKey)
  const [key] = keys
  if (
    key !== undefined &&
    refs.every(
      (ref) =>
        ref.table === key.table &&
        (columnOf(schema, ref).isKey || displayColumns(tableOf(schema, ref.table)).length > 0),
    )
  )
    return [key]
  return refs
}
