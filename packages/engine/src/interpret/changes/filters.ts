import { message, type Message } from '@parlance/contract'
import { tableWords, whereWords } from '../../answer/describe.ts'
import { datedWords } from '../../answer/periods.ts'
import { Decline } from '../../decline.ts'
import { withoutDefaultWords } from '../../match/default-words.ts'
import {
  conditionsIn,
  defaultsIn,
  isPlainFilter,
  sameColumn,
  sameFilter,
  type ColumnRef,
  type Expression,
  type Filter,
  type Literal,
  type Query,
} from '../../query.ts'
import { columnOf, type Schema } from '../../schema/model.ts'
import { displayColumns } from '../../schema/roles.ts'
import { uncompared } from '../comparison.ts'
import { filterColumn, fragmentOf, plainWords, type Changed, type ReadChange } from './change.ts'

function isAbout(filter: Filter, other: Filter): boolean {
  const [left, right] = [filterColumn(filter), filterColumn(other)]
  return left !== null && right !== null && sameColumn(left, right) && filter.kind !== 'missing'
}

/** The filters with others added; an earlier filter on the same column is replaced. */
function replacing(prior: readonly Filter[], added: readonly Filter[]): Filter[] {
  const isReplaced = (old: Filter) => old.kind !== 'related' && added.some((one) => isAbout(old, one))
  const nested = prior.flatMap((old) =>
    old.kind === 'related' ? added.filter((one) => old.filters.some((inner) => isAbout(inner, one))) : [],
  )
  const kept = prior.flatMap((old): Filter[] => {
    if (isReplaced(old)) return []
    if (old.kind !== 'related' || nested.length === 0) return [old]
    const own = nested.filter((one) => old.filters.some((inner) => isAbout(inner, one)))
    return own.length === 0 ? [old] : [{ ...old, filters: replacing(old.filters, own) }]
  })
  return [...kept, ...added.filter((one) => !nested.includes(one))]
}

/** The query with changed filters, also for the first groups that it splits. */
function withFilters(query: Query, change: (filters: readonly Filter[]) => Filter[]): Query {
  const { top } = query
  const splits = top?.keys.some((key) => query.groups.some((one) => one.kind === 'column' && sameColumn(one.ref, key)))
  return {
    ...query,
    filters: change(query.filters),
    top:
      top === null || splits !== true ? top : { ...top, query: { ...top.query, filters: change(top.query.filters) } },
  }
}

/** A query that compares parts of the rows shows only one of them once its condition is changed. */
function ready(prior: Query, added: readonly Filter[]): Query {
  const conditions = prior.select.flatMap((one) => conditionsIn(one.expression))
  return conditions.some((old) => added.some((one) => isAbout(old, one))) ? uncompared(prior) : prior
}

/** The query with filters added; earlier ones on the same columns are replaced. */
export function narrowed(prior: Query, added: readonly Filter[]): Query {
  const part = prior.select.flatMap(({ expression }) => (expression.kind === 'percentage' ? expression.filters : []))
  const own = added.filter((one) => part.some((old) => isAbout(old, one)))
  if (own.length > 0)
    return narrowed(
      withPart(prior, part, own),
      added.filter((one) => !own.includes(one)),
    )
  return withFilters(ready(prior, added), (filters) => replacing(filters, added))
}

/** 'what share of sales comes from the USA', 'and Canada?': the same share of other rows. */
function withPart(prior: Query, part: readonly Filter[], added: readonly Filter[]): Query {
  const changed = (expression: Expression): Expression => {
    if (expression.kind === 'percentage') return { ...expression, filters: replacing(expression.filters, added) }
    const [only] = added
    const isOfPart = expression.kind === 'part' && part.some((one) => sameFilter(one, expression.when))
    return isOfPart && only !== undefined && isPlainFilter(only) ? { ...expression, when: only } : expression
  }
  return {
    ...prior,
    select: prior.select.map((one) => ({ ...one, expression: changed(one.expression) })),
    order: prior.order.map((one) => ({ ...one, expression: changed(one.expression) })),
  }
}

/** The condition of a filter in words: 'only for “France”', 'only last year', 'only where …'. */
export function onlyWords(schema: Schema, prior: Query, added: readonly Filter[]): Message {
  const [only, other] = added
  if (only !== undefined && other === undefined) {
    if (only.kind === 'compare' && only.operator === '=' && typeof only.value === 'string')
      return message('Same question, only for “{value}”.', { value: only.value })
    if (only.kind === 'period' && !only.negated)
      return message('Same question, only {period}.', { period: datedWords(only.label) })
  }
  return message('Same question, only {conditions}.', { conditions: conditionWords(schema, prior, added) })
}

/** Filters in words: 'where country is “France”'. */
export function conditionWords(schema: Schema, prior: Query, filters: readonly Filter[]): Message | string {
  return whereWords(schema, { ...prior, filters: [...filters] }) ?? ''
}

