import { errorBodySchema, productVersion } from '@parlance/contract'
import { z } from 'zod'
import type { RouteDefinition } from '../route.ts'
import { describeComponents, describeSchema } from './describe-schemas.ts'
import { parameterText } from './descriptions/parameters.ts'
import { errorResponses, errorsOf } from './errors.ts'
import { exampleOf, refName } from './json-schema.ts'
import type { Components, JsonSchema } from './json-schema.ts'
import { bytes, mediaTypes, uploads } from './media-types.ts'
import type { MediaType } from './media-types.ts'
import { capitalize, createSchemaSet } from './schema-set.ts'
import type { ConvertedSchemas, SchemaSet } from './schema-set.ts'
import { tagOf, tagsOf } from './tags.ts'

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Components; [kind: string]: object }
  [field: string]: unknown
}

/** An operation of the document. */
export interface Operation {
  operationId: string
  summary: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, { description?: string; content?: Record<string, Media>; $ref?: string }>
  [field: string]: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  example?: unknown
  schema: JsonSchema
  required?: boolean
}

interface Media {
  schema: JsonSchema
  example?: unknown
}

/** @returns the document of all routes that programs call */
export function openApiDocument(all: readonly RouteDefinition[]): OpenApiDocument {
  const routes = all.filter(({ redirects }) => redirects !== true)
  const set = createSchemaSet()
  for (const route of routes) addSchemas(set, route)
  set.add(errorBodySchema, 'Error', 'output')
  const schemas = set.convert()
  describeComponents(schemas.components)
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    const path = pathOf(route.url)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parlance API',
      description:
        'Ask your databases in plain language, and see exactly what was done.\n\nSign in with `POST /api/v1/auth/login`, and send the access token as `Authorization: Bearer <token>`. Times are in UTC, in ISO 8601 format.',
      version: productVersion,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: tagsOf(routes.map(({ url }) => url)),
    paths,
    components: { schemas: schemas.components, responses: errorResponses(), headers, securitySchemes },
  }
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `access_token` of `POST /api/v1/auth/login`. It is valid for 15 minutes.',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parlance_refresh',
    description: 'The refresh token. The server sets this HTTP-only cookie when you sign in.',
  },
}

const headers = {
  RequestId: {
    description: 'ID of the request, as in the server log.',
    schema: { type: 'string' },
    example: '6f0c1f0e-6a3e-4b1c-9a55-0c8f1d0a7e21',
  },
  RetryAfter: { description: 'Seconds to wait before the next request.', schema: { type: 'integer' }, example: 30 },
  ETag: {
    description: 'Version of the business area. Send it as `If-Match` when you change the area.',
    schema: { type: 'string' },
    example: '"3"',
  },
}

/** Operations that read the refresh token. */
const cookieReaders = new Set(['refreshSignIn', 'signOut'])

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'Version of the business area that you read. If it has changed since, the response is 409.',
  example: '"3"',
  schema: { type: 'string' },
}
const headerParameters: Readonly<Record<string, Parameter>> = {
  updateArea: ifMatch,
  replaceAreaTables: ifMatch,
  replaceAreaRelationships: ifMatch,
  transferArea: ifMatch,
  deleteArea: ifMatch,
  followTurn: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Number of the last event that you received. Same as `after`, which wins.',
    example: '12',
    schema: { type: 'string' },
  },
}
const versioned = new Set([
  'getArea',
  'createArea',
  'updateArea',
  'replaceAreaTables',
  'replaceAreaRelationships',
  'transferArea',
])

function pathOf(url: string): string {
  return (url.length > 1 ? url.replace(/\/$/, '') : url).replaceAll(/:(\w+)/g, '{$1}')
}

/** Routes of tests have no ID. */
function idOf({ operationId, method, url }: RouteDefinition): string {
  return operationId ?? `${method.toLowerCase()}${url.split(/\W+/).map(capitalize).join('')}`
}

function addSchemas(set: SchemaSet, route: RouteDefinition): void {
  const name = capitalize(idOf(route))
  if (route.params) set.addInline(route.params)
  if (route.query) set.addInline(route.query)
  if (route.body) set.add(contentOf(route.body), `${name}Request`, 'input')
  if (route.response) set.add(route.response, `${name}Response`, 'output')
  for (const { events } of Object.values(mediaTypes[idOf(route)] ?? {}))
    for (const schema of events ?? []) set.add(schema, `${name}Event`, 'output')
}

