import { message, type Message } from '@parlance/contract'
import {
  isAggregate,
  isMeasure,
  type Expression,
  type Filter,
  type Query,
  sameExpression,
  tableKeyOf,
  filterTables,
} from '../query.ts'
import { withExclusions } from './exclusions.ts'
import { metricDate } from '../schema/metrics.ts'
import { ancestors } from '../schema/graph.ts'
import { tableOf, type ColumnModel, type Schema } from '../schema/model.ts'
import { isAdditive } from '../schema/roles.ts'
import { assemble, type Parts } from './assemble.ts'
import type { ColumnMention, Draft, Item } from '../parse/draft.ts'
import { columnsOf, valueOf, type Named } from './items.ts'
import type { Made } from './condition-compared.ts'
import { resolveCondition } from './conditions.ts'
import { resolveGroup, type Grouped } from './groups.ts'
import { resolveOrder, type Ordered } from './orders.ts'
import { pickTable } from './pick.ts'
import { note, type Scope } from './scope.ts'
import { measuredTable, noteEach, noteOverlaps, notePassed } from './notes.ts'
import { comparedGroups, comparedRows, namedRows, withJoinedAlternatives } from './compares.ts'
import { compared, comparedPair } from './comparison.ts'
import { timeOrPlace } from './when-where.ts'
import { partConditions, withPart } from './parts.ts'
import { withCountedKinds } from './counted-kinds.ts'
import { withoutDatedStates } from './dated-states.ts'
import { withSelfReferences } from './self-references.ts'
import { joinPurchase } from './purchases.ts'
import { readSaleAmounts } from './sale-amounts.ts'
import { separated } from './separated.ts'
import { askForPeople, subjectByRowName } from './people.ts'
import { subjectByState } from './state-subject.ts'
import { subjectOf } from './subject.ts'
import { Decline, readAll } from '../decline.ts'
import type { ValueIndex } from '../match/values.ts'

export interface Resolved {
  query: Query
  assumptions: Message[]
}

/** What an item asks for. */
interface Asked {
  item: Item
  columns: Named[]
}

/** Links a draft's words to the schema. Declines if a word has no meaning, or several equally good ones. */
export function resolve(schema: Schema, values: ValueIndex, read: Draft, today: string): Resolved | Decline {
  const draft = withSelfReferences(schema, withCountedKinds(withoutDatedStates(read)))
  const scope = openScope(schema, values, draft, today)
  if (scope instanceof Decline) return scope
  const asked = readAll(askedItems(draft), (item): Asked | Decline => {
    const columns = columnsOf(scope, item)
    return columns instanceof Decline ? columns : { item, columns }
  })
  if (asked instanceof Decline) return asked
  const doubt = lostItem(asked) ?? twoLists(scope, asked)
  if (doubt !== null) return doubt
  const dateOrPlace = timeOrPlace(scope)
  if (dateOrPlace instanceof Decline) return dateOrPlace
  const selected = dateOrPlace.length > 0 ? dateOrPlace : asked.flatMap((one) => one.columns)
  const orders = readAll(draft.orders, (order) => resolveOrder(scope, order, selected))
  if (orders instanceof Decline) return orders
  const compared = comparedMeasures(scope)
  if (compared instanceof Decline) return compared
  const measured = [...selected, ...orders, ...compared].map((one) => one.expression)
  scope.measured = measuredTable(schema, measured)
  scope.metricDate = datesOfMetrics(schema, measured)
  const rows = rowsAndGroups(scope, selected, measured)
  if (rows instanceof Decline) return rows
  const isNew = (one: Named) => !selected.some((other) => sameExpression(one.expression, other.expression))
  const shown = [...rows.names.filter(isNew), ...selected].map((one) => withPart(one, rows.part))
  if (rows.groups.length === 0 && shown.some((one) => one.expression.kind === 'share'))
    return new Decline(
      message('It is not clear which part the percentage is for. Add a condition, “by …” or “for each …”.'),
      ['share'],
    )
  const doubtfulPart = groupedPart(scope, rows.groups, rows.part)
  if (doubtfulPart !== null) return doubtfulPart
  const ranked = orders.map((one) => withPart(one, rows.part))
  const parts = { ...rows, asked, selected: shown, orders: ranked }
  const query = sideBySide(scope, parts) ?? assemble(scope, parts)
  if (query instanceof Decline) return query
  notePassed(scope)
  noteEach(scope, query)
  noteOverlaps(scope, query)
  return { query, assumptions: scope.assumptions }
}

