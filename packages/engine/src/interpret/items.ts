import { message } from '@parlance/contract'
import { singular, tokenise } from '@parlance/retrieval'
import {
  column as columnExpression,
  type AggregateFunction,
  isMeasure,
  type Measure,
  type Scalar,
  type Selected,
} from '../query.ts'
import { columnOf, type ColumnModel, type TableModel } from '../schema/model.ts'
import { isSale, quantityMeasure, revenueMeasures } from '../schema/measures.ts'
import { displayColumns, isCounted, isMeasurable, isNumeric, isTemporal } from '../schema/roles.ts'
import type { ColumnMention, HintMention, Item, LengthMention, MeasureMention, TableMention } from '../parse/draft.ts'
import { ageOf } from './ages.ts'
import { elapsedOf, type NamedScalar } from './elapsed.ts'
import { pickColumn, pickHint, pickTable, preferNumbers, wholeName } from './pick.ts'
import { aggregateMetric, metricNamed } from '../schema/metrics.ts'
import { personBehind } from './person.ts'
import { quotient, ratio } from './ratios.ts'
import { note, type Scope } from './scope.ts'
import { Decline } from '../decline.ts'

/** An expression with the name of its result column. */
export type Named = Selected

const snake = (words: string): string =>
  words
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .toLowerCase()

/** The table whose rows a measure must not count twice: that of the groups asked for. */
function measureSubject(scope: Scope): TableModel | Decline | null {
  const shown = scope.draft.items.find((one) => one.kind === 'table')
  if (shown !== undefined && shown.kind === 'table') return pickTable(scope, shown)
  return scope.draft.subject === null ? null : scope.subject
}

/** What 'revenue', 'sold', or 'order value' is in this schema. Declines if the schema has no such data. */
function measureOf(scope: Scope, mention: MeasureMention): { scalar: Scalar; name: string } | Decline {
  const about = measureSubject(scope)
  if (about instanceof Decline) return about
  const isMoney = scope.draft.asksHowMuch && /^(sell|sells|sold)$/i.test(mention.text)
  if (isMoney)
    note(scope, message('“{word}” is interpreted as an amount of money, not a quantity', { word: mention.text }))
  if (mention.of === 'quantity' && !isMoney) {
    const units = quantityMeasure(scope.schema, about)
    if (units === null) return new Decline(message('No table contains the quantity sold.'), [mention.text])
    note(scope, units.explanation)
    return { scalar: units.scalar, name: 'units_sold' }
  }
  const measures = revenueMeasures(scope.schema, about)
  const whole = mention.of === 'order value' ? measures.filter((one) => one.scalar.kind === 'column') : measures
  const [first] = whole
  if (first === undefined)
    return new Decline(
      about === null
        ? message('No column in this database contains “{word}”.', { word: mention.text })
        : message('No column in this database contains “{word}” for {table}.', {
            word: mention.text,
            table: about.name,
          }),
      [mention.text],
    )
  note(scope, first.explanation)
  return { scalar: first.scalar, name: mention.of === 'order value' ? 'order_value' : 'revenue' }
}

function countColumn(scope: Scope, mention: ColumnMention, distinct: boolean): Named | Decline {
  const found = pickColumn(scope, mention)
  if (found instanceof Decline) return found
  if (distinct) return countedValues(scope, mention, found, distinct)
  const isCounter = found.words.some((word) => ['number', 'count', 'total', 'quantity'].includes(word))
  const isCountable = isCounter || isCounted(found)
  if (isMeasurable(found))
    return isCountable ? addedUp(scope, mention, found, isCounter) : addedOrCounted(mention, found)
  if (isCounter && !isNumeric(found) && !found.isKey && found.words.at(-1) !== 'number')
    return new Decline(
      message('{column} does not contain numbers to add up.', { column: `${found.table.name}.${found.name}` }),
      [mention.text],
    )
  return countedValues(scope, mention, found, distinct)
}

