import * as contract from '@parlance/contract'
import { z } from 'zod'
import { componentNames, notComponents } from './component-names.ts'
import { refName, refTo, walk } from './json-schema.ts'
import type { Components, JsonSchema } from './json-schema.ts'

type Direction = 'input' | 'output'

/** Collects the schemas of the document. The contract's schemas become named components. */
export interface SchemaSet {
  /** Adds a schema that requests or responses use. The name applies unless the contract has one. */
  add(schema: z.ZodType, name: string, direction: Direction): void
  /** Adds a schema that never becomes a component. */
  addInline(schema: z.ZodType): void
  /** Converts the schemas, after the last one was added. */
  convert(): ConvertedSchemas
}

export interface ConvertedSchemas {
  /** Every component that a request or response uses, by name. */
  components: Components
  /** @returns a reference to a component, or the schema itself if it isn't an object */
  use(schema: z.ZodType, direction: Direction): JsonSchema
  /** @returns the schema itself, never a reference */
  inline(schema: z.ZodType, direction: Direction): JsonSchema
}

/** Names of schemas that never become components. */
const inlinePrefix = 'inline:'

type Registry = z.core.$ZodRegistry<{ id: string }>

/** @returns a set without any used schema */
export function createSchemaSet(): SchemaSet {
  const registry = z.registry<{ id: string }>()
  for (const [name, value] of Object.entries(contract)) {
    if (!(value instanceof z.ZodType) || notComponents.has(name) || registry.has(value)) continue
    registry.add(value, { id: componentNames[name] ?? capitalize(name.replace(/Schema$/, '')) })
  }
  const roots = { input: new Set<string>(), output: new Set<string>() }
  const add: SchemaSet['add'] = (schema, name, direction) => {
    if (!registry.has(schema)) registry.add(schema, { id: name })
    roots[direction].add(nameOf(registry, schema))
  }
  return {
    add,
    addInline: (schema) => add(schema, `${inlinePrefix}${roots.input.size}`, 'input'),
    convert: () => convert(registry, roots),
  }
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function convert(registry: Registry, roots: Record<Direction, Set<string>>): ConvertedSchemas {
  const json = { input: toJson(registry, 'input'), output: toJson(registry, 'output') }
  const used = { input: reachable(json.input, roots.input), output: reachable(json.output, roots.output) }
  // If the requests and the responses of a schema differ, it has two components.
  const split = new Set([...used.input].filter((name) => used.output.has(name) && differs(json, name)))
  const rename = (schema: JsonSchema, direction: Direction): JsonSchema => {
    const copy = structuredClone(schema)
    if (direction === 'output') return copy
    walk(copy, (part) => {
      const name = refName(part)
      if (name !== null && split.has(name)) part.$ref = refTo(`${name}Input`)
    })
    return copy
  }
  const inline = (schema: z.ZodType, direction: Direction) =>
    rename(json[direction][nameOf(registry, schema)] ?? {}, direction)
  const referenced = new Set(
    (['input', 'output'] as const).flatMap((direction) =>
      [...used[direction]].flatMap((name) => referencesOf(json[direction][name] ?? {})),
    ),
  )
  const isNamed = (name: string, direction: Direction) =>
    referenced.has(name) || (!name.startsWith(inlinePrefix) && isComponent(json[direction][name] ?? {}))
  const components: Components = {}
  for (const direction of ['input', 'output'] as const)
    for (const name of used[direction]) {
      const schema = json[direction][name] ?? {}
      const ownName = direction === 'input' && split.has(name) ? `${name}Input` : name
      if (isNamed(name, direction)) components[ownName] = rename(schema, direction)
    }
  return {
    components: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => a.localeCompare(b, 'en'))),
    inline,
    use: (schema, direction) => {
      const name = nameOf(registry, schema)
      return isNamed(name, direction) ? rename({ $ref: refTo(name) }, direction) : inline(schema, direction)
    },
  }
}

function nameOf(registry: Registry, schema: z.ZodType): string {
  return registry.get(schema)?.id ?? ''
}

/** Unnamed lists, optional bodies, and parameters stay where the route has them. */
function isComponent({ properties, type, anyOf, enum: values, additionalProperties }: JsonSchema): boolean {
  if (anyOf?.some((branch) => branch.type === 'null') === true) return false
  return [properties, anyOf, values].some((part) => part !== undefined) || (type === 'object' && !!additionalProperties)
}

function toJson(registry: Registry, io: Direction): Components {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: refTo,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // A newer server can send more fields.
      const { def } = zodSchema._zod
      if (io === 'output' && def.type === 'object' && !('catchall' in def && def.catchall !== undefined))
        delete jsonSchema.additionalProperties
      // Says nothing about the names of a record.
      if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames
    },
  })
  for (const schema of Object.values(schemas)) {
    delete schema.$schema
    delete schema.$id
  }
  return schemas as Components
}

function reachable(schemas: Components, roots: Set<string>): Set<string> {
  const found = new Set<string>()
  const follow = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const next of referencesOf(schemas[name] ?? {})) follow(next)
  }
  for (const root of roots) follow(root)
  return found
}

function referencesOf(schema: JsonSchema): string[] {
  const names: string[] = []
  walk(schema, (part) => {
    const name = refName(part)
    if (name !== null) names.push(name)
  })
  return names
}

function differs(json: Record<Direction, Components>, name: string): boolean {
  return [...reachable(json.input, new Set([name]))].some(
    (each) => JSON.stringify(json.input[each]) !== JSON.stringify(json.output[each]),
  )
}
