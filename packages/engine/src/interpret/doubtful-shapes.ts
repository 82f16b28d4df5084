import { message } from '@parlance/contract'
import {
  filterTables,
  isAggregate,
  sameExpression,
  type Filter,
  type Query,
  type TableKey,
  tableKeyOf,
} from '../query.ts'
import { contradicts } from '../plan/plan.ts'
import { ancestors, belongsTo, shortestPaths } from '../schema/graph.ts'
import { columnOf, tableOf, type ColumnModel, type Schema, type TableModel } from '../schema/model.ts'
import { isShareOfPrice } from '../schema/measures.ts'
import { metricNames } from '../schema/metrics.ts'
import { displayColumns } from '../schema/roles.ts'
import { Decline, firstDecline } from '../decline.ts'

/** Declines queries whose shape shows that a part of the question was linked to the wrong thing. */
export function doubtfulShape(schema: Schema, query: Query): Decline | null {
  return firstDecline(
    () => rankedTotal(query),
    () => strayLimit(schema, query),
    () => addedShares(schema, query),
    () => ungroupedOrder(schema, query),
    () => twoOwners(schema, query),
    () => sharedColumn(schema, query),
    () => excludedRanking(schema, query),
    () => countedParent(schema, query),
    () => oppositeRanking(query),
    () => excludedValues(schema, query),
    () => singleOfMany(schema, query),
    () => strayGroup(schema, query),
    () => countedValue(schema, query),
    () => absentShown(schema, query),
    () => impossibleConditions(query),
  )
}

/** 'how many friends does Dan have' isn't the number of friends called Dan: a single value has a count of one. */
function countedValue(schema: Schema, query: Query): Decline | null {
  for (const { expression } of query.select) {
    if (expression.kind !== 'aggregate' || expression.fn !== 'count' || expression.of.kind !== 'column') continue
    const { of } = expression
    const isFixed = query.filters.some(
      (one) => one.kind === 'compare' && one.operator === '=' && sameExpression(one.left, of),
    )
    if (isFixed)
      return new Decline(
        message('It is not clear what to count, because the question is about only one {column}.', {
          column: columnOf(schema, of.ref).spoken,
        }),
      )
  }
  return null
}

/** The shown columns belong to rows that must not exist. */
function absentShown(schema: Schema, query: Query): Decline | null {
  const shown = query.select.map((one) => tableKeyOf(one.expression))
  const absent = query.filters.find(
    (one) =>
      one.kind === 'related' &&
      one.negated &&
      one.having === null &&
      one.filters.length === 0 &&
      one.table !== query.subject &&
      shown.includes(one.table),
  )
  if (absent?.kind === 'related')
    return new Decline(
      message('It is not clear what to show about {rows} that do not exist.', {
        rows: tableOf(schema, absent.table).spoken,
      }),
    )
  return null
}

/** 'in Austin, Texas or in Boston, Massachusetts': conditions combined so that no row can match them. */
function impossibleConditions(query: Query): Decline | null {
  const fixed = query.filters.filter((one) => one.kind === 'compare')
  const alternatives = query.filters.flatMap((one) => (one.kind === 'any' ? one.filters : []))
  const clash = alternatives.some((one) => fixed.some((other) => contradicts(one, other)))
  if (clash)
    return new Decline(
      message('It is not clear which conditions belong to which side of “or”. Ask two separate questions.'),
      ['or'],
    )
  return null
}

/** 'how many students for each gender', if only their dormitories have one: a word linked to the wrong table. */
function strayGroup(schema: Schema, query: Query): Decline | null {
  const measured = [...query.select, ...query.having].map((one) => one.expression).filter(isAggregate)
  if (measured.length === 0) return null
  // A metric of the area is named by the question, so its table is meant.
  const loose = measured.filter((one) => metricNames(one).length === 0)
  const isSpoken = (key: TableKey) => key === query.subject || query.spoken.includes(key)
  const named = [...query.groups.filter((one) => one.kind === 'column'), ...loose]
  const stray = named
    .map((one) => tableKeyOf(one))
    .find((key) => {
      if (isSpoken(key)) return false
      const [path] = shortestPaths(schema, query.subject, key, new Set(query.spoken))
      const isOwned =
        path?.every((step) => step.from === step.link.parent) === true || isTotalOfPart(schema, query, key)
      return path !== undefined && path.length > 1 && !isOwned && path.some((step) => step.toMany)
    })
  if (stray !== undefined)
    return new Decline(
      message(
        'Only {rows} contain this, but it is not clear whether you mean them. If you do, mention them in the question.',
        { rows: tableOf(schema, stray).spoken },
      ),
    )
  return null
}

