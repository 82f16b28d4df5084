import {
  column as columnExpression,
  isAggregate,
  type Expression,
  type Filter,
  type Operator,
  type Scalar,
  filterTables,
} from '../query.ts'
import { tableOf, type ColumnModel, type TableModel } from '../schema/model.ts'
import { noneWords } from '../parse/directives.ts'
import { ancestors, shortestPaths } from '../schema/graph.ts'
import { isNumeric, isTemporal } from '../schema/roles.ts'
import { rangeOf, type ColumnMention, type Condition, type HintMention } from '../parse/draft.ts'
import { valueOf } from './items.ts'
import { pickColumn, pickTable, pickValueColumn, type Scope } from './scope.ts'
import { Unclear } from './unclear.ts'
import { dated, dateColumn, negate, openBy, opposites, wholeYears } from './condition-dates.ts'
import { inUnitOf } from './units.ts'
import { checkKnown, flagFilter, leftColumn, literalFor, namesValue, valueColumn } from './condition-values.ts'

export type Having = { expression: Expression; operator: '=' | '<>' | '<' | '<=' | '>' | '>='; value: number }

/** A condition made into filters of rows, or into a condition on groups. */
export type Made = { filter: Filter } | { having: Having }

function wantsNumber(one: ColumnModel): number {
  return isNumeric(one) ? 3 : 0
}

function compare(scope: Scope, condition: Extract<Condition, { kind: 'compare' }>): Made {
  const { operator } = condition
  const { left, operand, negated } = condition
  if (left !== null && left.kind !== 'column' && left.kind !== 'hint') {
    const { expression } = valueOf(scope, left)
    if (operand.kind !== 'number' || !isAggregate(expression))
      throw new Unclear('Only a number can be compared with this.', [])
    return { having: { expression, operator: negated ? opposites[operator] : operator, value: operand.value } }
  }
  const column = leftColumn(scope, left, operand.kind === 'number' ? wantsNumber : undefined)
  if (column === null) throw new Unclear('It is not clear what is compared.', [])
  if (operand.kind === 'computed') {
    if (!isNumeric(column)) throw new Unclear(`${column.name} holds no numbers.`, [column.spoken])
    return negatable(
      { kind: 'against', left: columnExpression(column.ref), operator, fn: operand.fn, filters: [] },
      negated,
    )
  }
  if (operand.kind === 'column') {
    const right = pickColumn(scope, operand.mention, undefined, 'condition')
    if (right === column) throw new Unclear(`${column.name} is compared with itself.`, [operand.mention.text])
    return negatable(
      { kind: 'columns', left: columnExpression(column.ref), operator, right: columnExpression(right.ref) },
      negated,
    )
  }
  refuseKeyAmount(column, left, operator)
  if (operand.kind === 'number' && operand.unit !== null && isNumeric(column)) {
    const value = inUnitOf(scope, column, operand.value, operand.unit)
    return negatable({ kind: 'compare', left: columnExpression(column.ref), operator, value }, negated)
  }
  const range = rangeOf(operand)
  if (range !== null && isTemporal(column)) return negatable(dated(column, openBy(range, operator), false), negated)
  if (!isNumeric(column) && operator !== '=' && operator !== '<>')
    throw new Unclear(`${column.name} of ${column.table.name} holds no numbers to compare.`, [column.spoken])
  return negatable(
    { kind: 'compare', left: columnExpression(column.ref), operator, value: literalFor(column, operand) },
    negated,
  )
}

/** 'At least two books' counts books: a key that numbers them is compared only by its own name. */
function refuseKeyAmount(column: ColumnModel, left: ColumnMention | HintMention | null, operator: string): void {
  const isKey = column.isKey || column.isForeignKey
  if (!isKey || operator === '=' || operator === '<>' || left === null) return
  if (/\b(?:ids?|identifiers?|numbers?|no|codes?|keys?)\b/i.test(left.text)) return
  throw new Unclear(`‘${left.text}’ is no amount here: ${column.name} of ${column.table.name} only numbers the rows.`, [
    left.text,
  ])
}

/** A negated comparison stays whole: of several related rows none may fulfil it. */
function negatable(filter: Filter, negated: boolean): Made {
  return { filter: negate(filter, negated) }
}

