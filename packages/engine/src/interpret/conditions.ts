import { message } from '@parlance/contract'
import { Decline, firstDecline, readAll } from '../decline.ts'
import { spanOf } from '../match/dates.ts'
import { noneWords } from '../parse/directives.ts'
import { rangeOf, type ColumnMention, type Condition, type HintMention, type Operand } from '../parse/draft.ts'
import {
  column as columnExpression,
  filterTables,
  sameColumn,
  type Filter,
  type Literal,
  type Related,
} from '../query.ts'
import { ancestors, shortestPaths } from '../schema/graph.ts'
import { quantityMeasure } from '../schema/measures.ts'
import { tableOf, type ColumnModel, type TableModel } from '../schema/model.ts'
import { displayColumns, isNumeric, isTemporal } from '../schema/roles.ts'
import { dated, dateColumn, negate, wholeYears } from './condition-dates.ts'
import {
  bothNames,
  flagFilter,
  leftColumn,
  literalFor,
  namesValue,
  unknownValue,
  valueColumn,
} from './condition-values.ts'
import { birthDate, bornForAge, isAge } from './ages.ts'
import { compare, onGroups, wantsNumber, type Made } from './condition-compared.ts'
import { pickTable } from './pick.ts'
import { literalState, stateFilter } from './states.ts'
import { pickValueColumn } from './pick-value.ts'
import { referenceFilter } from './self-references.ts'
import { note, type Scope } from './scope.ts'

function date(scope: Scope, condition: Extract<Condition, { kind: 'date' }>): Made | Decline {
  const { left, range, verb, negated } = condition
  const hint = left?.kind === 'hint' ? left : null
  const named = hint === null ? leftColumn(scope, left) : null
  if (named instanceof Decline) return named
  const column = named ?? dateColumn(scope, verb, range, hint?.words.includes('year') === true)
  if (column instanceof Decline) return column
  if (!isTemporal(column) && !wholeYears(range))
    return new Decline(message('{column} does not contain dates.', { column: `${column.table.name}.${column.name}` }), [
      range.label,
    ])
  return { filter: dated(column, range, negated) }
}

function oneOf(scope: Scope, condition: Extract<Condition, { kind: 'one of' }>): Made | Decline {
  const { left, values, negated } = condition
  const [first, second] = values
  if (left !== null && left.kind !== 'column' && left.kind !== 'hint')
    return onGroups(scope, left, negated ? '<>' : '=', second === undefined ? first : undefined)
  const column = columnOfValues(scope, condition, left)
  if (column instanceof Decline) return column
  if (first?.kind === 'number' && first.year !== null && isTemporal(column))
    return { filter: dated(column, first.year, negated) }
  const whole = bothNames(column, condition)
  if (whole !== null) return { filter: whole }
  const found = literalsFor(column, values)
  if (found instanceof Decline) return found
  return (
    firstDecline(...values.map((one) => () => unknownValue(scope, column, one))) ?? {
      filter: valuesFilter(scope, condition, column, [...new Set(found)]),
    }
  )
}

function literalsFor(column: ColumnModel, values: readonly Operand[]): Literal[] | Decline {
  const found = readAll(values, (one) => literalFor(column, one))
  if (found instanceof Decline || !isNumeric(column) || found.every((one) => typeof one !== 'string')) return found
  return new Decline(
    message('{column} contains numbers, not text.', { column: `${column.table.name}.${column.name}` }),
    [String(found[0] ?? '')],
  )
}

/** A column found by its hint or mention, corrected if only a sister column (last name for name) has the value. */
function columnOfValues(
  scope: Scope,
  condition: Extract<Condition, { kind: 'one of' }>,
  left: ColumnMention | HintMention | null,
): ColumnModel | Decline {
  const named = leftColumn(scope, left, namesValue(scope, condition))
  if (named === null) return valueColumn(scope, condition)
  if (named instanceof Decline || left?.kind !== 'hint') return named
  const matched = condition.values.flatMap((one) =>
    one.kind === 'values' ? one.matches.map((match) => match.column) : [],
  )
  if (matched.includes(named)) return named
  const sisters = matched.filter((one) => one.words.some((word) => word === 'name' || word === 'title'))
  return sisters.length > 0 ? pickValueColumn(scope, [...new Set(sisters)], 'name', condition.at, () => 1) : named
}

function valuesFilter(
  scope: Scope,
  condition: Extract<Condition, { kind: 'one of' }>,
  column: ColumnModel,
  values: Literal[],
): Filter {
  const left = columnExpression(column.ref)
  const [value, other] = values
  const isOwn = ancestors(scope.schema, scope.subject).includes(column.table)
  const isEvery = condition.every === 'both' || (condition.every === 'and' && !isOwn)
  if (isEvery && other !== undefined && !condition.negated)
    return { kind: 'every', filters: values.map((one) => ({ kind: 'compare', left, operator: '=', value: one })) }
  if (value !== undefined && other === undefined)
    return { kind: 'compare', left, operator: condition.negated ? '<>' : '=', value }
  return { kind: 'in', left, values, negated: condition.negated }
}

