import type { ExpressionNode } from '../model.ts'
import { list, object, onlyFields } from '../strict.ts'
import type { Json } from '../strict.ts'
import { stringOf } from './names.ts'

const typeParts: ReadonlySet<string> = new Set(['names', 'typmods', 'typemod', 'arrayBounds', 'location'])

/** The name of a type as `checkCast` reads it: schema in front, `[]` at the end. */
export function typeName(value: unknown): { name: string; type: Json } {
  const type = object(value)
  onlyFields(type, typeParts, 'Type')
  return {
    name: list(type.names).map(stringOf).join('.') + (list(type.arrayBounds).length > 0 ? '[]' : ''),
    type,
  }
}

/** A type that the query reads something as: a cast of nothing, so that the type is checked. */
export function namedType(value: unknown): ExpressionNode {
  return { type: 'cast', to: typeName(value).name, children: [] }
}
