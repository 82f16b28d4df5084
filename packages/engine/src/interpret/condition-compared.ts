import { message } from '@parlance/contract'
import { Decline, readAll } from '../decline.ts'
import {
  rangeOf,
  type ColumnMention,
  type Condition,
  type HintMention,
  type Item,
  type Operand,
} from '../parse/draft.ts'
import {
  column as columnExpression,
  isAggregate,
  type AggregateFunction,
  type Expression,
  type Filter,
  type Operator,
} from '../query.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { isNumeric, isTemporal } from '../schema/roles.ts'
import { agesBy, birthDate, bornForAge, isAge, rowsBefore } from './ages.ts'
import { dated, negate, openBy, opposites } from './condition-dates.ts'
import { leftColumn, literalFor } from './condition-values.ts'
import { valueOf } from './items.ts'
import { pickColumn } from './pick.ts'
import { note, type Scope } from './scope.ts'
import { inUnitOf } from './units.ts'
import { suitability } from './weights.ts'

export type Having = { expression: Expression; operator: '=' | '<>' | '<' | '<=' | '>' | '>='; value: number }

/** Turns a condition into filters of rows, or into a condition on groups. */
export type Made = { filter: Filter } | { having: Having }

/** Resolves a condition on the rows of another table. */
export type InnerFilters = (scope: Scope, table: TableModel, inner: Condition) => Filter[] | Decline

/** How well a column fits a comparison with a number. */
export function wantsNumber(one: ColumnModel): number {
  return isNumeric(one) ? suitability.comparable : 0
}

/** A comparison of a column or of a group's aggregate. `innerOf` resolves the conditions of what it is compared with. */
export function compare(
  scope: Scope,
  condition: Extract<Condition, { kind: 'compare' }>,
  innerOf: InnerFilters,
): Made | Decline {
  const { operator, left, operand, negated } = condition
  if (left !== null && left.kind !== 'column' && left.kind !== 'hint')
    return onGroups(scope, left, negated ? opposites[operator] : operator, operand)
  const aged = operand.kind === 'number' ? agedFilter(scope, condition, operand) : null
  if (aged !== null) return negatable(aged, negated)
  const named = left !== null && operand.kind === 'number' ? ageInstead(scope, left, operand) : left
  const column = leftColumn(scope, named, isAmount(operand) ? wantsNumber : undefined)
  if (column instanceof Decline) return column
  if (column === null) return new Decline(message('It is not clear what to compare.'))
  if (operand.kind === 'computed') return compareComputed(scope, column, condition, operand, innerOf)
  if (operand.kind === 'column') return compareColumns(scope, column, condition, operand.mention)
  return doubtfulAmount(column, left, operator) ?? compareValue(scope, column, condition)
}

/** Whether a column is compared with a number, not a text's length. */
function isAmount(operand: Operand): boolean {
  return operand.kind === 'number' && operand.unit !== 'character'
}

/** 'older than 65', 'members over 65': the age from a date of birth; null if the comparison is about something else. */
function agedFilter(
  scope: Scope,
  { left, operator }: Extract<Condition, { kind: 'compare' }>,
  { value, unit }: Extract<Operand, { kind: 'number' }>,
): Filter | null {
  if (
    left === null ||
    !isAge(scope, left, value, isBare(scope, left, unit)) ||
    (unit !== null && unit !== 'age' && unit !== 'year')
  )
    return null
  const column = birthDate(scope)
  const ages = agesBy(operator, value)
  if (column === null || ages === null) return null
  return bornForAge(scope, column, ages.least, ages.limit)
}

/** Whether an amount has neither a name nor a unit, and the subject has no column of amounts. */
function isBare(scope: Scope, left: Item, unit: string | null): left is HintMention {
  if (left.kind !== 'hint' || !left.words.includes('amount') || unit !== null) return false
  return !rowsBefore(scope, left.at).columns.some((one) => one.words.some((word) => left.words.includes(word)))
}

/** 'staff over 40': the column with their age. */
function ageInstead(
  scope: Scope,
  left: ColumnMention | HintMention,
  { value, unit }: Extract<Operand, { kind: 'number' }>,
): ColumnMention | HintMention {
  return isBare(scope, left, unit) && isAge(scope, left, value, true) ? { ...left, words: ['age'] } : left
}