/** Whether a total is over rows of the subject: 'revenue by category', if films with a category are sold. */
function isTotalOfPart(schema: Schema, query: Query, measured: TableKey): boolean {
  const isTotal = [...query.select, ...query.having].some(
    ({ expression }) =>
      expression.kind === 'aggregate' && expression.fn === 'sum' && tableKeyOf(expression) === measured,
  )
  return isTotal && belongsTo(schema, tableOf(schema, measured), tableOf(schema, query.subject))
}

/** 'the customers with the largest quantity', if each has several: the largest single one, or their total? */
function singleOfMany(schema: Schema, query: Query): Decline | null {
  const [order] = query.order
  if (query.limit === null || query.groups.length > 0 || order?.expression.kind !== 'column') return null
  const column = columnOf(schema, order.expression.ref)
  if (query.spoken.includes(column.table.key)) return null
  const shown = [...new Set(query.select.map((one) => tableKeyOf(one.expression)))]
    .filter((key) => key !== column.table.key)
    .map((key) => tableOf(schema, key))
  const isMany = (table: TableModel) => {
    const [path] = shortestPaths(schema, table.key, column.table.key, new Set(query.spoken))
    return path?.some((step) => step.toMany) === true
  }
  if (query.select.every((one) => tableKeyOf(one.expression) !== column.table.key) && shown.every(isMany))
    return new Decline(
      message(
        'Each of the {owners} has several {rows}. It is not clear whether to use a single {column} or all of them together.',
        { owners: shown[0]?.spoken ?? message('rows'), rows: column.table.spoken, column: column.spoken },
      ),
    )
  return null
}

function excludes(filter: Filter): boolean {
  if (filter.kind === 'not') return true
  if (filter.kind === 'compare') return filter.operator === '<>'
  return 'negated' in filter && filter.negated && filter.kind !== 'missing'
}

/** 'cities without customers': a city that one row excludes may also belong to another row. */
function excludedValues(schema: Schema, query: Query): Decline | null {
  const [only, other] = query.select
  if (only?.expression.kind !== 'column' || other !== undefined || query.limit !== null) return null
  const column = columnOf(schema, only.expression.ref)
  if (query.spoken.includes(column.table.key) || column.isKey || displayColumns(column.table).includes(column))
    return null
  if (query.filters.some(excludes))
    return new Decline(
      message('It is not clear whether one matching row is enough to exclude a {column}. Say which {rows} you mean.', {
        column: column.spoken,
        rows: column.table.spoken,
      }),
    )
  return null
}

/** 'the oldest and the youngest': one order can't put both first. */
function oppositeRanking(query: Query): Decline | null {
  const isTwice = query.order.some((one, at) =>
    query.order
      .slice(0, at)
      .some((other) => other.descending !== one.descending && sameExpression(one.expression, other.expression)),
  )
  if (isTwice && query.limit !== null)
    return new Decline(message('The first and the last cannot be shown together. Ask for each one separately.'))
  return null
}

/** 'hotels with 5 star ratings': each row belongs to no more than one, so there is nothing to count. */
function countedParent(schema: Schema, query: Query): Decline | null {
  for (const filter of query.filters) {
    if (filter.kind !== 'related' || filter.having?.expression.kind !== 'rows') continue
    const own = tableOf(schema, filter.of)
    const parent = tableOf(schema, filter.having.expression.table)
    const isChild = schema.links.some((link) => link.child === parent && link.parent === own)
    if (own !== parent && !isChild && ancestors(schema, own).includes(parent))
      return new Decline(
        message('Each row of {rows} belongs to at most one of {owners}, so there is nothing to count.', {
          rows: own.spoken,
          owners: parent.spoken,
        }),
      )
  }
  return null
}

/** 'how many people work in the department with the highest budget': a single number can't be sorted. */
function rankedTotal(query: Query): Decline | null {
  const isTotal = query.groups.length === 0 && query.select.some((one) => isAggregate(one.expression))
  if (isTotal && query.order.length > 0)
    return new Decline(
      message(
        'The question asks for a number about whatever comes first. Ask which one comes first, then ask about it.',
      ),
    )
  return null
}

/** 'five star hotels': a number that limits nothing that is shown. */
function strayLimit(schema: Schema, query: Query): Decline | null {
  if (query.limit === null || query.order.length > 0 || query.groups.length > 0) return null
  if (query.select.some((one) => tableKeyOf(one.expression) === query.subject)) return null
  return new Decline(
    message('It is not clear what “{n}” refers to, because {rows} are not shown.', {
      n: query.limit,
      rows: tableOf(schema, query.subject).spoken,
    }),
    [String(query.limit)],
  )
}

