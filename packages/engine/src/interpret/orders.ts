import { message } from '@parlance/contract'
import { singular, tokenise } from '@parlance/retrieval'
import { column as columnExpression, type Ordering } from '../query.ts'
import { columnOf, type ColumnModel, type TableModel } from '../schema/model.ts'
import { ancestors, distance, neighbors } from '../schema/graph.ts'
import { isSale, revenueMeasures } from '../schema/measures.ts'
import { isCounted, isMeasurable, isNumeric, isTemporal, mainDate } from '../schema/roles.ts'
import type { HintMention, Item, Order, TableMention } from '../parse/draft.ts'
import { alphabetical } from '../parse/sorting.ts'
import { keyedBy, resolveGroup, type Grouped } from './groups.ts'
import { valueOf, type Named } from './items.ts'
import { pickColumn, pickHint, pickTable } from './pick.ts'
import { note, type Scope } from './scope.ts'
import { isPeople } from '../schema/people.ts'
import { byAmount, byLikelyMeasure } from './rankings.ts'
import { suitability } from './weights.ts'
import { Decline, readAll } from '../decline.ts'

/** An ordering as the question asks for it: `plain` sorts, the others pick the first ones. */
export interface Ordered extends Ordering {
  alias: string
  limit: number | null
  plain: boolean
}

/** The table whose rows record occurrences, for 'most popular': the only one whose rows belong to the given table. */
function occurrences(scope: Scope, table: TableModel): TableModel | Decline {
  const children = [
    ...new Set(
      scope.schema.links
        .filter((link) => link.parent === table && link.child !== table && !link.child.isView)
        .map((link) => link.child),
    ),
  ]
  const near = scope.mentioned
    .map((one) => one.table)
    .find((one) => one !== table && (neighbors(scope.schema, table).includes(one) || isOwnedBy(scope, one, table)))
  if (near !== undefined) return near
  const [only, other] = children.length > 1 ? nearestSales(scope, table) : children
  if (only === undefined || other !== undefined)
    return new Decline(message('It is not clear how to rank {table}.', { table: table.name }), ['most popular'])
  note(scope, message('“How often” counts the rows of {table}', { table: only.name }))
  return only
}

/** The nearest tables of sales, rentals, or bookings whose rows belong to a table: what 'popular' is about. */
function nearestSales({ schema }: Scope, table: TableModel): TableModel[] {
  const sales = schema.tables.filter(
    (one) => one !== table && !one.isView && isSale(one) && ancestors(schema, one).includes(table),
  )
  const away = (one: TableModel) => distance(schema, one.key, table.key)
  const nearest = Math.min(...sales.map(away))
  return sales.filter((one) => away(one) === nearest)
}

/** 'films rented most often': rentals belong to a copy of a film, and so to the film. */
function isOwnedBy(scope: Scope, table: TableModel, owner: TableModel): boolean {
  return ancestors(scope.schema, table).includes(owner)
}

/** The oldest were born, or made, first: a date reverses the order of ages. */
function isTurned(scope: Scope, order: Order, value: Named): boolean {
  if (order.by?.kind !== 'hint' || value.expression.kind !== 'column') return false
  const column = columnOf(scope.schema, value.expression.ref)
  return column.words.some((word) => word.startsWith('birth')) || (order.by.words.includes('age') && isTemporal(column))
}

/** The sort value of an order of the draft. Declines if it is ambiguous. */
export function resolveOrder(scope: Scope, order: Order, selected: readonly Named[]): Ordered | Decline {
  const value = orderedBy(scope, order, selected)
  if (value instanceof Decline) return value
  const descending = isTurned(scope, order, value) ? !order.descending : order.descending
  return { limit: order.limit ?? impliedLimit(scope, order), plain: order.plain, ...value, descending }
}

const severalRows = 10

/** 'our best customers' are several; 'our best customer' is one. Null if something else says how many. */
function impliedLimit({ draft: { items, limit } }: Scope, { by, plain, said }: Order): number | null {
  const [first] = items
  if (by !== null || plain || said === undefined || limit !== null || first?.kind !== 'table') return null
  const noun = first.text.toLowerCase()
  return singular(noun) === noun ? 1 : severalRows
}

