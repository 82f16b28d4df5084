import { singular, tokenise } from '@parlance/retrieval'
import { column as columnExpression, type Expression, type Ordering, type Scalar } from '../query.ts'
import { columnOf, type ColumnModel, type TableModel } from '../schema/model.ts'
import { ancestors, neighbours } from '../schema/graph.ts'
import { displayColumns, isMeasurable, isNumeric, isTemporal, mainDate } from '../schema/roles.ts'
import type { Group, HintMention, Order, TableMention } from '../parse/draft.ts'
import { datingColumn, valueOf, type Named } from './items.ts'
import { note, pickColumn, pickHint, pickTable, type Scope } from './scope.ts'
import { Unclear } from './unclear.ts'

/** An ordering as the question asks for it: `plain` sorts, the others pick the first ones. */
export interface Ordered extends Ordering {
  alias: string
  limit: number | null
  plain: boolean
}

/** One thing to group by; `key` is the table whose rows the groups are. */
export interface Grouped {
  scalar: Scalar
  alias: string
  key: TableModel | null
}

/** What a group of the draft is in the schema. */
export function resolveGroup(scope: Scope, group: Group, measured: readonly Expression[]): Grouped[] {
  if (group.kind === 'unit') {
    const dated = datingColumn(scope, measured)
    if (dated === null) throw new Unclear(`${scope.subject.name} has no date to group by ${group.unit}.`, [group.unit])
    if (!isTemporal(dated)) throw new Unclear(`${dated.name} holds no dates.`, [group.unit])
    note(scope, `Each ${group.unit} is that of ${dated.name} of ${dated.table.name}`)
    return [{ scalar: { kind: 'period', unit: group.unit, ref: dated.ref }, alias: group.unit, key: null }]
  }
  if (group.kind === 'column') {
    const found = pickColumn(scope, group)
    return [{ scalar: columnExpression(found.ref), alias: found.name, key: keyedBy(found) }]
  }
  const table = pickTable(scope, group)
  const asked = scope.draft.items.filter((one) => one.kind === 'column').map((one) => pickColumn(scope, one))
  const own = asked.filter((one) => one.table === table)
  const shown = own.length > 0 ? own : displayColumns(table)
  return shown.map((one) => ({ scalar: columnExpression(one.ref), alias: one.name, key: table }))
}

/** The table whose rows a column tells apart, so that grouping by it means grouping by the row. */
export function keyedBy(column: ColumnModel): TableModel | null {
  const { table } = column
  return displayColumns(table).includes(column) || column.isKey ? table : null
}

/** The table of the rows in which something occurs, for 'most popular': the only one whose rows belong to it. */
function occurrences(scope: Scope, table: TableModel): TableModel {
  const children = [
    ...new Set(
      scope.schema.links
        .filter((link) => link.parent === table && link.child !== table && !link.child.isView)
        .map((link) => link.child),
    ),
  ]
  const near = scope.mentioned
    .map((one) => one.table)
    .find((one) => one !== table && neighbours(scope.schema, table).includes(one))
  if (near !== undefined) return near
  const [only, other] = children
  if (only === undefined || other !== undefined)
    throw new Unclear(`It is not clear by what ${table.name} are ranked.`, ['most popular'])
  note(scope, `How often is the number of ${only.name} rows`)
  return only
}

/** The oldest were born first: by a day of birth the order of ages is turned round. */
function isTurned(scope: Scope, order: Order, value: Named): boolean {
  if (order.by?.kind !== 'hint' || value.expression.kind !== 'column') return false
  return columnOf(scope.schema, value.expression.ref).words.some((word) => word.startsWith('birth'))
}

/** What an order of the draft sorts by. */
export function resolveOrder(scope: Scope, order: Order, selected: readonly Named[]): Ordered {
  const shared = { descending: order.descending, limit: order.limit, plain: order.plain }
  if (order.by !== null) {
    const value = valueForOrder(scope, order)
    return { ...shared, ...value, descending: isTurned(scope, order, value) ? !order.descending : order.descending }
  }
  if (order.frequency) {
    const [first] = scope.draft.items
    if (first?.kind === 'table') {
      const table = occurrences(scope, pickTable(scope, first))
      return { ...shared, expression: { kind: 'rows', table: table.key }, alias: `${table.words.join('_')}_count` }
    }
    const column = first?.kind === 'column' ? pickColumn(scope, first) : null
    if (column === null) throw new Unclear('It is not clear what is most common.', ['most common'])
    const base = keyedBy(column) === column.table && column.table !== scope.subject ? scope.subject : column.table
    const counted =
      keyedBy(column) === column.table && base === column.table && column.isKey
        ? occurrences(scope, column.table)
        : base
    return { ...shared, expression: { kind: 'rows', table: counted.key }, alias: 'count' }
  }
  if (order.temporal) {
    const owner = order.of === null ? lastDone(scope, order) : pickTable(scope, order.of)
    const dated = mainDate(scope.schema, owner) ?? owner.columns.find((one) => one.words.at(-1) === 'year') ?? null
    if (dated === null || dated.table !== owner)
      throw new Unclear(`${owner.name} has no date that says which is first or last.`, ['latest'])
    note(scope, `First and last are by ${dated.name}`)
    const own = columnExpression(dated.ref)
    if (!isOfMany(scope, dated.table)) return { ...shared, expression: own, alias: dated.name }
    const fn = order.descending ? 'max' : 'min'
    return { ...shared, expression: { kind: 'aggregate', fn, distinct: false, of: own }, alias: dated.name }
  }
  const [first] = selected
  if (order.plain && first !== undefined) return { ...shared, expression: first.expression, alias: first.alias }
  throw new Unclear('It is not clear by what the best are chosen.', ['top'])
}

