import { message } from '@parlance/contract'
import { stem } from '@parlance/retrieval'
import {
  column as columnExpression,
  isAggregate,
  sameExpression,
  type Expression,
  type Filter,
  type Query,
  type Scalar,
  type Selected,
  tableKeyOf,
} from '../query.ts'
import { columnOf, type ColumnModel, type TableModel } from '../schema/model.ts'
import { ancestors } from '../schema/graph.ts'
import { displayColumns, isMeasurable } from '../schema/roles.ts'
import { isDeedVerb } from '../lexicon/synonyms.ts'
import type { Item } from '../parse/draft.ts'
import type { Named } from './items.ts'

import type { Having } from './condition-compared.ts'
import { keyedBy, type Grouped } from './groups.ts'
import type { Ordered } from './orders.ts'
import { pickTable } from './pick.ts'
import { note, type Scope } from './scope.ts'
import { rowWords } from '../answer/describe.ts'
import { Decline } from '../decline.ts'

/** Everything that a question asks for, linked to the schema. */
export interface Parts {
  asked: { item: Item; columns: Named[] }[]
  selected: Named[]
  orders: Ordered[]
  groups: Grouped[]
  filters: Filter[]
  having: Having[]
}

/** Gives columns with the same name different ones. */
export function uniqueAliases(selected: Selected[]): Selected[] {
  const seen = new Map<string, number>()
  return selected.map((one) => {
    const key = one.alias.toLowerCase()
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    if (count === 1) return one
    const table =
      one.expression.kind === 'column' ? one.expression.ref.table.toLowerCase().replace(/\W+/g, '_') : 'value'
    return { ...one, alias: `${table}_${one.alias}` }
  })
}

function isExtremeOrder(order: Ordered): boolean {
  return !order.plain
}

/** Combines the parts: what is shown, grouped, and sorted. Declines if they don't fit together. */
export function assemble(scope: Scope, all: Parts): Query | Decline {
  const { draft } = scope
  const unclear = rankedPer(scope, all)
  if (unclear !== null) return unclear
  const parts = withoutIdleGroups(scope, groupConditions(scope, all))
  if (parts instanceof Decline) return parts
  if (picksInGroups(parts)) return firstOfGroups(scope, parts)
  const doubt = strayNumber(scope, parts)
  if (doubt !== null) return doubt
  const extreme = parts.orders.find(isExtremeOrder)
  const select = selectedOf(scope, parts, extreme)
  const groups = groupsOf(scope, parts, select)
  if (groups instanceof Decline) return groups
  if (parts.having.length > 0 && groups.length === 0)
    return new Decline(message('It is not clear which groups you mean.'))
  return {
    ...wholeQuery(scope, parts, uniqueAliases(select)),
    distinct: (draft.distinct || listsValues(scope, parts) || listsAllValues(scope, parts)) && groups.length === 0,
    groups,
    order: parts.orders.map(({ expression, descending }) => ({ expression, descending })),
    limit: extreme?.limit ?? draft.limit,
  }
}

/** The shown columns: the groups, the requested items or else the subject's names, and the sort value. */
function selectedOf(scope: Scope, parts: Parts, extreme: Ordered | undefined): Selected[] {
  const select: Selected[] = []
  const push = ({ expression, alias }: Selected) => {
    if (!select.some((other) => sameExpression(other.expression, expression))) select.push({ expression, alias })
  }
  for (const { scalar, alias } of parts.groups)
    if (!parts.selected.some((one) => sameExpression(one.expression, scalar))) push({ expression: scalar, alias })
  for (const one of parts.selected) push(one)
  if (select.length === 0)
    for (const one of displayColumns(scope.subject)) push({ expression: columnExpression(one.ref), alias: one.name })
  if (extreme !== undefined && showsMeasure(scope, parts, extreme)) push(extreme)
  return [...rankedNames(scope, parts, select), ...select]
}

/** 'the revenue of the customer with the most orders': without a name, no one could tell whose number it is. */
function rankedNames(scope: Scope, parts: Parts, select: readonly Selected[]): Selected[] {
  if (select.some((one) => !isAggregate(one.expression))) return []
  const table = rankedTable(scope, parts)
  if (table === null || table instanceof Decline) return []
  return displayColumns(table).map((one) => ({ expression: columnExpression(one.ref), alias: one.name }))
}

