import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../app.ts'
import { createTestApp } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'
import { schemaTexts } from './openapi/descriptions/index.ts'
import type { OpenApiDocument, Operation } from './openapi/document.ts'
import { isLeaf } from './openapi/describe-schemas.ts'
import { walk } from './openapi/json-schema.ts'
import type { JsonSchema } from './openapi/json-schema.ts'
import type { RouteDefinition } from './route.ts'

let app: TestApp
let routes: RouteDefinition[]
let document: OpenApiDocument
let operations: { name: string; operation: Operation }[]

beforeAll(async () => {
  app = await createTestApp({ trial: false })
  routes = allRoutes(app.services, app.context)
  document = (await app.app.inject('/api/docs/json')).json()
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
})
afterAll(() => app.close())

/** @returns the names of operations for which a check fails */
const failing = (passes: (operation: Operation) => boolean): string[] =>
  operations.filter(({ operation }) => !passes(operation)).map(({ name }) => name)

/** @returns every schema of the document with the place where it is */
function schemasOf(): { place: string; schema: JsonSchema }[] {
  const components = Object.entries(document.components.schemas).map(([place, schema]) => ({ place, schema }))
  const media = operations.flatMap(({ name, operation }) =>
    [operation.requestBody, ...Object.values(operation.responses)]
      .flatMap((part) => Object.values(part?.content ?? {}))
      .map(({ schema }) => ({ place: name, schema })),
  )
  return [...components, ...media]
}

function propertiesOf(): { place: string; property: JsonSchema }[] {
  return schemasOf().flatMap(({ place, schema }) => {
    const found: { place: string; property: JsonSchema }[] = []
    walk(schema, ({ properties = {} }) => {
      for (const [name, property] of Object.entries(properties)) found.push({ place: `${place}.${name}`, property })
    })
    return found
  })
}

describe('the OpenAPI document', () => {
  test('passes the recommended rules of Redocly', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The requirement documents give the URLs. The router prefers fixed segments to parameters.
        'no-ambiguous-paths': 'off',
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-invalid-parameter-examples': 'error',
      },
    })
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
    const texts = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
    expect(texts).toEqual([])
  })

  test('is valid by the schema of OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
  })

  test('has one operation per route', () => {
    expect(operations).toHaveLength(routes.filter(({ redirects }) => redirects !== true).length)
  })

  test('gives every operation its own ID', () => {
    expect(routes.filter(({ operationId }) => operationId === undefined).map(({ url }) => url)).toEqual([])
    expect(failing(({ operationId }) => /^[a-z]+[A-Z][A-Za-z]*$/.test(operationId))).toEqual([])
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  })

  test('gives every operation a short summary and a described tag', () => {
    const tags = new Set((document.tags as { name: string }[]).map(({ name }) => name))
    expect(failing(({ summary }) => /^[A-Z][^.;]{5,65}$/.test(summary))).toEqual([])
    expect(failing((operation) => (operation.tags as string[]).every((tag) => tags.has(tag)))).toEqual([])
  })

  test('describes every parameter, with an example', () => {
    expect(
      failing(({ parameters = [] }) =>
        parameters.every(({ description, example }) => Boolean(description) && example !== undefined),
      ),
    ).toEqual([])
  })

  test('describes every component', () => {
    const undescribed = Object.entries(document.components.schemas).filter(([, { description }]) => !description)
    expect(undescribed.map(([name]) => name)).toEqual([])
  })

  test('describes every property', () => {
    expect(propertiesOf().flatMap(({ place, property }) => (property.description ? [] : [place]))).toEqual([])
  })

  test('gives every property an example, its own or that of its parts', () => {
    const lacking = propertiesOf().filter(({ property }) => isLeaf(property) && property.examples === undefined)
    expect(lacking.map(({ place }) => place)).toEqual([])
  })

  test('gives every request body and every response an example', () => {
    const media = operations.flatMap(({ name, operation }) =>
      [operation.requestBody, operation.responses['200']]
        .flatMap((part) => Object.values(part?.content ?? {}))
        .map(({ schema, example }) => ({ name, schema, example })),
    )
    const lacking = media.filter(({ schema, example }) => example === undefined && !isBinary(schema))
    expect(lacking.map(({ name }) => name)).toEqual([])
  })

  test('describes a successful response of every operation, with its content', () => {
    expect(failing(({ responses }) => Boolean(responses['200']?.description))).toEqual([])
    expect(failing(({ responses }) => Object.keys(responses['200']?.content ?? {}).length > 0)).toEqual([])
  })

  test('has no text for a component that does not exist', () => {
    const names = new Set(Object.keys(document.components.schemas).map((name) => name.replace(/Input$/, '')))
    for (const { operation } of operations) {
      const id = operation.operationId.charAt(0).toUpperCase() + operation.operationId.slice(1)
      for (const suffix of ['Request', 'Response']) names.add(id + suffix)
    }
    expect(Object.keys(schemaTexts).filter((name) => !names.has(name))).toEqual([])
  })

  test('shares its error responses', () => {
    const own = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.responses)
        .filter(([status, response]) => /^[45]/.test(status) && response.$ref === undefined)
        .map(([status]) => `${name} ${status}`),
    )
    expect(own).toEqual([])
  })
})

/** A file has no example as JSON. */
function isBinary(schema: JsonSchema): boolean {
  return schema.format === 'binary' || Object.values(schema.properties ?? {}).some(isBinary)
}