/** @returns the schema of a body that is present */
function contentOf(body: z.ZodType): z.ZodType {
  return body instanceof z.ZodOptional ? (body.unwrap() as z.ZodType) : body
}

function operationOf(route: RouteDefinition, schemas: ConvertedSchemas): Operation {
  const operationId = idOf(route)
  const parameters = parametersOf(route, schemas)
  const requestBody = requestBodyOf(route, schemas)
  const security = cookieReaders.has(operationId) ? [{ refreshCookie: [] }] : []
  return {
    operationId,
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    tags: [tagOf(route.url)],
    security: route.access === 'public' ? security : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successOf(route, schemas), ...errorsOf(route) },
  }
}

function parametersOf(route: RouteDefinition, schemas: ConvertedSchemas): Parameter[] {
  const id = idOf(route)
  const read = (schema: z.ZodType | undefined, place: 'path' | 'query'): Parameter[] => {
    if (schema === undefined) return []
    const { properties = {}, required = [] } = schemas.inline(schema, 'input')
    return Object.entries(properties).map(([name, own]) => {
      const [description, example = exampleOf(own, schemas.components)] = parameterText(id, tagOf(route.url), name)
      return {
        name,
        in: place,
        ...(description !== undefined && { description }),
        ...(required.includes(name) && { required: true }),
        schema: own,
        ...(example !== undefined && { example }),
      }
    })
  }
  const header = headerParameters[id]
  return [...read(route.params, 'path'), ...read(route.query, 'query'), ...(header ? [header] : [])]
}

function requestBodyOf(route: RouteDefinition, schemas: ConvertedSchemas): Operation['requestBody'] {
  if (route.upload !== undefined) return { required: true, content: uploads }
  if (route.takesBytes === true) return { required: true, content: bytes }
  if (route.body === undefined) return undefined
  const media = jsonMedia(schemas.use(contentOf(route.body), 'input'), `${capitalize(idOf(route))}Request`, schemas)
  return { required: !route.body.safeParse(undefined).success, content: { 'application/json': media } }
}

function successOf(route: RouteDefinition, schemas: ConvertedSchemas): Operation['responses'] {
  const id = idOf(route)
  const content: Record<string, Media> = {}
  let description = 'The operation succeeded.'
  if (route.response) {
    const media = jsonMedia(schemas.use(route.response, 'output'), `${capitalize(id)}Response`, schemas)
    content['application/json'] = media
    description = descriptionOf(media.schema, schemas.components) ?? description
  }
  for (const [type, media] of Object.entries(mediaTypes[id] ?? {})) {
    content[type] = mediaOf(media, schemas)
    if (route.response === undefined) description = media.description
  }
  const tag = versioned.has(id) ? { headers: { etag: { $ref: '#/components/headers/ETag' } } } : {}
  const isEmpty = Object.keys(content).length === 0
  return {
    '200': { description, ...tag, ...(!isEmpty && { content }) },
    ...(route.mayWait && {
      '202': {
        description: 'Saved, except for the part that is waiting for an administrator. See `status`.',
        ...tag,
        content,
      },
    }),
  }
}

function jsonMedia(schema: JsonSchema, name: string, { components }: ConvertedSchemas): Media {
  if (refName(schema) === null) describeSchema(schema, name)
  const example = exampleOf(schema, components)
  return { schema, ...(example !== undefined && { example }) }
}

function mediaOf({ schema, events, example }: MediaType, schemas: ConvertedSchemas): Media {
  const data = events?.map((event) => schemas.use(event, 'output')) ?? []
  const [only] = data
  return {
    schema: schema(only === undefined || data.length > 1 ? { anyOf: data } : only),
    ...(example !== undefined && { example }),
  }
}

function descriptionOf(schema: JsonSchema, components: Components): string | undefined {
  if (schema.description !== undefined) return schema.description
  const name = refName(schema)
  if (name !== null) return components[name]?.description
  const item = schema.items && refName(schema.items)
  if (item) return `A list. Each entry: ${components[item]?.description}`
  const branch = schema.anyOf?.find((part) => refName(part) !== null)
  return branch && descriptionOf(branch, components)
}