/** The grouping columns: the keys of the rows behind the groups, then everything that is shown and not measured. */
function groupsOf(scope: Scope, parts: Parts, select: readonly Selected[]): Scalar[] | Decline {
  if (!isMeasured(parts) && parts.groups.length === 0) return []
  const ranked = rankedTable(scope, parts)
  if (ranked instanceof Decline) return ranked
  const shown = parts.selected.flatMap(({ expression }) =>
    expression.kind === 'column' && !parts.groups.some((group) => sameExpression(group.scalar, expression))
      ? [keyedBy(columnOf(scope.schema, expression.ref))]
      : [],
  )
  const base = baseTables([...parts.selected, ...parts.orders])
  const keyed = new Set([...parts.groups.map((one) => one.key), ...shown, ranked])
  const keys = [...keyed].flatMap((table) =>
    table !== null && !base.has(table.key) && table.primaryKey.length === 1 ? table.primaryKey : [],
  )
  const scalars = [
    ...keys.map((key) => columnExpression(key.ref)),
    ...parts.groups.map((one) => one.scalar),
    ...select.flatMap(({ expression }) => (isAggregate(expression) ? [] : [expression])),
  ]
  return unique(scalars)
}

/**
 * The table whose rows are ranked: 'the color of the product with the most orders' ranks products, whatever columns
 * are shown. Null if the groups already say so. Declines if the shown columns don't belong to it.
 */
function rankedTable(scope: Scope, parts: Parts): TableModel | Decline | null {
  const order = scope.draft.orders.find((one) => !one.plain)
  const ranking = parts.orders.find(isExtremeOrder)
  if (order === undefined || ranking === undefined || !isAggregate(ranking.expression)) return null
  const isNoun = (text: string) => !isDeedVerb(text.toLowerCase()) && !/ed$/i.test(text)
  const before = scope.draft.tables
    .filter((one) => one.at < order.at && order.at - one.at <= 3 && isNoun(one.text))
    .at(-1)
  const table = before === undefined ? null : pickTable(scope, before)
  if (table === null || table instanceof Decline) return table
  const isOwnSum = ranking.expression.kind === 'aggregate' && ranking.expression.fn === 'sum'
  if (table.key === tableKeyOf(ranking.expression) && !isOwnSum) return null
  const shown = parts.selected.filter((one) => !isAggregate(one.expression)).map((one) => tableKeyOf(one.expression))
  const own = ancestors(scope.schema, table).map((one) => one.key)
  if (!shown.every((key) => own.includes(key)))
    return new Decline(
      message(
        'The question asks for the first of the {rows} and for data that belongs to it. Ask which one comes first, then ask about it.',
        { rows: table.spoken },
      ),
    )
  return table.primaryKey.length === 1 ? table : null
}

/** 'who attended courses' uses the table of attendances, if there is one between the two. */
function tablesOfVerbs(scope: Scope): TableModel[] {
  const verbs = scope.draft.passed.map(stem).filter((verb) => verb.length > 4)
  const linksOf = (table: TableModel) => scope.schema.links.filter((link) => link.child === table).length
  return scope.schema.tables.filter(
    (table) =>
      !table.isView && linksOf(table) > 1 && table.words.some((word) => verbs.some((verb) => word.startsWith(verb))),
  )
}

/** 'the total deaths and the damage': a plain number next to a total isn't something to group by. */
function strayNumber(scope: Scope, parts: Parts): Decline | null {
  if (parts.groups.length > 0 || !parts.selected.some((one) => isAggregate(one.expression))) return null
  const stray = parts.selected
    .flatMap(({ expression }) => (expression.kind === 'column' ? [columnOf(scope.schema, expression.ref)] : []))
    .find((one) => isMeasurable(one) && one.kind === 'number')
  return stray === undefined
    ? null
    : new Decline(message('It is not clear whether to add up, average, or list {column}.', { column: stray.name }), [
        stray.spoken,
      ])
}

