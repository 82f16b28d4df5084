import type { GatePrincipal } from '../contract.ts'

/** This user's value for a rule's parameter; null if there is none. */
export function principalValue(name: string, principal: GatePrincipal, now: string): string | null {
  switch (name) {
    case 'current_user_id':
      return present(principal.userId)
    case 'current_tenant_id':
      return present(principal.tenantId)
    case 'current_dept_id':
      return present(principal.deptId)
    case 'current_date':
      return now.slice(0, 10)
    case 'current_timestamp':
      return now.slice(0, 19).replace('T', ' ')
    default:
      return name.startsWith('user.') ? present(ownValue(principal.attributes, name.slice('user.'.length))) : null
  }
}

/** Own properties only: a parameter may be called `constructor`. */
export function ownValue<Value>(record: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function present(value: string | null | undefined): string | null {
  return value === undefined || value === null || value === '' ? null : value
}

const ruleParameters = new Set([
  'current_user_id',
  'current_tenant_id',
  'current_dept_id',
  'current_date',
  'current_timestamp',
])

/** Whether rules may use this parameter. */
export function knownParameter(name: string): boolean {
  return ruleParameters.has(name) || name.startsWith('user.')
}
