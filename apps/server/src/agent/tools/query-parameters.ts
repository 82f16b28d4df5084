import type { Cell, ToolResponse } from '@parlance/contract'
import type { Receipt } from '@parlance/sql'
import type { AgentTurn } from '../contract.ts'

/** The documented fields about a query's `:name` parameters. Only the user reads them; values never go to a model. */
export function parameterFields(
  sql: string,
  { parameters: { bound, unresolved } }: Receipt,
  turn: AgentTurn,
): Pick<ToolResponse, 'has_parameters' | 'parameter_mapping' | 'unresolved_parameters'> {
  const isWritten = (name: string) => sql.includes(`:${name}`)
  const written = bound.filter(isWritten)
  const values = written.map((name): [string, Cell] => [name, valueOf(name, turn)])
  return {
    has_parameters: bound.length > 0,
    parameter_mapping: Object.fromEntries(values.filter(([, value]) => value !== null)),
    // The user can't give a value to a parameter of a rule.
    unresolved_parameters: unresolved.filter(isWritten),
  }
}

/** The user's own values, as the gate binds them; null for all others. */
function valueOf(name: string, { principal, today }: AgentTurn): string | null {
  switch (name) {
    case 'current_user_id':
      return principal.userId
    case 'current_tenant_id':
      return principal.tenantId
    case 'current_dept_id':
      return principal.deptId
    case 'current_date':
      return today
    default:
      return null
  }
}
