import type { z } from 'zod'
import { message, type Message } from './messages.ts'
import { messageOfSchema } from './schema-text.ts'
import { controlCharacterRule } from './text.ts'

export type Issue = z.core.$ZodIssue
type Union = z.core.$ZodIssueInvalidUnion
type Bound = z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall

const longestName = 200
const mostListed = 20

/** Options for `safeParse` with which `describeIssue` can describe the issues. Texts of the schema itself stay. */
export const describable = { reportInput: true, error: () => '' } as const

/**
 * Describes a problem that a schema found in data from outside.
 * @param issue from `safeParse` with the options `describable`
 * @param above where the checked value is in the data
 * @returns the schema's own text, or a sentence that names the field and says what to do
 */
export function describeIssue(issue: Issue, above: PropertyKey[] = []): Message {
  const path = [...above, ...issue.path]
  const field = fieldName(path)
  if (issue.message !== '') return ownText(issue, field)
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownFields(issue.keys.map((key) => fieldName([...path, key])))
    case 'invalid_union':
      return describeUnion(issue, path)
    case 'invalid_key':
      return describeKey(issue, path)
    case 'invalid_element':
      return (
        describeInner(issue.issues, path) ??
        message("The field “{field}” has an item that isn't allowed. Change the item.", { field })
      )
    case 'invalid_type':
      return issue.input === undefined ? missing(field) : wrongType(issue.expected, field)
    case 'too_big':
      return tooBig(issue.origin, boundOf(issue, issue.maximum), field)
    case 'too_small':
      return tooSmall(issue.origin, boundOf(issue, issue.minimum), field)
    case 'invalid_format':
      return wrongFormat(issue.format, field)
    case 'invalid_value':
      return issue.input === undefined ? missing(field) : otherValue(issue.values, field)
    case 'not_multiple_of':
      return message('The field “{field}” must be a multiple of {divisor}.', { field, divisor: Number(issue.divisor) })
    case 'custom':
      return field === '' ? message("The request body isn't valid. Check its fields.") : notValid(field)
  }
}

/** @returns the path of the value that `describeIssue` describes. For a union, it is inside the nearest alternative. */
export function pathOfIssue(issue: Issue): PropertyKey[] {
  if (issue.code === 'unrecognized_keys') return [...issue.path, ...issue.keys.slice(0, 1)]
  const [first] = issue.code === 'invalid_union' ? nearestOf(issue) : []
  return first === undefined ? issue.path : [...issue.path, ...pathOfIssue(first)]
}

function ownText(issue: Issue, field: string): Message {
  if (issue.code === 'custom' && issue.params?.['rule'] === controlCharacterRule && field !== '')
    return message('The field “{field}” contains a control character. Remove it.', { field })
  return messageOfSchema(issue.message)
}

/** @returns a path as in `tables[0].name`, and an empty text for the whole value */
export function fieldName(path: PropertyKey[]): string {
  const name = path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name
}

function unknownFields(names: string[]): Message {
  const [field = ''] = names
  if (names.length === 1) return message('“{field}” is not a known field. Remove it.', { field })
  const fields = names
    .slice(0, mostListed)
    .map((name) => `“${name}”`)
    .join(', ')
  return message('These fields are not known: {fields}. Remove them.', { fields })
}

function missing(field: string): Message {
  return field === ''
    ? message('The request body is missing. Send a JSON object.')
    : message('The field “{field}” is missing.', { field })
}

function notValid(field: string): Message {
  return message("The field “{field}” isn't valid. Change its value.", { field })
}

function wrongType(expected: string, field: string): Message {
  if (field === '')
    return expected === 'array'
      ? message('The request body must be a JSON array.')
      : message('The request body must be a JSON object.')
  switch (expected) {
    case 'string':
      return message('The field “{field}” must be text.', { field })
    case 'number':
    case 'nan':
      return message('The field “{field}” must be a number.', { field })
    case 'int':
    case 'bigint':
      return message('The field “{field}” must be a whole number.', { field })
    case 'boolean':
      return message('The field “{field}” must be true or false.', { field })
    case 'array':
    case 'tuple':
    case 'set':
      return message('The field “{field}” must be a list.', { field })
    case 'object':
    case 'record':
    case 'map':
      return message('The field “{field}” must be an object.', { field })
    case 'date':
      return message('The field “{field}” must be a date.', { field })
    case 'null':
      return message('The field “{field}” must be null.', { field })
    case 'never':
    case 'undefined':
    case 'void':
      return message('The field “{field}” is not allowed here. Remove it.', { field })
    default:
      return notValid(field)
  }
}

interface Limit {
  /** How the value must compare with the limit. */
  kind: 'inclusive' | 'exclusive' | 'exact'
  limit: number
}

function boundOf({ inclusive = true, exact = false }: Bound, limit: number | bigint): Limit {
  const kind = inclusive ? 'inclusive' : 'exclusive'
  return { kind: exact ? 'exact' : kind, limit: Number(limit) }
}

function tooBig(origin: string, { kind, limit }: Limit, field: string): Message {
  if (field === '')
    return message('The request body must have at most {limit, plural, one {# item} other {# items}}.', { limit })
  const values = { field, limit }
  if (kind === 'exact') return wrongSize(origin, values)
  if (kind === 'exclusive') return message('The field “{field}” must be less than {limit, number}.', values)
  if (origin === 'string')
    return message(
      'The field “{field}” must be at most {limit, plural, one {# character} other {# characters}}.',
      values,
    )
  if (isList(origin))
    return message('The field “{field}” must have at most {limit, plural, one {# item} other {# items}}.', values)
  if (origin === 'file')
    return message('The field “{field}” must be at most {limit, plural, one {# byte} other {# bytes}}.', values)
  return message('The field “{field}” must be at most {limit, number}.', values)
}

