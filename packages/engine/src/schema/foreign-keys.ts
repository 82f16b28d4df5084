import { singular } from '@parlance/retrieval'
import type { ColumnModel, Link, TableModel } from './model.ts'

const keyEndings = new Set(['id', 'code', 'key', 'no', 'number', 'identifier', 'sk', 'uuid'])

function declaredLinks(tables: readonly TableModel[]): Link[] {
  const named = (schema: string | null, name: string, from: TableModel) =>
    tables.find(
      (table) =>
        table.name.toLowerCase() === name.toLowerCase() &&
        (schema === null || table.schema === schema || table.schema === from.schema),
    )
  const columnNamed = (table: TableModel, name: string) =>
    table.columns.find((one) => one.name.toLowerCase() === name.toLowerCase())
  return tables.flatMap((child) =>
    child.source.foreignKeys.flatMap((key) => {
      const parent = named(key.referencedSchema, key.referencedTable, child)
      if (parent === undefined) return []
      const referenced =
        key.referencedColumns.length > 0 ? key.referencedColumns : parent.primaryKey.map((one) => one.name)
      const pairs = key.columns.flatMap((name, position) => {
        const from = columnNamed(child, name)
        const to = columnNamed(parent, referenced[position] ?? '')
        return from === undefined || to === undefined ? [] : [{ child: from, parent: to }]
      })
      return pairs.length === key.columns.length && pairs.length > 0 ? [{ child, parent, pairs, inferred: false }] : []
    }),
  )
}

function isKeyNamed(column: ColumnModel): boolean {
  const last = column.words.at(-1)
  return last !== undefined && keyEndings.has(last)
}

function sameFamily(left: ColumnModel, right: ColumnModel): boolean {
  const family = (kind: string) => (kind === 'integer' || kind === 'number' ? 'number' : kind)
  return family(left.kind) === family(right.kind)
}

function parentKey(parent: TableModel, child: ColumnModel): ColumnModel | null {
  const [key, second] = parent.primaryKey
  if (parent.isView) return null
  if (key !== undefined && second !== undefined) return null
  const target =
    key ??
    parent.columns.find(
      (one) =>
        isKeyNamed(one) && (one.words.length === 1 || one.words.slice(0, -1).join(' ') === parent.words.join(' ')),
    )
  if (target === undefined || !sameFamily(child, target)) return null
  const ownName = parent.words.map(singular).join(' ')
  const childName = child.words.join(' ')
  const generic = target.words.length === 1
  if (childName === target.words.join(' ') && !generic) return target
  const suffix = target.words.at(-1) ?? ''
  if (childName === `${ownName} ${suffix}`) return target
  return !generic && childName.endsWith(` ${target.words.join(' ')}`) ? target : null
}

/**
 * Finds undeclared links by name: `orders.customer_id` belongs to `customers.id` or `customers.customer_id`, and so
 * does `billing_customer_id`. Only to a table's single key, never from its own single key.
 */
function inferredLinks(tables: readonly TableModel[], declared: readonly Link[]): Link[] {
  const known = new Set(declared.flatMap((link) => link.pairs.map((pair) => pair.child)))
  const isLinked = (left: TableModel, right: TableModel) =>
    declared.some(
      (link) => (link.child === left && link.parent === right) || (link.child === right && link.parent === left),
    )
  const parents = new Map<string, TableModel[]>()
  for (const table of tables) {
    for (const word of new Set([...table.words, ...(table.primaryKey[0]?.words ?? [])]))
      parents.set(word, [...(parents.get(word) ?? []), table])
  }
  return tables
    .filter((child) => !child.isView)
    .flatMap((child) =>
      child.columns
        .filter(
          (one) =>
            isKeyNamed(one) &&
            one.words.length > 1 &&
            !known.has(one) &&
            !(child.primaryKey.length === 1 && child.primaryKey[0] === one),
        )
        .flatMap((one) => {
          const candidates = new Set(one.words.flatMap((word) => parents.get(word) ?? []))
          const found = [...candidates].flatMap((parent) => {
            const key = parent === child || isLinked(child, parent) ? null : parentKey(parent, one)
            return key === null ? [] : [{ child, parent, pairs: [{ child: one, parent: key }], inferred: true }]
          })
          const named = found.filter((link) => one.words.slice(0, -1).join(' ').endsWith(link.parent.words.join(' ')))
          return named.length > 0 ? named.slice(0, 1) : found.slice(0, 1)
        }),
    )
}

/** Every link between the tables: the declared foreign keys, and those that names imply. */
export function linkTables(tables: readonly TableModel[]): Link[] {
  const declared = declaredLinks(tables)
  return [...declared, ...inferredLinks(tables, declared)]
}