const excluding =
  /^(?:exclude|excluding|except|except for|without|leave out|leaving out|omit|omitting|ignore|ignoring|skip|minus|not|all except|all but|everything except|everything but) (?:the |any |those |ones |from |in |for |of )*(.+?)(?: ones)?$/i

/** 'exclude Germany', 'without cancelled ones'. */
export const excluded: ReadChange = (change, text) => {
  const [, words] = excluding.exec(text) ?? []
  if (words === undefined) return null
  const fragment = fragmentOf(change, words)
  if (fragment instanceof Decline) return fragment
  if (fragment.filters.length === 0 || fragment.groups.length + fragment.orders.length > 0) return null
  const { schema, prior } = change
  const added = fragment.filters.map(opposite)
  if (added.some((one) => one === null))
    return new Decline(message('This condition cannot be excluded. Say which values to leave out.'), [words])
  const filters = added.filter((one) => one !== null)
  if (fragment.filters.some((one) => prior.filters.some((old) => sameFilter(old, one))))
    return new Decline(message('The previous answer is only about that, so nothing would be left.'))
  const query = withFilters(ready(prior, filters), (old) => [
    ...old.filter((one) => !filters.some((other) => sameFilter(one, other))),
    ...filters,
  ])
  return {
    query,
    assumptions: [...fragment.assumptions, ...nullNotes(schema, filters)],
    change: message('Same question, only {conditions}.', { conditions: conditionWords(schema, prior, filters) }),
  }
}

function opposite(filter: Filter): Filter | null {
  if (filter.kind === 'compare') return filter.operator === '=' ? { ...filter, operator: '<>' } : null
  if ('negated' in filter && filter.kind !== 'related') return { ...filter, negated: !filter.negated }
  if (filter.kind !== 'any' && filter.kind !== 'every') return null
  const [first] = filter.filters
  const values = filter.filters.flatMap((one) => valuesOf(one) ?? [])
  const isList = first?.kind === 'compare' && values.length === filter.filters.length
  return isList ? { kind: 'in', left: first.left, values, negated: true } : null
}

function nullNotes(schema: Schema, filters: readonly Filter[]): Message[] {
  const refs = filters.flatMap((one) => (one.kind === 'missing' ? [] : [filterColumn(one)]))
  return refs.flatMap((ref) => {
    const found = ref === null ? null : columnOf(schema, ref)
    return found?.nullable === true
      ? [message('Rows without {column} are left out, too', { column: found.spoken })]
      : []
  })
}

/** The values that an equality allows; null if it is something else. */
function valuesOf(filter: Filter): Literal[] | null {
  if (filter.kind === 'compare' && filter.operator === '=') return [filter.value]
  return filter.kind === 'in' && !filter.negated ? filter.values : null
}

const widening = /^(?:also|plus|add|include|including)\b(?: (?:the|those|ones|for|from|in|of))* (.+)$/i
const trailing = /^(?:(?:the|those|ones|for|from|in|of) )*(.+) (?:too|as well|also|again)$/i

/** 'also for 2024', 'France too', 'include Germany again'. */
export const widened: ReadChange = (change, text) => {
  const words = widening.exec(text)?.[1] ?? trailing.exec(text)?.[1]
  if (words === undefined || /^only\b/i.test(words)) return null
  const fragment = fragmentOf(change, words.replace(/ (?:too|as well|also|again)$/i, ''))
  if (fragment instanceof Decline) return null
  const { filters, groups, orders } = fragment
  if (filters.length === 0 || groups.length + orders.length > 0) return null
  const { schema } = change
  const prior = ready(change.prior, filters)
  const missing = filters.find((one) => !prior.filters.some((old) => isAbout(old, one)))
  if (missing !== undefined) return notLimited(schema, missing)
  return {
    query: withFilters(prior, (old) => filters.reduce((all, one) => united(all, one), [...old])),
    assumptions: fragment.assumptions,
    change: message('Same question, also {conditions}.', { conditions: conditionWords(schema, prior, filters) }),
  }
}

function notLimited(schema: Schema, filter: Filter): Decline {
  const ref = filterColumn(filter)
  const column = ref === null ? message('this') : columnOf(schema, ref).spoken
  return new Decline(
    message('The previous answer is not limited by {column}, so it already includes these rows.', { column }),
  )
}

/** The filters with one more alternative for its column; an exclusion of the same values ends. */
function united(filters: readonly Filter[], added: Filter): Filter[] {
  return filters.flatMap((old) => {
    if (!isAbout(old, added)) return [old]
    const [had, more] = [valuesOf(old), valuesOf(added)]
    if (had !== null && more !== null && 'left' in added && 'left' in old && old.kind !== 'also')
      return [{ kind: 'in', left: old.left, values: [...new Set([...had, ...more])], negated: false }]
    const excluded = excludedBy(old)
    if (more !== null && excluded !== null && 'left' in old && old.kind !== 'also') {
      const values = excluded.filter((one) => !more.includes(one))
      return values.length === 0 ? [] : [{ kind: 'in', left: old.left, values, negated: true }]
    }
    return old.kind === 'any'
      ? [{ ...old, filters: [...old.filters, added] }]
      : [{ kind: 'any', filters: [old, added] }]
  })
}

