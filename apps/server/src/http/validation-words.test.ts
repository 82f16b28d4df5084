import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describable, describeIssue, formatMessage } from '@parlance/contract'
import { z } from 'zod'
import { allRoutes } from '../app.ts'
import { createTestApp } from '../testing/test-app.ts'
import type { SignedInUser, TestApp } from '../testing/test-app.ts'
import type { RouteDefinition } from './route.ts'

let app: TestApp
let routes: RouteDefinition[]
let admin: SignedInUser

beforeAll(async () => {
  app = await createTestApp()
  routes = allRoutes(app.services, app.context)
  admin = await app.signIn('ADMIN')
})
afterAll(() => app.close())

const validatorWords =
  /Invalid (input|option|string|key|value|number|discriminator|\w+ (address|string|date))|Unrecognized|Too (big|small)|\b(expected|received)\b|must match|undefined|NaN/

/** One value of each JSON type, and values beyond common limits. */
const values = [
  null,
  true,
  -1.5,
  1e12,
  '',
  'x',
  '\0',
  'x'.repeat(30_000),
  [],
  [{}],
  [1],
  {},
  { zz: 1 },
  { zz: { zz: 1 } },
]

const nameOf = ({ method, url }: RouteDefinition) => `${method} ${url}`

/** @returns the fields of a schema and of the objects and lists in it, as data with `value` at that place */
function withValueAtEachField(schema: unknown, value: unknown): unknown[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) =>
      [value, ...withValueAtEachField(inner, value)].map((wrong) => ({ [name]: wrong })),
    )
  if (schema instanceof z.ZodArray) return [value, ...withValueAtEachField(schema.element, value)].map((item) => [item])
  if (schema instanceof z.ZodRecord)
    return [value, ...withValueAtEachField(schema.valueType, value)].map((item) => ({ zz: item }))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => withValueAtEachField(option, value))
  if (schema instanceof z.ZodPipe) return withValueAtEachField(schema.in, value)
  if (schema instanceof z.ZodLazy) return []
  const { innerType } = (schema as z.ZodType).def as { innerType?: unknown }
  return innerType === undefined ? [] : withValueAtEachField(innerType, value)
}

function wordsFor(schema: z.ZodType): string[] {
  const data = values.flatMap((value) => [value, ...withValueAtEachField(schema, value)])
  const issues = [undefined, ...data].flatMap((one) => schema.safeParse(one, describable).error?.issues ?? [])
  return issues.map((issue) => formatMessage(describeIssue(issue)))
}

describe('a request that is not valid', () => {
  test('gets a sentence without the validator’s words, for every field of every route', () => {
    const found = new Set<string>()
    let checked = 0
    for (const route of routes)
      for (const schema of [route.params, route.query, route.body]) {
        if (schema === undefined) continue
        for (const text of wordsFor(schema)) {
          checked += 1
          if (text.length < 10 || text.includes('“”') || validatorWords.test(text))
            found.add(`${nameOf(route)}: ${text}`)
        }
      }
    expect(checked).toBeGreaterThan(1_000)
    expect([...found]).toEqual([])
  })

  test('gets the sentence from the server, for the body and the query of every route', async () => {
    const answers: string[] = []
    for (const { method, url, query, body } of routes) {
      const address = url.replaceAll(/:\w+/g, 'unknown')
      const wrong = [
        ...(body === undefined ? [] : [[], { zz: 1 }])
          .filter((payload) => body?.safeParse(payload).success === false)
          .map((payload) => ({ method, url: address, payload })),
        ...(query?.safeParse({ zz: '1' }).success === false ? [{ method, url: `${address}?zz=1` }] : []),
      ]
      for (const request of wrong) {
        const { statusCode, body: answer } = await app.app.inject({ ...request, headers: admin.headers })
        answers.push(`${method} ${url}: ${statusCode} ${answer}`)
      }
    }
    expect(answers.length).toBeGreaterThan(50)
    expect(answers.filter((answer) => !answer.includes(': 400 ') || validatorWords.test(answer))).toEqual([])
  })
})
