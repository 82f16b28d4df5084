import { message } from '@parlance/contract'
import { metricDate } from '../schema/metrics.ts'
import { unitWord } from '../answer/periods.ts'
import { column as columnExpression, isAggregate, tableKeyOf, type Expression, type Scalar } from '../query.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { ancestors } from '../schema/graph.ts'
import { displayColumns, isCounted, isMeasurable, isTemporal, mainDate } from '../schema/roles.ts'
import type { Group } from '../parse/draft.ts'
import { pickColumn, pickColumns, pickTable } from './pick.ts'
import { personBehind } from './person.ts'
import { note, type Scope } from './scope.ts'
import { Decline, readAll } from '../decline.ts'

/** One thing to group by; `key` is the table whose rows are the groups. */
export interface Grouped {
  scalar: Scalar
  alias: string
  key: TableModel | null
}

/** Resolves a group of the draft in the schema. Declines if it is ambiguous. */
export function resolveGroup(scope: Scope, group: Group, measured: readonly Expression[]): Grouped[] | Decline {
  if (group.kind === 'unit') {
    const dated = datingColumn(scope, measured)
    if (dated === null)
      return new Decline(
        message('{subject} has no date to group by {unit}.', {
          subject: scope.subject.name,
          unit: unitWord(group.unit),
        }),
        [group.unit],
      )
    if (!isTemporal(dated))
      return new Decline(message('{column} does not contain dates.', { column: dated.name }), [group.unit])
    note(
      scope,
      message(
        '{unit, select, day {Each day refers to {column}} week {Each week refers to {column}} month {Each month refers to {column}} quarter {Each quarter refers to {column}} weekday {Each weekday refers to {column}} other {Each year refers to {column}}}',
        { unit: group.unit, column: `${dated.table.name}.${dated.name}` },
      ),
    )
    return [{ scalar: { kind: 'period', unit: group.unit, ref: dated.ref }, alias: group.unit, key: null }]
  }
  if (group.kind === 'column') {
    const found = pickColumn(scope, group)
    if (found instanceof Decline) return found
    // 'revenue per employee', if accounts have a number of employees: a quotient, not groups of equal size.
    if (scope.draft.saysPer && isMeasurable(found) && isCounted(found))
      return new Decline(
        message('It is not clear whether to divide by {column} or to group by it.', { column: found.spoken }),
        [group.text],
      )
    return [{ scalar: columnExpression(found.ref), alias: found.name, key: keyedBy(found) }]
  }
  const table = pickTable(scope, group)
  if (table instanceof Decline) return table
  const asked = readAll(
    scope.draft.items.filter((one) => one.kind === 'column'),
    (one) => pickColumns(scope, one),
  )
  if (asked instanceof Decline) return asked
  const own = asked.flat().filter((one) => one.table === table)
  const shown = own.length > 0 ? own : displayColumns(personBehind(scope.schema, table) ?? table)
  return shown.map((one) => ({ scalar: columnExpression(one.ref), alias: one.name, key: table }))
}

/** The table whose rows a column identifies, so that grouping by it means grouping by the row. */
export function keyedBy(column: ColumnModel): TableModel | null {
  const { table } = column
  return displayColumns(table).includes(column) || column.isKey ? table : null
}

/** The date for rows of the question: that of what is measured, else the subject's. */
export function datingColumn(scope: Scope, measured: readonly Expression[]): ColumnModel | null {
  for (const expression of measured) {
    if (!isAggregate(expression)) continue
    const own = metricDate(scope.schema, expression)
    if (own !== null) return own
    const key = expression.kind === 'rows' ? expression.table : tableKeyOf(expression)
    const table = scope.schema.byKey.get(key)
    const found = table === undefined ? null : mainDate(scope.schema, table)
    if (found !== null) return found
  }
  const own = mainDate(scope.schema, scope.subject)
  if (own !== null) return own
  for (const { table } of scope.mentioned) {
    const found = mainDate(scope.schema, table)
    if (found !== null && ancestors(scope.schema, table).length > 0) return found
  }
  return null
}
