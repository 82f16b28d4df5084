import type { Token } from '../tokens/token.ts'
import { wordAt } from '../tokens/words.ts'

/** Reads `FROM (orders)` and `JOIN (shop.orders)` as the plain name, which means the same. */
export function withoutLoneParentheses(sql: string, tokens: Token[]): Token[] {
  if (!/\b(?:from|join)\s*\(/i.test(sql)) return tokens
  const left = new Set<number>()
  const isName = (at: number) => tokens[at]?.kind === 'word' || tokens[at]?.kind === 'quoted'
  for (let at = 0; at + 2 < tokens.length; at++) {
    if (!/^(?:from|join)$/.test(wordAt(sql, tokens[at]))) continue
    let open = at + 1
    while (wordAt(sql, tokens[open]) === '(') open++
    const depth = open - at - 1
    let end = isName(open) ? open + 1 : open
    if (end > open && wordAt(sql, tokens[end]) === '.' && isName(end + 1)) end += 2
    const isClosed = Array.from({ length: depth }, (_, level) => wordAt(sql, tokens[end + level])).every(
      (symbol) => symbol === ')',
    )
    if (depth === 0 || end === open || !isClosed) continue
    for (let level = 0; level < depth; level++) left.add(at + 1 + level).add(end + level)
  }
  return left.size === 0 ? tokens : tokens.filter((_, at) => !left.has(at))
}
