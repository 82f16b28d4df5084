import { stem } from '@parlance/retrieval'
import { isAggregate, type Expression, type Filter, type Query, tableKeyOf, filterTables } from '../query.ts'
import { contradicts } from '../plan/plan.ts'
import { ancestors } from '../schema/graph.ts'
import { columnOf, tableOf, type Schema, type TableModel } from '../schema/model.ts'
import { assemble } from './assemble.ts'
import type { Draft, Item } from '../parse/draft.ts'
import { columnsOf, type Named } from './items.ts'
import { resolveCondition } from './conditions.ts'
import { keyedBy, resolveGroup, resolveOrder, type Grouped, type Ordered } from './orders.ts'
import { note, pickTable, type Scope } from './scope.ts'
import { comparedGroups } from './compares.ts'
import { timeOrPlace } from './when-where.ts'
import { askForPeople, subjectByName } from './people.ts'
import { subjectOf } from './subject.ts'
import { Unclear } from './unclear.ts'
import type { ValueIndex } from '../match/values.ts'

export interface Resolved {
  query: Query
  assumptions: string[]
}

/** Ties a draft's words to the schema. Throws `Unclear` when a word has no or several equally good meanings. */
export function resolve(schema: Schema, values: ValueIndex, draft: Draft, today: string): Resolved {
  const scope = openScope(schema, values, draft, today)
  const asked = askedItems(draft).map((item) => ({ item, columns: columnsOf(scope, item) }))
  refuseLostItems(asked)
  refuseUnion(scope, asked)
  const told = timeOrPlace(scope)
  const selected = told.length > 0 ? told : asked.flatMap((one) => one.columns)
  const orders = draft.orders.map((order) => resolveOrder(scope, order, selected))
  const measured = [...selected, ...orders].map((one) => one.expression)
  scope.measured = measuredTable(schema, measured)
  const conditions = draft.conditions.flatMap((one) => resolveCondition(scope, one) ?? [])
  const filters = separated(
    scope,
    conditions.flatMap((one) => ('filter' in one ? [one.filter] : [])),
    selected,
  )
  const having = conditions.flatMap((one) => ('having' in one ? [one.having] : []))
  const groups = draft.groups.flatMap((group) => resolveGroup(scope, group, measured))
  const compared = draft.compares ? comparedGroups(scope, filters) : { filters, groups: [] }
  const query = assemble(scope, {
    asked,
    selected,
    orders,
    groups: [...groups, ...compared.groups],
    filters: compared.filters,
    having,
  })
  notePassed(scope)
  return { query, assumptions: scope.assumptions }
}

/** 'the names and the players of clubs': two things asked for that end as one column are not both understood. */
function refuseLostItems(asked: readonly { item: Item; columns: Named[] }[]): void {
  asked.forEach(({ item, columns }, at) => {
    if (item.kind !== 'table' && item.kind !== 'column') return
    const earlier = asked.slice(0, at).filter((one) => item.kind === 'table' || one.item.kind === 'column')
    const shown = earlier.flatMap((one) => one.columns.map((column) => JSON.stringify(column.expression)))
    const isShown = columns.length > 0 && columns.every((one) => shown.includes(JSON.stringify(one.expression)))
    const isRepeated = earlier.some(
      (one) => 'text' in one.item && one.item.text.toLowerCase() === item.text.toLowerCase(),
    )
    if (isShown && !isRepeated)
      throw new Unclear(`It is not clear what ‘${item.text}’ adds to what is asked for before it.`, [item.text])
  })
}

/** 'the phone numbers of customers and staff': two lists, not pairs of those who happen to meet. */
function refuseUnion(scope: Scope, asked: readonly { item: Item; columns: Named[] }[]): void {
  const [first, second, third] = asked
  const { draft } = scope
  if (first === undefined || second === undefined || third !== undefined || draft.groups.length > 0) return
  if (second.item.kind !== 'table') return
  const [left, right] = [first.columns[0]?.expression, second.columns[0]?.expression]
  if (left === undefined || right === undefined || isAggregate(left)) return
  const [near, far] = [tableOf(scope.schema, tableKeyOf(left)), tableOf(scope.schema, tableKeyOf(right))]
  const isTied = ancestors(scope.schema, near).includes(far) || ancestors(scope.schema, far).includes(near)
  if (!isTied)
    throw new Unclear(
      `It is not clear whether ${near.spoken} and ${far.spoken} are two lists: ask for each by itself.`,
      [],
    )
}

