import type { Cell, ColumnKind } from '@parlance/contract'
import type { ExpressionNode, QueryNode } from '../parse/model.ts'
import { walkQuery } from '../parse/walk.ts'
import type { Proof } from '../prove/scope.ts'

/** What a parameter is compared with: the kinds and type names of the columns beside it. */
export interface ParameterUse {
  kinds: ColumnKind[]
  types: string[]
}

/** For each placeholder, by its place in the text, what stands beside it. */
export function parameterUses(query: QueryNode, proof: Proof, places: number[]): ParameterUse[] {
  const uses = new Map<number, ParameterUse>()
  walkQuery(query, {
    expression: (node) => {
      if (!('children' in node)) return
      const found = parametersOf(node)
      if (found.length === 0) return
      const use = useBeside(node, proof)
      for (const parameter of found) if (use.kinds.length > 0) uses.set(parameter.start, use)
    },
  })
  return places.map((place) => uses.get(place) ?? { kinds: [], types: [] })
}

type Parent = Extract<ExpressionNode, { children: ExpressionNode[] }>

/** Operations that give true or false, and those of several values: what stands inside is compared there. */
const conditions = /^(?:and|or|not|xor|is|case|when|between|like|ilike|in|exists|any|all)|expr$|test|[=<>~]/i

/** The parameters whose value an operation takes, also inside of calls such as COALESCE. */
function parametersOf(node: Parent): Extract<ExpressionNode, { type: 'parameter' }>[] {
  const isLogical = node.type === 'operation' && /^(?:and|or|not|xor)(?:_expr)?$|^case/i.test(node.operator)
  return node.children.flatMap((child) => {
    if (child.type === 'parameter') return [child]
    const passes = child.type === 'call' || (child.type === 'operation' && !conditions.test(child.operator))
    return passes && !isLogical ? parametersOf(child) : []
  })
}

function useBeside(node: Parent, proof: Proof): ParameterUse {
  if (node.type === 'cast') return { kinds: [kindOfCast(node.to)], types: [node.to] }
  const columns = node.children.flatMap((child) => [...(proof.sources?.get(child) ?? [])])
  return {
    kinds: [...new Set(columns.map((source) => source.column.kind))],
    types: columns.map((source) => source.column.dataType.toLowerCase()),
  }
}

function kindOfCast(type: string): ColumnKind {
  if (/int|signed/i.test(type)) return 'integer'
  if (/num|dec|real|float|double/i.test(type)) return 'number'
  if (/timestamp|datetime/i.test(type)) return 'timestamp'
  return /date/i.test(type) ? 'date' : 'text'
}

const forms: Partial<Record<ColumnKind, RegExp>> = {
  integer: /^[+-]?\d{1,19}$/,
  number: /^[+-]?\d{1,30}(?:\.\d{1,30})?$/,
  boolean: /^(?:true|false|0|1|t|f)$/i,
  date: /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/,
  timestamp: /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  time: /^\d{2}:\d{2}(?::\d{2})?$/,
}
const uuid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

/**
 * The value to bind, in the form that the engine's own cast to the column's type takes; null hides the rows: where the
 * value is missing, or could not be cast (an engine that casts 'abc' to 0 would show rows of others).
 */
export function valueFor(value: string | null, use: ParameterUse): Cell | null {
  if (value === null) return null
  for (const kind of use.kinds) {
    const form = forms[kind]
    if (form && !form.test(value.trim())) return null
  }
  if (use.types.some((type) => type === 'uuid' || type === 'uniqueidentifier') && !uuid.test(value)) return null
  const numeric = use.kinds.length > 0 && use.kinds.every((kind) => kind === 'integer' || kind === 'number')
  if (!numeric) return value
  const number = Number(value)
  return Number.isSafeInteger(number) || String(number) === value.trim() ? number : value
}
