import { message, type Cell } from '@parlance/contract'
import type { DenialReason, ValuedRequest } from './contract.ts'
import type { PlaceholderSpan } from './lexer/prepare.ts'
import { ownValue } from './policy/rule-parameters.ts'
import type { Edit } from './rewrite/splice.ts'

export interface BoundParameters {
  edits: Edit[]
  bound: string[]
  problems: DenialReason[]
}

/** Binds the `:name` placeholders of a query: the request's values first, then the user's own. */
export function bindParameters(placeholders: PlaceholderSpan[], request: ValuedRequest): BoundParameters {
  const result: BoundParameters = { edits: [], bound: [], problems: [] }
  if (placeholders.length === 0) return result
  const unresolved: PlaceholderSpan[] = []
  for (const { name, start, end } of placeholders) {
    const given = ownValue(request.parameters ?? {}, name)
    const value: Cell | undefined = given === undefined ? (request.value(name) ?? undefined) : given
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
  const text = message(
    'No value was given for {names}. Give each parameter a value, or write the value in the query.',
    { names },
  )
  return { code: 'unresolved_parameter', message: text, position: placeholders[0]?.start ?? null, parameters }
}