/** A verb that no name of the schema shares was read as a mere link: the person should know. */
function notePassed(scope: Scope): void {
  const names = new Set(
    scope.schema.tables.flatMap((table) => [...table.words, ...table.columns.flatMap((one) => one.words)]).map(stem),
  )
  for (const verb of scope.draft.passed)
    if (!names.has(stem(verb))) note(scope, `‘${verb}’ is read as a mere link, without a condition of its own`)
}

/**
 * Conditions that no single row can fulfil are about several rows that share what is asked for: 'countries with both
 * large and small stadiums'.
 */
function separated(scope: Scope, filters: Filter[], selected: readonly Named[]): Filter[] {
  const flat = filters.flatMap((one) => (one.kind === 'every' ? one.filters : [one]))
  const clash = flat.findIndex((one, at) => flat.slice(0, at).some((other) => contradicts(one, other)))
  const [first] = flat
  const second = flat[clash]
  if (clash < 1 || first === undefined || second === undefined) return filters
  const own = new Set(ancestors(scope.schema, scope.subject).map((one) => one.key))
  if (filterTables(second).some((key) => !own.has(key))) return filters
  const [only, more] = selected
  const shared = only?.expression
  if (
    shared === undefined ||
    more !== undefined ||
    shared.kind !== 'column' ||
    keyedBy(columnOf(scope.schema, shared.ref)) !== null
  )
    throw new Unclear('No single row can fulfil all of these conditions.', [])
  return [...flat.slice(0, clash), { kind: 'also', left: shared, filters: flat.slice(clash) }]
}

/** What a fragment of a question ('only for Germany', 'by month') says about an earlier query. */
export interface Fragment {
  filters: Filter[]
  groups: Grouped[]
  orders: Ordered[]
  assumptions: string[]
}

/** Ties a fragment to the schema, seen from an earlier query: its subject and tables are the ones spoken of. */
export function resolveFragment(
  schema: Schema,
  values: ValueIndex,
  draft: Draft,
  today: string,
  prior: Query,
): Fragment {
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
    distances: new Map(),
    related: [],
    groupTables: [],
    shown: [],
  }
  const spoken = [...prior.select, ...prior.order].map((one) => tableKeyOf(one.expression))
  for (const key of new Set([...spoken, ...prior.groups.map((one) => tableKeyOf(one)), prior.subject]))
    scope.mentioned.push({ table: tableOf(schema, key), at: 0 })
  for (const mention of draft.tables) scope.mentioned.push({ table: pickTable(scope, mention), at: mention.at })
  const made = draft.conditions.flatMap((one) => resolveCondition(scope, one) ?? [])
  if (made.some((one) => 'having' in one))
    throw new Unclear('Conditions on groups cannot be added to an earlier question.', [])
  const measured = [...prior.select, ...prior.order].map((one) => one.expression)
  const dated = measured.some(isAggregate) ? measured : [{ kind: 'rows' as const, table: prior.subject }]
  return {
    filters: made.flatMap((one) => ('filter' in one ? [one.filter] : [])),
    groups: draft.groups.flatMap((group) => resolveGroup(scope, group, dated)),
    orders: draft.orders.map((order) => resolveOrder(scope, order, prior.select)),
    assumptions: scope.assumptions,
  }
}

/** 'orders by month' asks how many there are: a table without anything measured, in groups, is counted. */
function askedItems(draft: Draft): Item[] {
  const [only, second] = draft.items
  if (
    only?.kind !== 'table' ||
    second !== undefined ||
    (draft.groups.length === 0 && !draft.compares) ||
    draft.orders.some((one) => !one.plain)
  )
    return draft.items
  return [{ kind: 'count', of: only, distinct: false, at: only.at }]
}

function measuredTable(schema: Schema, expressions: readonly Expression[]): TableModel | null {
  const measure = expressions.find(isAggregate)
  return measure === undefined ? null : tableOf(schema, tableKeyOf(measure))
}

function openScope(schema: Schema, values: ValueIndex, draft: Draft, today: string): Scope {
  askForPeople(schema, draft)
  subjectByName(draft)
  const subject = subjectOf(schema, draft)
  const scope: Scope = {
    schema,
    values,
    draft,
    today,
    subject,
    mentioned: [],
    assumptions: [],
    measured: null,
    distances: new Map(),
    related: [],
    groupTables: [],
    shown: [],
  }
  for (const mention of draft.tables) scope.mentioned.push({ table: pickTable(scope, mention), at: mention.at })
  for (const group of draft.groups) if (group.kind === 'table') scope.groupTables.push(pickTable(scope, group))
  if (draft.subject !== null && !draft.tables.includes(draft.subject))
    scope.mentioned.push({ table: subject, at: draft.subject.at })
  return scope
}