/** 'customers who spent over 100 in 2025': the dates are those of the amounts that are compared. */
function comparedMeasures(scope: Scope): Named[] | Decline {
  const compared = scope.draft.conditions.flatMap((one) =>
    one.kind === 'compare' && one.left?.kind === 'measure' ? [{ ...one, left: one.left }] : [],
  )
  return readAll(compared, ({ left, operator }) => {
    const value = valueOf(scope, left)
    if (!(value instanceof Decline) && operator.startsWith('<'))
      note(scope, message('Leaves out {owners} without any', { owners: scope.subject.spoken }))
    return value
  })
}

/** Two periods that a question compares, in two columns; null if it compares none, or they can't be shown so. */
function sideBySide(scope: Scope, parts: Parts & { all: Pick<Parts, 'filters' | 'groups'> }): Query | null {
  const found = scope.draft.compares ? comparedPair(parts.all.filters) : null
  if (found === null) return null
  const query = assemble(scope, { ...parts, groups: parts.all.groups, filters: found.rest })
  if (query instanceof Decline || !query.select.some((one) => isMeasure(one.expression))) return null
  const made = compared(query, ...found.pair)
  return made instanceof Decline ? null : made
}

/** The conditions and the groups of a draft. */
function rowsAndGroups(
  scope: Scope,
  selected: readonly Named[],
  measured: readonly Expression[],
):
  | (Pick<Parts, 'filters' | 'having' | 'groups'> & {
      part: Filter[]
      all: Pick<Parts, 'filters' | 'groups'>
      names: Named[]
    })
  | Decline {
  const { draft } = scope
  const conditions = readAll(draft.conditions, (one) => resolveCondition(scope, one) ?? [])
  if (conditions instanceof Decline) return conditions
  const filtersOf = (some: readonly Made[]) => some.flatMap((one) => ('filter' in one ? [one.filter] : []))
  const selecting = partConditions(
    draft,
    conditions.map((one) => filtersOf([one].flat())),
    ownDates(scope),
  )
  if (selecting instanceof Decline) return selecting
  const part = conditions.filter((_, at) => selecting.has(at)).flat()
  const made = conditions.filter((_, at) => !selecting.has(at)).flat()
  if (part.some((one) => 'having' in one))
    return new Decline(message('It is not clear which part the percentage is for.'), ['share'])
  const shaped = shapedFilters(scope, filtersOf(made), selected, measured)
  if (shaped instanceof Decline) return shaped
  const { filters, listed } = shaped
  const having = made.flatMap((one) => ('having' in one ? [one.having] : []))
  const groups = readAll(draft.groups, (group) => resolveGroup(scope, group, measured))
  if (groups instanceof Decline) return groups
  const splitting = groups.filter((one) => groups.length === 1 || !isAveragedRow(one, measured))
  const isList = filters.some((one) => one.kind === 'in' && !one.negated)
  const splits = (draft.compares && listed === null) || (groups.length === 0 && isList && averagesOfValues(draft))
  const all = { filters, groups: splitting.flat() }
  const alternatives = splits ? comparedGroups(scope, filters) : { filters, groups: [] }
  if (alternatives instanceof Decline) return alternatives
  return {
    filters: alternatives.filters,
    having,
    groups: [...all.groups, ...alternatives.groups],
    part: filtersOf(part),
    all,
    names: listed?.names ?? [],
  }
}

/** The filters as the question combines them: its alternatives are joined, and rows to compare are listed by name. */
function shapedFilters(
  scope: Scope,
  stated: readonly Filter[],
  selected: readonly Named[],
  measured: readonly Expression[],
): { filters: Filter[]; listed: { names: Named[] } | null } | Decline {
  const joined = scope.draft.compares ? withJoinedAlternatives(stated) : [...stated]
  const listed = comparedRows(scope, joined, measured) ?? namedRows(scope, joined, measured)
  if (listed instanceof Decline) return listed
  const filters = separated(scope, listed?.filters ?? joined, selected)
  return filters instanceof Decline ? filters : { filters, listed }
}

/** 'the average age of male and female students': two averages, not one over both. */
function averagesOfValues({ items, conditions }: Draft): boolean {
  const isAverage = items.every((one) => one.kind === 'aggregate' && ['avg', 'median'].includes(one.fn))
  return (
    items.length > 0 &&
    isAverage &&
    conditions.some((one) => one.kind === 'one of' && one.every === 'and' && !one.negated)
  )
}