function date(scope: Scope, condition: Extract<Condition, { kind: 'date' }>): Made {
  const isHint = condition.left?.kind === 'hint'
  const named = isHint ? null : leftColumn(scope, condition.left)
  const column =
    named ??
    dateColumn(
      scope,
      condition.verb,
      condition.range,
      isHint && condition.left?.kind === 'hint' && condition.left.words.includes('year'),
    )
  if (!isTemporal(column) && !wholeYears(condition.range))
    throw new Unclear(`${column.name} of ${column.table.name} holds no dates.`, [condition.range.label])
  return { filter: dated(column, condition.range, condition.negated) }
}

/** A column found by its hint or mention, corrected where only a sister column (last name for name) has the value. */
function oneOf(scope: Scope, condition: Extract<Condition, { kind: 'one of' }>): Made {
  const { left, values } = condition
  if (left !== null && left.kind !== 'column' && left.kind !== 'hint') {
    const [only] = values
    const { expression } = valueOf(scope, left)
    if (only?.kind !== 'number' || values.length !== 1 || !isAggregate(expression))
      throw new Unclear('Only a number can be compared with this.', [])
    return { having: { expression, operator: condition.negated ? '<>' : '=', value: only.value } }
  }
  const named = leftColumn(scope, left, namesValue(scope, condition))
  const matched = values.flatMap((one) => (one.kind === 'values' ? one.matches.map((match) => match.column) : []))
  const isNameHint = left?.kind === 'hint' && named !== null && matched.length > 0 && !matched.includes(named)
  const sisters = isNameHint
    ? matched.filter((one) => one.words.some((word) => word === 'name' || word === 'title'))
    : []
  const sister =
    sisters.length > 0 ? pickValueColumn(scope, [...new Set(sisters)], 'name', condition.at, () => 1) : null
  const column = sister ?? named ?? valueColumn(scope, condition)
  const [first] = values
  if (first?.kind === 'number' && first.year !== null && isTemporal(column))
    return { filter: dated(column, first.year, condition.negated) }
  if (isNumeric(column) && values.some((one) => typeof literalFor(column, one) === 'string'))
    throw new Unclear(`${column.name} of ${column.table.name} holds numbers, not texts.`, [
      String(literalFor(column, values[0] ?? { kind: 'text', value: '' })),
    ])
  for (const one of values) checkKnown(scope, column, one)
  const literals = [...new Set(values.map((one) => literalFor(column, one)))]
  const scalar: Scalar = columnExpression(column.ref)
  const [literal] = literals
  const isOwn = ancestors(scope.schema, scope.subject).includes(column.table)
  const isEvery = condition.every === 'both' || (condition.every === 'and' && !isOwn)
  if (isEvery && literals.length > 1 && !condition.negated)
    return {
      filter: {
        kind: 'every',
        filters: literals.map((value) => ({ kind: 'compare', left: scalar, operator: '=', value })),
      },
    }
  if (literals.length === 1 && literal !== undefined)
    return { filter: { kind: 'compare', left: scalar, operator: condition.negated ? '<>' : '=', value: literal } }
  return { filter: { kind: 'in', left: scalar, values: literals, negated: condition.negated } }
}

function relation(scope: Scope, condition: Extract<Condition, { kind: 'relation' }>): Made | null {
  const table = pickTable(scope, condition.table)
  if (table === scope.subject) {
    if (condition.count !== null && !condition.negated && condition.inner.length === 0)
      return { having: { expression: { kind: 'rows', table: table.key }, ...condition.count } }
    if (condition.negated || condition.count !== null)
      throw new Unclear(`It is not clear which ${condition.table.text} are meant.`, [condition.table.text])
    return null
  }
  if (shortestPaths(scope.schema, scope.subject.key, table.key).length === 0)
    throw new Unclear(`${scope.subject.name} and ${table.name} are not connected.`, [condition.table.text])
  const inner = condition.inner.flatMap((one) => {
    const made = resolveCondition(
      { ...scope, subject: table, distances: new Map(), mentioned: [...scope.mentioned, { table, at: one.at }] },
      one,
    )
    if (made === null) return []
    if ('having' in made)
      throw new Unclear('A condition on groups cannot stand inside another one.', [condition.table.text])
    return [made.filter]
  })
  if (condition.count !== null && !condition.negated) askForNone(scope, condition.count, table)
  const having =
    condition.count === null ? null : { expression: { kind: 'rows' as const, table: table.key }, ...condition.count }
  const related: Filter = {
    kind: 'related',
    table: table.key,
    of: scope.subject.key,
    negated: condition.negated,
    filters: inner,
    having,
  }
  const isSome =
    having !== null && (having.operator === '<' || having.operator === '<=') && scope.draft.countsNone === false
  return { filter: isSome ? { kind: 'every', filters: [related, { ...related, having: null }] } : related }
}

