import {
  column as columnExpression,
  isAggregate,
  type Expression,
  type Filter,
  type Literal,
  type Scalar,
} from '../query.ts'
import { tableOf, type ColumnModel, type TableModel } from '../schema/model.ts'
import { shortestPaths } from '../schema/graph.ts'
import { dateColumns, displayColumns, isNumeric, isTemporal, mainDate } from '../schema/roles.ts'
import { stem } from '@parlance/retrieval'
import type { DateRange } from './dates.ts'
import type { Condition, Left, Operand } from './draft.ts'
import { tableKeyOf, valueOf } from './resolve-items.ts'
import { farness, note, pickColumn, pickHint, pickTable, pickValueColumn, type Scope } from './scope.ts'
import { Unclear } from './unclear.ts'

export type Having = { expression: Expression; operator: '=' | '<>' | '<' | '<=' | '>' | '>='; value: number }

/** A condition made into filters of rows, or into a condition on groups. */
export type Made = { filter: Filter } | { having: Having }

const opposite = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

function leftColumn(scope: Scope, left: Left, prefers?: (column: ColumnModel) => number): ColumnModel | null {
  if (left === null || (left.kind !== 'column' && left.kind !== 'hint')) return null
  if (left.kind === 'hint' && left.words.length === 0) return null
  return left.kind === 'hint' ? pickHint(scope, left, prefers) : pickColumn(scope, left, prefers, 'condition')
}

function literalFor(column: ColumnModel, operand: Operand): Literal {
  if (operand.kind === 'number') return isNumeric(column) ? operand.value : String(operand.value)
  if (operand.kind === 'text') return numberIfNumeric(column, operand.value)
  if (operand.kind === 'values') {
    const own = operand.matches.find((match) => match.column === column)
    const value = own?.value ?? operand.text
    return typeof value === 'string' ? numberIfNumeric(column, value) : value
  }
  if (operand.kind === 'date') {
    if (operand.range.year !== null && isNumeric(column)) return operand.range.year
    return operand.range.from ?? operand.range.label
  }
  throw new Unclear('A single value is expected here.', [column.name])
}

function numberIfNumeric(column: ColumnModel, value: string): Literal {
  return isNumeric(column) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}

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
    return { having: { expression, operator: negated ? opposite[operator] : operator, value: operand.value } }
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
  const range = operand.kind === 'date' ? operand.range : operand.kind === 'number' ? operand.year : null
  if (range !== null && isTemporal(column)) return negatable(dated(column, openBy(range, operator), false), negated)
  if (!isNumeric(column) && operator !== '=' && operator !== '<>')
    throw new Unclear(`${column.name} of ${column.table.name} holds no numbers to compare.`, [column.spoken])
  return negatable(
    { kind: 'compare', left: columnExpression(column.ref), operator, value: literalFor(column, operand) },
    negated,
  )
}

/** A negated comparison stays whole: of several related rows none may fulfil it. */
function negatable(filter: Filter, negated: boolean): Made {
  return { filter: negate(filter, negated) }
}

function openBy(range: DateRange, operator: keyof typeof opposite): DateRange {
  if (operator === '>') return { ...range, from: range.before, before: null, label: `after ${range.label}` }
  if (operator === '>=') return { ...range, before: null, label: `since ${range.label}` }
  if (operator === '<') return { ...range, from: null, before: range.from, label: `before ${range.label}` }
  if (operator === '<=') return { ...range, from: null, label: `until ${range.label}` }
  return range
}

/** A range of dates on a column: a temporal one, or one that keeps years as numbers. */
function dated(column: ColumnModel, range: DateRange, negated: boolean): Filter {
  if (isTemporal(column))
    return { kind: 'period', ref: column.ref, from: range.from, before: range.before, label: range.label, negated }
  const from = range.from === null ? null : Number(range.from.slice(0, 4))
  const before = range.before === null ? null : Number(range.before.slice(0, 4))
  const left = columnExpression(column.ref)
  const asStored = (year: number): Literal => (isNumeric(column) ? year : String(year))
  if (from !== null && before !== null && before - from === 1)
    return { kind: 'compare', left, operator: negated ? '<>' : '=', value: asStored(from) }
  if (from !== null && before !== null)
    return negate({ kind: 'between', left, from: asStored(from), to: asStored(before - 1) }, negated)
  if (from !== null) return { kind: 'compare', left, operator: negated ? '<' : '>=', value: asStored(from) }
  return { kind: 'compare', left, operator: negated ? '>=' : '<', value: asStored(before ?? 0) }
}