/** 'who made an order most recently': what was done has the date, not who did it. */
function lastDone(scope: Scope, order: Order): TableModel {
  const near = scope.mentioned.filter((one) => one.at < order.at).toSorted((left, right) => right.at - left.at)[0]
  if (near === undefined || near.table === scope.subject) return scope.subject
  const isDeedOfSubject = scope.schema.links.some(
    (link) => link.child === near.table && ancestors(scope.schema, near.table).includes(scope.subject),
  )
  return isDeedOfSubject && mainDate(scope.schema, near.table)?.table === near.table ? near.table : scope.subject
}

/** 'best rated' of what only its reviews rate: the average of their ratings. */
function ratedBy(scope: Scope, hint: HintMention): Named | null {
  const owns = scope.subject.columns.some((one) => hint.words.some((word) => one.words.includes(word)))
  const children = owns
    ? []
    : scope.schema.links.filter((link) => link.parent === scope.subject).map((link) => link.child)
  const found = children
    .flatMap((table) => table.columns)
    .find((one) => isMeasurable(one) && hint.words.includes(one.words.at(-1) ?? ''))
  if (found === undefined) return null
  note(scope, `‘${hint.text}’ is by the average ${found.name} of ${found.table.name}`)
  return {
    expression: { kind: 'aggregate', fn: 'avg', distinct: false, of: columnExpression(found.ref) },
    alias: `average_${found.name}`,
  }
}

/** Whether several rows of a table belong to each row of what is shown, so that one of them must be chosen. */
function isOfMany(scope: Scope, table: TableModel): boolean {
  const [first] = scope.draft.items
  if (first?.kind !== 'table' && first?.kind !== 'column') return false
  const shown = first.kind === 'table' ? pickTable(scope, first) : pickColumn(scope, first).table
  return !ancestors(scope.schema, shown).includes(table) && ancestors(scope.schema, table).includes(shown)
}

/** 'the most authors': of names there is no greatest one; how many different ones there are decides. */
function mostValues(scope: Scope, found: ColumnModel, order: Order): Named {
  const said = order.by?.kind === 'column' ? tokenise(order.by.text).map(singular) : []
  if (isNumeric(found) || isTemporal(found) || !said.includes(found.words[0] ?? ''))
    throw new Unclear(`It is not clear what ‘most’ means for ${found.name} of ${found.table.name}.`, [
      order.by?.kind === 'column' ? order.by.text : found.spoken,
    ])
  note(scope, `The number of different values of ${found.name} decides`)
  return {
    expression: { kind: 'aggregate', fn: 'count', distinct: true, of: columnExpression(found.ref) },
    alias: `${found.words.join('_')}_count`,
  }
}

/** A column of rows of which several belong to one of the subject's: their extreme decides, or their sum. */
function extremeOf(scope: Scope, found: ColumnModel, order: Order): Named {
  const own = columnExpression(found.ref)
  const shown = scope.draft.items[0]
  const asked = shown?.kind === 'table' ? pickTable(scope, shown) : scope.subject
  const isOwn = ancestors(scope.schema, asked).includes(found.table) || !isMeasurable(found)
  if (order.added && !order.temporal && !isMeasurable(found)) return mostValues(scope, found, order)
  if (isOwn || scope.shown.includes(found.table)) return { expression: own, alias: found.name }
  if (order.added) {
    note(scope, `${found.name} of several ${found.table.name} rows is added up`)
    return { expression: { kind: 'aggregate', fn: 'sum', distinct: false, of: own }, alias: `total_${found.name}` }
  }
  const fn = order.descending ? 'max' : 'min'
  if (isMeasurable(found))
    note(
      scope,
      `The ${fn === 'max' ? 'greatest' : 'smallest'} single ${found.name} of ${found.table.name} decides, not their total`,
    )
  return { expression: { kind: 'aggregate', fn, distinct: false, of: own }, alias: found.name }
}

function valueForOrder(scope: Scope, order: Order): Named {
  const { by } = order
  if (by === null) throw new Unclear('It is not clear what to sort by.', [])
  if (by.kind === 'hint') {
    const rated = by.words.includes('rating') ? ratedBy(scope, by) : null
    if (rated !== null) return rated
    const found = pickHint(scope, by)
    return { expression: columnExpression(found.ref), alias: found.name }
  }
  if (by.kind === 'column' && !order.plain) {
    const found = pickColumn(scope, by, (one) =>
      one.kind === 'integer' || one.kind === 'number' || isTemporal(one) ? 3 : 0,
    )
    if (found.isKey || found.words.at(-1) === 'id')
      return { expression: { kind: 'rows', table: found.table.key }, alias: 'count' }
    return extremeOf(scope, found, order)
  }
  if (by.kind === 'table' && !order.plain) return rankedByRows(scope, by)
  return valueOf(scope, by)
}

/** 'top 5 customers by payments': the rows of what only a key names are counted; payments have an amount to add up. */
function rankedByRows(scope: Scope, by: TableMention): Named {
  const table = pickTable(scope, by)
  if (displayColumns(table).some((one) => !one.isKey && !one.isForeignKey)) return valueOf(scope, by)
  const amount = table.columns.find((one) => isMeasurable(one) && one.words.join(' ') === 'amount')
  if (amount === undefined) return valueOf(scope, { kind: 'count', of: by, distinct: false, at: by.at })
  note(scope, `‘${by.text}’ is the sum of ${amount.name} of ${table.name}`)
  return {
    expression: { kind: 'aggregate', fn: 'sum', distinct: false, of: columnExpression(amount.ref) },
    alias: `total_${amount.name}`,
  }
}
