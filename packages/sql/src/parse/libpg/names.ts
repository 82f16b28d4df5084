import type { Alias, Identifier } from '../model.ts'
import type { Positions } from '../positions.ts'
import type { Token } from '../../lexer/tokenize.ts'
import { RefusedNode, list, object, onlyFields, tagged, scalar } from '../strict.ts'

interface Placed {
  token: Token
  next: Token | null
}

/** What every function of this converter needs to know. */
export interface Context {
  text: string
  positions: Positions
  /** Tokens by the offset at which they start. */
  tokens: Map<number, Placed>
}

/** The text of a String node. @throws RefusedNode when it is something else */
export function stringOf(value: unknown): string {
  const [kind, content] = tagged(value)
  if (kind !== 'String') throw new RefusedNode('A name is written in an unsupported way.')
  return scalar(object(content).sval ?? '')
}

export function placeOf(location: unknown, context: Context): number {
  return context.positions.fromByte(Number(location ?? 0))
}

/**
 * The dotted name that starts at a place, each part held against the token there.
 * @throws RefusedNode when tree and text do not agree
 */
export function dottedName(parts: string[], location: unknown, context: Context): Identifier[] {
  let at: number | null = placeOf(location, context)
  const result: Identifier[] = []
  for (const [index, part] of parts.entries()) {
    const entry: Placed | undefined = at === null ? undefined : context.tokens.get(at)
    if (!entry) throw new RefusedNode(`The name ${part} cannot be placed in the query.`)
    result.push(identifierAt(part, entry.token, context))
    if (index === parts.length - 1) break
    const dot: Token | null = entry.next
    if (!dot || context.text[dot.start] !== '.')
      throw new RefusedNode(`The name ${part} cannot be placed in the query.`)
    at = context.tokens.get(dot.start)?.next?.start ?? null
  }
  return result
}

function identifierAt(text: string, token: Token, context: Context): Identifier {
  const written = context.text.slice(token.start, token.end)
  const quoted = written.startsWith('"')
  const meaning = quoted ? written.slice(1, -1).replaceAll('""', '"') : lowered(written)
  if (meaning !== text && meaning.slice(0, text.length) !== text) {
    throw new RefusedNode(`The name ${text} cannot be placed in the query.`, token.start)
  }
  if (meaning !== text) throw new RefusedNode('A name is longer than PostgreSQL keeps. Write it in full.', token.start)
  return { text, quote: quoted ? '"' : null, start: token.start, end: token.end }
}

/** PostgreSQL folds ASCII letters of unquoted names. */
function lowered(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** A name of which the parser does not keep the place: aliases and column lists. */
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
