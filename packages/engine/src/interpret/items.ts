import { singular, tokenise } from '@parlance/retrieval'
import { column as columnExpression, isAggregate, type Expression, type Scalar, tableKeyOf } from '../query.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { ancestors } from '../schema/graph.ts'
import { quantityMeasure, revenueMeasures } from '../schema/measures.ts'
import { displayColumns, isMeasurable, isNumeric, isTemporal, mainDate } from '../schema/roles.ts'
import type { ColumnMention, Item, MeasureMention } from '../parse/draft.ts'
import { note, pickColumn, pickHint, pickTable, type Scope } from './scope.ts'
import { Unclear } from './unclear.ts'

/** An expression with the name that its result column gets. */
export interface Named {
  expression: Expression
  alias: string
}

const snake = (words: string): string =>
  words
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .toLowerCase()

export function aliasOf(column: ColumnModel): string {
  return column.name
}

function preferNumbers(one: ColumnModel): number {
  if (isMeasurable(one)) return 4
  return isNumeric(one) && !one.isForeignKey && !one.isKey ? 2 : -4
}

/** The table whose rows a measure must not be counted twice for: that of the groups asked for. */
function measureSubject(scope: Scope): TableModel | null {
  const shown = scope.draft.items.find((one) => one.kind === 'table')
  if (shown !== undefined && shown.kind === 'table') return pickTable(scope, shown)
  return scope.draft.subject === null ? null : scope.subject
}

/** What 'revenue', 'sold' or 'order value' is in this schema. Throws `Unclear` where it keeps no such thing. */
export function measureOf(scope: Scope, mention: MeasureMention): { scalar: Scalar; name: string } {
  const about = measureSubject(scope)
  const isMoney = scope.draft.asksHowMuch && /^(sell|sells|sold)$/i.test(mention.text)
  if (isMoney) note(scope, `‘${mention.text}’ is read as money, not as pieces`)
  if (mention.of === 'quantity' && !isMoney) {
    const units = quantityMeasure(scope.schema, about)
    if (units === null) throw new Unclear('No table keeps how many pieces were sold.', [mention.text])
    note(scope, units.explanation)
    return { scalar: units.scalar, name: 'units_sold' }
  }
  const measures = revenueMeasures(scope.schema, about)
  const whole = mention.of === 'order value' ? measures.filter((one) => one.scalar.kind === 'column') : measures
  const [first] = whole
  if (first === undefined)
    throw new Unclear(
      `No columns of this database say what ‘${mention.text}’ is${about === null ? '' : ` for ${about.name}`}.`,
      [mention.text],
    )
  note(scope, first.explanation)
  return { scalar: first.scalar, name: mention.of === 'order value' ? 'order_value' : 'revenue' }
}

const countedNouns = new Set(
  (
    'credit goal point vote hour minute second day unit item piece sale copy seat passenger death injury room bed mile win loss medal star view like visitor attendance employee cow horse pig sheep ' +
    'killed injured audience enrollment platform stock download click share dollar follower member student guest inhabitant population cylinder floor storey story game assist run lap page stop award yard shop store branch'
  ).split(' '),
)

function countColumn(scope: Scope, mention: ColumnMention, distinct: boolean): Named {
  const found = pickColumn(scope, mention)
  const isCounter = found.words.some((word) => ['number', 'count', 'total', 'quantity'].includes(word))
  if (!distinct && isCounter && isMeasurable(found) && !scope.draft.asksHowMany)
    return { expression: columnExpression(found.ref), alias: aliasOf(found) }
  if (!distinct && isCounter && !isNumeric(found) && !found.isKey && found.words.at(-1) !== 'number')
    throw new Unclear(`${found.name} of ${found.table.name} holds no numbers to add up.`, [mention.text])
  if (!distinct && isMeasurable(found) && !isCounter && !countedNouns.has(found.words.at(-1) ?? '')) {
    throw new Unclear(
      `It is not clear whether ${found.name} is added up or its different values are counted.`,
      [mention.text],
      {
        text: mention.text,
        replacements: [{ label: `different values of ${found.spoken}`, words: `different ${mention.text}` }],
      },
    )
  }
  if (!distinct && isMeasurable(found)) {
    note(scope, `Counting ${mention.text} adds up ${found.name}`)
    return {
      expression: { kind: 'aggregate', fn: 'sum', distinct: false, of: columnExpression(found.ref) },
      alias: `total_${snake(found.spoken)}`,
    }
  }
  const isRow = found.table.primaryKey.length === 1 && found.table.primaryKey[0] === found
  const said = tokenise(mention.text).map(singular).join(' ')
  const isDated = !distinct && isTemporal(found) && said.startsWith(`${found.table.words.map(singular).join(' ')} `)
  if (isRow || isDated)
    return { expression: { kind: 'rows', table: found.table.key }, alias: `${found.table.words.join('_')}_count` }
  note(scope, `Different values of ${found.name} are counted`)
  return {
    expression: { kind: 'aggregate', fn: 'count', distinct: true, of: columnExpression(found.ref) },
    alias: `${snake(found.spoken)}_count`,
  }
}

/** 'in which city do the most employees live and how many of them': the number is of what ranks. */
function rankedByCount(scope: Scope): TableModel | null {
  const by = scope.draft.orders.find((one) => one.by?.kind === 'count')?.by
  return by?.kind === 'count' && by.of?.kind === 'table' ? pickTable(scope, by.of) : null
}

