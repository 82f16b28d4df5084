import type { Refusal } from './model.ts'

/** A parser's node of unknown shape. */
export type Json = Record<string, unknown>

/** Thrown by a converter at a node that it does not let through; caught where the conversion starts. */
export class RefusedNode extends Error {
  override readonly name = 'RefusedNode'
  readonly refusal: Refusal

  constructor(message: string, position: number | null = null, code: Refusal['code'] = 'forbidden_construct') {
    super(message)
    this.refusal = { code, message, position }
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object. @throws RefusedNode when it is none */
export function object(value: unknown): Json {
  if (!isObject(value)) throw new RefusedNode('The query contains something that cannot be checked.')
  return value
}

/** The value as an array; absent is empty. @throws RefusedNode when it is something else */
export function list(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new RefusedNode('The query contains something that cannot be checked.')
  return value
}

/**
 * Refuses a node that carries more than the converter reads: the allow-list of fields.
 * Absent, false, empty and 'None' mean that nothing was written there.
 */
export function onlyFields(node: Json, known: ReadonlySet<string>, what: string): void {
  for (const key in node) {
    if (known.has(key)) continue
    const value = node[key]
    if (value === undefined || value === null || value === false || value === 'None') continue
    if (Array.isArray(value) && value.length === 0) continue
    throw new RefusedNode(`${what}: ${key.replaceAll('_', ' ')} is not supported. Write the query without it.`)
  }
}

/** A Rust or protobuf tagged value: the one key is its kind. @throws RefusedNode when it is not one */
export function tagged(value: unknown): [string, unknown] {
  if (typeof value === 'string') return [value, null]
  const node = object(value)
  const keys = Object.keys(node)
  if (keys.length !== 1) throw new RefusedNode('The query contains something that cannot be checked.')
  return [keys[0]!, node[keys[0]!]]
}

/** A scalar of the tree as text. @throws RefusedNode when it is a node */
export function scalar(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new RefusedNode('The query contains something that cannot be checked.')
}
