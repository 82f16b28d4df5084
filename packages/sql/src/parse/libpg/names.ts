import { message } from '@parlance/contract/messages'
import type { Alias, Identifier } from '../model.ts'
import type { Positions } from '../positions.ts'
import { RefusedNode, list, object, onlyFields, tagged, scalar, unclearName } from '../strict.ts'

/** The context that every function of this converter needs. */
export interface Context {
  text: string
  positions: Positions
}

/** The text of a String node. @throws RefusedNode when it is something else */
export function stringOf(value: unknown): string {
  const [kind, content] = tagged(value)
  if (kind !== 'String')
    throw new RefusedNode(message('A name is expected here. Write it without quotes or in double quotes.'))
  return scalar(object(content).sval ?? '')
}

export function placeOf(location: unknown, context: Context): number {
  return context.positions.fromByte(Number(location ?? 0))
}

/** The first position found anywhere in a node; null if there is none. */
export function firstPlace(value: unknown, context: Context): number | null {
  if (typeof value !== 'object' || value === null) return null
  const found: number[] = []
  for (const [key, inner] of Object.entries(value)) {
    const place = key === 'location' && Number(inner) >= 0 ? placeOf(inner, context) : firstPlace(inner, context)
    if (place !== null) found.push(place)
  }
  return found.length === 0 ? null : Math.min(...found)
}

const identifiers = /u&"(?:[^"]|"")+"(?:\s*uescape\s*'[^']')?|"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{M}\p{N}_$]*/iuy
const dots = /\s*\.\s*/y

/**
 * The dotted name that starts at a position, each part checked against the text there.
 * @throws RefusedNode when tree and text don't agree
 */
export function dottedName(parts: string[], location: unknown, context: Context): Identifier[] {
  let at = placeOf(location, context)
  const result: Identifier[] = []
  for (const [index, part] of parts.entries()) {
    if (index > 0) at = matchEnd(dots, part, at, context)
    const end = matchEnd(identifiers, part, at, context)
    result.push(identifierAt(part, at, end, context))
    at = end
  }
  return result
}

/** A single name at its position. @throws RefusedNode when tree and text don't agree */
export function placed(name: string, location: unknown, context: Context): Identifier {
  const start = placeOf(location, context)
  return identifierAt(name, start, matchEnd(identifiers, name, start, context), context)
}

function matchEnd(pattern: RegExp, name: string, at: number, context: Context): number {
  pattern.lastIndex = at
  if (!pattern.test(context.text)) throw new RefusedNode(unclearName(name), at)
  return pattern.lastIndex
}

function identifierAt(text: string, start: number, end: number, context: Context): Identifier {
  const written = context.text.slice(start, end)
  const quoted = written.includes('"')
  const meaning = quoted ? unquoted(written) : lowered(written)
  if (meaning === text) return { text, quote: quoted ? '"' : null, start, end }
  const cut = meaning.startsWith(text)
  const problem = cut
    ? message(
        'This name is longer than 63 bytes, where PostgreSQL cuts it off. Write the name exactly as it is in the database.',
      )
    : unclearName(text)
  throw new RefusedNode(problem, start)
}

/**
 * The meaning of a double-quoted name, including one with escapes such as `U&"d\0061ta"` or `U&"d!0061ta" UESCAPE '!'`.
 */
function unquoted(written: string): string {
  const name = written.slice(written.indexOf('"') + 1, written.lastIndexOf('"')).replaceAll('""', '"')
  if (written.startsWith('"')) return name
  const escape = /'(.)'$/u.exec(written)?.[1] ?? '\\'
  const mark = `\\u{${escape.codePointAt(0)!.toString(16)}}`
  // oxlint-disable-next-line no-restricted-globals -- built from one character, written by its number
  const escapes = new RegExp(`${mark}(?:${mark}|\\+([0-9a-fA-F]{6})|([0-9a-fA-F]{4}))`, 'gu')
  return name.replace(escapes, (_, long?: string, short?: string) => {
    const point = parseInt(long ?? short ?? '', 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : escape
  })
}

/** PostgreSQL folds ASCII letters of unquoted names. */
function lowered(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** A name whose position the parser drops: aliases and column lists. */
export function unplaced(text: string): Identifier {
  return { text, quote: '"', start: -1, end: -1 }
}

const aliasFields = new Set(['aliasname', 'colnames'])

export function aliasOf(value: unknown): Alias | null {
  if (value === undefined || value === null) return null
  const node = object(value)
  onlyFields(node, aliasFields, 'Alias')
  return {
    name: unplaced(scalar(node.aliasname)),
    columns: list(node.colnames).map((name) => unplaced(stringOf(name))),
  }
}
