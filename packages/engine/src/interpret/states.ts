import { message, type Message } from '@parlance/contract'
import { allOf, anyOf } from '../answer/lists.ts'
import { Decline } from '../decline.ts'
import { laterThan, lastingWords, type State } from '../lexicon/states.ts'
import type { Condition } from '../parse/draft.ts'
import { column as columnExpression, type ColumnRef, type Filter, type Literal, type Scalar } from '../query.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { dateColumns, isNumeric } from '../schema/roles.ts'
import { rowsBefore } from './ages.ts'
import { negate } from './condition-dates.ts'
import { eventDates, isDue } from './event-dates.ts'
import { mostChoices, pickTable } from './pick.ts'
import { note, type Scope } from './scope.ts'

export type StateCondition = Extract<Condition, { kind: 'state' }>
type OneOf = Extract<Condition, { kind: 'one of' }>

/** A column that shows a state, and the filter for it. */
interface Sign {
  column: ColumnModel
  filter: Filter
  /** How the filter reads in an assumption. */
  meaning: Message
  /** The same in words that a question may use; null if there are none. */
  words: string | null
  /** The value of the state itself, and other values of the column that come after it: what is delivered was shipped. */
  value?: string
  later?: string[]
}

/**
 * The filter for a state such as 'unpaid' or 'overdue'. Declines unless exactly one column shows it; of several, the
 * user chooses.
 */
export function stateFilter(scope: Scope, condition: StateCondition): Filter | Decline {
  if (condition.state.filter !== undefined) return definedFilter(condition.state.filter, condition.negated)
  const table = tableOfState(scope, condition)
  if (table instanceof Decline) return table
  const signs = signsOf(scope, table, condition)
  const [only, other] = signs
  const { word, negated } = condition
  if (only === undefined)
    return new Decline(message('No column of {table} shows which rows are “{word}”.', { table: table.name, word }), [
      word,
    ])
  const spoken = negated ? `not ${word}` : word
  if (other !== undefined) return severalSigns(condition, signs, spoken)
  if (only.later !== undefined && only.later.length > 0) return laterValues(condition, only, spoken)
  note(scope, message('“{word}” means {meaning}', { word: spoken, meaning: only.meaning }))
  return only.filter
}

/** 'not shipped', if the status says so itself: the condition on the value; null if a date may say it, too. */
export function literalState(scope: Scope, condition: StateCondition): OneOf | null {
  const { literal, text, negated, at } = condition
  if (literal === undefined) return null
  const table = tableOfState(scope, condition)
  const signs = table instanceof Decline ? [] : signsOf(scope, table, condition)
  const isLiteral = signs.every(
    ({ column, later }) => later?.length === 0 && literal.some((one) => one.column === column),
  )
  if (signs.length > 1 || !isLiteral) return null
  return { kind: 'one of', left: null, values: [{ kind: 'values', text, matches: literal }], every: null, negated, at }
}

/** 'not shipped': what was delivered was shipped before, so the status alone doesn't say. */
function laterValues({ text, of }: StateCondition, { column, later = [], value = '' }: Sign, word: string): Decline {
  const noun = of === null ? '' : `${of.text} `
  const named = [value, ...later].map((one) => `'${one}'`)
  const parts = { column: column.name, value, later: anyOf(later.map((one) => `“${one}”`)) }
  return new Decline(
    message('“{word}” may or may not include rows whose {column} is {later}.', { word, ...parts }),
    [word],
    {
      text,
      replacements: [
        {
          label: message('{column} is neither “{value}” nor {later}', parts),
          words: `${noun}whose ${column.spoken} is not ${named.join(' or ')}`,
        },
        {
          label: message('{column} is not “{value}”', parts),
          words: `${noun}whose ${column.spoken} is not '${value}'`,
        },
      ],
    },
  )
}

/** A filter of the area is a yes/no column. */
function definedFilter(ref: ColumnRef, negated: boolean): Filter {
  return { kind: 'compare', left: columnExpression(ref), operator: '=', value: !negated }
}

