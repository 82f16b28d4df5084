import type { SqlDialect } from '@parlance/contract'
import { tokenize } from '@parlance/sql/text'

const endsTables = /^(?:WHERE|GROUP|ORDER|HAVING|LIMIT|ON|USING|SELECT|UNION|INTERSECT|EXCEPT|[()])$/i

/** The names after FROM and JOIN in a query, in lower case and without quotes, each once. */
export function tableNamesOf(sql: string, dialect: SqlDialect): string[] {
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return []
  const names = new Set<string>()
  let [isNext, isInList] = [false, false]
  for (const { kind, start, end } of tokens) {
    if (kind === 'comment') continue
    const text = sql.slice(start, end)
    if (isNext && text !== '(') {
      names.add(text.replaceAll(/["`[\]]/g, '').toLowerCase())
      isInList = true
    } else if (endsTables.test(text)) isInList = false
    isNext = /^(?:FROM|JOIN)$/i.test(text) || (isInList && text === ',')
  }
  return [...names]
}
