import { tokenize } from '../src/lexer/tokenize.ts'

/** Stop shrinking after this many milliseconds. */
const mostTime = 60_000

/**
 * Shrinks a failing query by removing runs of tokens while it still fails.
 * @param fails whether a shorter query fails in the same way
 */
export async function shrink(sql: string, fails: (shorter: string) => Promise<boolean>): Promise<string> {
  const until = performance.now() + mostTime
  let parts = tokensOf(sql)
  for (let size = Math.floor(parts.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at + size <= parts.length && performance.now() < until;) {
      const shorter = [...parts.slice(0, at), ...parts.slice(at + size)]
      if (await fails(shorter.join(''))) parts = shorter
      else at++
    }
  }
  return parts.join('')
}

/** Splits SQL into tokens, each with its leading white space. */
function tokensOf(sql: string): string[] {
  const tokens = tokenize(sql, 'sqlite')
  return Array.isArray(tokens)
    ? tokens.map((token, index) => sql.slice(index === 0 ? 0 : tokens[index - 1]!.end, token.end))
    : [sql]
}