const rankings = new Set(['best', 'top', 'worst', 'bottom'])
const sizes = new Set(['biggest', 'largest', 'greatest', 'highest', 'smallest', 'lowest'])

/** 'our best customers': by revenue, if they have any; 'the biggest order' by what it is worth. Null for others. */
function byRevenue(scope: Scope, { said = '', descending }: Order): Named | null {
  const [first, other] = scope.draft.items
  const table = first?.kind === 'table' && other === undefined ? pickTable(scope, first) : null
  const word = said.toLowerCase()
  if (table === null || table instanceof Decline) return null
  if (!rankings.has(word) && !(sizes.has(word) && isSale(table))) return null
  const measures = revenueMeasures(scope.schema, table)
  const own = measures.find((one) => one.table === table)
  const measure = own ?? measures[0]
  if (measure === undefined) return null
  note(scope, measure.explanation)
  note(scope, message('“{word}” is interpreted as ranking by revenue', { word: said }))
  if (!descending && measure !== own) note(scope, message('Leaves out {owners} without any', { owners: table.spoken }))
  return {
    expression: measure === own ? own.scalar : { kind: 'aggregate', fn: 'sum', distinct: false, of: measure.scalar },
    alias: 'revenue',
  }
}

function orderedBy(scope: Scope, order: Order, selected: readonly Named[]): Named | Decline {
  if (order.by !== null) return valueForOrder(scope, order, order.by)
  if (order.frequency) return byFrequency(scope)
  if (order.temporal) return order.plain ? chronological(scope, order, selected) : byTime(scope, order)
  const first = order.said === alphabetical ? firstText(scope, selected) : selected[0]
  if (order.plain && first !== undefined) return first
  return byRevenue(scope, order) ?? (order.ofDeed === true ? byAmount(scope) : byLikelyMeasure(scope))
}

/** What letters sort: the first text that is shown, not a number before it. */
function firstText(scope: Scope, selected: readonly Named[]): Named | undefined {
  const isText = ({ expression }: Named) =>
    expression.kind === 'column' && columnOf(scope.schema, expression.ref).kind === 'text'
  return selected.find(isText) ?? selected[0]
}

/** 'the most common city', 'the most popular product': by how often it occurs. */
function byFrequency(scope: Scope): Named | Decline {
  const [first] = scope.draft.items
  if (first?.kind === 'table') {
    const picked = pickTable(scope, first)
    const table = picked instanceof Decline ? picked : occurrences(scope, picked)
    if (table instanceof Decline) return table
    return { expression: { kind: 'rows', table: table.key }, alias: `${table.words.join('_')}_count` }
  }
  if (first?.kind !== 'column')
    return new Decline(message('It is not clear what to count as most common.'), ['most common'])
  const column = pickColumn(scope, first)
  if (column instanceof Decline) return column
  const counted = rowsOfValues(scope, column)
  return counted instanceof Decline ? counted : { expression: { kind: 'rows', table: counted.key }, alias: 'count' }
}

/**
 * The table whose rows count the occurrences of a column's values. For a column that identifies rows, and in 'the price of
 * the product that was ordered most often', they are another table's rows.
 */
function rowsOfValues(scope: Scope, column: ColumnModel): TableModel | Decline {
  if (keyedBy(column) === null) return column.table
  if (column.table !== scope.subject) return scope.subject
  const isDone = scope.draft.conditions.some((one) => one.kind === 'relation' && !one.negated)
  return column.isKey || isDone ? occurrences(scope, column.table) : column.table
}

/** 'newest first': by the date of the rows, or by the date or period that groups them. */
function chronological(scope: Scope, order: Order, selected: readonly Named[]): Named | Decline {
  const { groups } = scope.draft
  if (groups.length === 0) return byTime(scope, order)
  const measured = selected.map((one) => one.expression)
  const resolved = readAll(groups, (one) => resolveGroup(scope, one, measured))
  if (resolved instanceof Decline) return resolved
  const isDated = ({ scalar }: Grouped) =>
    scalar.kind === 'period' || (scalar.kind === 'column' && isTemporal(columnOf(scope.schema, scalar.ref)))
  const dated = resolved.flat().find(isDated)
  return dated === undefined
    ? new Decline(message('The groups have no date that shows which one is first.'), ['first'])
    : { expression: dated.scalar, alias: dated.alias }
}

