/** A JSON Schema of the OpenAPI document, with the keywords that the generator reads or writes. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  examples?: unknown[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  contentSchema?: JsonSchema
  [keyword: string]: unknown
}

export type Components = Record<string, JsonSchema>

const refPrefix = '#/components/schemas/'

/** @returns the reference to a component */
export function refTo(name: string): string {
  return refPrefix + name
}

/** @returns the name of the component that a schema refers to, or null if it does not refer to one */
export function refName({ $ref }: JsonSchema): string | null {
  return $ref?.startsWith(refPrefix) === true ? $ref.slice(refPrefix.length) : null
}

/** @returns the schemas directly inside a schema, except its properties */
export function innerSchemas(schema: JsonSchema): JsonSchema[] {
  const { items, additionalProperties, contentSchema, anyOf = [], oneOf = [], allOf = [] } = schema
  const single = [items, additionalProperties, contentSchema].filter((inner) => typeof inner === 'object')
  return [...single, ...anyOf, ...oneOf, ...allOf]
}

/** Calls a function for a schema and every schema inside it. It doesn't follow references. */
export function walk(schema: JsonSchema, visit: (schema: JsonSchema) => void): void {
  visit(schema)
  for (const inner of [...Object.values(schema.properties ?? {}), ...innerSchemas(schema)]) walk(inner, visit)
}

/** @returns the example of a schema, composed from the examples of its parts; undefined if a part has none */
export function exampleOf(schema: JsonSchema, components: Components): unknown {
  if (schema.examples !== undefined) return schema.examples.at(-1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const name = refName(schema)
  if (name !== null) return exampleOf(components[name] ?? {}, components)
  if (schema.properties !== undefined) {
    // An optional constant marks a special case.
    const usual = Object.entries(schema.properties).filter(
      ([key, inner]) => inner.const === undefined || schema.required?.includes(key),
    )
    const entries = usual.map(([key, inner]) => [key, exampleOf(inner, components)])
    return Object.fromEntries(entries.filter(([, example]) => example !== undefined))
  }
  if (schema.items !== undefined) {
    const example = exampleOf(schema.items, components)
    return example === undefined ? undefined : [example]
  }
  for (const branch of schema.anyOf ?? schema.oneOf ?? []) {
    const example = branch.type === 'null' ? undefined : exampleOf(branch, components)
    if (example !== undefined) return example
  }
  return schema.type === 'boolean' ? (schema.default ?? true) : schema.default
}
