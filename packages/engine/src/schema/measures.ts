import { message, type Message } from '@parlance/contract'
import roles from '../lexicon/vocabulary/roles.json' with { type: 'json' }
import type { ColumnRef, Formula, Scalar } from '../query.ts'
import type { ColumnModel, Schema, TableModel } from './model.ts'
import { ancestors, belongsTo, distance } from './graph.ts'
import { isMeasurable } from './roles.ts'

/** A formula for revenue, and why it was chosen. */
export interface Measure {
  scalar: Scalar
  table: TableModel
  name: string
  explanation: Message
}

/** The measurable columns of each table by their words; every suggestion looks for them in all tables. */
const measurable = new WeakMap<TableModel, ReadonlyMap<string, ColumnModel>>()

function measurableOf(table: TableModel): ReadonlyMap<string, ColumnModel> {
  const known = measurable.get(table)
  if (known !== undefined) return known
  // The first of two columns with the same words is the one that is found.
  const columns = table.columns.filter(isMeasurable).toReversed()
  const made = new Map(columns.map((one) => [one.words.join(' '), one]))
  measurable.set(table, made)
  return made
}

function named(table: TableModel, names: readonly string[]): ColumnModel | null {
  const columns = measurableOf(table)
  return columns.size === 0 ? null : (names.map((name) => columns.get(name)).find((one) => one !== undefined) ?? null)
}

function discountOf(table: TableModel): { ref: ColumnRef; form: Formula['discountForm'] } | null {
  const found = table.columns.find((one) => one.words.includes('discount') && isMeasurable(one))
  if (found === undefined) return null
  if (found.words.includes('percent') || found.words.includes('percentage')) return { ref: found.ref, form: 'percent' }
  return {
    ref: found.ref,
    form: found.words.includes('amount') || found.words.includes('value') ? 'amount' : 'fraction',
  }
}

/** Whether a column is a discount that revenue is computed with as a share of the price. */
export function isShareOfPrice({ table, ref }: ColumnModel): boolean {
  const scalar = lineFormula(table)?.scalar
  return scalar?.kind === 'formula' && scalar.discountForm !== 'amount' && scalar.discount?.column === ref.column
}

function lineFormula(table: TableModel): Measure | null {
  const quantity = named(table, roles.quantities)
  const price = named(table, roles.prices)
  if (quantity === null || price === null) return null
  const discount = discountOf(table)
  const scalar: Formula = {
    kind: 'formula',
    name: 'revenue',
    table: table.key,
    quantity: quantity.ref,
    price: price.ref,
    discount: discount?.ref ?? null,
    discountForm: discount?.form ?? 'fraction',
  }
  const parts = { quantity: quantity.name, price: price.name, table: table.name }
  return {
    scalar,
    table,
    name: 'revenue',
    explanation:
      discount === null
        ? message('Revenue is {quantity} × {price}, from {table}', parts)
        : discounted({ ...parts, discount: discount.ref.column }, discount.form),
  }
}

function discounted(parts: Record<'quantity' | 'price' | 'table' | 'discount', string>, form: Formula['discountForm']) {
  return form === 'fraction'
    ? message('Revenue is {quantity} × {price}, less {discount} (read as a fraction), from {table}', parts)
    : message('Revenue is {quantity} × {price}, less {discount}, from {table}', parts)
}

const saleTables = new Set([
  'order',
  'invoice',
  'sale',
  'payment',
  'transaction',
  'purchase',
  'booking',
  'rental',
  'receipt',
  'bill',
  'ticket',
  'item',
  'line',
  'reservation',
])

/** Whether a table's rows are sales, or parts of sales. */
export function isSale(table: TableModel): boolean {
  return table.words.some((word) => saleTables.has(word))
}

function amountMeasure(table: TableModel): Measure | null {
  if (!isSale(table)) return null
  const amount = named(table, roles.amounts)
  if (amount === null) return null
  return {
    scalar: { kind: 'column', ref: amount.ref },
    table,
    name: 'revenue',
    explanation: message('Revenue is {amount}, from {table}', { amount: amount.name, table: table.name }),
  }
}

/** Leaves out numbered parts of a table (`payment_p2007_01`), which repeat the whole. */
function withoutPartitions(tables: readonly TableModel[]): TableModel[] {
  return tables.filter(
    (table) =>
      !tables.some(
        (whole) =>
          whole !== table && table.name.startsWith(`${whole.name}_`) && /\d/.test(table.name.slice(whole.name.length)),
      ),
  )
}

/**
 * This schema's formulas for the revenue of a row of `subject` (null: in total), best first: sales lines before whole
 * amounts, nearer tables before farther ones. Never one that counts twice for the same row of the subject.
 */
export function revenueMeasures(schema: Schema, subject: TableModel | null): Measure[] {
  const reachable = (table: TableModel) => subject === null || belongsTo(schema, table, subject)
  const far = (table: TableModel) => (subject === null ? 0 : distance(schema, table.key, subject.key))
  return saleMeasures(schema)
    .filter((one) => reachable(one.table))
    .sort((left, right) => rank(left) - rank(right) || far(left.table) - far(right.table))
}

const measuresOf = new WeakMap<Schema, readonly Measure[]>()

/** The formulas and amounts of all sales, found once for each schema. */
function saleMeasures(schema: Schema): readonly Measure[] {
  const known = measuresOf.get(schema)
  if (known !== undefined) return known
  const tables = withoutPartitions(schema.tables.filter((table) => !table.isView))
  const made = [...tables.map(lineFormula), ...tables.map(amountMeasure)].filter((one) => one !== null)
  measuresOf.set(schema, made)
  return made
}

function rank(measure: Measure): number {
  if (measure.scalar.kind === 'formula')
    return measure.table.words.some((word) => saleTables.has(word) || word === 'detail') ? 0 : 1
  return 2
}

/** The quantity of a line, for 'sold' and 'best-selling'; null if no sale stores one. */
export function quantityMeasure(schema: Schema, subject: TableModel | null): Measure | null {
  for (const table of withoutPartitions(schema.tables.filter((one) => !one.isView))) {
    if (subject !== null && (table === subject || !ancestors(schema, table).includes(subject))) continue
    const quantity = named(table, roles.quantities)
    if (quantity === null || (named(table, roles.prices) === null && !isSale(table))) continue
    return {
      scalar: { kind: 'column', ref: quantity.ref },
      table,
      name: 'units sold',
      explanation: message('Units sold are {quantity}, from {table}', { quantity: quantity.name, table: table.name }),
    }
  }
  return null
}