function negate(filter: Filter, negated: boolean): Filter {
  return negated ? { kind: 'not', filter } : filter
}

function isYearColumn(column: ColumnModel): boolean {
  return (
    (column.words.includes('year') || column.words.at(-1) === 'yr') &&
    !isTemporal(column) &&
    (isNumeric(column) || column.kind === 'text') &&
    !column.isForeignKey
  )
}

function wholeYears(range: DateRange): boolean {
  const isStart = (day: string | null) => day === null || day.endsWith('-01-01')
  return isStart(range.from) && isStart(range.before)
}

/** The column that a date in the question speaks of, by the verb before it, else the one that dates the rows. */
function dateColumn(scope: Scope, verb: string | null, range: DateRange): ColumnModel {
  const tables = [...new Set([...scope.mentioned.map((one) => one.table), scope.subject])].toSorted(
    (left, right) => farness(scope, left) - farness(scope, right),
  )
  const usable = (table: TableModel) => [
    ...dateColumns(table),
    ...(wholeYears(range) ? table.columns.filter(isYearColumn) : []),
  ]
  const word = verb === null ? null : stem(verb)
  if (word !== null) {
    for (const table of tables) {
      const found = [
        ...usable(table),
        ...(wholeYears(range) ? table.columns.filter((one) => isNumeric(one) && !one.isKey && !one.isForeignKey) : []),
      ].find((one) => one.words.some((own) => own.length > 3 && stem(own) === word))
      if (found !== undefined) return found
    }
  }
  const event = eventDate(scope)
  if (event !== null) {
    note(scope, `Dates are those of ${event.name} of ${event.table.name}`)
    return event
  }
  const measured = scope.measured === null ? null : mainDate(scope.schema, scope.measured)
  if (measured !== null && (usable(scope.subject).length === 0 || scope.measured !== scope.subject)) {
    note(scope, `Dates are those of ${measured.name} of ${measured.table.name}`)
    return measured
  }
  for (const table of tables) {
    const [own, second] = usable(table)
    const plainYear = table.columns.filter(isYearColumn)
    const [onlyYear, otherYear] = plainYear
    if (
      onlyYear !== undefined &&
      otherYear === undefined &&
      wholeYears(range) &&
      (own === undefined || own === onlyYear || onlyYear.words.length === 1)
    )
      return onlyYear
    if (own !== undefined) {
      if (second !== undefined) note(scope, `Dates are those of ${own.name} of ${own.table.name}`)
      return own
    }
  }
  const main = mainDate(scope.schema, scope.subject)
  if (main === null || !Number.isFinite(farness(scope, main.table)))
    throw new Unclear(`${scope.subject.name} has no date to compare with ${range.label}.`, [range.label])
  note(scope, `Dates are those of ${main.name} of ${main.table.name}`)
  return main
}

function date(scope: Scope, condition: Extract<Condition, { kind: 'date' }>): Made {
  const named = leftColumn(scope, condition.left)
  const column = named ?? dateColumn(scope, condition.verb, condition.range)
  if (!isTemporal(column) && !wholeYears(condition.range))
    throw new Unclear(`${column.name} of ${column.table.name} holds no dates.`, [condition.range.label])
  return { filter: dated(column, condition.range, condition.negated) }
}

function textColumns(scope: Scope, at: number): ColumnModel[] {
  const near = [
    ...scope.mentioned
      .filter((one) => one.at < at)
      .toSorted((left, right) => right.at - left.at)
      .map((one) => one.table),
    scope.subject,
  ]
  for (const table of near) {
    const found = displayColumns(table).filter((one) => scope.values.unread.has(one))
    if (found.length === 1) return found
  }
  return []
}

function valueColumn(scope: Scope, condition: Extract<Condition, { kind: 'one of' }>): ColumnModel {
  const matches = condition.values.flatMap((one) => (one.kind === 'values' ? one.matches : []))
  const text = condition.values
    .map((one) => (one.kind === 'values' ? one.text : one.kind === 'text' ? one.value : ''))
    .join(', ')
  const every = (column: ColumnModel) =>
    condition.values.every((one) => one.kind === 'values' && one.matches.some((match) => match.column === column))
  const shared = [...new Set(matches.map((one) => one.column))].filter(every)
  if (shared.length > 0) {
    const quality = (column: ColumnModel) =>
      Math.min(
        ...condition.values.map((one) =>
          one.kind === 'values' ? (one.matches.find((match) => match.column === column)?.quality ?? 0) : 0,
        ),
      )
    return pickValueColumn(scope, shared, text, condition.at, quality)
  }
  const [only] = matches.length === 0 ? textColumns(scope, condition.at) : []
  if (only === undefined) throw new Unclear(`No column near ${scope.subject.name} has the value ‘${text}’.`, [text])
  note(scope, `‘${text}’ is taken as ${only.name} of ${only.table.name}`)
  return only
}

