import { message, type Message, type Metric, type MetricFormat } from '@parlance/contract'
import { rowWords } from '../answer/describe.ts'
import type { ColumnRef, Formula } from '../query.ts'
import { revenueMeasures } from '../schema/measures.ts'
import { columnOf, type ColumnModel, type Schema } from '../schema/model.ts'
import { isAdditive, isLine } from '../schema/roles.ts'
import { capitalized, columnSql, rowsOf, type FreeNames } from './names.ts'
import type { NamedTable, ProposedDefinition } from './contract.ts'
import type { FoundState } from './states.ts'

/** Sums of one table. More would be a list of its columns. */
const mostSums = 3

/** Words of numbers of which a sum means nothing: prices, rates, and numbers that are sums already. */
const notSummed = new Set(
  'price rate percent percentage ratio average avg min max minimum maximum unit year id number rank score age balance limit cumulative running'.split(
    ' ',
  ),
)

interface Proposed {
  metric: Metric
  reason: Message
}

/** Numbers that usually matter: the number of rows, sums of amounts, revenue, an average, and the share of a state. */
export function proposeMetrics(
  schema: Schema,
  named: NamedTable,
  { names, state }: { names: FreeNames; state: FoundState | null },
): ProposedDefinition[] {
  const { table } = named
  const make = (name: string, expression: string, reason: Message, format: MetricFormat | null = null): Proposed[] => {
    const free = names.take('metric', name, table)
    return free === null
      ? []
      : [{ metric: { ...plain(free), computation: aggregate(named, expression), format }, reason }]
  }
  const counts = isLine(table)
    ? []
    : make(capitalized(rowsOf(table)), 'COUNT(*)', message('The number of rows of {table}', { table: named.name }))
  const sums = sumsOf(schema, named).flatMap((one) => make(one.name, one.expression, one.reason))
  const shares =
    state === null
      ? []
      : make(
          `Share of ${state.name.toLowerCase()}`,
          `1.0 * COUNT(CASE WHEN ${state.condition} THEN 1 END) / NULLIF(COUNT(*), 0)`,
          message('The share of rows of {table} in this state', { table: named.name }),
          { style: 'percent', decimals: null },
        )
  return [...counts, ...sums, ...averageOf(named, counts[0], sums[0], names), ...shares].map(({ metric, reason }) => ({
    item: { kind: 'metric', value: metric },
    reason,
  }))
}

/** 'Average order amount', computed from a sum and the number of rows that are proposed with it. */
function averageOf(
  { table }: NamedTable,
  count: Proposed | undefined,
  sum: Proposed | undefined,
  names: FreeNames,
): Proposed[] {
  if (count === undefined || sum === undefined) return []
  const of = sum.metric.name.toLowerCase().replace(/^total /, '')
  const name = of.includes(rowWords(table)) ? `Average ${of}` : `Average ${of} per ${rowWords(table)}`
  const free = names.take('metric', name, table)
  if (free === null) return []
  const computation = { kind: 'formula' as const, formula: `{${sum.metric.name}} / {${count.metric.name}}` }
  const reason = message('{sum} for each row of {table}', { sum: sum.metric.name, table: table.name })
  return [{ metric: { ...plain(free), computation }, reason }]
}

function sumsOf(schema: Schema, { table, name }: NamedTable): { name: string; expression: string; reason: Message }[] {
  const isSummed = (column: ColumnModel) =>
    isAdditive(column) && !column.words.some((word) => notSummed.has(word)) && column.computed === undefined
  const revenue = revenueMeasures(schema, null).find((one) => one.table === table && one.scalar.kind === 'formula')
  const sold =
    revenue?.scalar.kind === 'formula'
      ? [{ name: 'Revenue', expression: revenueSql(schema, revenue.scalar), reason: revenue.explanation }]
      : []
  const sums = table.columns.filter(isSummed).map((column) => ({
    name: sumName(column),
    expression: `SUM(${columnSql(column, schema.dialect)})`,
    reason: message('The sum of {column}', { column: `${name}.${column.name}` }),
  }))
  return [...sold, ...sums].slice(0, mostSums)
}

/** 'Total order amount', but 'Order total' for a column that is called a total. */
function sumName(column: ColumnModel): string {
  const of = rowWords(column.table)
  const words = column.words.join(' ')
  const whole = words.includes(of) || column.words.length > 2 ? words : `${of} ${words}`
  return capitalized(column.words.includes('total') ? whole : `total ${whole}`)
}

function revenueSql(schema: Schema, { quantity, price, discount, discountForm }: Formula): string {
  const sql = (ref: ColumnRef) => columnSql(columnOf(schema, ref), schema.dialect)
  const product = [quantity, price].flatMap((ref) => (ref === null ? [] : [sql(ref)])).join(' * ')
  if (discount === null) return `SUM(${product})`
  const less = {
    fraction: `${product} * (1 - ${sql(discount)})`,
    percent: `${product} * (1 - ${sql(discount)} / 100.0)`,
    amount: `${product} - ${sql(discount)}`,
  }
  return `SUM(${less[discountForm]})`
}

function aggregate({ name: table }: NamedTable, expression: string): Metric['computation'] {
  return { kind: 'aggregate', table, expression, condition: null, time_column: null }
}

function plain(name: string): Omit<Metric, 'computation'> {
  return { name, description: null, synonyms: [], dimensions: null, unit: null, format: null, deprecated: null }
}
