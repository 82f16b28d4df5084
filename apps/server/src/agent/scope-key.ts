import type { QueryScope } from '../door/contract.ts'
import type { Principal } from '../http/principal.ts'

const changing = new WeakMap<object, boolean>()
const changingWords = /\bselect\b|current_|\bnow\b|date|time|"inherit_parent_security":true/i

/** Whether the visible rows can change although neither the rules nor the user change. */
export function dependsOnTimeOrRows({ policies }: QueryScope): boolean {
  if (policies === null) return false
  const known = changing.get(policies) ?? changingWords.test(JSON.stringify([policies.rowRules, policies.columnRules]))
  changing.set(policies, known)
  return known
}

/** Equal only for users who see the same rows, tables, and columns of a database. */
export function scopeKey(asked: { principal: Principal; connectionId: string; scope: QueryScope }): string {
  const { principal, connectionId, scope } = asked
  const { areaId, allowedTables, policies } = scope
  // Without rules everyone sees the same values; under rules they depend on the user.
  const who = policies ? [principal.userId, principal.tenantId, principal.deptId, principal.attributes] : null
  return JSON.stringify([connectionId, areaId, numberOf(allowedTables), numberOf(policies), who])
}

const numbers = new WeakMap<object, number>()
let given = 0

/**
 * A number per object identity: a changed area has other tables and rules, and serializing ten thousand of them would
 * take longer than reading the values.
 */
export function numberOf(part: object | null): number | null {
  if (part === null) return null
  const known = numbers.get(part) ?? ++given
  numbers.set(part, known)
  return known
}