function countRows(scope: Scope, item: Extract<Item, { kind: 'count' }>): Named {
  if (item.of?.kind === 'column') return countColumn(scope, item.of, item.distinct)
  const table = item.of === null ? (rankedByCount(scope) ?? scope.subject) : pickTable(scope, item.of)
  const own = table.columns.find((one) => one.words.join(' ') === table.words.join(' ') && isMeasurable(one))
  if (own !== undefined && !item.distinct) {
    note(scope, `The number of ${table.words.join(' ')} is kept in ${own.name}, which is added up`)
    return {
      expression: { kind: 'aggregate', fn: 'sum', distinct: false, of: columnExpression(own.ref) },
      alias: `total_${snake(own.spoken)}`,
    }
  }
  return { expression: { kind: 'rows', table: table.key }, alias: `${table.words.join('_')}_count` }
}

const fnNames = { sum: 'total', avg: 'average', min: 'lowest', max: 'highest', count: 'number_of' } as const

function aggregateOf(scope: Scope, item: Extract<Item, { kind: 'aggregate' }>): Named {
  if (item.of.kind === 'measure') {
    const { scalar, name } = measureOf(scope, item.of)
    return {
      expression: { kind: 'aggregate', fn: item.fn, distinct: false, of: scalar },
      alias: item.fn === 'sum' ? name : `${fnNames[item.fn]}_${name}`,
    }
  }
  const additive = item.fn === 'sum' || item.fn === 'avg'
  const found =
    item.of.kind === 'hint'
      ? pickHint(scope, item.of, preferNumbers)
      : pickColumn(scope, item.of, additive || item.fn === 'max' || item.fn === 'min' ? preferNumbers : undefined)
  if (additive && !isNumeric(found))
    throw new Unclear(`${found.name} of ${found.table.name} holds no numbers.`, [item.of.text])
  return {
    expression: { kind: 'aggregate', fn: item.fn, distinct: false, of: columnExpression(found.ref) },
    alias: `${fnNames[item.fn]}_${snake(found.spoken)}`,
  }
}

/** 'share of revenue', 'percentage of orders': of a sum or of a number of rows, group by group. */
function shareOf(scope: Scope, item: Item): Named {
  const whole = valueOf(scope, item.kind === 'table' ? { kind: 'count', of: item, distinct: false, at: item.at } : item)
  const { expression } = whole
  const isAdditive = expression.kind === 'rows' || (expression.kind === 'aggregate' && expression.fn === 'sum')
  if (!isAdditive) throw new Unclear('A share can only be taken of a total or of a number.', ['share'])
  if (scope.draft.groups.length === 0)
    throw new Unclear('It is not clear for which groups the shares are wanted; say ‘by …’ or ‘for each …’.', ['share'])
  return { expression: { kind: 'share', of: expression }, alias: `${whole.alias}_share_percent` }
}

/** The expression that an item stands for where one value is needed: to sort or to compare by. */
export function valueOf(scope: Scope, item: Item): Named {
  if (item.kind === 'share') return shareOf(scope, item.of)
  if (item.kind === 'count') return countRows(scope, item)
  if (item.kind === 'aggregate') return aggregateOf(scope, item)
  if (item.kind === 'measure') {
    const { scalar, name } = measureOf(scope, item)
    return { expression: { kind: 'aggregate', fn: 'sum', distinct: false, of: scalar }, alias: name }
  }
  if (item.kind === 'table') {
    const [shown] = displayColumns(pickTable(scope, item))
    if (shown === undefined) throw new Unclear(`${item.text} has no columns.`, [item.text])
    return { expression: columnExpression(shown.ref), alias: aliasOf(shown) }
  }
  const found = item.kind === 'hint' ? pickHint(scope, item, preferNumbers) : pickColumn(scope, item)
  scope.shown.push(found.table)
  return { expression: columnExpression(found.ref), alias: aliasOf(found) }
}

function tableColumns(scope: Scope, table: TableModel): ColumnModel[] {
  if (scope.draft.everything && table === scope.subject) return table.columns.filter((one) => one.kind !== 'binary')
  const everything =
    scope.draft.listing && scope.draft.items.length === 1 && table === scope.subject && !aggregated(scope)
  const shown = displayColumns(table)
  const isNameless =
    shown.every((one) => one.isKey || one.isForeignKey) &&
    scope.draft.items.length === 1 &&
    !aggregated(scope) &&
    table.columns.length <= 12
  if (!everything && !isNameless) return shown
  return table.columns.filter((one) => one.kind !== 'binary')
}

function aggregated(scope: Scope): boolean {
  return scope.draft.groups.length > 0 || scope.draft.orders.some((one) => !one.plain)
}

/** 'name' of people who have a first and a last one means both. */
function wholeName(scope: Scope, mention: ColumnMention): ColumnModel[] | null {
  const table = mention.owner === null ? scope.subject : pickTable(scope, mention.owner)
  const shown = displayColumns(table)
  const quality = (one: ColumnModel) => mention.candidates.find((candidate) => candidate.column === one)?.quality ?? 0
  if (shown.length !== 2 || shown.some((one) => quality(one) !== 0.95)) return null
  return mention.candidates.some((one) => one.column.table === table && one.quality > 0.95) ? null : shown
}

/** The result columns that an item asks for: several when it names a table. */
export function columnsOf(scope: Scope, item: Item): Named[] {
  if (item.kind === 'table')
    return tableColumns(scope, pickTable(scope, item)).map((one) => ({
      expression: columnExpression(one.ref),
      alias: aliasOf(one),
    }))
  if (item.kind === 'column') {
    const both = wholeName(scope, item)
    if (both !== null) return both.map((one) => ({ expression: columnExpression(one.ref), alias: aliasOf(one) }))
  }
  return [valueOf(scope, item)]
}

/** The date by which rows of the question are dated: that of what is measured, else the subject's. */
export function datingColumn(scope: Scope, measured: readonly Expression[]): ColumnModel | null {
  for (const expression of measured) {
    if (!isAggregate(expression)) continue
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
