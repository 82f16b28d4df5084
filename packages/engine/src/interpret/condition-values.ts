import { message } from '@parlance/contract'
import { column as columnExpression, type Filter, type Literal } from '../query.ts'
import type { ColumnModel } from '../schema/model.ts'
import { ancestors } from '../schema/graph.ts'
import { displayColumns, isNamePart, isNumeric } from '../schema/roles.ts'
import { plainKey } from '../match/values.ts'
import type { Condition, Left, Operand } from '../parse/draft.ts'
import { mostChoices, pickColumn, pickHint, pickTable } from './pick.ts'
import { pickValueColumn, valueChoice } from './pick-value.ts'
import { note, type Scope } from './scope.ts'
import { suitability } from './weights.ts'
import { Decline } from '../decline.ts'

/** The column that a condition names; null if it names none. */
export function leftColumn(
  scope: Scope,
  left: Left,
  prefers?: (column: ColumnModel) => number,
): ColumnModel | Decline | null {
  if (left === null || (left.kind !== 'column' && left.kind !== 'hint')) return null
  if (left.kind === 'hint' && left.words.length === 0) return null
  return left.kind === 'hint' ? pickHint(scope, left, prefers) : pickColumn(scope, left, prefers, 'condition')
}

/** An operand as it is stored in a column. Declines if it isn't a single value. */
export function literalFor(column: ColumnModel, operand: Operand): Literal | Decline {
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
  return new Decline(message('This condition needs a single value.'), [column.name])
}

