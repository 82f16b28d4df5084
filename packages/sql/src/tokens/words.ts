import type { Token } from './token.ts'

/** The token as lower-case text; empty for no token and for quoted ones. */
export function wordAt(sql: string, token: Token | undefined): string {
  if (!token || (token.kind !== 'word' && token.kind !== 'symbol')) return ''
  return sql.slice(token.start, token.end).toLowerCase()
}

/** The index where the parenthesis that opens at a token closes; null if it doesn't. */
export function closing(sql: string, tokens: Token[], open: number): number | null {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    const symbol = wordAt(sql, tokens[at])
    if (symbol === '(') depth++
    else if (symbol === ')' && --depth === 0) return at
  }
  return null
}