/** 'the latest order': by the date of its rows. */
function byTime(scope: Scope, order: Order): Named | Decline {
  const owner = order.of === null ? lastDone(scope, order) : pickTable(scope, order.of)
  if (owner instanceof Decline) return owner
  const date = mainDate(scope.schema, owner) ?? owner.columns.find((one) => one.words.at(-1) === 'year') ?? null
  if (date === null || date.table !== owner)
    return new Decline(message('{table} has no date that shows which is first or last.', { table: owner.name }), [
      'latest',
    ])
  note(scope, message('First and last refer to {column}', { column: date.name }))
  const own = columnExpression(date.ref)
  const isMany = isOfMany(scope, date.table)
  if (isMany instanceof Decline) return isMany
  if (!isMany) return { expression: own, alias: date.name }
  const fn = order.descending ? 'max' : 'min'
  return { expression: { kind: 'aggregate', fn, distinct: false, of: own }, alias: date.name }
}

/** 'who made an order most recently': the date belongs to the order, not to the user who made it. */
function lastDone(scope: Scope, order: Order): TableModel {
  const near = scope.mentioned.filter((one) => one.at < order.at).toSorted((left, right) => right.at - left.at)[0]
  if (near === undefined || near.table === scope.subject) return scope.subject
  const isDeedOfSubject = scope.schema.links.some(
    (link) => link.child === near.table && ancestors(scope.schema, near.table).includes(scope.subject),
  )
  return isDeedOfSubject && mainDate(scope.schema, near.table)?.table === near.table ? near.table : scope.subject
}

/** 'best rated' for a table that only its reviews rate: the average of their ratings. */
function ratedBy(scope: Scope, hint: HintMention): Named | null {
  const owns = scope.subject.columns.some((one) => hint.words.some((word) => one.words.includes(word)))
  const children = owns
    ? []
    : scope.schema.links.filter((link) => link.parent === scope.subject).map((link) => link.child)
  const found = children
    .flatMap((table) => table.columns)
    .find((one) => isMeasurable(one) && hint.words.includes(one.words.at(-1) ?? ''))
  if (found === undefined) return null
  note(
    scope,
    message('“{word}” refers to the average {column}', {
      column: `${found.table.name}.${found.name}`,
      word: hint.text,
    }),
  )
  return {
    expression: { kind: 'aggregate', fn: 'avg', distinct: false, of: columnExpression(found.ref) },
    alias: `average_${found.name}`,
  }
}

/** Whether several rows of a table belong to each shown row, so that one of them must be chosen. */
function isOfMany(scope: Scope, table: TableModel): boolean | Decline {
  const [first] = scope.draft.items
  if (first?.kind !== 'table' && first?.kind !== 'column') return false
  const picked = first.kind === 'table' ? pickTable(scope, first) : pickColumn(scope, first)
  if (picked instanceof Decline) return picked
  const shown = 'table' in picked ? picked.table : picked
  return !ancestors(scope.schema, shown).includes(table) && ancestors(scope.schema, table).includes(shown)
}

/** Words of columns with numbers, even if they are stored as text. */
const amountNames = new Set(['amount', 'number', 'count', 'total', 'quantity', 'day', 'hour'])

/** 'the most authors': names have no maximum, so the number of different ones decides. */
function mostValues(scope: Scope, found: ColumnModel, order: Order): Named | Decline {
  const said = order.by?.kind === 'column' ? tokenise(order.by.text).map(singular) : []
  const isAmount = found.words.some((word) => amountNames.has(word)) || isCounted(found)
  if (isAmount || isNumeric(found) || isTemporal(found) || !said.includes(found.words[0] ?? ''))
    return new Decline(
      message('It is not clear what “most” means for {column}.', { column: `${found.table.name}.${found.name}` }),
      [order.by?.kind === 'column' ? order.by.text : found.spoken],
    )
  note(scope, message('Ranks by the number of different values of {column}', { column: found.name }))
  return {
    expression: { kind: 'aggregate', fn: 'count', distinct: true, of: columnExpression(found.ref) },
    alias: `${found.words.join('_')}_count`,
  }
}