/** 'above the average price of Kitchen products', 'more expensive than the Spade'. */
function compareComputed(
  scope: Scope,
  column: ColumnModel,
  { operator, negated }: Extract<Condition, { kind: 'compare' }>,
  { fn, of, inner, than }: Extract<Operand, { kind: 'computed' }>,
  innerOf: InnerFilters,
): Made | Decline {
  if (!isNumeric(column))
    return new Decline(message('{column} does not contain numbers.', { column: column.name }), [column.spoken])
  if (of !== null && of.candidates.every((one) => one.column !== column))
    return new Decline(message('{column} cannot be compared with {other}.', { column: column.name, other: of.text }), [
      of.text,
    ])
  const filters = readAll(inner, (one) => innerOf(scope, column.table, one))
  if (filters instanceof Decline) return filters
  if (than !== null) noteRows(scope, column, fn, than)
  const left = columnExpression(column.ref)
  return negatable({ kind: 'against', left, operator, fn, filters: filters.flat() }, negated)
}

/** Notes which row counts if the words of the question fit several. */
function noteRows(scope: Scope, column: ColumnModel, fn: AggregateFunction, than: string): void {
  const values = { fn, column: column.name, word: than }
  const isNamed = than !== 'any' && than !== 'all' && than !== 'some'
  note(
    scope,
    isNamed
      ? message(
          '“{word}” means the {column} of that row, or the {fn, select, max {highest} other {lowest}} if there are several',
          values,
        )
      : message('“{word}” means the {fn, select, max {highest} other {lowest}} {column} of these rows', values),
  )
}

/** 'average salary above 5000': a condition on groups, by a number. */
export function onGroups(scope: Scope, left: Item, operator: Operator, operand: Operand | undefined): Made | Decline {
  const value = valueOf(scope, left)
  if (value instanceof Decline) return value
  if (operand?.kind !== 'number' || !isAggregate(value.expression))
    return new Decline(message('This comparison needs a number.'))
  return { having: { expression: value.expression, operator, value: operand.value } }
}

function compareColumns(
  scope: Scope,
  column: ColumnModel,
  { operator, negated }: Extract<Condition, { kind: 'compare' }>,
  mention: ColumnMention,
): Made | Decline {
  const right = pickColumn(scope, mention, undefined, 'condition')
  if (right instanceof Decline) return right
  if (right === column)
    return new Decline(message('{column} cannot be compared with itself.', { column: column.name }), [mention.text])
  return negatable(
    { kind: 'columns', left: columnExpression(column.ref), operator, right: columnExpression(right.ref) },
    negated,
  )
}

/** Compares a column with a number, a date, or a text. */
function compareValue(
  scope: Scope,
  column: ColumnModel,
  { operator, operand, negated }: Extract<Condition, { kind: 'compare' }>,
): Made | Decline {
  if (operand.kind === 'number' && operand.unit === 'character')
    return textLength(column, operator, operand.value, negated)
  const left = columnExpression(column.ref)
  if (operand.kind === 'number' && operand.unit !== null && isNumeric(column)) {
    const value = inUnitOf(scope, column, operand.value, operand.unit)
    return value instanceof Decline ? value : negatable({ kind: 'compare', left, operator, value }, negated)
  }
  const range = rangeOf(operand)
  if (range !== null && isTemporal(column)) return negatable(dated(column, openBy(range, operator), false), negated)
  if (!isNumeric(column) && operator !== '=' && operator !== '<>')
    return new Decline(
      message('{column} does not contain numbers to compare.', { column: `${column.table.name}.${column.name}` }),
      [column.spoken],
    )
  const value = literalFor(column, operand)
  return value instanceof Decline ? value : negatable({ kind: 'compare', left, operator, value }, negated)
}

/** 'names longer than 20 characters' */
function textLength(column: ColumnModel, operator: Operator, value: number, negated: boolean): Made | Decline {
  if (column.kind !== 'text')
    return new Decline(
      message('{column} does not contain texts, so it has no characters to count.', {
        column: `${column.table.name}.${column.name}`,
      }),
      [column.spoken],
    )
  return negatable({ kind: 'compare', left: { kind: 'length', ref: column.ref }, operator, value }, negated)
}

/** 'At least two books' counts books: a key that numbers them is compared only by its own name. */
function doubtfulAmount(
  column: ColumnModel,
  left: ColumnMention | HintMention | null,
  operator: string,
): Decline | null {
  const isKey = column.isKey || column.isForeignKey
  if (!isKey || operator === '=' || operator === '<>' || left === null) return null
  if (/\b(?:ids?|identifiers?|numbers?|no|codes?|keys?)\b/i.test(left.text)) return null
  return new Decline(
    message('“{word}” is not an amount here, because {column} only numbers the rows.', {
      column: `${column.table.name}.${column.name}`,
      word: left.text,
    }),
    [left.text],
  )
}

/** A negated comparison stays whole: none of several related rows may match it. */
function negatable(filter: Filter, negated: boolean): Made {
  return { filter: negate(filter, negated) }
}