function tableOfState(scope: Scope, { of, at }: StateCondition): TableModel | Decline {
  return of === null ? rowsBefore(scope, at) : pickTable(scope, of)
}

function severalSigns({ text, of }: StateCondition, signs: readonly Sign[], word: string): Decline {
  const named = signs.slice(0, mostChoices)
  const noun = of === null ? '' : `${of.text} `
  return new Decline(
    message('“{word}” could refer to {columns}.', { word, columns: allOf(named.map((one) => one.column.name)) }),
    [word],
    {
      text,
      replacements: named.flatMap((one) =>
        one.words === null ? [] : [{ label: one.meaning, words: `${noun}${one.words}` }],
      ),
    },
  )
}

/** What the rows' states are read from: stored values, and the day. */
type States = Pick<Scope, 'values' | 'today'>

/** Whether a table has a column that shows a state. */
export function showsState(states: States, table: TableModel, condition: StateCondition): boolean {
  if (condition.state.filter !== undefined) return condition.state.filter.table === table.key
  return signsOf(states, table, condition).length > 0
}

function signsOf(scope: States, table: TableModel, { state, negated }: StateCondition): Sign[] {
  if (state.kind !== 'done' && state.kind !== 'open') return lateSigns(scope, table, state, negated)
  const isDone = (state.kind === 'done') !== negated
  return [
    ...table.columns.flatMap((one) => flagSign(scope, one, state, negated) ?? []),
    ...eventDates(table, state).flatMap((one) => dateSign(scope, one, isDone) ?? []),
    ...valueSigns(scope, table, state, isDone),
  ]
}

const yesNo = [
  ['yes', 'no'],
  ['y', 'n'],
  ['true', 'false'],
  ['t', 'f'],
  ['1', '0'],
]

/** The stored values of a yes/no column for yes and no; null for other columns. */
function yesAndNo(scope: States, column: ColumnModel): [Literal, Literal] | null {
  if (column.kind === 'boolean') return [true, false]
  if (isNumeric(column)) return isYesNoName(column) ? [1, 0] : null
  const known = (scope.values.read.get(column) ?? []).filter((one) => one !== null)
  for (const pair of yesNo) {
    const [yes, no] = pair.map((word) => known.find((one) => String(one).toLowerCase() === word))
    const isAll = known.every((one) => pair.includes(String(one).toLowerCase()))
    if (isAll && yes !== undefined && no !== undefined) return [yes, no]
  }
  return null
}

function isYesNoName({ words }: ColumnModel): boolean {
  const [first, second] = words
  return first === 'is' || first === 'has' || (first === 'active' && second === undefined)
}

function flagSign(scope: States, column: ColumnModel, state: State, negated: boolean): Sign | null {
  const words = column.words.filter((word) => word !== 'is' && word !== 'has').join(' ')
  const isPositive = state.flags.includes(words)
  if (!isPositive && !state.event.includes(words)) return null
  const values = yesAndNo(scope, column)
  if (values === null) return null
  const isOther = state.kind === 'done' && words === 'active'
  const isYes = (isPositive || (state.kind === 'done' && !isOther)) !== negated
  const value = isYes ? values[0] : values[1]
  return {
    column,
    filter: { kind: 'compare', left: columnExpression(column.ref), operator: '=', value },
    meaning: message('{column} is {value}', { column: column.name, value: String(value) }),
    words: null,
  }
}

/** A date that is empty until something happens; an end date in the future hasn't come yet. */
function dateSign(scope: States, column: ColumnModel, isDone: boolean): Sign | null {
  const isLasting = column.words.some((word) => lastingWords.has(word))
  if (!column.nullable && !isLasting) return null
  const empty: Filter = { kind: 'missing', left: columnExpression(column.ref), negated: isDone }
  const words = column.nullable ? `${isDone ? 'with' : 'without'} ${column.spoken}` : null
  const { name } = column
  if (!isLasting)
    return {
      column,
      filter: empty,
      meaning: isDone
        ? message('{column} is present', { column: name })
        : message('{column} is missing', { column: name }),
      words,
    }
  const past = before(scope, column)
  if (isDone) return { column, filter: past, meaning: message('{column} is before today', { column: name }), words }
  const coming: Filter = { ...past, from: scope.today, before: null, label: `since ${scope.today}` }
  return column.nullable
    ? {
        column,
        filter: { kind: 'all', filters: [{ kind: 'any', filters: [empty, coming] }] },
        meaning: message('{column} is missing or not before today', { column: name }),
        words,
      }
    : { column, filter: coming, meaning: message('{column} is not before today', { column: name }), words }
}