/** 'total discount', if a discount is a part of each price: parts of different prices don't add up. */
function addedShares(schema: Schema, { select, order }: Query): Decline | null {
  for (const { expression } of [...select, ...order]) {
    if (expression.kind !== 'aggregate' || expression.fn !== 'sum' || expression.of.kind !== 'column') continue
    const column = columnOf(schema, expression.of.ref)
    if (isShareOfPrice(column))
      return new Decline(
        message('{column} is a share of each price, so its total means nothing. Ask for its average.', {
          column: column.spoken,
        }),
        [column.spoken],
      )
  }
  return null
}

/** 'customers by country ordered by name': a country has many names, so none of them can sort it. */
function ungroupedOrder(schema: Schema, { groups, order }: Query): Decline | null {
  if (groups.length === 0) return null
  const keys = groups.flatMap((one) => (one.kind === 'column' ? keyTable(columnOf(schema, one.ref)) : []))
  const stray = order
    .flatMap(({ expression }) => (expression.kind === 'column' ? [expression] : []))
    .find((one) => {
      const { table } = columnOf(schema, one.ref)
      const isFixed = keys.some((key) => key === table || ancestors(schema, key).includes(table))
      return !isFixed && !groups.some((group) => sameExpression(group, one))
    })
  if (stray === undefined) return null
  const { spoken } = columnOf(schema, stray.ref)
  return new Decline(
    message('Each group has several values of {column}, so the groups cannot be sorted by it.', { column: spoken }),
    [spoken],
  )
}

/** The table whose rows a column identifies. */
function keyTable(column: ColumnModel): TableModel[] {
  const [key, other] = column.table.primaryKey
  return key === column && other === undefined ? [column.table] : []
}

function directParents(schema: Schema, table: TableModel): TableModel[] {
  return schema.links.filter((link) => link.child === table && link.parent !== table).map((link) => link.parent)
}

/** 'teachers who advise students of the history department': the words don't say whose department it is. */
function twoOwners(schema: Schema, query: Query): Decline | null {
  const subject = tableOf(schema, query.subject)
  const own = directParents(schema, subject)
  for (const filter of query.filters) {
    if (filter.kind === 'related') continue
    for (const key of filterTables(filter)) {
      const owned = tableOf(schema, key)
      if (!own.includes(owned)) continue
      const other = query.spoken
        .filter((one) => one !== key && one !== query.subject)
        .map((one) => tableOf(schema, one))
        .find((one) => directParents(schema, one).includes(owned) && !isTiedBy(schema, query, one.key, key))
      if (other !== undefined)
        return new Decline(
          message('It is not clear whether you mean the {column} of the {rows} or of the {others}.', {
            column: owned.spoken,
            rows: subject.spoken,
            others: other.spoken,
          }),
        )
    }
  }
  return null
}

/** Whether the path from the subject to a table passes another one, so that both share its row. */
function isTiedBy(schema: Schema, query: Query, table: TableKey, by: TableKey): boolean {
  const [path] = shortestPaths(schema, query.subject, table, new Set(query.spoken.filter((one) => one !== by)))
  return path === undefined || path.some((step, at) => step.to.key === by && path[at + 1]?.toMany !== true)
}

function isMereRelation(filter: Filter): filter is Extract<Filter, { kind: 'related' }> {
  return filter.kind === 'related' && !filter.negated && filter.having === null && filter.filters.length === 0
}

/** 'last names of customers and staff': both have the column, so the question can't mean their join. */
function sharedColumn(schema: Schema, query: Query): Decline | null {
  const [only, other] = query.select
  if (only?.expression.kind !== 'column' || other !== undefined) return null
  const { ref } = only.expression
  for (const filter of query.filters) {
    if (!isMereRelation(filter) || filter.table === ref.table) continue
    const related = tableOf(schema, filter.table)
    const twin = related.columns.find((one) => one.name.toLowerCase() === ref.column.toLowerCase())
    if (twin !== undefined && !twin.isKey && !twin.isForeignKey && twin.words.length > 1)
      return new Decline(
        message('{rows} and {others} both have {column}. Ask about each one separately.', {
          rows: tableOf(schema, ref.table).spoken,
          others: related.spoken,
          column: twin.spoken,
        }),
      )
  }
  return null
}

/** 'who do not work on the largest project': the first one would be chosen among the excluded rows. */
function excludedRanking(schema: Schema, query: Query): Decline | null {
  const [order] = query.order
  if (order === undefined || query.limit === null) return null
  const ranked = tableKeyOf(order.expression)
  const excluded = query.filters.find(
    (one) => one.kind === 'related' && one.negated && one.having === null && one.table === ranked,
  )
  if (excluded !== undefined)
    return new Decline(message('It is not clear which {rows} to exclude.', { rows: tableOf(schema, ranked).spoken }))
  return null
}
