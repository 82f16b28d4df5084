import type { SqlDialect } from '@parlance/contract'
import { tokenize } from '@parlance/sql/text'

/** Whether a query orders its rows at its top level, so that their order is part of the result. */
export function ordersRows(sql: string, dialect: SqlDialect): boolean {
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return false
  const texts = tokens.flatMap(({ kind, start, end }) =>
    kind === 'word' || kind === 'symbol' ? [sql.slice(start, end).toUpperCase()] : [],
  )
  const wrapping = texts.findIndex((text) => text !== '(')
  const isWrapped = wrapping > 0 && texts.slice(-wrapping).every((text) => text === ')' || text === ';')
  let depth = isWrapped ? -wrapping : 0
  return texts.some((text, at) => {
    if (text === '(') depth++
    if (text === ')') depth--
    return depth === 0 && text === 'ORDER' && texts[at + 1] === 'BY'
  })
}
