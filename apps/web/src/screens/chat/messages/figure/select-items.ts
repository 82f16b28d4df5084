import { tokenizeSql, type SqlToken } from '../../../../lib/sql-tokens.ts'

/** The tokens of a query without comments and spaces. */
export function meaningfulTokens(sql: string): SqlToken[] {
  return tokenizeSql(sql).filter(({ kind, text }) => kind !== 'comment' && text.trim() !== '')
}

/** A token as keywords are compared. */
export function wordOf({ text }: SqlToken): string {
  return text.toLowerCase()
}

/** What is selected, up to FROM, cut at commas outside of parentheses. */
export function selectItems(tokens: SqlToken[]): SqlToken[][] {
  const items: SqlToken[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    const word = wordOf(token)
    if (depth === 0 && word === 'from') break
    if (word === '(') depth += 1
    if (word === ')') depth -= 1
    if (depth === 0 && word === ',') items.push([])
    else items.at(-1)?.push(token)
  }
  return items
}
