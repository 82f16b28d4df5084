import type { QueryNode, TableNode } from '../parse/model.ts'
import { positionsOf } from '../parse/positions.ts'
import type { IntendedChanges } from './same-tree.ts'

/** Where two shapes may differ, and which of these differences were seen. */
interface Comparison {
  before: Uint8Array
  after: Uint8Array
  /** The guard's statement, by the position of its table's name in the text, in bytes; each must be seen once. */
  guards: Map<number, Uint8Array>
  /** The new maximum number of rows of the outermost query; null if it was seen or is unchanged. */
  limit: number | null
}

/** A position in both. */
interface Place {
  left: number
  right: number
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const decoder = new TextDecoder()

/** Keys whose values are positions in the text or sequence numbers of parameters. */
const placeKeys = [
  'location',
  'name_location',
  'number',
  'rexpr_list_start',
  'rexpr_list_end',
  'list_start',
  'list_end',
  'stmt_len',
].map((key) => bytes(`"${key}":`))
const [zero = 0, nine = 0, quote = 0, backslash = 0, openBrace = 0, closeBrace = 0, openBracket = 0, closeBracket = 0] =
  bytes('09"\\{}[]')
/** Depth of the outermost query's own fields, below the result, its statements, and the first statement. */
const outermost = 5

/**
 * Whether a rewritten query is the proven one with only these changes (R08), judged by PostgreSQL's own trees as JSON.
 * It is stricter than `isSameQuery` and several times as fast. False means only that it can't be sure.
 * @param shapes of the proven query and the rewritten one, and the text of the former
 * @param shapeOf the shape of a guard's tree; null if unknown
 */
export function hasSameShape(
  shapes: { before: Uint8Array; after: Uint8Array; text: string },
  changes: IntendedChanges,
  shapeOf: (guard: QueryNode) => Uint8Array | null,
): boolean {
  const { strings, unqualified, renamed, limit } = changes
  if (strings.size + unqualified.size + renamed.definitions.size + renamed.mentions.size > 0) return false
  const guards = guardStatements(changes.guards, shapes.text, shapeOf)
  if (guards === null) return false
  const { before, after } = shapes
  const comparison = { before, after, guards, limit }
  return comparedTo(comparison, 0, 0) === after.length && comparison.guards.size === 0 && comparison.limit === null
}

const statements = new WeakMap<QueryNode, Uint8Array>()

function guardStatements(
  guards: ReadonlyMap<TableNode, QueryNode>,
  text: string,
  shapeOf: (guard: QueryNode) => Uint8Array | null,
): Map<number, Uint8Array> | null {
  const found = new Map<number, Uint8Array>()
  if (guards.size === 0) return found
  const positions = positionsOf(text)
  for (const [table, guard] of guards) {
    const shape = shapeOf(guard)
    const start = table.name[0]?.start ?? 0
    if (shape === null || positions.fromByte(start) !== start) return null
    let statement = statements.get(guard)
    if (statement === undefined) statements.set(guard, (statement = statementOf(shape)))
    found.set(start, statement)
  }
  return found
}

const statementKey = bytes('"stmt":')

/** The only statement of a whole result. */
function statementOf(shape: Uint8Array): Uint8Array {
  let start = 0
  while (start < shape.length && !startsWith(shape, statementKey, start)) start++
  start += statementKey.length
  return shape.subarray(start, scan(shape, start, shape.length).at)
}

function startsWith(shape: Uint8Array, part: Uint8Array, from: number): boolean {
  if (from < 0) return false
  for (let at = 0; at < part.length; at++) if (shape[from + at] !== part[at]) return false
  return true
}

/**
 * Walks both from a position to the end of `before`; where they differ, an allowed difference must begin. Returns the
 * position reached in `after`, or -1 if they differ.
 */
function comparedTo(comparison: Comparison, fromLeft: number, fromRight: number): number {
  const { before, after } = comparison
  const end = before.length
  let left = fromLeft
  let right = fromRight
  while (left < end) {
    if (before[left] === after[right]) {
      left++
      right++
      continue
    }
    const passed =
      passNumber(comparison, left, right) ?? passGuard(comparison, left, right) ?? passLimit(comparison, left, right)
    if (passed === null) return -1
    left = passed.left
    right = passed.right
  }
  return right
}

function isDigit(shape: Uint8Array, at: number): boolean {
  const code = shape[at] ?? 0
  return code >= zero && code <= nine
}

function endOfDigits(shape: Uint8Array, from: number): number {
  let at = from
  while (isDigit(shape, at)) at++
  return at
}

/** Two numbers that are positions. */
function passNumber({ before, after }: Comparison, left: number, right: number): Place | null {
  let start = left
  while (isDigit(before, start - 1)) start--
  if (!isDigit(before, start) || !isDigit(after, right - (left - start))) return null
  if (!placeKeys.some((key) => startsWith(before, key, start - key.length))) return null
  return { left: endOfDigits(before, left), right: endOfDigits(after, right) }
}

const tableStart = bytes('{"RangeVar":{')
const guardStart = bytes('{"RangeSubselect":{"subquery":')
const sharedOfTable = '{"Range'.length

/** A table to guard, and its guard under the table's name. */
function passGuard(comparison: Comparison, left: number, right: number): Place | null {
  const { before, after, guards } = comparison
  const from = left - sharedOfTable
  const rightFrom = right - sharedOfTable
  if (guards.size === 0 || !startsWith(before, tableStart, from) || !startsWith(after, guardStart, rightFrom))
    return null
  const end = scan(before, from, before.length).at
  const { RangeVar: table } = JSON.parse(decoder.decode(before.subarray(from, end))) as {
    RangeVar: Record<string, unknown>
  }
  const place = Number(table.location)
  const statement = guards.get(place)
  if (statement === undefined) return null
  const alias = bytes(`,"alias":${JSON.stringify(table.alias ?? { aliasname: table.relname })}}}`)
  const inside = { after, guards: new Map<number, Uint8Array>(), limit: null }
  const statementEnd = comparedTo({ ...inside, before: statement }, 0, rightFrom + guardStart.length)
  if (statementEnd === -1 || !startsWith(after, alias, statementEnd)) return null
  guards.delete(place)
  return { left: end, right: statementEnd + alias.length }
}

const unlimited = bytes('"limitOption":"LIMIT_OPTION_DEFAULT"')
const counted = bytes('}},"limitOption":"LIMIT_OPTION_COUNT"')
const sharedOfLimit = '"limit'.length

/** The outermost query without a limit, and with the added one. */
function passLimit(comparison: Comparison, left: number, right: number): Place | null {
  const { before, after, limit } = comparison
  const from = left - sharedOfLimit
  const rightFrom = right - sharedOfLimit
  if (limit === null || !startsWith(before, unlimited, from)) return null
  const count = bytes(`"limitCount":{"A_Const":{"ival":{"ival":${limit}},"location":`)
  if (!startsWith(after, count, rightFrom)) return null
  const end = endOfDigits(after, rightFrom + count.length)
  if (!startsWith(after, counted, end) || scan(before, 0, from).depth !== outermost) return null
  comparison.limit = null
  return { left: from + unlimited.length, right: end + counted.length }
}

/** Counts brackets outside strings until all open ones are closed, or to the end. */
function scan(shape: Uint8Array, start: number, end: number): { at: number; depth: number } {
  let depth = 0
  for (let at = start; at < end; at++) {
    const code = shape[at]
    if (code === quote) at = endOfString(shape, at)
    else if (code === openBrace || code === openBracket) depth++
    else if ((code === closeBrace || code === closeBracket) && --depth === 0) return { at: at + 1, depth }
  }
  return { at: end, depth }
}

function endOfString(shape: Uint8Array, start: number): number {
  let at = start + 1
  while (at < shape.length && shape[at] !== quote) at += shape[at] === backslash ? 2 : 1
  return at
}