/** 'what percentage of orders were placed by customers from Germany': each customer would have all, or none. */
function groupedPart(scope: Scope, groups: readonly Grouped[], part: readonly Filter[]): Decline | null {
  for (const { key } of part.length === 0 ? [] : groups) {
    if (key === null) continue
    const above = new Set(ancestors(scope.schema, key).map((one) => one.key))
    if (part.flatMap(filterTables).every((one) => above.has(one)))
      return new Decline(
        message(
          'It is not clear whether {rows} are groups or part of the condition. Say “for each {row}”, or leave it out.',
          {
            rows: key.spoken,
            row: key.words.join(' '),
          },
        ),
      )
  }
  return null
}

/** The tables whose dates are those of the measured rows. */
function ownDates(scope: Scope): Set<string> {
  return new Set(scope.measured === null ? [] : ancestors(scope.schema, scope.measured).map((one) => one.key))
}

/** 'average freight per order for each shipper': an order has one freight, so only shippers are groups. */
function isAveragedRow(group: readonly Grouped[], measured: readonly Expression[]): boolean {
  const averaged = measured.flatMap((one) => (one.kind === 'aggregate' && one.fn === 'avg' ? [tableKeyOf(one)] : []))
  return averaged.length === measured.length && group.every(({ key }) => key !== null && averaged.includes(key.key))
}

/** 'the names and the players of clubs': two items that resolve to one column aren't both understood. */
function lostItem(asked: readonly Asked[]): Decline | null {
  const lost = asked.find((one, at) => isLost(one, asked.slice(0, at)))
  if (lost === undefined || !('text' in lost.item)) return null
  return new Decline(
    message('It is not clear what “{word}” adds to the rest of the question.', { word: lost.item.text }),
    [lost.item.text],
  )
}

function isLost({ item, columns }: Asked, before: readonly Asked[]): boolean {
  if (item.kind !== 'table' && item.kind !== 'column') return false
  const earlier = before.filter((one) => item.kind === 'table' || one.item.kind === 'column')
  const shown = earlier.flatMap((one) => one.columns.map((column) => JSON.stringify(column.expression)))
  const isShown = columns.length > 0 && columns.every((one) => shown.includes(JSON.stringify(one.expression)))
  return (
    isShown && !earlier.some((one) => 'text' in one.item && one.item.text.toLowerCase() === item.text.toLowerCase())
  )
}

/** 'the phone numbers of customers and staff': two lists, not pairs of related rows. */
function twoLists(scope: Scope, asked: readonly Asked[]): Decline | null {
  const [first, second, third] = asked
  const { draft } = scope
  if (first === undefined || second === undefined || third !== undefined || draft.groups.length > 0) return null
  if (second.item.kind !== 'table') return null
  const [left, right] = [first.columns[0]?.expression, second.columns[0]?.expression]
  if (left === undefined || right === undefined || isAggregate(left)) return null
  const [near, far] = [tableOf(scope.schema, tableKeyOf(left)), tableOf(scope.schema, tableKeyOf(right))]
  const isTied = ancestors(scope.schema, near).includes(far) || ancestors(scope.schema, far).includes(near)
  return isTied
    ? null
    : new Decline(
        message('It is not clear whether {rows} and {others} are two separate lists. Ask about each one separately.', {
          rows: near.spoken,
          others: far.spoken,
        }),
      )
}

/** What a fragment of a question ('only for Germany', 'by month') says about an earlier query. */
export interface Fragment {
  filters: Filter[]
  groups: Grouped[]
  orders: Ordered[]
  assumptions: Message[]
}