/** 'the number of votes' is stored in a column: shown as it is, or added up for 'how many'. */
function addedUp(scope: Scope, mention: ColumnMention, found: ColumnModel, isCounter: boolean): Named {
  if (isCounter && !scope.draft.asksHowMany) return named(found)
  note(scope, message('Adds up {column} to count {word}', { column: found.name, word: mention.text }))
  return {
    expression: { kind: 'aggregate', fn: 'sum', distinct: false, of: columnExpression(found.ref) },
    alias: `total_${snake(found.spoken)}`,
  }
}

function addedOrCounted(mention: ColumnMention, found: ColumnModel): Decline {
  return new Decline(
    message('It is not clear whether to add up {column} or count its different values.', { column: found.name }),
    [mention.text],
    {
      text: mention.text,
      replacements: [
        {
          label: message('different values of {column}', { column: found.spoken }),
          words: `different ${mention.text}`,
        },
      ],
    },
  )
}

/** A key counts rows, and so does a date named after its table; for any other column, different values are counted. */
function countedValues(scope: Scope, mention: ColumnMention, found: ColumnModel, distinct: boolean): Named {
  const isRow = found.table.primaryKey.length === 1 && found.table.primaryKey[0] === found
  const said = tokenise(mention.text).map(singular).join(' ')
  const isDated = !distinct && isTemporal(found) && said.startsWith(`${found.table.words.map(singular).join(' ')} `)
  if (isRow || isDated)
    return { expression: { kind: 'rows', table: found.table.key }, alias: `${found.table.words.join('_')}_count` }
  note(scope, message('Counts the different values of {column}', { column: found.name }))
  return {
    expression: { kind: 'aggregate', fn: 'count', distinct: true, of: columnExpression(found.ref) },
    alias: `${snake(found.spoken)}_count`,
  }
}

/** 'in which city do the most employees live and how many of them': the number is the one used for the ranking. */
function rankedByCount(scope: Scope): TableModel | Decline | null {
  const by = scope.draft.orders.find((one) => one.by?.kind === 'count')?.by
  return by?.kind === 'count' && by.of?.kind === 'table' ? pickTable(scope, by.of) : null
}

function countRows(scope: Scope, item: Extract<Item, { kind: 'count' }>): Named | Decline {
  if (item.of?.kind === 'column') return countColumn(scope, item.of, item.distinct)
  const table = item.of === null ? (rankedByCount(scope) ?? scope.subject) : pickTable(scope, item.of)
  if (table instanceof Decline) return table
  const own = table.columns.find((one) => one.words.join(' ') === table.words.join(' ') && isMeasurable(one))
  if (own !== undefined && !item.distinct) {
    note(
      scope,
      message('Adds up {column}, which contains the number of {row}', { column: own.name, row: table.words.join(' ') }),
    )
    return {
      expression: { kind: 'aggregate', fn: 'sum', distinct: false, of: columnExpression(own.ref) },
      alias: `total_${snake(own.spoken)}`,
    }
  }
  return { expression: { kind: 'rows', table: table.key }, alias: `${table.words.join('_')}_count` }
}

function aggregateMeasure(scope: Scope, fn: AggregateFunction, of: MeasureMention): Named | Decline {
  if (typeof of.of === 'object') return aggregateMetric(scope.schema, fn, of.of.metric)
  const perOrder = of.of === 'order value' && fn === 'avg' ? orderValueOf(scope) : null
  if (perOrder !== null) return perOrder
  const measure = measureOf(scope, of)
  if (measure instanceof Decline) return measure
  const { scalar, name } = measure
  return {
    expression: { kind: 'aggregate', fn, distinct: false, of: scalar },
    alias: fn === 'sum' ? name : `${fnNames[fn]}_${name}`,
  }
}

/** The average order value of a schema that stores only lines of orders: their revenue divided by the orders. */
function orderValueOf(scope: Scope): Named | null {
  const measures = revenueMeasures(scope.schema, null)
  const [line] = measures
  if (line?.scalar.kind !== 'formula' || measures.some((one) => one.scalar.kind === 'column')) return null
  const orders = scope.schema.links
    .filter((one) => one.child === line.table && isSale(one.parent))
    .map((one) => one.parent)
  const [order, other] = orders
  const [key, second] = order?.primaryKey ?? []
  if (key === undefined || other !== undefined || second !== undefined) return null
  note(scope, line.explanation)
  const of = { kind: 'aggregate', fn: 'sum', distinct: false, of: line.scalar } as const
  const per = { kind: 'aggregate', fn: 'count', distinct: true, of: columnExpression(key.ref) } as const
  return { expression: { kind: 'ratio', of, per }, alias: 'average_order_value' }
}