function tooSmall(origin: string, { kind, limit }: Limit, field: string): Message {
  if (field === '')
    return message('The request body must have at least {limit, plural, one {# item} other {# items}}.', { limit })
  const values = { field, limit }
  if (kind === 'exact') return wrongSize(origin, values)
  if (kind === 'exclusive') return message('The field “{field}” must be more than {limit, number}.', values)
  if (limit === 1 && (origin === 'string' || isList(origin)))
    return message('The field “{field}” must not be empty.', values)
  if (origin === 'string')
    return message(
      'The field “{field}” must be at least {limit, plural, one {# character} other {# characters}}.',
      values,
    )
  if (isList(origin))
    return message('The field “{field}” must have at least {limit, plural, one {# item} other {# items}}.', values)
  if (origin === 'file')
    return message('The field “{field}” must be at least {limit, plural, one {# byte} other {# bytes}}.', values)
  return message('The field “{field}” must be at least {limit, number}.', values)
}

function wrongSize(origin: string, values: { field: string; limit: number }): Message {
  if (origin === 'string')
    return message(
      'The field “{field}” must be exactly {limit, plural, one {# character} other {# characters}}.',
      values,
    )
  if (isList(origin))
    return message('The field “{field}” must have exactly {limit, plural, one {# item} other {# items}}.', values)
  return message('The field “{field}” must be exactly {limit, number}.', values)
}

function isList(origin: string): boolean {
  return ['array', 'set', 'map', 'object', 'record', 'tuple'].includes(origin)
}

function wrongFormat(format: string, field: string): Message {
  switch (format) {
    case 'email':
      return message('The field “{field}” must be an email address such as ann@example.com.', { field })
    case 'url':
      return message('The field “{field}” must be a URL such as https://example.com.', { field })
    case 'uuid':
    case 'guid':
      return message('The field “{field}” must be a UUID.', { field })
    case 'datetime':
      return message('The field “{field}” must be a time such as 2026-11-21T09:00:00Z.', { field })
    case 'date':
      return message('The field “{field}” must be a date such as 2026-11-21.', { field })
    case 'time':
      return message('The field “{field}” must be a time of day such as 09:00:00.', { field })
    case 'base64':
      return message('The field “{field}” must be Base64.', { field })
    default:
      return message("The field “{field}” has a character or a form that isn't allowed. Change it.", { field })
  }
}

function otherValue(values: readonly unknown[], field: string): Message {
  const allowed = values.map(String).join(', ')
  if (values.length === 1) return message('The field “{field}” must be “{allowed}”.', { field, allowed })
  return message('The field “{field}” must be one of: {allowed}.', { field, allowed })
}

/** Names of types in JSON that differ from the schema library's. */
const jsonTypes: Record<string, string> = { array: 'array', object: 'object', record: 'object', int: 'number' }

function describeUnion(issue: Union, path: PropertyKey[]): Message {
  const field = fieldName(path)
  if (issue.input === undefined) return missing(field)
  if (issue.inclusive !== false && issue.options !== undefined) return otherValue(issue.options, field)
  const types = issue.errors.map(rootType)
  if (types.length > 0 && types.every((type) => type !== null)) {
    const distinct = [...new Set(types.map((type) => jsonTypes[type] ?? type))]
    if (distinct.length === 1) return wrongType(distinct[0] ?? '', field)
    return message('The field “{field}” must have one of these JSON types: {types}.', {
      field,
      types: distinct.join(', '),
    })
  }
  return describeInner(nearestOf(issue), path) ?? wrongType('', field)
}

/** @returns the issues of the alternative that the value is nearest to */
function nearestOf({ errors }: Union): Issue[] {
  return errors.toSorted((one, other) => mistakes(one) - mistakes(other))[0] ?? []
}

/** @returns the type that an alternative expects, or null if the value fails for another reason */
function rootType(issues: Issue[]): string | null {
  const [first] = issues
  return first?.code === 'invalid_type' && first.path.length === 0 ? first.expected : null
}

/** How far a value is from one alternative of a union. Fields that the alternative doesn't have suggest another one. */
function mistakes(issues: Issue[]): number {
  const wrong = issues.map((issue) => {
    if (issue.code !== 'unrecognized_keys') return 1
    return issue.path.length === 0 ? 100 * issue.keys.length : issue.keys.length
  })
  return wrong.reduce((sum, count) => sum + count, rootType(issues) === null ? 0 : 1_000)
}

function describeKey({ issues }: z.core.$ZodIssueInvalidKey, path: PropertyKey[]): Message {
  const own = issues.find((issue) => issue.message !== '')
  if (own !== undefined) return ownText(own, fieldName(path))
  return message("The name “{name}” in “{field}” isn't valid. Change it.", {
    name: fieldName(path.slice(-1)),
    field: fieldName(path.slice(0, -1)),
  })
}

function describeInner(issues: Issue[], path: PropertyKey[]): Message | null {
  const [first] = issues
  return first === undefined ? null : describeIssue(first, path)
}
