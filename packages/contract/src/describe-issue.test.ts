import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describable, describeIssue, pathOfIssue } from './describe-issue.ts'
import type { Issue } from './describe-issue.ts'
import { formatMessage } from './format-message.ts'
import { plainText } from './text.ts'

/** @returns the description of the first issue, with the data in the field `f` */
function described(schema: z.ZodType, value: unknown): string {
  const [issue] = z.strictObject({ f: schema }).safeParse({ f: value }, describable).error?.issues ?? []
  if (issue === undefined) throw new Error('The data is valid.')
  return formatMessage(describeIssue(issue))
}

const either = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('a'), size: z.number() }),
  z.strictObject({ kind: z.literal('b') }),
])
const part = z.union([z.strictObject({ text: z.string() }), z.strictObject({ data: z.string(), name: z.string() })])
const multiples = z.xor([z.number().multipleOf(2), z.number().multipleOf(3)])

describe('the description of a validation issue', () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'The field “f” is missing.'],
    [z.string(), 5, 'The field “f” must be text.'],
    [z.number(), '5', 'The field “f” must be a number.'],
    [z.coerce.number(), 'five', 'The field “f” must be a number.'],
    [z.number().int(), 1.5, 'The field “f” must be a whole number.'],
    [z.boolean(), 'yes', 'The field “f” must be true or false.'],
    [z.array(z.string()), {}, 'The field “f” must be a list.'],
    [z.strictObject({}), [], 'The field “f” must be an object.'],
    [z.record(z.string(), z.string()), 'x', 'The field “f” must be an object.'],
    [z.date(), 'x', 'The field “f” must be a date.'],
    [z.null(), 'x', 'The field “f” must be null.'],
    [z.never(), 'x', 'The field “f” is not allowed here. Remove it.'],
    [z.string().max(1000), 'x'.repeat(1001), 'The field “f” must be at most 1,000 characters.'],
    [z.string().min(1), '', 'The field “f” must not be empty.'],
    [z.string().min(8), 'x', 'The field “f” must be at least 8 characters.'],
    [z.string().length(2), 'x', 'The field “f” must be exactly 2 characters.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'The field “f” must have at most 1 item.'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'The field “f” must have at most 2 items.'],
    [z.array(z.string()).min(1), [], 'The field “f” must not be empty.'],
    [z.array(z.string()).min(2), ['a'], 'The field “f” must have at least 2 items.'],
    [z.array(z.string()).length(2), ['a'], 'The field “f” must have exactly 2 items.'],
    [z.number().max(10), 11, 'The field “f” must be at most 10.'],
    [z.number().lt(10), 10, 'The field “f” must be less than 10.'],
    [z.number().min(1), 0, 'The field “f” must be at least 1.'],
    [z.number().gt(0), 0, 'The field “f” must be more than 0.'],
    [z.number().multipleOf(5), 7, 'The field “f” must be a multiple of 5.'],
    [z.email(), 'x', 'The field “f” must be an email address such as ann@example.com.'],
    [z.url(), 'x', 'The field “f” must be a URL such as https://example.com.'],
    [z.uuid(), 'x', 'The field “f” must be a UUID.'],
    [z.iso.datetime(), 'x', 'The field “f” must be a time such as 2026-11-21T09:00:00Z.'],
    [z.iso.date(), 'x', 'The field “f” must be a date such as 2026-11-21.'],
    [z.iso.time(), 'x', 'The field “f” must be a time of day such as 09:00:00.'],
    [z.base64(), '?', 'The field “f” must be Base64.'],
    [z.string().regex(/^a$/), 'x', `The field “f” has a character or a form that isn't allowed. Change it.`],
    [z.enum(['a', 'b']), 'x', 'The field “f” must be one of: a, b.'],
    [z.enum(['a', 'b']), undefined, 'The field “f” is missing.'],
    [z.literal('a'), 'x', 'The field “f” must be “a”.'],
    [z.string().refine(() => false), 'x', `The field “f” isn't valid. Change its value.`],
    [z.string().refine(() => false, 'Enter a name.'), 'x', 'Enter a name.'],
    [z.strictObject({}), { a: 1 }, '“f.a” is not a known field. Remove it.'],
    [z.strictObject({}), { a: 1, b: 2 }, 'These fields are not known: “f.a”, “f.b”. Remove them.'],
    [z.array(z.strictObject({ a: z.string() })), [{ a: 'x' }, { a: 1 }], 'The field “f[1].a” must be text.'],
    [z.record(z.string().max(1), z.string()), { ab: 'x' }, `The name “ab” in “f” isn't valid. Change it.`],
    [z.record(z.string().max(1, 'The name is too long.'), z.string()), { ab: 'x' }, 'The name is too long.'],
    [z.set(z.string()), new Set([1]), 'The field “f” must be text.'],
    [either, { kind: 'c' }, 'The field “f.kind” must be one of: a, b.'],
    [either, {}, 'The field “f.kind” must be one of: a, b.'],
    [either, { kind: 'a', size: 'x' }, 'The field “f.size” must be a number.'],
    [
      z.union([z.string(), z.number(), z.null()]),
      {},
      'The field “f” must have one of these JSON types: string, number, null.',
    ],
    [z.union([z.string(), z.number()]), undefined, 'The field “f” is missing.'],
    [part, 'x', 'The field “f” must be an object.'],
    [part, { text: 5 }, 'The field “f.text” must be text.'],
    [part, { data: 'x', name: 'x', more: 1 }, '“f.more” is not a known field. Remove it.'],
    [z.string().refine(() => false, "It's {odd}"), 'x', "It's {odd}"],
    [plainText(9), 'a\0', 'The field “f” contains a control character. Remove it.'],
    [multiples, 6, `The field “f” isn't valid. Change its value.`],
  ])('names the field and says what to do (%#)', (schema, value, text) => {
    expect(described(schema, value)).toBe(text)
  })

  test('speaks of the request body if the whole body is wrong', () => {
    const of = (schema: z.ZodType, value: unknown) =>
      formatMessage(describeIssue(schema.safeParse(value, describable).error?.issues[0] as Issue))
    expect(of(z.strictObject({}), undefined)).toBe('The request body is missing. Send a JSON object.')
    expect(of(z.strictObject({}), 'x')).toBe('The request body must be a JSON object.')
    expect(of(z.array(z.string()), {})).toBe('The request body must be a JSON array.')
    expect(of(z.array(z.string()).max(2), ['a', 'b', 'c'])).toBe('The request body must have at most 2 items.')
    expect(of(z.strictObject({}), { a: 1 })).toBe('“a” is not a known field. Remove it.')
    expect(
      of(
        z.strictObject({}).refine(() => false),
        {},
      ),
    ).toBe(`The request body isn't valid. Check its fields.`)
  })

  test('finds the path of the value, also inside a union or of an unknown field', () => {
    const of = (schema: z.ZodType, value: unknown) =>
      pathOfIssue(z.strictObject({ f: schema }).safeParse({ f: value }, describable).error?.issues[0] as Issue)
    expect(of(z.array(z.string()), ['x', 1])).toEqual(['f', 1])
    expect(of(part, { text: 5 })).toEqual(['f', 'text'])
    expect(of(part, 'x')).toEqual(['f'])
    expect(of(either, { kind: 'c' })).toEqual(['f', 'kind'])
    expect(of(z.strictObject({}), { a: 1, b: 2 })).toEqual(['f', 'a'])
  })

  test('contains data only as values', () => {
    const [issue] = z.strictObject({}).safeParse({ '{n}': 1 }, describable).error?.issues ?? []
    expect(describeIssue(issue as Issue)).toEqual({
      text: '“{field}” is not a known field. Remove it.',
      values: { field: '{n}' },
    })
  })

  test('cuts long names and long lists of names', () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${'x'.repeat(10_000)}${at}`, 1]))
    expect(described(z.strictObject({}), fields).length).toBeLessThan(5_000)
  })
})
