import type { z } from 'zod'

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
export function describeIssue(issue: Issue, above: PropertyKey[] = []): string {
  if (issue.message !== '') return issue.message
  const path = [...above, ...issue.path]
  const field = fieldName(path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownFields(issue.keys.map((key) => fieldName([...path, key])))
    case 'invalid_union':
      return describeUnion(issue, path)
    case 'invalid_key':
      return describeKey(issue, path)
    case 'invalid_element':
      return (
        describeInner(issue.issues, path) ?? `The field “${field}” has an item that isn't allowed. Change the item.`
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
      return `The field “${field}” must be a multiple of ${issue.divisor}.`
    case 'custom':
      return field === ''
        ? `The request body isn't valid. Check its fields.`
        : `The field “${field}” isn't valid. Change its value.`
  }
}

/** @returns a path as in `tables[0].name`, and an empty text for the whole value */
function fieldName(path: PropertyKey[]): string {
  const name = path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name
}

function unknownFields(names: string[]): string {
  const [first] = names
  if (names.length === 1) return `“${first}” is not a known field. Remove it.`
  const fields = names
    .slice(0, mostListed)
    .map((name) => `“${name}”`)
    .join(', ')
  return `These fields are not known: ${fields}. Remove them.`
}

function missing(field: string): string {
  return field === '' ? 'The request body is missing. Send a JSON object.' : `The field “${field}” is missing.`
}

function wrongType(expected: string, field: string): string {
  if (field === '') return `The request body must be ${expected === 'array' ? 'a JSON array' : 'a JSON object'}.`
  switch (expected) {
    case 'string':
      return `The field “${field}” must be text.`
    case 'number':
    case 'nan':
      return `The field “${field}” must be a number.`
    case 'int':
    case 'bigint':
      return `The field “${field}” must be a whole number.`
    case 'boolean':
      return `The field “${field}” must be true or false.`
    case 'array':
    case 'tuple':
    case 'set':
      return `The field “${field}” must be a list.`
    case 'object':
    case 'record':
    case 'map':
      return `The field “${field}” must be an object.`
    case 'date':
      return `The field “${field}” must be a date.`
    case 'null':
      return `The field “${field}” must be null.`
    case 'never':
    case 'undefined':
    case 'void':
      return `The field “${field}” is not allowed here. Remove it.`
    default:
      return `The field “${field}” isn't valid. Change its value.`
  }
}

interface Limit {
  /** How the value must compare with the limit. */
  kind: 'inclusive' | 'exclusive' | 'exact'
  limit: string
}

function boundOf({ inclusive = true, exact = false }: Bound, limit: number | bigint): Limit {
  const kind = inclusive ? 'inclusive' : 'exclusive'
  return { kind: exact ? 'exact' : kind, limit: limit.toLocaleString('en-US') }
}

function tooBig(origin: string, { kind, limit }: Limit, field: string): string {
  if (field === '') return `The request body must have at most ${limit} items.`
  if (kind === 'exact') return wrongSize(origin, limit, field)
  if (kind === 'exclusive') return `The field “${field}” must be less than ${limit}.`
  if (limit === '1' && origin === 'string') return `The field “${field}” must be at most 1 character.`
  if (limit === '1' && isList(origin)) return `The field “${field}” must have at most 1 item.`
  if (origin === 'string') return `The field “${field}” must be at most ${limit} characters.`
  if (isList(origin)) return `The field “${field}” must have at most ${limit} items.`
  if (origin === 'file') return `The field “${field}” must be at most ${limit} bytes.`
  return `The field “${field}” must be at most ${limit}.`
}

function tooSmall(origin: string, { kind, limit }: Limit, field: string): string {
  if (field === '') return `The request body must have at least ${limit} items.`
  if (kind === 'exact') return wrongSize(origin, limit, field)
  if (kind === 'exclusive') return `The field “${field}” must be more than ${limit}.`
  if (limit === '1' && (origin === 'string' || isList(origin))) return `The field “${field}” must not be empty.`
  if (origin === 'string') return `The field “${field}” must be at least ${limit} characters.`
  if (isList(origin)) return `The field “${field}” must have at least ${limit} items.`
  if (origin === 'file') return `The field “${field}” must be at least ${limit} bytes.`
  return `The field “${field}” must be at least ${limit}.`
}

function wrongSize(origin: string, limit: string, field: string): string {
  if (limit === '1' && origin === 'string') return `The field “${field}” must be exactly 1 character.`
  if (limit === '1' && isList(origin)) return `The field “${field}” must have exactly 1 item.`
  if (origin === 'string') return `The field “${field}” must be exactly ${limit} characters.`
  if (isList(origin)) return `The field “${field}” must have exactly ${limit} items.`
  return `The field “${field}” must be exactly ${limit}.`
}

function isList(origin: string): boolean {
  return ['array', 'set', 'map', 'object', 'record', 'tuple'].includes(origin)
}

function wrongFormat(format: string, field: string): string {
  switch (format) {
    case 'email':
      return `The field “${field}” must be an email address such as ann@example.com.`
    case 'url':
      return `The field “${field}” must be a URL such as https://example.com.`
    case 'uuid':
    case 'guid':
      return `The field “${field}” must be a UUID.`
    case 'datetime':
      return `The field “${field}” must be a time such as 2026-11-21T09:00:00Z.`
    case 'date':
      return `The field “${field}” must be a date such as 2026-11-21.`
    case 'time':
      return `The field “${field}” must be a time of day such as 09:00:00.`
    case 'base64':
      return `The field “${field}” must be Base64.`
    default:
      return `The field “${field}” has a character or a form that isn't allowed. Change it.`
  }
}

function otherValue(values: readonly unknown[], field: string): string {
  const allowed = values.map(String).join(', ')
  if (values.length === 1) return `The field “${field}” must be “${allowed}”.`
  return `The field “${field}” must be one of: ${allowed}.`
}

/** Names of types in JSON that differ from the schema library's. */
const jsonTypes: Record<string, string> = { array: 'array', object: 'object', record: 'object', int: 'number' }

function describeUnion(issue: Union, path: PropertyKey[]): string {
  const field = fieldName(path)
  if (issue.input === undefined) return missing(field)
  if (issue.inclusive !== false && issue.options !== undefined) return otherValue(issue.options, field)
  const types = issue.errors.map(rootType)
  if (types.length > 0 && types.every((type) => type !== null)) {
    const distinct = [...new Set(types.map((type) => jsonTypes[type] ?? type))]
    if (distinct.length === 1) return wrongType(distinct[0] ?? '', field)
    return `The field “${field}” must have one of these JSON types: ${distinct.join(', ')}.`
  }
  const [nearest] = issue.errors.toSorted((one, other) => mistakes(one) - mistakes(other))
  return describeInner(nearest ?? [], path) ?? wrongType('', field)
}

/** @returns the type that an alternative expects, or null if the value fails for another reason */
function rootType(issues: Issue[]): string | null {
  const [first] = issues
  return first?.code === 'invalid_type' && first.path.length === 0 ? first.expected : null
}

/** How far a value is from one alternative of a union. */
function mistakes(issues: Issue[]): number {
  const wrong = issues.map((issue) => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1))
  return wrong.reduce((sum, count) => sum + count, rootType(issues) === null ? 0 : 1_000)
}

function describeKey({ issues }: z.core.$ZodIssueInvalidKey, path: PropertyKey[]): string {
  const own = issues.find(({ message }) => message !== '')
  return (
    own?.message ??
    `The name “${fieldName(path.slice(-1))}” in “${fieldName(path.slice(0, -1))}” isn't valid. Change it.`
  )
}

function describeInner(issues: Issue[], path: PropertyKey[]): string | null {
  const [first] = issues
  return first === undefined ? null : describeIssue(first, path)
}
