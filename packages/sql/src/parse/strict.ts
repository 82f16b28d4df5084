import { shown } from '../shown.ts'
import type { Refusal } from './model.ts'

/** A parser's node of unknown shape. */
export type Json = Record<string, unknown>

/** Thrown by a converter at a node that it doesn't accept; caught where the conversion starts. */
export class RefusedNode extends Error {
  override readonly name = 'RefusedNode'
  readonly refusal: Refusal

  constructor(message: string, position: number | null = null, code: Refusal['code'] = 'forbidden_construct') {
    super(message)
    this.refusal = { code, message, position }
  }
}

const uncheckable = 'Part of this query cannot be checked. Simplify it.'

/** Adds the node's position to a refusal that has none. @throws the caught error */
export function refusedAt(error: unknown, place: () => number | null): never {
  if (!(error instanceof RefusedNode) || error.refusal.position !== null) throw error
  throw new RefusedNode(error.refusal.message, place(), error.refusal.code)
}

/** The message for an expression that is on no list. */
export const unsupported =
  'This kind of expression is not supported. Use operators, CASE, CAST, or an allowed function.'

/** The message for a name that isn't in the text where the parser says. */
export function unclearName(name: string): string {
  return `The name ${shown(name)} cannot be checked in this form. Write it without quotes, or quote all of it.`
}

/** Clauses that a parser reads and no query needs, by the parser's field. */
const clauses: Record<string, string> = {
  for_clause: 'FOR JSON, FOR XML, or FOR BROWSE',
  settings: 'SETTINGS',
  format_clause: 'FORMAT',
  pipe_operators: 'The pipe |>',
  lateral_views: 'LATERAL VIEW',
  prewhere: 'PREWHERE',
  sort_by: 'SORT BY',
  cluster_by: 'CLUSTER BY',
  distribute_by: 'DISTRIBUTE BY',
  limit_by: 'LIMIT BY',
  opt_ilike: 'ILIKE after *',
}

/** For a refusal whose message names the place: no other place is looked for. */
export const nowhere = -1

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object. @throws RefusedNode when it isn't one */
export function object(value: unknown): Json {
  if (!isObject(value)) throw new RefusedNode(uncheckable)
  return value
}

/** The value as an array; absent means empty. @throws RefusedNode when it is something else */
export function list(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new RefusedNode(uncheckable)
  return value
}

/**
 * Refuses a node with fields that the converter doesn't read: the allow-list of fields.
 * Absent, false, empty, and 'None' mean that nothing was written there.
 */
export function onlyFields(node: Json, known: ReadonlySet<string>, what: string): void {
  for (const key in node) {
    if (known.has(key)) continue
    const value = node[key]
    if (value === undefined || value === null || value === false || value === 'None') continue
    if (Array.isArray(value) && value.length === 0) continue
    const clause = clauses[key]
    if (clause) throw new RefusedNode(`${clause} is not supported. Remove it.`, nowhere)
    const kind = what === what.toUpperCase() ? what : what.toLowerCase()
    throw new RefusedNode(`Part of this ${kind} cannot be checked. Simplify it.`)
  }
}

/** A Rust or protobuf tagged value, whose only key is its kind. @throws RefusedNode when it isn't one */
export function tagged(value: unknown): [string, unknown] {
  if (typeof value === 'string') return [value, null]
  const node = object(value)
  const keys = Object.keys(node)
  if (keys.length !== 1) throw new RefusedNode(uncheckable)
  return [keys[0]!, node[keys[0]!]]
}

/** A scalar of the tree as text. @throws RefusedNode when it is a node */
export function scalar(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new RefusedNode(uncheckable)
}
