import { compile, type JSONSchema } from 'json-schema-to-typescript'
import type { OpenApiDocument, Operation, Parameter } from '../http/openapi/document.ts'

const head = '/* The types of the API, from its OpenAPI document. A test writes them: see client-types.test.ts. */'
/** How the content of a response is declared if it isn't JSON. */
const streamed = { type: 'string' } as const

/**
 * Writes the types of the API as `openapi-fetch` reads them: `paths`, by URL and method, and each component by its name.
 * What the library adds to comments is left out.
 */
export async function clientTypes({ paths, components }: OpenApiDocument): Promise<string> {
  const items = Object.entries(paths).map(([path, item]) => [path, objectOf(mapValues(item, operationSchema))] as const)
  const schema = {
    ...objectOf(Object.fromEntries(items)),
    title: 'paths',
    $defs: components.schemas,
  }
  const text = await compile(withLocalRefs(schema) as JSONSchema, 'paths', {
    bannerComment: head,
    additionalProperties: false,
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
    format: false,
  })
  return text
    .replaceAll(/(?:\n \* ?)?\n \* This interface was referenced by [^/]*\n \*\//g, '\n */')
    .replaceAll('/**\n */\n', '')
    .replace('export interface Paths ', 'export interface paths ')
    .replaceAll(/^"(\d{3})": /gm, '$1: ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
    .concat('\n')
}

function operationSchema({ summary, parameters = [], requestBody, responses }: Operation): object {
  const success = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return {
    ...objectOf({
      parameters: parametersSchema(parameters),
      ...(requestBody && { requestBody: objectOf({ content: contentSchema(requestBody.content) }) }),
      responses: objectOf({
        ...Object.fromEntries(success.map(([status, { content }]) => [status, responseSchema(content ?? {})])),
        default: responseSchema({ 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }),
      }),
    }),
    description: summary,
  }
}

function responseSchema(content: Content): object {
  return objectOf({ headers: { type: 'object', additionalProperties: true }, content: contentSchema(content) })
}

type Content = NonNullable<Operation['requestBody']>['content']

function contentSchema(content: Content): object {
  return objectOf(mapValues(content, ({ schema }, type) => (type === 'application/json' ? schema : streamed)))
}

function parametersSchema(parameters: Parameter[]): object {
  const places = (['query', 'header', 'path'] as const).map((place) => {
    const own = parameters.filter((parameter) => parameter.in === place)
    const required = own.filter((parameter) => parameter.required === true).map(({ name }) => name)
    const properties = Object.fromEntries(
      own.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description !== undefined && { description }) },
      ]),
    )
    return {
      place,
      schema: { ...objectOf(properties), required },
      isRequired: required.length > 0,
      isUsed: own.length > 0,
    }
  })
  const used = places.filter(({ isUsed }) => isUsed)
  return {
    ...objectOf(Object.fromEntries(used.map(({ place, schema }) => [place, schema]))),
    required: used.filter(({ isRequired }) => isRequired).map(({ place }) => place),
  }
}

/** An object that has exactly these properties. */
function objectOf(properties: Record<string, object>) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false } as const
}

function mapValues<A, B>(record: Record<string, A>, change: (value: A, key: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}

/**
 * The library names a type only after a definition of JSON Schema, takes examples for schemas, and copies a definition
 * whose reference also has a description.
 */
function withLocalRefs(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === 'examples' && Array.isArray(value)) return undefined
    const { $ref: reference } = value ?? {}
    return typeof reference === 'string' ? { $ref: reference.replace('#/components/schemas/', '#/$defs/') } : value
  })
}
