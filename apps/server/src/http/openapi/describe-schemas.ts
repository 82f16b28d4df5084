import { commonProperties } from './descriptions/common.ts'
import { schemaTexts } from './descriptions/index.ts'
import type { PropertyText, SchemaText } from './descriptions/text.ts'
import { exampleOf, refName, walk } from './json-schema.ts'
import type { Components, JsonSchema } from './json-schema.ts'

/** Adds descriptions and examples to components and everything inside them. */
export function describeComponents(components: Components): void {
  for (const [name, schema] of Object.entries(components)) {
    describeSchema(schema, name.replace(/Input$/, ''))
    if (schema.enum !== undefined) schema.examples ??= [schema.enum[0]]
  }
}

/** Adds descriptions and examples to a schema by the texts of a component. */
export function describeSchema(schema: JsonSchema, name: string): void {
  const text = schemaTexts[name]
  if (text?.description !== undefined) schema.description = text.description
  if (text?.example !== undefined) schema.examples = [text.example]
  describeProperties(schema, (path) => textOf(name, path))
}

function textOf(name: string, path: string): PropertyText | undefined {
  const text: SchemaText | undefined = schemaTexts[name]
  const own = text?.properties?.[path]
  if (own !== undefined) return own
  for (const other of text?.like ?? []) {
    const found = schemaTexts[other]?.properties?.[path]
    if (found !== undefined) return found
  }
  return path.includes('.') ? undefined : commonProperties[path]
}

/** Paths name properties inside each other, such as `changed.tables.table`. Lists and records add nothing to a path. */
function describeProperties(schema: JsonSchema, find: (path: string) => PropertyText | undefined, path = ''): void {
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const inner = path === '' ? key : `${path}.${key}`
    const text = find(inner) ?? (path === '' ? undefined : commonProperties[key])
    describeProperties(property, find, inner)
    const [description, ...examples] = typeof text === 'string' ? [text] : (text ?? [])
    if (description !== undefined) property.description = description
    if (examples.length > 0) property.examples = examples
    else if (isLeaf(property)) addExample(property)
  }
  const { items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  for (const inner of [items, additionalProperties, ...anyOf, ...oneOf, ...allOf])
    if (typeof inner === 'object') describeProperties(inner, find, path)
}

/** The example of anything else is the one of its component or its properties. */
export function isLeaf(schema: JsonSchema): boolean {
  let found = true
  walk(schema, (part) => {
    if (refName(part) !== null || part.properties !== undefined) found = false
  })
  return found
}

function addExample(schema: JsonSchema): void {
  const example = exampleOf(schema, {})
  if (example !== undefined) schema.examples = [example]
}