/** 'which country spends the most per customer': each customer has one country, so it can't rank a customer's countries. */
function rankedPer({ schema, draft }: Scope, { groups: [group], selected, orders }: Parts): Decline | null {
  const key = group?.key ?? null
  if (!draft.saysPer || key === null || !orders.some(isExtremeOrder)) return null
  const owners = ancestors(schema, key)
  const isOfKey = selected.some(({ expression }) => {
    if (expression.kind !== 'column') return false
    const column = columnOf(schema, expression.ref)
    return owners.includes(column.table) && !(column.table === key && displayColumns(key).includes(column))
  })
  return isOfKey
    ? new Decline(
        message('It is not clear what “per {row}” ranks. Ask for the average of each one instead.', {
          row: rowWords(key),
        }),
        ['per'],
      )
    : null
}

/** The tables whose rows are counted or added up; grouping by one of their keys would undo that. */
function baseTables(measured: readonly { expression: Expression }[]): Set<string> {
  return new Set(measured.filter((one) => isAggregate(one.expression)).map((one) => tableKeyOf(one.expression)))
}

/** Whether the sort value is shown too; not if the question lists what it wants to see. */
function showsMeasure(scope: Scope, parts: Parts, extreme: Ordered): boolean {
  if (parts.selected.some((one) => isAggregate(one.expression))) return false
  const { items: asked, asksWhich } = scope.draft
  // 'which city has …', 'top 5 cities by …'
  const isRanked = (asksWhich || (extreme.limit ?? 1) > 1) && asked.length === 1 && isAggregate(extreme.expression)
  if (asked.some((one) => one.kind === 'column') && !isRanked) return false
  return isAggregate(extreme.expression) || extreme.alias !== ''
}

/** 'the cheapest product in each category': the first rows of every group; all that tie are shown. */
function firstOfGroups(scope: Scope, parts: Parts): Query | Decline {
  const [extreme, other] = parts.orders
  const shown = parts.selected.map((one) => one.expression)
  const isOwn = parts.groups.some(({ key }) => key === scope.subject)
  if (extreme === undefined || other !== undefined || shown.some(isAggregate) || parts.having.length > 0 || isOwn)
    return new Decline(message('It is not clear what comes first in each group.'))
  const within = parts.groups.flatMap(({ key, scalar }): Scalar[] => {
    const [only, second] = key?.primaryKey ?? []
    return only !== undefined && second === undefined ? [columnExpression(only.ref)] : [scalar]
  })
  const isGroup = (one: Expression) => parts.groups.some(({ scalar }) => sameExpression(scalar, one))
  const rows = shown.every(isGroup)
    ? displayColumns(scope.subject).map((one) => ({ expression: columnExpression(one.ref), alias: one.name }))
    : parts.selected
  const select = selectedOf(scope, { ...parts, selected: rows }, extreme)
  const grouped = isAggregate(extreme.expression) ? groupsOf(scope, { ...parts, selected: rows }, select) : []
  if (grouped instanceof Decline) return grouped
  note(scope, message('Shows all that tie'))
  return {
    ...wholeQuery(scope, parts, uniqueAliases(select)),
    groups: unique([...grouped, ...(grouped.length > 0 ? within : [])]),
    order: [{ expression: extreme.expression, descending: extreme.descending }],
    limit: extreme.limit ?? scope.draft.limit ?? 1,
    within: unique(within),
  }
}

function unique(scalars: readonly Scalar[]): Scalar[] {
  return scalars.filter((one, at) => scalars.findIndex((other) => sameExpression(one, other)) === at)
}

/** The parts that every query has. */
function wholeQuery(scope: Scope, parts: Parts, select: Selected[]): Query {
  return {
    subject: scope.subject.key,
    select,
    distinct: false,
    filters: parts.filters,
    groups: [],
    having: parts.having,
    order: [],
    limit: null,
    spoken: [...new Set([...scope.mentioned.map((one) => one.table), ...tablesOfVerbs(scope)].map((one) => one.key))],
    top: null,
  }
}

/** Whether a first one is asked for in every group, which a single limit can't return. */
function picksInGroups(parts: Parts): boolean {
  if (parts.groups.length === 0 || parts.orders.every((one) => one.plain)) return false
  const isGroup = (one: Named) =>
    isAggregate(one.expression) ||
    parts.groups.some(
      (group) => sameExpression(group.scalar, one.expression) || group.key?.key === tableKeyOf(one.expression),
    )
  return !parts.selected.every(isGroup) || parts.orders.some((one) => !one.plain && !isAggregate(one.expression))
}