function numberIfNumeric(column: ColumnModel, value: string): Literal {
  return isNumeric(column) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
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

/** 'Mary Smith': adjacent names belong to one row, so only tables that have both are meant. */
function columnsNamedNearby(scope: Scope, at: number, columns: ColumnModel[]): ColumnModel[] {
  const beside = scope.draft.conditions.flatMap((one) =>
    one.kind === 'one of' && one.left === null && Math.abs(one.at - at) === 1
      ? one.values.flatMap((value) => (value.kind === 'values' ? value.matches.map((match) => match.column) : []))
      : [],
  )
  const both = columns.filter((one) => beside.some((other) => other.table === one.table && other !== one))
  return both.length > 0 ? both : columns
}

/** 'the track Yesterday': a track's name is meant, even if only an album with that name is certain. */
function unreadBeside(scope: Scope, condition: Extract<Condition, { kind: 'one of' }>): ColumnModel | Decline | null {
  const [only, other] = condition.values
  if (only?.kind !== 'values' || other !== undefined || only.beside === undefined) return null
  const table = pickTable(scope, only.beside)
  if (table instanceof Decline) return table
  if (only.matches.some((one) => one.column.table === table)) return null
  const [shown, second] = displayColumns(table)
  return shown !== undefined && second === undefined && scope.values.unread.has(shown) ? shown : null
}

/** 'the albums of Iron Maiden': not albums with that name, if what they belong to has the name too. */
function makersAmong(
  scope: Scope,
  condition: Extract<Condition, { kind: 'one of' }>,
  columns: readonly ColumnModel[],
): ColumnModel[] {
  const [only] = condition.values
  if (only?.kind !== 'values' || only.of !== true) return []
  if (columns.some((one) => one.table === scope.subject && one.isForeignKey)) return []
  const own = ancestors(scope.schema, scope.subject)
  return columns.filter(
    (one) => one.table !== scope.subject && own.includes(one.table) && displayColumns(one.table).includes(one),
  )
}

/** The column that unnamed values belong to. Declines for none or several. */
export function valueColumn(scope: Scope, condition: Extract<Condition, { kind: 'one of' }>): ColumnModel | Decline {
  const matches = condition.values.flatMap((one) => (one.kind === 'values' ? one.matches : []))
  const text = condition.values
    .flatMap((one) => {
      if (one.kind === 'values') return [one.text]
      return one.kind === 'text' ? [one.value] : []
    })
    .join(', ')
  const every = (column: ColumnModel) =>
    condition.values.every((one) => one.kind === 'values' && one.matches.some((match) => match.column === column))
  const shared = columnsNamedNearby(scope, condition.at, [...new Set(matches.map((one) => one.column))].filter(every))
  const beside = unreadBeside(scope, condition)
  if (beside !== null) return beside
  const makers = makersAmong(scope, condition, shared)
  if (makers.length > 0) return pickValueColumn(scope, makers, text, condition.at, () => 1)
  const isNamed = scope.draft.items.some(
    (item) => item.kind === 'column' && item.candidates.some((one) => shared.includes(one.column)),
  )
  if (shared.length > 0 && !isNamed && /^\d+(?:\.\d+)?$|^\p{L}$/u.test(text))
    return new Decline(message('It is not clear which column “{text}” refers to. Name the column.', { text }), [text], {
      text,
      replacements: shared.slice(0, mostChoices).map((one) => valueChoice(one, text)),
    })
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
  if (only === undefined)
    return new Decline(
      message('No column of {subject} or a related table has the value “{text}”.', {
        subject: scope.subject.name,
        text,
      }),
      [text],
    )
  note(scope, message('“{text}” is interpreted as {column}', { column: `${only.table.name}.${only.name}`, text }))
  return only
}

/** How well a column fits the values in its condition. */
export function namesValue(
  scope: Scope,
  condition: Extract<Condition, { kind: 'one of' }>,
): (column: ColumnModel) => number {
  return (one) => {
    const has = condition.values.every(
      (value) => value.kind === 'values' && value.matches.some((match) => match.column === one),
    )
    if (has) return suitability.hasValue
    if (condition.values.every((value) => value.kind === 'number')) return isNumeric(one) ? suitability.fitsNumber : 0
    return scope.values.read.has(one) ? suitability.lacksValue : 0
  }
}

/** Declines a value that other columns have, or a plain number, if the column is known not to have it. */
export function unknownValue(scope: Scope, column: ColumnModel, operand: Operand): Decline | null {
  const known = scope.values.read.get(column)
  const part = partOfName(column, operand, known)
  if (part !== null) return part
  if (known === undefined || operand.kind === 'text' || operand.kind === 'date') return null
  const value = literalFor(column, operand)
  if (value instanceof Decline) return value
  const isElsewhere = operand.kind === 'values' && !operand.matches.some((match) => match.column === column)
  const isForeign = operand.kind === 'number' && !known.some((one) => String(one) === String(value))
  return isElsewhere || isForeign
    ? new Decline(
        message('{column} has no value “{value}”.', {
          column: `${column.table.name}.${column.name}`,
          value: String(value),
        }),
        [String(value)],
      )
    : null
}

/** 'named "Eric Tai"': the first name and the last name, if the table has both; null for other conditions. */
export function bothNames(
  column: ColumnModel,
  { values, negated }: Extract<Condition, { kind: 'one of' }>,
): Filter | null {
  const [only, other] = values
  const [given, family, more] = displayColumns(column.table)
  if (only?.kind !== 'text' || other !== undefined || negated || !isNamePart(column)) return null
  if (given === undefined || family === undefined || more !== undefined) return null
  const [, first, last] = /^(\S.*)\s(\S+)$/.exec(only.value.trim()) ?? []
  if (first === undefined || last === undefined) return null
  const is = ({ ref }: ColumnModel, value: string): Filter => ({
    kind: 'compare',
    left: columnExpression(ref),
    operator: '=',
    value,
  })
  return { kind: 'all', filters: [is(given, first.trim()), is(family, last)] }
}

/** Declines 'named "Eric Tai"' for a column of first names, unless one of them is written that way. */
function partOfName(column: ColumnModel, operand: Operand, known: readonly unknown[] = []): Decline | null {
  if (operand.kind !== 'text' || !isNamePart(column) || !/\S\s+\S/.test(operand.value)) return null
  if (known.some((one) => plainKey(String(one)) === plainKey(operand.value))) return null
  return new Decline(
    message('“{value}” is a whole name, but {column} has only a part of each name.', {
      value: operand.value,
      column: `${column.table.name}.${column.name}`,
    }),
    [operand.value],
  )
}

const yesValues = ['yes', 'y', 'true', 't', '1']

/** The filter for a yes/no column. */
export function flagFilter(scope: Scope, condition: Extract<Condition, { kind: 'flag' }>): Filter | Decline {
  const column = pickColumn(scope, condition.left, undefined, 'condition')
  if (column instanceof Decline) return column
  const known = scope.values.read.get(column) ?? []
  const said = known.find((one) => yesValues.includes(String(one).toLowerCase())) ?? null
  if (column.kind === 'text' && said === null)
    return new Decline(message('{column} is not a yes/no column.', { column: `${column.table.name}.${column.name}` }), [
      condition.left.text,
    ])
  const plain: Literal = column.kind === 'boolean' ? true : 1
  const value = said ?? plain
  note(
    scope,
    message('“{word}” means {column} is {value}', {
      word: condition.left.text,
      column: column.name,
      value: String(value),
    }),
  )
  return { kind: 'compare', left: columnExpression(column.ref), operator: condition.negated ? '<>' : '=', value }
}