const fnNames = {
  sum: 'total',
  avg: 'average',
  min: 'lowest',
  max: 'highest',
  count: 'number_of',
  median: 'median',
} as const

function aggregateOf(scope: Scope, item: Extract<Item, { kind: 'aggregate' }>): Named | Decline {
  if (item.of.kind === 'measure') return aggregateMeasure(scope, item.fn, item.of)
  if (item.of.kind === 'length') return aggregateLength(scope, item.fn, item.of)
  if (item.of.kind === 'elapsed') return aggregateScalar(item.fn, elapsedOf(scope, item.of))
  const age = ageOf(scope, item.of)
  if (age !== null) return aggregateScalar(item.fn, age)
  const additive = item.fn === 'sum' || item.fn === 'avg' || item.fn === 'median'
  const found =
    item.of.kind === 'hint'
      ? pickHint(scope, item.of, preferNumbers)
      : pickColumn(scope, item.of, additive || item.fn === 'max' || item.fn === 'min' ? preferNumbers : undefined)
  if (found instanceof Decline) return found
  if (additive && !isNumeric(found))
    return new Decline(message('{column} does not contain numbers.', { column: `${found.table.name}.${found.name}` }), [
      item.of.text,
    ])
  return {
    expression: { kind: 'aggregate', fn: item.fn, distinct: false, of: columnExpression(found.ref) },
    alias: `${fnNames[item.fn]}_${snake(found.spoken)}`,
  }
}

function aggregateLength(scope: Scope, fn: AggregateFunction, mention: LengthMention): Named | Decline {
  const length = lengthOf(scope, mention)
  if (length instanceof Decline || length.expression.kind !== 'length') return length
  return {
    expression: { kind: 'aggregate', fn, distinct: false, of: length.expression },
    alias: `${fnNames[fn]}_${length.alias}`,
  }
}

function aggregateScalar(fn: AggregateFunction, named: NamedScalar | Decline): Named | Decline {
  if (named instanceof Decline) return named
  return {
    expression: { kind: 'aggregate', fn, distinct: false, of: named.expression },
    alias: `${fnNames[fn]}_${named.alias}`,
  }
}

/** 'share of revenue', 'percentage of orders': of a sum or of a number of rows, group by group. */
function shareOf(scope: Scope, item: Item): Named | Decline {
  const whole = valueOf(scope, item.kind === 'table' ? { kind: 'count', of: item, distinct: false, at: item.at } : item)
  if (whole instanceof Decline) return whole
  const { expression } = whole
  const isAdditive = expression.kind === 'rows' || (expression.kind === 'aggregate' && expression.fn === 'sum')
  if (!isAdditive) return new Decline(message('Only totals and counts can be shown as shares.'), ['share'])
  const isRanked = scope.draft.orders.some((one) => one.by?.kind === 'share')
  if (scope.draft.groups.length === 0 && scope.draft.conditions.length === 0 && !isRanked)
    return new Decline(
      message('It is not clear which part the percentage is for. Add a condition, “by …” or “for each …”.'),
      ['share'],
    )
  return { expression: { kind: 'share', of: expression }, alias: `${whole.alias}_share_percent` }
}

/** 'the difference between the highest and the lowest price': the higher one comes first. */
function differenceOf(scope: Scope, { of, less }: Extract<Item, { kind: 'difference' }>): Named | Decline {
  const [left, right] = [valueOf(scope, of), valueOf(scope, less)]
  if (left instanceof Decline) return left
  if (right instanceof Decline) return right
  const [one, other] = [left.expression, right.expression]
  const isNumber = (measure: Measure) =>
    measure.kind === 'rows' || measure.of.kind !== 'column' || isNumeric(columnOf(scope.schema, measure.of.ref))
  if (!isMeasure(one) || !isMeasure(other) || !isNumber(one) || !isNumber(other))
    return new Decline(message('It is not clear which two numbers to subtract.'), ['difference'])
  const isTurned = one.kind === 'aggregate' && one.fn === 'min' && other.kind === 'aggregate' && other.fn === 'max'
  return {
    expression: { kind: 'difference', of: isTurned ? other : one, less: isTurned ? one : other },
    alias: 'difference',
  }
}