/** A column of rows of which several belong to one of the subject's: their extreme decides, or their sum. */
function extremeOf(scope: Scope, found: ColumnModel, order: Order): Named | Decline {
  const own = columnExpression(found.ref)
  const shown = scope.draft.items[0]
  const asked = shown?.kind === 'table' ? pickTable(scope, shown) : scope.subject
  if (asked instanceof Decline) return asked
  const isOwn = ancestors(scope.schema, asked).includes(found.table) || !isMeasurable(found)
  if (order.added && !order.temporal && !isMeasurable(found)) return mostValues(scope, found, order)
  if (isOwn || scope.shown.includes(found.table)) return { expression: own, alias: found.name }
  if (order.added) {
    note(
      scope,
      message('Adds up {column} over several rows of {table}', { column: found.name, table: found.table.name }),
    )
    return { expression: { kind: 'aggregate', fn: 'sum', distinct: false, of: own }, alias: `total_${found.name}` }
  }
  const fn = order.descending ? 'max' : 'min'
  if (isMeasurable(found))
    note(
      scope,
      message(
        '{fn, select, max {Ranks by the highest single {column}, not by the total} other {Ranks by the lowest single {column}, not by the total}}',
        { fn, column: `${found.table.name}.${found.name}` },
      ),
    )
  return { expression: { kind: 'aggregate', fn, distinct: false, of: own }, alias: found.name }
}

function valueForOrder(scope: Scope, order: Order, by: Item): Named | Decline {
  if (by.kind === 'hint') {
    const rated = by.words.includes('rating') ? ratedBy(scope, by) : null
    if (rated !== null) return rated
    const found = pickHint(scope, by)
    if (found instanceof Decline) return byDateOfRows(scope, by) ?? found
    return { expression: columnExpression(found.ref), alias: found.name }
  }
  if (by.kind === 'column' && !order.plain) {
    const found = pickColumn(scope, by, (one) =>
      one.kind === 'integer' || one.kind === 'number' || isTemporal(one) ? suitability.comparable : 0,
    )
    if (found instanceof Decline) return found
    if (found.isKey || found.words.at(-1) === 'id')
      return { expression: { kind: 'rows', table: found.table.key }, alias: 'count' }
    return extremeOf(scope, found, order)
  }
  if (by.kind === 'table' && !order.plain) return rankedByRows(scope, by)
  return valueOf(scope, by)
}

/** Words of dates from which on there is a row. */
const beginnings = new Set(
  'created opened issued posted placed added submitted reported ordered order invoice entered received filed'.split(
    ' ',
  ),
)

/** 'the oldest ticket': things have no age, so their date decides; null for people, and rows without a date. */
function byDateOfRows(scope: Scope, { words }: HintMention): Named | null {
  const date = words.includes('age') && !isPeople(scope.subject) ? mainDate(scope.schema, scope.subject) : null
  if (date === null || date.table !== scope.subject || !date.words.some((word) => beginnings.has(word))) return null
  note(scope, message('First and last refer to {column}', { column: date.name }))
  return { expression: columnExpression(date.ref), alias: date.name }
}

/** 'top 5 countries by customers': rows are counted, because names rank nothing; payments have an amount to add up. */
function rankedByRows(scope: Scope, by: TableMention): Named | Decline {
  const table = pickTable(scope, by)
  if (table instanceof Decline) return table
  const amount = table.columns.find((one) => isMeasurable(one) && one.words.join(' ') === 'amount')
  if (amount === undefined) return valueOf(scope, { kind: 'count', of: by, distinct: false, at: by.at })
  note(scope, message('“{word}” is the sum of {column}', { word: by.text, column: `${table.name}.${amount.name}` }))
  return {
    expression: { kind: 'aggregate', fn: 'sum', distinct: false, of: columnExpression(amount.ref) },
    alias: `total_${amount.name}`,
  }
}