/** The values that a filter excludes; null if it is something else. */
function excludedBy(filter: Filter): Literal[] | null {
  if (filter.kind === 'compare' && filter.operator === '<>') return [filter.value]
  return filter.kind === 'in' && filter.negated ? filter.values : null
}

const lifting = /^(?:(?:also|show|list|include|including|for|of|with|me) )*/i

/** 'including inactive ones', 'include all customers': the default filters that these words leave out. */
export const undefaulted: ReadChange = ({ schema, phrases, prior }, text) => {
  const { question, filters } = withoutDefaultWords(phrases.definitions?.defaults ?? [], text)
  const lifted = defaultsIn(prior.filters).filter((one) => filters.some((ref) => isOn(one, ref)))
  const [first] = lifted
  if (first === undefined) return null
  const rest = question.replace(lifting, '').replace(/^(?:all|every)(?: of)?(?: the| our)? /i, '')
  const rows = lifted.flatMap((one) => filterColumn(one)?.table ?? []).map((key) => tableWords(schema, key))
  return rest === '' || rows.some((one) => plainWords(one) === plainWords(rest)) ? without(schema, prior, lifted) : null
}

function isOn(filter: Filter, ref: ColumnRef): boolean {
  const own = filterColumn(filter)
  return own !== null && sameColumn(own, ref)
}

const lastFilter = /^(?:without|remove|drop|undo|clear) (?:the )?last (?:filter|condition)$/i
const allFilters =
  /^(?:without|remove|drop|clear|no) (?:all |any |the |of the )*(?:filters?|conditions?|restrictions?)$/i
const namedFilter =
  /^(?:without|remove|drop|clear) (?:the )?(?:(?:filter|condition) (?:on|for|by) (?:the )?(.+)|(.+) (?:filter|condition))$/i
const everyValue = /^(for |in |from |of )?(?:all|every|any)(?: of)?(?: the)? (.+?)( again)?$/i

/** 'without the last filter', 'all countries again', 'remove the filter on status'. */
export const unfiltered: ReadChange = (change, text) => {
  const { schema } = change
  const prior = uncompared(change.prior)
  const words = namedFilter
    .exec(text)
    ?.slice(1)
    .find((one) => one !== undefined)
  const isAll = allFilters.test(text)
  if (lastFilter.test(text) || isAll) {
    const last = prior.filters.at(-1)
    if (last === undefined) return new Decline(message('The previous answer has no conditions to remove.'))
    return without(schema, prior, isAll ? prior.filters : [last])
  }
  const [, preposition, values, again] = everyValue.exec(text) ?? []
  const named = words ?? values
  if (named === undefined) return null
  const isSure = words !== undefined || preposition !== undefined || again !== undefined
  const found = prior.filters.filter((one) => isNamed(schema, one, plainWords(named), isSure))
  if (found.length > 0) return without(schema, prior, found)
  return words !== undefined || again !== undefined
    ? new Decline(message('The previous answer has no condition on {words}.', { words: named }), [named])
    : null
}

const timeWords = new Set(['time', 'date', 'period', 'day', 'week', 'month', 'quarter', 'year'])

function isNamed(schema: Schema, filter: Filter, words: string, byTable: boolean): boolean {
  const ref = filterColumn(filter)
  if (ref === null) return false
  const found = columnOf(schema, ref)
  const name = plainWords(found.words.join(' '))
  const isPeriod = filter.kind === 'period' || (filter.kind === 'any' && filter.filters[0]?.kind === 'period')
  if (isPeriod && timeWords.has(words)) return true
  if (name === words || name.endsWith(` ${words}`)) return true
  return byTable && displayColumns(found.table).includes(found) && plainWords(found.table.words.join(' ')) === words
}

/** The filters without some, also those inside related rows. */
function withoutThese(filters: readonly Filter[], isRemoved: (one: Filter) => boolean): Filter[] {
  return filters.flatMap((one): Filter[] => {
    if (isRemoved(one)) return []
    return one.kind === 'related' ? [{ ...one, filters: withoutThese(one.filters, isRemoved) }] : [one]
  })
}

function without(schema: Schema, prior: Query, removed: readonly Filter[]): Changed {
  const isRemoved = (one: Filter) => removed.some((other) => sameFilter(one, other))
  return {
    query: withFilters(prior, (filters) => withoutThese(filters, isRemoved)),
    assumptions: [],
    change: message('Same question, no longer only {conditions}.', {
      conditions: conditionWords(schema, prior, removed),
    }),
  }
}
