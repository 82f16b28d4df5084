import type { Cell } from '@parlance/contract'
import type { DenialReason, GatePrincipal, GateRequest } from './contract.ts'
import type { PlaceholderSpan } from './lexer/prepare.ts'
import type { Edit } from './rewrite/splice.ts'

export interface BoundParameters {
  edits: Edit[]
  bound: string[]
  problems: DenialReason[]
}

/** The value of a rule's parameter for this person; null when it has none. */
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

/** Binds the `:name` placeholders of a query: the request's values first, then the person's own. */
export function bindParameters(placeholders: PlaceholderSpan[], request: GateRequest): BoundParameters {
  const result: BoundParameters = { edits: [], bound: [], problems: [] }
  if (placeholders.length === 0) return result
  const now = request.now ?? new Date().toISOString()
  const unresolved: PlaceholderSpan[] = []
  for (const { name, start, end } of placeholders) {
    const given = ownValue(request.parameters ?? {}, name)
    const value: Cell | undefined =
      given === undefined ? (principalValue(name, request.principal, now) ?? undefined) : given
    if (value === undefined) {
      unresolved.push({ name, start, end })
      continue
    }
    result.edits.push({ start, end, pieces: [{ value }] })
    if (!result.bound.includes(name)) result.bound.push(name)
  }
  if (unresolved.length > 0) result.problems.push(unresolvedProblem(unresolved))
  return result
}

function unresolvedProblem(placeholders: PlaceholderSpan[]): DenialReason {
  const parameters = [...new Set(placeholders.map((placeholder) => placeholder.name))]
  const names = new Intl.ListFormat('en').format(parameters.map((name) => `:${name}`))
  const message = `There is no value for ${names}. Write ${parameters.length === 1 ? 'the value' : 'the values'} in the query.`
  return { code: 'unresolved_parameter', message, position: placeholders[0]?.start ?? null, parameters }
}

/** Own properties only: a parameter may be called `constructor`. */
function ownValue<Value>(record: Record<string, Value>, key: string): Value | undefined {
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