/** The one value that an item means, to show, sort, or compare by. Declines if it has none. */
export function valueOf(scope: Scope, item: Item): Named | Decline {
  switch (item.kind) {
    case 'share':
      return shareOf(scope, item.of)
    case 'difference':
      return differenceOf(scope, item)
    case 'quotient':
      return quotient(scope, item)
    case 'length':
      return lengthOf(scope, item)
    case 'elapsed':
      return elapsedOf(scope, item)
    case 'ratio': {
      const of = valueOf(scope, item.of)
      return of instanceof Decline ? of : ratio(scope, of, item.per)
    }
    case 'count':
      return countRows(scope, item)
    case 'aggregate':
      return aggregateOf(scope, item)
    case 'measure':
      return totalMeasure(scope, item)
    case 'table':
      return firstColumn(scope, item)
    case 'hint':
    case 'column':
      return columnValue(scope, item)
  }
}

function totalMeasure(scope: Scope, item: MeasureMention): Named | Decline {
  if (typeof item.of === 'object') return metricNamed(scope.schema, item.of.metric)
  const measure = measureOf(scope, item)
  if (measure instanceof Decline) return measure
  const { scalar, name } = measure
  return { expression: { kind: 'aggregate', fn: 'sum', distinct: false, of: scalar }, alias: name }
}

function firstColumn(scope: Scope, item: TableMention): Named | Decline {
  const table = pickTable(scope, item)
  if (table instanceof Decline) return table
  const [shown] = displayColumns(table)
  return shown === undefined
    ? new Decline(message('{word} has no columns.', { word: item.text }), [item.text])
    : named(shown)
}

function columnValue(scope: Scope, item: ColumnMention | HintMention): Named | Decline {
  const age = ageOf(scope, item)
  if (age !== null) return age
  const found = item.kind === 'hint' ? pickHint(scope, item, preferNumbers) : pickColumn(scope, item)
  if (found instanceof Decline) return found
  scope.shown.push(found.table)
  return named(found)
}

/** 'the length of the name' */
function lengthOf(scope: Scope, { of }: LengthMention): Named | Decline {
  const found = pickColumn(scope, of)
  return found instanceof Decline
    ? found
    : { expression: { kind: 'length', ref: found.ref }, alias: `${snake(found.spoken)}_length` }
}

function tableColumns(scope: Scope, table: TableModel): ColumnModel[] {
  const own = table.columns.filter((one) => one.kind !== 'binary' && one.computed === undefined)
  if (scope.draft.everything && table === scope.subject) return own
  const everything =
    scope.draft.listing && scope.draft.items.length === 1 && table === scope.subject && !aggregated(scope)
  const person = aggregated(scope) ? personBehind(scope.schema, table) : null
  const shown = displayColumns(person ?? table)
  const isNameless =
    shown.every((one) => one.isKey || one.isForeignKey) &&
    scope.draft.items.length === 1 &&
    !aggregated(scope) &&
    own.length <= 12
  if (!everything && !isNameless) return shown
  return own
}

function aggregated(scope: Scope): boolean {
  return scope.draft.groups.length > 0 || scope.draft.orders.some((one) => !one.plain)
}

/** The result columns that an item asks for: several if it names a table. Declines if it is ambiguous. */
export function columnsOf(scope: Scope, item: Item): Named[] | Decline {
  if (item.kind === 'table') {
    const table = pickTable(scope, item)
    return table instanceof Decline ? table : tableColumns(scope, table).map(named)
  }
  const both = item.kind === 'column' ? wholeName(scope, item) : null
  if (both !== null) return both instanceof Decline ? both : both.map(named)
  const value = valueOf(scope, item)
  return value instanceof Decline ? value : [value]
}

function named(column: ColumnModel): Named {
  return { expression: columnExpression(column.ref), alias: column.name }
}
