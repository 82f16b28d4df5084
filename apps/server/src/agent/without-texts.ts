import type { SqlDialect } from '@parlance/contract'
import { tokenize } from '@parlance/sql/text'

/** SQL without comments and without literals that the user didn't type. Returns '…' if it can't be parsed. */
export function withoutTexts(sql: string, dialect: SqlDialect, typed = ''): string {
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return '…'
  let safe = ''
  let at = 0
  for (const { kind, start, end } of tokens) {
    const written = sql.slice(start, end)
    safe += sql.slice(at, start)
    if (kind === 'string') safe += isTyped(written.replaceAll(/^\w{0,2}'|'$/g, ''), typed) ? written : "'…'"
    else if (kind === 'number') safe += isTypedNumber(written, typed) ? written : '?'
    else safe += kind === 'comment' ? ' ' : written
    at = end
  }
  return safe + sql.slice(at)
}

/** The data's own spelling is also a value if the user wrote it differently. */
function isTyped(value: string, typed: string): boolean {
  return value.trim() !== '' && !value.includes('\\') && typed.includes(value)
}

function isTypedNumber(digits: string, typed: string): boolean {
  return Number(digits) <= 1 || (typed.match(/\d+(?:\.\d+)?/g) ?? []).some((number) => number === digits)
}
