import type { AreaJoin } from '@parlance/contract'
import type { TableItem } from './table-items.ts'
import { isBlank } from './row-rules.ts'

/**
 * Fills in the parent table and the join condition of an inherited rule, as far as the joins are clear. What the user
 * typed stays.
 * @param before the item before its last change; a join condition that fitted it is replaced
 */
export function withKnownJoin(item: TableItem, before: TableItem, joins: readonly AreaJoin[]): TableItem {
  const { table, entry } = item
  if (entry.inherit_parent_security !== true) return item
  const requires = isBlank(entry.requires) ? (onlyParent(table, joins) ?? '') : (entry.requires ?? '')
  const isOwn =
    !isBlank(entry.join_condition) &&
    entry.join_condition !== conditionBetween(before.table, before.entry.requires ?? '', joins)
  const join_condition = isOwn ? entry.join_condition : (conditionBetween(table, requires, joins) ?? '')
  return { ...item, entry: { ...entry, requires, join_condition } }
}

/** The only table that this one refers to; null if there are none or several. */
function onlyParent(table: string, joins: readonly AreaJoin[]): string | null {
  const parents = joins
    .filter((join) => isSameTable(join.left_table, table) && !isSameTable(join.right_table, table))
    .map((join) => join.right_table ?? '')
  const [parent] = parents
  return parent !== undefined && parents.every((other) => isSameTable(other, parent)) ? parent : null
}

function conditionBetween(table: string, parent: string, joins: readonly AreaJoin[]): string | null {
  if (isBlank(table) || isBlank(parent) || isSameTable(table, parent)) return null
  for (const join of joins) {
    const isForward = isSameTable(join.left_table, table) && isSameTable(join.right_table, parent)
    const isBackward = isSameTable(join.right_table, table) && isSameTable(join.left_table, parent)
    if (!isForward && !isBackward) continue
    const { left_column: left = '', right_column: right = '', join_condition: condition } = join
    if (!isBlank(condition)) return condition ?? null
    const [own, other] = isForward ? [left, right] : [right, left]
    const names = [bareName(table), own, bareName(parent), other]
    if (names.every((name) => plainName.test(name))) return `${names[0]}.${own} = ${names[2]}.${other}`
  }
  return null
}

/** A name that needs no quotes in any database; the browser does not know how the database quotes. */
const plainName = /^[A-Za-z_]\w*$/

/** Rules may write the schema or leave it out. */
export function isSameTable(name: string | undefined, other: string): boolean {
  if (name === undefined || name === '') return false
  const [one, two] = [name.toLowerCase(), other.toLowerCase()]
  if (one.includes('.') && two.includes('.')) return one === two
  return bareName(one) === bareName(two)
}

/** A table's name without its schema. */
export function bareName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