/** 'show all product colors' wants each value once: one plain column, of no particular table. */
function listsValues(scope: Scope, parts: Parts): boolean {
  const { draft } = scope
  const [only, other] = parts.selected
  if (
    only?.expression.kind !== 'column' ||
    other !== undefined ||
    draft.subject !== null ||
    draft.orders.length + draft.conditions.length > 0
  )
    return false
  const found = columnOf(scope.schema, only.expression.ref)
  return keyedBy(found) === null && found.kind === 'text' && !isFreeText(found)
}

/** A text that belongs to a single row, not a value that rows share. */
function isFreeText(column: ColumnModel): boolean {
  const last = column.words.at(-1) ?? ''
  return ['detail', 'summary', 'note', 'comment', 'description', 'text', 'address', 'email', 'phone', 'date'].includes(
    last,
  )
}

/** 'all majors of the students', 'which classrooms are used': each existing value once. */
function listsAllValues(scope: Scope, parts: Parts): boolean {
  const { draft } = scope
  const [item, more] = draft.items
  const [only, other] = parts.selected
  if (item?.kind !== 'column' || more !== undefined || only?.expression.kind !== 'column' || other !== undefined)
    return false
  if ((!draft.allOf.includes(item.at) && !draft.asksWhich) || draft.orders.length > 0) return false
  const found = columnOf(scope.schema, only.expression.ref)
  const isOfRows = !draft.asksWhich && draft.subject !== null && isMeasurable(found)
  return !isOfRows && isSharedValue(found)
}

/** A value that several rows may share: it neither identifies nor describes a single row. */
function isSharedValue(column: ColumnModel): boolean {
  return keyedBy(column) === null && !column.isForeignKey && !isFreeText(column) && !isName(column)
}

function isName(column: ColumnModel): boolean {
  return ['name', 'title'].includes(column.words.at(-1) ?? '')
}

function isMeasured(parts: Parts): boolean {
  return parts.having.length > 0 || [...parts.selected, ...parts.orders].some((one) => isAggregate(one.expression))
}

/**
 * 'for each company, return its name' groups nothing: without a measure, each row is on its own. 'The id of each company
 * and its country' shows what it names after the first group.
 */
function withoutIdleGroups(scope: Scope, parts: Parts): Parts | Decline {
  if (isMeasured(parts) || parts.selected.length === 0 || (parts.orders.some(isExtremeOrder) && picksInGroups(parts)))
    return parts
  const shown = parts.selected.map((one) => tableKeyOf(one.expression))
  const isIdle = (one: Grouped) => one.key === scope.subject || shown.includes(tableKeyOf(one.scalar))
  const isShown = (one: Grouped) => parts.selected.some((other) => sameExpression(other.expression, one.scalar))
  const isLost = scope.draft.groups.some((one) => one.kind === 'column') && !parts.groups.some(isShown)
  const unshown = parts.groups.filter((one) => !shown.includes(tableKeyOf(one.scalar)))
  const added = unshown.length < parts.groups.length ? unshown : []
  if (isLost || !parts.groups.every((one) => isIdle(one) || added.includes(one)))
    return new Decline(
      message('It is not clear what to show for each group.'),
      parts.groups.map((one) => one.alias),
    )
  const selected = [...parts.selected, ...added.map(({ scalar, alias }) => ({ expression: scalar, alias }))]
  return { ...parts, selected, groups: [] }
}

/** 'countries with more than two customers': a number of rows for each value of a column is a condition on groups. */
function groupConditions(scope: Scope, parts: Parts): Parts {
  const isValue =
    parts.selected.length > 0 &&
    parts.selected.every(
      (one) => one.expression.kind === 'column' && keyedBy(columnOf(scope.schema, one.expression.ref)) === null,
    )
  // 'the prices of hotels with 5 rooms' means each hotel, not each price.
  const isOwned = scope.draft.items.some((one) => one.kind === 'column' && one.owner !== null)
  if (!isValue || isOwned || parts.having.length > 0) return parts
  const counted = parts.filters.find(
    (one) => one.kind === 'related' && one.having !== null && !one.negated && one.filters.length === 0,
  )
  if (counted?.kind !== 'related' || counted.having === null) return parts
  return { ...parts, filters: parts.filters.filter((one) => one !== counted), having: [counted.having] }
}
