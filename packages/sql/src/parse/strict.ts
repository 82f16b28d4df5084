import { formatMessage } from '@parlance/contract/format-message'
import { message, type Message } from '@parlance/contract/messages'
import { shown } from '../shown.ts'
import type { Refusal } from './model.ts'

/** A parser's node of unknown shape. */
export type Json = Record<string, unknown>

/** Thrown by a converter at a node that it doesn't accept; caught where the conversion starts. */
export class RefusedNode extends Error {
  override readonly name = 'RefusedNode'
  readonly refusal: Refusal

  constructor(text: Message, position: number | null = null, code: Refusal['code'] = 'forbidden_construct') {
    super(formatMessage(text))
    this.refusal = { code, message: text, position }
  }
}

const uncheckable = message('Part of this query cannot be checked. Simplify it.')

/** Adds the node's position to a refusal that has none. @throws the caught error */
export function refusedAt(error: unknown, place: () => number | null): never {
  if (!(error instanceof RefusedNode) || error.refusal.position !== null) throw error
  throw new RefusedNode(error.refusal.message, place(), error.refusal.code)
}

/** The message for an expression that is on no list. */
export const unsupported = message(
  'This kind of expression is not supported. Use operators, CASE, CAST, or an allowed function.',
)

/** The message for a name that isn't in the text where the parser says. */
export function unclearName(name: string): Message {
  return message('The name {name} cannot be checked in this form. Write it without quotes, or quote all of it.', {
    name: shown(name),
  })
}

/** Clauses that a parser reads and no query needs, by the parser's field. */
const clauses: Record<string, string | Message> = {
  for_clause: message('FOR JSON, FOR XML, or FOR BROWSE'),
  settings: 'SETTINGS',
  format_clause: 'FORMAT',
  pipe_operators: message('The pipe |>'),
  lateral_views: 'LATERAL VIEW',
  prewhere: 'PREWHERE',
  sort_by: 'SORT BY',
  cluster_by: 'CLUSTER BY',
  distribute_by: 'DISTRIBUTE BY',
  limit_by: 'LIMIT BY',
  opt_ilike: message('ILIKE after *'),
}

/** What a node is called in a message; SQL keywords name themselves. */
const nouns = {
  Alias: message('alias'),
  Expression: message('expression'),
  Column: message('column'),
  Operator: message('operator'),
  Function: message('function'),
  Cast: message('cast'),
  Subquery: message('subquery'),
  Subscript: message('subscript'),
  Query: message('query'),
  Table: message('table'),
  'Subquery in FROM': message('subquery in FROM'),
  'Function in FROM': message('function in FROM'),
  'JSON aggregate': message('JSON aggregate'),
  'Column definition': message('column definition'),
  Type: message('type'),
  Name: message('name'),
  'Column alias': message('column alias'),
  'Join in parentheses': message('join in parentheses'),
  'Table function': message('table function'),
  Prefix: message('prefix'),
  'Function arguments': message('list of arguments'),
  'Function argument': message('function argument'),
  'Window frame': message('window frame'),
  'JSON path': message('JSON path'),
  Field: message('field'),
  'Set operation': message('set operation'),
}

/** For a refusal whose message names the place: no other place is looked for. */
export const nowhere = -1

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object. @throws RefusedNode when it isn't one */
export function object(value: unknown): Json {
  if (!isObject(value)) throw new RefusedNode(uncheckable)
  return value
}

/** The value as an array; absent means empty. @throws RefusedNode when it is something else */
export function list(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new RefusedNode(uncheckable)
  return value
}

/**
 * Refuses a node with fields that the converter doesn't read: the allow-list of fields.
 * Absent, false, empty, and 'None' mean that nothing was written there.
 */
export function onlyFields(node: Json, known: ReadonlySet<string>, what: keyof typeof nouns | Uppercase<string>): void {
  for (const key in node) {
    if (known.has(key)) continue
    const value = node[key]
    if (value === undefined || value === null || value === false || value === 'None') continue
    if (Array.isArray(value) && value.length === 0) continue
    const clause = clauses[key]
    if (clause) throw new RefusedNode(message('{clause} is not supported. Remove it.', { clause }), nowhere)
    const kind = Object.hasOwn(nouns, what) ? nouns[what as keyof typeof nouns] : what
    throw new RefusedNode(message('Part of this {kind} cannot be checked. Simplify it.', { kind }))
  }
}

/** A Rust or protobuf tagged value, whose only key is its kind. @throws RefusedNode when it isn't one */
export function tagged(value: unknown): [string, unknown] {
  if (typeof value === 'string') return [value, null]
  const node = object(value)
  const keys = Object.keys(node)
  if (keys.length !== 1) throw new RefusedNode(uncheckable)
  return [keys[0]!, node[keys[0]!]]
}

/** A scalar of the tree as text. @throws RefusedNode when it is a node */
export function scalar(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new RefusedNode(uncheckable)
}