function before({ today }: States, { ref }: ColumnModel): Extract<Filter, { kind: 'period' }> {
  return { kind: 'period', ref, from: null, before: today, label: `before ${today}`, negated: false }
}

/** A column of the table with the event's name among its values: 'unpaid' if the status is anything but 'paid'. */
function valueSigns(scope: States, table: TableModel, { event }: State, isDone: boolean): Sign[] {
  const found = event
    .flatMap((word) => scope.values.exact.get(word) ?? [])
    .filter((one) => one.column.table === table && typeof one.value === 'string')
  const columns = [...new Set(found.map((one) => one.column))]
  return columns.flatMap((column) => {
    const values = found.flatMap((one) => (one.column === column && typeof one.value === 'string' ? [one.value] : []))
    const [only, other] = values
    if (only === undefined || other !== undefined) return []
    const parts = { column: column.name, value: only }
    return {
      column,
      filter: { kind: 'compare', left: columnExpression(column.ref), operator: isDone ? '=' : '<>', value: only },
      meaning: isDone ? message('{column} is “{value}”', parts) : message('{column} is not “{value}”', parts),
      value: only,
      later: isDone ? [] : laterIn(scope, column, event),
      words: `whose ${column.spoken} is ${isDone ? '' : 'not '}'${only}'`,
    }
  })
}

/** The values of a column that only rows can have for which the event has happened. */
function laterIn(scope: States, column: ColumnModel, event: readonly string[]): string[] {
  const after = laterThan(event)
  const known = scope.values.read.get(column) ?? []
  return known.flatMap((one) => (typeof one === 'string' && after.has(one.toLowerCase()) ? [one] : []))
}

/** What happened after it was due, or was due before today and hasn't happened. */
function lateSigns(scope: States, table: TableModel, state: State, negated: boolean): Sign[] {
  const due = dateColumns(table).filter(isDue)
  const done = eventDates(table, state)
  return due.flatMap((limit) => done.map((end) => lateSign(scope, limit, end, state, negated)))
}

function lateSign(scope: States, due: ColumnModel, done: ColumnModel, state: State, negated: boolean): Sign {
  const names = { due: due.name, done: done.name }
  const left: Scalar =
    done.kind === 'timestamp' && due.kind === 'date'
      ? { kind: 'period', unit: 'day', ref: done.ref }
      : columnExpression(done.ref)
  // An event without a date isn't late, so that 'not late' includes it.
  const happened: Filter = { kind: 'missing', left: columnExpression(done.ref), negated: true }
  const compared: Filter = { kind: 'columns', left, operator: '>', right: columnExpression(due.ref) }
  const after: Filter = negated ? { kind: 'all', filters: [happened, compared] } : compared
  const waiting: Filter = {
    kind: 'all',
    filters: [{ kind: 'missing', left: columnExpression(done.ref), negated: false }, before(scope, due)],
  }
  const sign = (filter: Filter, meaning: Message): Sign => ({
    column: done,
    filter: negate(filter, negated),
    meaning: negated ? message('not ({condition})', { condition: meaning }) : meaning,
    words: null,
  })
  if (state.kind === 'overdue') return sign(waiting, message('{done} is missing and {due} is before today', names))
  if (state.kind === 'done late') return sign(after, message('{done} is after {due}', names))
  return sign(
    { kind: 'all', filters: [{ kind: 'any', filters: [after, waiting] }] },
    message('{done} is after {due}, or is missing and {due} is before today', names),
  )
}
