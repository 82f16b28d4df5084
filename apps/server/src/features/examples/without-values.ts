import type { SqlDialect } from '@parlance/contract'
import { tokenize, type Token } from '@parlance/sql/text'
import { isNamed, isOwnNumber, isOwnText, numbersIn, withoutWildcards } from './own-values.ts'

/** A query that may help with other users' questions. */
export interface SafeQuery {
  sql: string
  /** The removed values in lowercase. Other texts about the query must not contain them either. */
  removed: string[]
}

/**
 * Removes the values that the question doesn't name. A model may have found them in rows that one user may see, so they
 * must not reach another by an example. Null if the values cannot be separated from the text.
 */
export function withoutValues(sql: string, question: string, dialect: SqlDialect): SafeQuery | null {
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return null
  const removed: string[] = []
  const asked = { text: question.toLowerCase(), numbers: numbersIn(question) }
  const written = tokens.map((token) => sql.slice(token.start, token.end))
  const compared = comparedNumbers(tokens, written)
  const texts = tokens.map(({ kind }, at) => {
    const text = written[at] ?? ''
    if (kind === 'comment') return ' '
    const value = kind === 'string' ? valueOf(text) : text
    const isOwn =
      kind === 'string'
        ? isOwnText(value, asked)
        : kind !== 'number' || isOwnNumber(text, { asked, isCompared: compared.has(at) })
    if (isOwn) return text
    removed.push(withoutWildcards(value))
    return kind === 'string' ? "'?'" : '0'
  })
  const renamed = renamedAliases(tokens, written, removed)
  let safe = ''
  let at = 0
  for (const [index, { start, end }] of tokens.entries()) {
    safe += sql.slice(at, start) + (renamed.get(written[index] ?? '') ?? texts[index] ?? '')
    at = end
  }
  return { sql: safe + sql.slice(at), removed }
}

/** A longer reading is not shared. */
const longestReading = 2_000

/**
 * The interpretation of a question for other users. Null if it contains quotes, numbers or names that the question
 * doesn't have, or values that were removed from the query.
 */
export function readingWithout(reading: string, question: string, { removed }: SafeQuery): string | null {
  if (reading.length > longestReading) return null
  const asked = question.toLowerCase()
  const found = reading
    .replaceAll(/\s+/g, ' ')
    .matchAll(/["'“‘]([^"'”’]{1,2000})["'”’]|\d[\d.,]*|(?<=\S ["'“‘(]?)\p{Lu}[\p{L}\p{N}]*/gu)
  const values = Array.from(found, ([whole, quoted]) => (quoted ?? whole).toLowerCase().replace(/(?<![.,])[.,]+$/, ''))
  const said = reading.toLowerCase()
  const isRevealing = removed.some((value) => value.length > 1 && isNamed(value, said))
  return isRevealing || !values.every((value) => (/^\d$/.test(value) ? asked.includes(value) : isNamed(value, asked)))
    ? null
    : reading
}

/** Returns a literal's text. A literal with escapes stays as written, which no question names. */
function valueOf(literal: string): string {
  const plain = /^n?'((?:[^'\\]|'')*)'$/i.exec(literal)?.[1]
  if (plain !== undefined) return plain.replaceAll("''", "'")
  return /^(?:[a-z]{0,2})(?:'''|"""|\$\w*\$|['"])([\s\S]*?)(?:'''|"""|\$\w*\$|['"])$/i.exec(literal)?.[1] ?? literal
}

const comparisons = new Set(['=', '<', '>', '!', 'like', 'between'])

/** Finds the positions of numbers that are compared with a column and may come from a row. */
function comparedNumbers(tokens: Token[], written: string[]): Set<number> {
  const found = new Set<number>()
  const lists: boolean[] = []
  let isBetween = false
  for (const [at, { kind }] of tokens.entries()) {
    const before = written[at - 1]?.toLowerCase() ?? ''
    const word = written[at]?.toLowerCase() ?? ''
    if (word === '(') lists.push(before === 'in')
    else if (word === ')') lists.pop()
    else if (word === 'between') isBetween = true
    if (kind !== 'number') continue
    const isBound = before === 'and' && isBetween
    if (isBound) isBetween = false
    const isCompared = comparisons.has(before) || comparisons.has(written[at + 1] ?? '')
    if (isBound || isCompared || lists.at(-1) === true) found.add(at)
  }
  return found
}

/** Replaces the query's own names if they reveal removed values. */
function renamedAliases(tokens: Token[], written: string[], removed: string[]): Map<string, string> {
  const revealing = removed.map(lettersOf).filter((value) => value.length > 2)
  const renamed = new Map<string, string>()
  for (const [at, { kind }] of tokens.entries()) {
    const name = written[at] ?? ''
    if ((kind !== 'word' && kind !== 'quoted') || written[at - 1]?.toLowerCase() !== 'as' || renamed.has(name)) continue
    if (revealing.some((value) => lettersOf(name).includes(value))) renamed.set(name, `column_${renamed.size + 1}`)
  }
  return renamed
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
