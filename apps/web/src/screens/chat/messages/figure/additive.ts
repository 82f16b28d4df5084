import type { SqlToken } from '../../../../lib/sql-tokens.ts'
import { meaningfulTokens, selectItems, wordOf } from './select-items.ts'

/**
 * Whether the sum of a column's rows means something: its SQL is a plain SUM or COUNT of different rows, and no limit
 * left rows out. Anything else, such as an average or a ratio, says no.
 * @param column its position in the result
 */
export function isSumOfRows(sql: string, column: number): boolean {
  const tokens = meaningfulTokens(sql)
  const words = tokens.map(wordOf)
  if (words[0] !== 'select' || words[1] === 'distinct') return false
  if (words.some((word) => word === 'limit' || word === 'fetch' || word === 'top' || word === 'union')) return false
  const item = selectItems(tokens.slice(1))[column]
  if (item === undefined) return false
  const [name, open, first] = item.map(wordOf)
  if ((name !== 'sum' && name !== 'count') || open !== '(' || first === 'distinct') return false
  const close = closingOf(item)
  const rest = item.slice(close + 1).map(wordOf)
  return close > 0 && (rest.length === 0 || (rest[0] === 'as' && rest.length === 2) || rest.length === 1)
}

/** The position of the parenthesis that closes the first one; -1 if there is none. */
function closingOf(tokens: SqlToken[]): number {
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    const word = wordOf(token)
    if (word === '(') depth += 1
    if (word === ')') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}