function relation(scope: Scope, condition: Extract<Condition, { kind: 'relation' }>): Made | Decline | null {
  const table =
    condition.table.candidates.length === 0 ? saleTable(scope, condition) : pickTable(scope, condition.table)
  if (table instanceof Decline) return table
  if (table === scope.subject) return relationToSubject(condition, table)
  if (shortestPaths(scope.schema, scope.subject.key, table.key).length === 0)
    return new Decline(
      message('{subject} and {table} are not connected. Ask about each one separately.', {
        subject: scope.subject.name,
        table: table.name,
      }),
      [condition.table.text],
    )
  const inner = readAll(condition.inner, (one) => innerFilters(scope, table, one))
  if (inner instanceof Decline) return inner
  const { count } = condition
  const doubt = askForNone(scope, condition, table)
  if (doubt !== null) return doubt
  const having = count === null ? null : countedRows(scope, table, count)
  if (having instanceof Decline) return having
  const related: Filter = {
    kind: 'related',
    table: table.key,
    of: scope.subject.key,
    negated: condition.negated,
    filters: inner.flat(),
    having,
  }
  const isSome =
    having !== null && (having.operator === '<' || having.operator === '<=') && scope.draft.countsNone === false
  return { filter: isSome ? { kind: 'every', filters: [related, { ...related, having: null }] } : related }
}

/** The required number of rows, or the rows whose number it is compared with. */
function countedRows(
  scope: Scope,
  table: TableModel,
  { operator, value, than }: NonNullable<Extract<Condition, { kind: 'relation' }>['count']>,
): NonNullable<Related['having']> | Decline {
  const having = { expression: { kind: 'rows' as const, table: table.key }, operator, value }
  if (than === undefined) return having
  const filters = readAll(than.conditions, (one) => innerFilters(scope, scope.subject, one))
  if (filters instanceof Decline) return filters
  const isOneRow = filters.flat().every((one) => namesRow(scope.subject, one))
  if (!isOneRow || !ancestors(scope.schema, table).includes(scope.subject))
    return new Decline(
      message('It is not clear which of the {rows} “{word}” is.', { rows: scope.subject.spoken, word: than.text }),
      [than.text],
    )
  note(scope, message('Compares with the number of {rows} of “{word}”', { rows: table.spoken, word: than.text }))
  return { ...having, than: filters.flat() }
}

/** Whether a filter is about the name or the key of a table's rows. */
function namesRow(table: TableModel, filter: Filter): boolean {
  if (filter.kind !== 'compare' || filter.operator !== '=' || filter.left.kind !== 'column') return false
  const { ref } = filter.left
  return [...displayColumns(table), ...table.primaryKey].some((one) => sameColumn(one.ref, ref))
}

/** The table that records what 'never sold' means: the one with the quantities sold. */
function saleTable(scope: Scope, { table }: Extract<Condition, { kind: 'relation' }>): TableModel | Decline {
  const measure = quantityMeasure(scope.schema, scope.subject)
  if (measure === null)
    return new Decline(message('No table shows which {rows} were sold.', { rows: scope.subject.spoken }), [table.text])
  note(scope, message('“{word}” refers to rows of {table}', { word: table.text, table: measure.table.name }))
  return measure.table
}

/** 'the orders with more than 2 orders': only groups of the subject can have a number. */
function relationToSubject(
  condition: Extract<Condition, { kind: 'relation' }>,
  table: TableModel,
): Made | Decline | null {
  const { count, negated, inner, table: mention } = condition
  if (count !== null && !negated && inner.length === 0)
    return { having: { expression: { kind: 'rows', table: table.key }, ...count } }
  return negated || count !== null
    ? new Decline(message('It is not clear which {word} you mean.', { word: mention.text }), [mention.text])
    : null
}

/** A condition on the related rows themselves. */
function innerFilters(scope: Scope, table: TableModel, inner: Condition): Filter[] | Decline {
  // A date is that of the related rows, never that of the rows they belong to.
  const isDate = inner.kind === 'date'
  const [outer, related] = isDate ? [[], []] : [scope.mentioned, scope.related]
  const measured = isDate ? null : scope.measured
  const made = resolveCondition(
    {
      ...scope,
      subject: table,
      measured,
      distances: new Map(),
      mentioned: [...outer, { table, at: inner.at }],
      related,
    },
    inner,
  )
  if (made === null || made instanceof Decline) return made ?? []
  return 'having' in made
    ? new Decline(message('A condition on groups cannot be part of another one. Ask two separate questions.'), [
        table.spoken,
      ])
    : [made.filter]
}

/** '2 to 4 orders': the lower end excludes those without any. */
function hasLowerEnd({ draft }: Scope, { table }: Extract<Condition, { kind: 'relation' }>): boolean {
  return draft.conditions.some(
    (one) => one.kind === 'relation' && one.table === table && one.count?.operator === '>=' && one.count.value > 0,
  )
}