/** Links a fragment to the schema, based on an earlier query: its subject and tables are the mentioned ones. */
export function resolveFragment(
  schema: Schema,
  values: ValueIndex,
  draft: Draft,
  today: string,
  prior: Query,
): Fragment | Decline {
  const scope: Scope = {
    schema,
    values,
    draft,
    today,
    subject: tableOf(schema, prior.subject),
    mentioned: [],
    assumptions: [],
    measured: measuredTable(
      schema,
      [...prior.select, ...prior.order].map((one) => one.expression),
    ),
    metricDate: datesOfMetrics(
      schema,
      [...prior.select, ...prior.order].map((one) => one.expression),
    ),
    distances: new Map(),
    related: [],
    groupTables: [],
    shown: [],
  }
  const spoken = [...prior.select, ...prior.order].map((one) => tableKeyOf(one.expression))
  for (const key of new Set([...spoken, ...prior.groups.map((one) => tableKeyOf(one)), prior.subject]))
    scope.mentioned.push({ table: tableOf(schema, key), at: 0 })
  const doubt = mentionTables(scope)
  if (doubt !== null) return doubt
  const conditions = readAll(draft.conditions, (one) => resolveCondition(scope, one) ?? [])
  if (conditions instanceof Decline) return conditions
  const made = conditions.flat()
  if (made.some((one) => 'having' in one))
    return new Decline(message('Conditions on groups cannot be added to a previous question. Ask a new question.'))
  const measured = [...prior.select, ...prior.order].map((one) => one.expression)
  const dated = measured.some(isAggregate) ? measured : [{ kind: 'rows' as const, table: prior.subject }]
  const groups = readAll(draft.groups, (group) => resolveGroup(scope, group, dated))
  if (groups instanceof Decline) return groups
  const orders = readAll(draft.orders, (order) => resolveOrder(scope, order, prior.select))
  if (orders instanceof Decline) return orders
  const filters = made.flatMap((one) => ('filter' in one ? [one.filter] : []))
  const alternatives = draft.compares ? comparedGroups(scope, filters) : { filters, groups: [] }
  if (alternatives instanceof Decline) return alternatives
  return {
    filters: alternatives.filters,
    groups: [...groups.flat(), ...alternatives.groups],
    orders,
    assumptions: scope.assumptions,
  }
}

/** Records the tables that the draft mentions, with their positions. */
function mentionTables(scope: Scope): Decline | null {
  for (const mention of scope.draft.tables) {
    const table = pickTable(scope, mention)
    if (table instanceof Decline) return table
    scope.mentioned.push({ table, at: mention.at })
  }
  return null
}

/** 'orders by month' asks for a number: a table in groups without a measure is counted, and hours are added up. */
function askedItems(draft: Draft): Item[] {
  const [only, second] = draft.items
  if (only === undefined || second !== undefined || draft.orders.some((one) => !one.plain)) return draft.items
  if (draft.groups.length === 0 && !draft.compares) return draft.items
  if (only.kind === 'table') return [{ kind: 'count', of: only, distinct: false, at: only.at }]
  return only.kind === 'column' && addsUp(draft, only)
    ? [{ kind: 'aggregate', fn: 'sum', of: only, at: only.at }]
    : draft.items
}

/** Whether a column's numbers belong to several rows of each group, and together make a number of the group. */
function addsUp({ groups }: Draft, { candidates }: ColumnMention): boolean {
  const best = Math.max(...candidates.map((one) => one.quality))
  const meant = candidates.filter((one) => one.quality === best).map((one) => one.column)
  const owners = groups.flatMap((one) => (one.kind === 'table' ? one.candidates.map(({ table }) => table) : []))
  return meant.every((one) => isAdditive(one) && !owners.includes(one.table))
}

/** The date of the first metric that has one of its own. */
function datesOfMetrics(schema: Schema, expressions: readonly Expression[]): ColumnModel | null {
  return expressions.map((one) => metricDate(schema, one)).find((one) => one !== null) ?? null
}

function openScope(schema: Schema, values: ValueIndex, draft: Draft, today: string): Scope | Decline {
  const doubt = askForPeople(schema, draft) ?? subjectByRowName(draft)
  if (doubt !== null) return doubt
  joinPurchase(schema, values, draft)
  const unstated = subjectByState(schema, values, draft, today)
  if (unstated !== null) return unstated
  const subject = subjectOf(schema, draft)
  if (subject instanceof Decline) return subject
  withExclusions(schema, draft, subject)
  const scope: Scope = {
    schema,
    values,
    draft,
    today,
    subject,
    mentioned: [],
    assumptions: [],
    measured: null,
    metricDate: null,
    distances: new Map(),
    related: [],
    groupTables: [],
    shown: [],
  }
  const unclear = mentionTables(scope)
  if (unclear !== null) return unclear
  for (const group of draft.groups) {
    if (group.kind !== 'table') continue
    const table = pickTable(scope, group)
    if (table instanceof Decline) return table
    scope.groupTables.push(table)
  }
  if (draft.subject !== null && !draft.tables.includes(draft.subject))
    scope.mentioned.push({ table: subject, at: draft.subject.at })
  readSaleAmounts(scope)
  return scope
}
