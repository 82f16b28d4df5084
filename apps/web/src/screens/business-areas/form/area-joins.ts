import type { AreaJoin, JoinType } from '@parlance/contract'

const joinTypeNames: Record<JoinType, string> = {
  INNER: 'INNER JOIN',
  LEFT: 'LEFT JOIN',
  RIGHT: 'RIGHT JOIN',
  FULL: 'FULL OUTER JOIN',
}

/** A join's type defaults to INNER. */
export function joinTypeOf(join: AreaJoin): JoinType {
  return join.join_type ?? 'INNER'
}

export function joinTypeName(type: JoinType): string {
  return joinTypeNames[type]
}

/** Whether both tables are named, so that the join belongs in the builder and not in the text. */
export function isStructured(join: AreaJoin): boolean {
  return isFilled(join.left_table) && isFilled(join.right_table)
}

export function descriptiveJoins(joins: AreaJoin[]): AreaJoin[] {
  return joins.filter((join) => !isBegun(join) && isFilled(join.description))
}

/** Whether both sides are complete, or a condition says how the two tables are related. */
export function isComplete(join: AreaJoin): boolean {
  if (!isBegun(join)) return isFilled(join.description)
  return (
    isStructured(join) && (isFilled(join.join_condition) || (isFilled(join.left_column) && isFilled(join.right_column)))
  )
}

/** 'orders.customer_id = customers.id', the condition if there is one, or the description. */
export function joinText(join: AreaJoin): string {
  if (!isStructured(join)) return join.description ?? ''
  if (isFilled(join.join_condition)) return `${join.left_table} ↔ ${join.right_table}: ${join.join_condition}`
  return `${join.left_table}.${join.left_column} = ${join.right_table}.${join.right_column}`
}

/** One descriptive join for each nonempty line. */
export function joinsOfText(text: string): AreaJoin[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((description) => ({ description }))
}

export function textOfJoins(joins: AreaJoin[]): string {
  return joins.map(joinText).join('\n')
}

/** Whether the two joins are equal, in either order. */
export function isSameJoin(one: AreaJoin, other: AreaJoin): boolean {
  const sides = [sideOf(one, 'left'), sideOf(one, 'right')]
  const others = [sideOf(other, 'left'), sideOf(other, 'right')]
  return sides.join('=') === others.join('=') || sides.join('=') === others.toReversed().join('=')
}

function sideOf(join: AreaJoin, side: 'left' | 'right'): string {
  const [table, column] = side === 'left' ? [join.left_table, join.left_column] : [join.right_table, join.right_column]
  return `${table ?? ''}\u0000${column ?? ''}`.toLowerCase()
}

/** The join as saved, without empty fields; null if no field was filled in. */
export function cleanJoin(join: AreaJoin): AreaJoin | null {
  const filled = Object.entries(join).filter(([, value]) => isFilled(value))
  return filled.some(([name]) => name !== 'join_type' && name !== 'cardinality')
    ? (Object.fromEntries(filled) as AreaJoin)
    : null
}

/** Whether a builder join has at least one field filled in or required. */
function isBegun(join: AreaJoin): boolean {
  return join.join_type !== undefined || isFilled(join.left_table) || isFilled(join.right_table)
}

function isFilled(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}