/** 'at most two orders' may or may not include those without any; if the question doesn't say, the engine asks. */
function askForNone(
  scope: Scope,
  condition: Extract<Condition, { kind: 'relation' }>,
  table: TableModel,
): Decline | null {
  const { count, negated } = condition
  if (count === null || negated || count.than !== undefined || hasLowerEnd(scope, condition)) return null
  if (count.operator !== '<' && count.operator !== '<=') return null
  if ((count.operator === '<' && count.value <= 1) || scope.draft.countsNone !== null) return null
  return new Decline(message('Should the answer include those without any {rows}?', { rows: table.spoken }), [], {
    text: '',
    replacements: [
      { label: message('Include those without {rows}', { rows: table.spoken }), words: noneWords.counted },
      { label: message('Only those with {rows}', { rows: table.spoken }), words: noneWords.left },
    ],
  })
}

function any(scope: Scope, condition: Extract<Condition, { kind: 'any' }>): Made | Decline {
  const filters = readAll(condition.of, (one) => {
    // 'made after 2000 or reviewed by Ann': what another alternative mentions doesn't say what a date is about.
    const mentioned = scope.mentioned.filter((other) => one.kind !== 'date' || other.at < one.at)
    const made = resolveCondition({ ...scope, mentioned }, one)
    if (made === null || made instanceof Decline) return made ?? []
    return 'having' in made
      ? new Decline(message('“or” between conditions on groups is not supported. Ask two separate questions.'), ['or'])
      : [made.filter]
  })
  return filters instanceof Decline ? filters : { filter: { kind: 'any', filters: filters.flat() } }
}

/** The filter or group condition for a condition of the draft; null if it adds nothing. */
export function resolveCondition(scope: Scope, condition: Condition): Made | Decline | null {
  const made = resolveOne(scope, condition)
  if (made !== null && 'filter' in made)
    for (const key of filterTables(made.filter)) scope.related.push(tableOf(scope.schema, key))
  return made
}

function filtered(filter: Filter | Decline): Made | Decline {
  return filter instanceof Decline ? filter : { filter }
}

function resolveOne(scope: Scope, condition: Condition): Made | Decline | null {
  switch (condition.kind) {
    case 'compare':
      return compare(scope, condition, innerFilters)
    case 'date':
      return date(scope, condition)
    case 'one of':
      return oneOf(scope, condition)
    case 'relation':
      return relation(scope, condition)
    case 'any':
      return any(scope, condition)
    case 'between':
      return betweenFilter(scope, condition)
    case 'refers':
      return filtered(referenceFilter(scope, condition, innerFilters))
    case 'flag':
      return filtered(flagFilter(scope, condition))
    case 'state': {
      const literal = literalState(scope, condition)
      return literal === null ? filtered(stateFilter(scope, condition)) : oneOf(scope, literal)
    }
    case 'missing':
    case 'like':
      return textFilter(scope, condition)
  }
}

function textFilter(scope: Scope, condition: Extract<Condition, { kind: 'missing' | 'like' }>): Made | Decline {
  const column = leftColumn(scope, condition.left)
  if (column instanceof Decline) return column
  if (column === null) return new Decline(message('It is not clear which column you mean.'))
  const left = columnExpression(column.ref)
  const { negated } = condition
  if (condition.kind === 'like' && condition.left?.kind === 'hint') {
    if (column.isKey || isNumeric(column))
      return new Decline(
        message('It is not clear which column contains “{text}”. Name the column.', { text: condition.text }),
      )
    note(scope, message('“{text}” is searched in {column}', { text: condition.text, column: column.name }))
  }
  if (condition.kind === 'like')
    return { filter: { kind: 'like', left, text: condition.text, where: condition.where, negated } }
  if (ancestors(scope.schema, scope.subject).includes(column.table))
    return { filter: { kind: 'missing', left, negated } }
  const filter: Filter = {
    kind: 'related',
    table: column.table.key,
    of: scope.subject.key,
    negated: !negated,
    filters: column.isKey ? [] : [{ kind: 'missing', left, negated: true }],
    having: null,
  }
  return { filter }
}

/** 'between 30 and 40 years old', from a date of birth; null if the range is about something else. */
function agedBetween(scope: Scope, { left, from, to }: Extract<Condition, { kind: 'between' }>): Filter | null {
  if (from.kind !== 'number' || to.kind !== 'number' || !isAge(scope, left, to.value, false)) return null
  const column = birthDate(scope)
  return column === null ? null : bornForAge(scope, column, from.value, to.value + 1)
}

function betweenFilter(scope: Scope, condition: Extract<Condition, { kind: 'between' }>): Made | Decline {
  const { negated } = condition
  const aged = agedBetween(scope, condition)
  if (aged !== null) return { filter: negate(aged, negated) }
  const column = leftColumn(scope, condition.left, wantsNumber)
  if (column instanceof Decline) return column
  if (column === null) return new Decline(message('It is not clear which column this range refers to.'))
  const [first, last] = [rangeOf(condition.from), rangeOf(condition.to)]
  if (isTemporal(column) && first !== null && last !== null)
    return { filter: dated(column, spanOf(first, last), negated) }
  const ends = readAll([condition.from, condition.to], (one) => literalFor(column, one))
  if (ends instanceof Decline) return ends
  const [from = '', to = ''] = ends
  return { filter: negate({ kind: 'between', left: columnExpression(column.ref), from, to }, negated) }
}