/** 'at most two orders' may or may not mean those without any; with nothing said, it asks. */
function askForNone(scope: Scope, count: { operator: Operator; value: number }, table: TableModel): void {
  if (count.operator !== '<' && count.operator !== '<=') return
  if (count.operator === '<' && count.value <= 1) return
  if (scope.draft.countsNone === true) return
  if (scope.draft.countsNone === null)
    throw new Unclear(`Do those without any ${table.spoken} count too?`, [], {
      text: '',
      replacements: [
        { label: `Those without ${table.spoken} count too`, words: noneWords.counted },
        { label: `Only those with ${table.spoken}`, words: noneWords.left },
      ],
    })
}

function any(scope: Scope, condition: Extract<Condition, { kind: 'any' }>): Made {
  const filters = condition.of.flatMap((one) => {
    const made = resolveCondition(scope, one)
    if (made === null) return []
    if ('having' in made) throw new Unclear('‘or’ between conditions on groups is not understood.', ['or'])
    return [made.filter]
  })
  return { filter: { kind: 'any', filters } }
}

/** The filter or group condition that a condition of the draft is; null when it says nothing new. */
export function resolveCondition(scope: Scope, condition: Condition): Made | null {
  const made = resolveOne(scope, condition)
  if (made !== null && 'filter' in made)
    for (const key of filterTables(made.filter)) scope.related.push(tableOf(scope.schema, key))
  return made
}

function resolveOne(scope: Scope, condition: Condition): Made | null {
  if (condition.kind === 'compare') return compare(scope, condition)
  if (condition.kind === 'date') return date(scope, condition)
  if (condition.kind === 'one of') return oneOf(scope, condition)
  if (condition.kind === 'relation') return relation(scope, condition)
  if (condition.kind === 'any') return any(scope, condition)
  if (condition.kind === 'between') return betweenFilter(scope, condition)
  if (condition.kind === 'flag') return { filter: flagFilter(scope, condition) }
  const column = leftColumn(scope, condition.left)
  if (column === null) throw new Unclear('It is not clear which column is meant.', [])
  const left = columnExpression(column.ref)
  if (condition.kind === 'missing' && !ancestors(scope.schema, scope.subject).includes(column.table)) {
    const { table } = column
    return {
      filter: {
        kind: 'related',
        table: table.key,
        of: scope.subject.key,
        negated: !condition.negated,
        filters: column.isKey ? [] : [{ kind: 'missing', left, negated: true }],
        having: null,
      },
    }
  }
  if (condition.kind === 'missing') return { filter: { kind: 'missing', left, negated: condition.negated } }
  return { filter: { kind: 'like', left, text: condition.text, where: condition.where, negated: condition.negated } }
}

function betweenFilter(scope: Scope, condition: Extract<Condition, { kind: 'between' }>): Made {
  const column = leftColumn(scope, condition.left, wantsNumber)
  if (column === null) throw new Unclear('It is not clear what lies between.', [])
  const [from, to] = [rangeOf(condition.from), rangeOf(condition.to)]
  if (isTemporal(column) && from !== null && to !== null)
    return {
      filter: dated(
        column,
        { from: from.from, before: to.before, label: `${from.label} to ${to.label}`, year: null },
        condition.negated,
      ),
    }
  const filter: Filter = {
    kind: 'between',
    left: columnExpression(column.ref),
    from: literalFor(column, condition.from),
    to: literalFor(column, condition.to),
  }
  return { filter: negate(filter, condition.negated) }
}
