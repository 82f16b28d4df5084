import { message } from '@parlance/contract'
import { tableWords } from '../answer/describe.ts'
import { column, isMeasure, type Measure, type Scalar, type Selected } from '../query.ts'
import type { Group, Item } from '../parse/draft.ts'
import { ancestors } from '../schema/graph.ts'
import { tableOf, type ColumnModel, type Schema, type TableModel } from '../schema/model.ts'
import { isAdditive, isMeasurable } from '../schema/roles.ts'
import { resolveGroup, type Grouped } from './groups.ts'
import { certain } from '../match/quality.ts'
import { pickColumn, preferNumbers } from './pick.ts'
import { note, type Scope } from './scope.ts'
import { Decline } from '../decline.ts'

/**
 * A number or an amount divided by the number of what it belongs to: rows of a table, values of a column, or periods.
 * Declines if it can't be added up, or if one of its rows may belong to several and no table lists them.
 */
export function ratio(scope: Scope, { expression, alias }: Selected, per: Group): Selected | Decline {
  if (!isMeasure(expression) || (expression.kind === 'aggregate' && expression.fn !== 'sum'))
    return new Decline(message('Only numbers of rows and totals can be averaged this way.'), ['average'])
  const groups = resolveGroup(scope, per, [expression])
  if (groups instanceof Decline) return groups
  const [first] = groups
  const owner = first?.key ?? null
  const of = owner === null ? expression : belonging(scope.schema, expression, owner)
  if (of instanceof Decline) return of
  const one = first === undefined ? null : countedOnce(groups, first)
  if (first === undefined || one === null)
    return new Decline(message('It is not clear what to divide by.'), 'text' in per ? [per.text] : [])
  noteWithout(scope, first, expression)
  const unit = owner === null ? first.alias : owner.words.join('_')
  return {
    expression: { kind: 'ratio', of, per: { kind: 'aggregate', fn: 'count', distinct: true, of: one } },
    alias: `average_${alias}_per_${unit}`.toLowerCase(),
  }
}

/** 'the ratio of wins to losses': one column's total divided by another's, over the same rows. */
export function quotient(scope: Scope, { of, by }: Extract<Item, { kind: 'quotient' }>): Selected | Decline {
  const [left, right] = [pickColumn(scope, of, preferNumbers), pickColumn(scope, by, preferNumbers)]
  if (left instanceof Decline) return left
  if (right instanceof Decline) return right
  const other = [left, right].find((one) => !isMeasurable(one))
  if (other !== undefined)
    return new Decline(message('{column} does not contain numbers.', { column: `${other.table.name}.${other.name}` }), [
      other.spoken,
    ])
  if (left.table !== right.table)
    return new Decline(
      message(
        '{column} and {other} are columns of different tables, so it is not clear which rows to divide. Ask for each total.',
        { column: `${left.table.name}.${left.name}`, other: `${right.table.name}.${right.name}` },
      ),
      [of.text, by.text],
    )
  if (![left, right].every(isAdditive) && !isAboutEach(scope, left.table))
    return new Decline(
      message('A ratio of {column} to {other} needs its rows. Add “per {row}”.', {
        column: left.spoken,
        other: right.spoken,
        row: left.table.words.join(' '),
      }),
      [of.text, by.text],
    )
  const total = (one: ColumnModel): Measure => ({ kind: 'aggregate', fn: 'sum', distinct: false, of: column(one.ref) })
  return {
    expression: { kind: 'ratio', of: total(left), per: total(right) },
    alias: `${left.name}_to_${right.name}_ratio`.toLowerCase(),
  }
}

/** 'per product', 'which product': a number for each row, not one over all of them. */
function isAboutEach({ groupTables, draft }: Scope, table: TableModel): boolean {
  const asked = draft.items.flatMap((one) => (one.kind === 'table' ? one.candidates : []))
  return groupTables.includes(table) || asked.some((one) => one.table === table && one.quality >= certain)
}

/** What tells one group from another: a table's key, a period, or a column. */
function countedOnce(groups: readonly Grouped[], { key, scalar }: Grouped): Scalar | null {
  const [only, second] = key?.primaryKey ?? []
  if (only !== undefined && second === undefined) return column(only.ref)
  return key === null && groups.length === 1 ? scalar : null
}

/** The table's rows that belong to one of another table; if a table links both, its rows are the pairs. */
function belonging(schema: Schema, measure: Measure, owner: TableModel): Measure | Decline {
  if (measure.kind !== 'rows') return measure
  const table = tableOf(schema, measure.table)
  if (table !== owner && ancestors(schema, table).includes(owner)) return measure
  const [only, other] = schema.tables.filter((one) => isLinkBetween(schema, one, table, owner))
  if (only !== undefined && other === undefined) return { kind: 'rows', table: only.key }
  return new Decline(
    message('It is not clear how many of the {rows} belong to each {owner}.', {
      rows: tableWords(schema, table.key),
      owner: owner.words.join(' '),
    }),
  )
}

/** A table whose key is one row of each of two others, so that it lists each pair once. */
function isLinkBetween(schema: Schema, table: TableModel, left: TableModel, right: TableModel): boolean {
  const parents = schema.links.filter(
    (link) => link.child === table && link.pairs.every((pair) => table.primaryKey.includes(pair.child)),
  )
  const covers = (parent: TableModel) => parents.filter((link) => link.parent === parent).length === 1
  return left !== right && table.primaryKey.length === 2 && parents.length === 2 && covers(left) && covers(right)
}

/** Groups without any rows don't appear in the joined rows, which changes the average. */
function noteWithout(scope: Scope, { key, scalar }: Grouped, measure: Measure): void {
  const things = measure.kind === 'rows' ? tableWords(scope.schema, measure.table) : null
  if (key !== null)
    note(
      scope,
      things === null
        ? message('Leaves out {owners} without any', { owners: tableWords(scope.schema, key.key) })
        : message('Leaves out {owners} without {things}', { owners: tableWords(scope.schema, key.key), things }),
    )
  else if (scalar.kind === 'period')
    note(
      scope,
      message(
        '{unit, select, day {Leaves out days without any} week {Leaves out weeks without any} month {Leaves out months without any} quarter {Leaves out quarters without any} weekday {Leaves out weekdays without any} other {Leaves out years without any}}',
        { unit: scalar.unit },
      ),
    )
}
