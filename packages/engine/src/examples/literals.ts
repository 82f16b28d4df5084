import type { SqlDialect } from '@parlance/contract'
import { tokenize, type Token } from '@parlance/sql/text'

/** What a literal does in the SQL. A number or date in another role may mean anything. */
export type LiteralRole = 'compared' | 'equal' | 'limit' | 'other'

/** A text or number in SQL. */
export interface Literal {
  kind: 'text' | 'number'
  value: string
  role: LiteralRole
  start: number
  end: number
}

const orders = new Set(['<', '>', '<=', '>=', '<>', '!=', '!', 'between'])
const limits = new Set(['limit', 'top', 'first', 'next', 'interval'])

/** The literals of a query in their order; null if its text can't be read safely. */
export function literalsOf(sql: string, dialect: SqlDialect): Literal[] | null {
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return null
  const written = tokens.map(({ start, end }) => sql.slice(start, end))
  const found: Literal[] = []
  for (const [at, token] of tokens.entries()) {
    const text = written[at] ?? ''
    if (token.kind === 'number')
      found.push({ ...placeOf(token), kind: 'number', value: text, role: roleOf(written, at) })
    if (token.kind !== 'string') continue
    const value = contentOf(text)
    if (value === null) return null
    found.push({ ...placeOf(token), kind: 'text', value, role: roleOf(written, at) })
  }
  return found
}

function placeOf({ start, end }: Token): Pick<Literal, 'start' | 'end'> {
  return { start, end }
}

/** The text of a plain literal; null for one with escapes or of another form. */
function contentOf(literal: string): string | null {
  const plain = /^n?'((?:[^'\\]|'')*)'$/i.exec(literal)?.[1]
  return plain === undefined ? null : plain.replaceAll("''", "'")
}

function roleOf(written: readonly string[], at: number): LiteralRole {
  const wordAt = (place: number) => written[place]?.toLowerCase() ?? ''
  const before = wordAt(at - 1)
  if (limits.has(before) || (before === '(' && limits.has(wordAt(at - 2)))) return 'limit'
  if (before === '=') return orders.has(wordAt(at - 2)) ? 'compared' : 'equal'
  if (orders.has(before)) return 'compared'
  if (before === 'and' && wordAt(at - 3) === 'between') return 'compared'
  if (isInList(written, at)) return 'equal'
  const after = wordAt(at + 1)
  if (after === '=') return 'equal'
  return orders.has(after) ? 'compared' : 'other'
}

/** Whether a literal is in a list of literals after IN. */
function isInList(written: readonly string[], at: number): boolean {
  for (let place = at - 1; place > 0; place -= 1) {
    const text = written[place] ?? ''
    if (text === '(') return written[place - 1]?.toLowerCase() === 'in'
    if (text !== ',' && !/^(n?'|\d)/i.test(text)) return false
  }
  return false
}