function namesValue(scope: Scope, condition: Extract<Condition, { kind: 'one of' }>): (column: ColumnModel) => number {
  return (one) => {
    const has = condition.values.every(
      (value) => value.kind === 'values' && value.matches.some((match) => match.column === one),
    )
    if (has) return 6
    if (condition.values.every((value) => value.kind === 'number')) return isNumeric(one) ? 1 : 0
    return scope.values.read.has(one) ? -3 : 0
  }
}

/** A value that other columns have, or a bare number, is not meant of a column that is known not to have it. */
function checkKnown(scope: Scope, column: ColumnModel, operand: Operand): void {
  const known = scope.values.read.get(column)
  if (known === undefined || operand.kind === 'text' || operand.kind === 'date') return
  const value = literalFor(column, operand)
  const isElsewhere = operand.kind === 'values' && !operand.matches.some((match) => match.column === column)
  const isForeign = operand.kind === 'number' && !known.some((one) => String(one) === String(value))
  if (isElsewhere || isForeign)
    throw new Unclear(`${column.name} of ${column.table.name} has no value ‘${String(value)}’.`, [String(value)])
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
  const column =
    named === null || sisters.length > 0
      ? sisters.length > 0
        ? pickValueColumn(scope, [...new Set(sisters)], 'name', condition.at, () => 1)
        : valueColumn(scope, condition)
      : named
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
  if (condition.every && literals.length > 1 && !condition.negated)
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
  const having =
    condition.count === null ? null : { expression: { kind: 'rows' as const, table: table.key }, ...condition.count }
  return {
    filter: {
      kind: 'related',
      table: table.key,
      of: scope.subject.key,
      negated: condition.negated,
      filters: inner,
      having,
    },
  }
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

/** The date of the event by which the subject is tied to what an earlier condition speaks of. */
function eventDate(scope: Scope): ColumnModel | null {
  for (const table of scope.related.toReversed()) {
    const [path] = shortestPaths(scope.schema, scope.subject.key, table.key)
    const first = path?.findIndex((step) => step.toMany) ?? -1
    const events = first < 0 || path === undefined ? [] : path.slice(first).map((step) => step.to)
    const found = events.flatMap((one) => dateColumns(one).slice(0, 1))[0]
    if (found !== undefined) return found
  }
  return null
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
  if (condition.kind === 'missing') return { filter: { kind: 'missing', left, negated: condition.negated } }
  return { filter: { kind: 'like', left, text: condition.text, where: condition.where, negated: condition.negated } }
}

const yesValues = ['yes', 'y', 'true', 't', '1']

function flagFilter(scope: Scope, condition: Extract<Condition, { kind: 'flag' }>): Filter {
  const column = pickColumn(scope, condition.left, undefined, 'condition')
  const known = scope.values.read.get(column) ?? []
  const said = known.find((one) => yesValues.includes(String(one).toLowerCase())) ?? null
  if (column.kind === 'text' && said === null)
    throw new Unclear(`${column.name} of ${column.table.name} does not say yes or no.`, [condition.left.text])
  const plain: Literal = column.kind === 'boolean' ? true : 1
  const value = said ?? plain
  note(scope, `‘${condition.left.text}’ means ${column.name} is ${String(value)}`)
  return { kind: 'compare', left: columnExpression(column.ref), operator: condition.negated ? '<>' : '=', value }
}

function betweenFilter(scope: Scope, condition: Extract<Condition, { kind: 'between' }>): Made {
  const column = leftColumn(scope, condition.left, wantsNumber)
  if (column === null) throw new Unclear('It is not clear what lies between.', [])
  const rangeOf = (operand: Operand) =>
    operand.kind === 'date' ? operand.range : operand.kind === 'number' ? operand.year : null
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

export function filterTables(filter: Filter): string[] {
  if (filter.kind === 'any' || filter.kind === 'every') return filter.filters.flatMap(filterTables)
  if (filter.kind === 'not') return filterTables(filter.filter)
  if (filter.kind === 'related') return [filter.table]
  if (filter.kind === 'period') return [filter.ref.table]
  return [tableKeyOf(filter.left)]
}
