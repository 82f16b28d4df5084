import type { AreaJoin, CatalogueTable, ColumnKind } from '@parlance/contract'
import { Refusal, type SemanticModel, type SemanticTable } from '../contract.ts'
import { findColumn, findTable, isSameName } from './find.ts'
import { pairsOfCondition } from './join-condition.ts'

/** A column of each side that must be equal. */
export interface Pair {
  from: string
  to: string
}

/**
 * How many rows of the other table a row has. `proven`: at most one, by a key. `declared`: at most one, as the area
 * says. `many`: possibly several. `unknown`: neither the area nor a key says it. `masked`: a rule changes or hides a
 * column that would have to match. `unreadable`: its condition says more than which columns are equal.
 */
export type Partners = 'proven' | 'declared' | 'many' | 'unknown' | 'masked' | 'unreadable'

/** A relationship, read from one of its tables to the other. */
export interface Step {
  from: SemanticTable
  to: SemanticTable
  pairs: readonly Pair[]
  partners: Partners
  /** Whether the area lists it. Else it is a foreign key of the database. */
  isListed: boolean
}

/** The relationship as people write it: `orders.customer_id = customers.id`. */
export function stepText({ from, to, pairs }: Step): string {
  return pairs.map((pair) => `${from.name}.${pair.from} = ${to.name}.${pair.to}`).join(' AND ')
}

const known = new WeakMap<SemanticModel, readonly Step[]>()

/**
 * All relationships of the model in both directions: those of the area, and the foreign keys between tables that the
 * area doesn't relate.
 */
export function stepsOf(model: SemanticModel): readonly Step[] {
  const made = known.get(model)
  if (made !== undefined) return made
  const listed = model.joins.flatMap((join) => listedSteps(join, model))
  const isListed = (one: SemanticTable, other: SemanticTable) =>
    listed.some(({ from, to }) => from === one && to === other)
  const keys = foreignKeySteps(model).filter(({ from, to }) => !isListed(from, to))
  const steps = [...listed, ...keys]
  known.set(model, steps)
  return steps
}

function listedSteps(join: AreaJoin, model: SemanticModel): Step[] {
  if (join.left_table === undefined || join.right_table === undefined) return []
  const [left, right] = [findTable(model, join.left_table), findTable(model, join.right_table)]
  if (left instanceof Refusal || right instanceof Refusal || left === right) return []
  const pairs = listedPairs(join, left, right, model)
  if (typeof pairs === 'string') {
    const step = { pairs: [], partners: pairs, isListed: true }
    return [
      { ...step, from: left, to: right },
      { ...step, from: right, to: left },
    ]
  }
  const { cardinality } = join
  const says = (...one: NonNullable<AreaJoin['cardinality']>[]) => {
    if (cardinality === undefined) return null
    return one.includes(cardinality) ? 'declared' : 'many'
  }
  return bothWays({ left, right, pairs, isListed: true }, [
    says('many_to_one', 'one_to_one'),
    says('one_to_many', 'one_to_one'),
  ])
}

function listedPairs(
  join: AreaJoin,
  left: SemanticTable,
  right: SemanticTable,
  model: SemanticModel,
): Pair[] | 'masked' | 'unreadable' {
  const written =
    join.left_column !== undefined && join.right_column !== undefined
      ? [{ from: join.left_column, to: join.right_column }]
      : pairsOfCondition(join.join_condition ?? '', left, right, model.dialect)
  if (written.length === 0) return 'unreadable'
  const pairs: Pair[] = []
  for (const pair of written) {
    const [from, to] = [findColumn(left, pair.from), findColumn(right, pair.to)]
    if (from instanceof Refusal || to instanceof Refusal) return 'masked'
    pairs.push({ from, to })
  }
  return pairs
}

function foreignKeySteps(model: SemanticModel): Step[] {
  return model.tables.flatMap((left) =>
    left.entry.foreignKeys.flatMap((key) => {
      const schema = key.referencedSchema ?? left.entry.schema
      const right = model.tables.find(({ entry }) => entry.name === key.referencedTable && entry.schema === schema)
      if (right === undefined || right === left || key.columns.length !== key.referencedColumns.length) return []
      const pairs = key.columns.map((from, at) => ({ from, to: key.referencedColumns[at] ?? '' }))
      const exist = pairs.every(({ from, to }) => hasColumn(left, from) && hasColumn(right, to))
      return exist ? bothWays({ left, right, pairs, isListed: false }, [null, null]) : []
    }),
  )
}

function hasColumn({ entry }: SemanticTable, name: string): boolean {
  return entry.columns.some((column) => column.name === name)
}

interface Relationship {
  left: SemanticTable
  right: SemanticTable
  pairs: Pair[]
  isListed: boolean
}

/** @param says what the area declares from left to right and from right to left, or null if it declares nothing */
function bothWays(
  { left, right, pairs, isListed }: Relationship,
  says: readonly [Partners | null, Partners | null],
): Step[] {
  const back = pairs.map(({ from, to }) => ({ from: to, to: from }))
  const keys = [isKey(right, left, pairs), isKey(left, right, back)] as const
  const isMasked = pairs.some(({ from, to }) => left.masked.has(from) || right.masked.has(to))
  const partnersOf = (own: 0 | 1): Partners => {
    const other = own === 0 ? 1 : 0
    if (says[own] === 'many') return 'many'
    if (says[own] !== null || keys[own]) {
      if (isMasked) return 'masked'
      return keys[own] ? 'proven' : 'declared'
    }
    return keys[other] ? 'many' : 'unknown'
  }
  return [
    { from: left, to: right, pairs, partners: partnersOf(0), isListed },
    { from: right, to: left, pairs: back, partners: partnersOf(1), isListed },
  ]
}

/** Whether at most one row of a table has the values of the pairs. */
function isKey(to: SemanticTable, from: SemanticTable, pairs: readonly Pair[]): boolean {
  const keys = [to.entry.primaryKey, ...(to.entry.uniqueKeys ?? [])].filter((key) => key.length > 0)
  const joined = new Set(pairs.map((pair) => pair.to))
  return (
    pairs.every((pair) => comparesAsStored(pair, from, to)) && keys.some((key) => key.every((one) => joined.has(one)))
  )
}

const numbers: ReadonlySet<ColumnKind> = new Set(['integer', 'number'])

/** A number compared with texts equals both '1' and '01', so a key of texts finds several rows. */
function comparesAsStored(pair: Pair, from: SemanticTable, to: SemanticTable): boolean {
  const [one, other] = [kindOf(from.entry, pair.from), kindOf(to.entry, pair.to)]
  if (one === null || other === null) return false
  return one === other || (numbers.has(one) && numbers.has(other))
}

/** The kind of a table's column. */
export function kindOf(table: CatalogueTable, name: string): ColumnKind | null {
  return table.columns.find((column) => isSameName(column.name, name))?.kind ?? null
}
