import { message, type Message, type SqlDialect } from '@parlance/contract'
import type { DenialReason } from './contract.ts'
import { dialectOf } from './dialects/index.ts'
import type { Token } from './tokens/token.ts'

/** Maximum bytes of SQL; longer SQL is refused before any parser sees it. */
export const maxSqlBytes = 32 * 1024

/** Maximum columns that any one SELECT of the query may return. */
export const maxOutputs = 10_000

/** Words before a parenthesis that doesn't belong to a call. */
const callless = /^(?:and|or|not|in|where|on|having|when|then|else|select|from|join|as|over|by|exists|values)$/i
const operatorWords = new Set([
  'and',
  'or',
  'not',
  'union',
  'intersect',
  'except',
  'minus',
  'case',
  'between',
  'like',
  'is',
  'in',
  'collate',
  'zone',
  'interval',
  'prior',
  'ilike',
  'rlike',
  'regexp',
  'similar',
  'glob',
  'match',
  'isnull',
  'notnull',
  'overlaps',
  'member',
  'at',
  'xor',
  'div',
  'mod',
])
const longestOperator = Math.max(...[...operatorWords].map((word) => word.length))
/** A colon marks a cast or a path. */
const operatorSymbols = new Set('+-*/%|&^~<>=!#:'.split(''))

/** Returns why SQL is too large or too deep to read, or null if it isn't. */
export function sizeProblem(sql: string): DenialReason | null {
  if (sql.length * 3 <= maxSqlBytes) return null
  const bytes = sql.length > maxSqlBytes ? sql.length : new TextEncoder().encode(sql).length
  if (bytes <= maxSqlBytes) return null
  return tooLarge(
    message(
      'The query is longer than {size} KB. Shorten it, for example by replacing a long list of values with a condition.',
      { size: maxSqlBytes / 1024 },
    ),
    null,
  )
}

/** Returns why a rewritten query is too large to read again, or null if it isn't. */
export function rewrittenProblem(text: string, dialect: SqlDialect): DenialReason | null {
  if (text.length <= dialectOf(dialect).limits.rewritten) return null
  return tooLarge(
    message('The query reads protected tables too many times. Read each one once, in a WITH query.'),
    null,
  )
}

/** Counts nesting and operators so that no parser overflows its stack. */
export function shapeProblem(sql: string, tokens: Token[], dialect: SqlDialect): DenialReason | null {
  let depth = 0
  let operators = 0
  let readings = 0
  const parentheses = new Parentheses()
  const limits = dialectOf(dialect).limits
  let previous: Token | null = null
  for (const token of tokens) {
    if (token.kind === 'word') {
      const length = token.end - token.start
      if (length <= longestOperator && operatorWords.has(sql.slice(token.start, token.end).toLowerCase())) operators++
    } else if (token.kind === 'symbol') {
      const symbol = sql[token.start]!
      if (symbol === '(' || symbol === '[') {
        depth++
        parentheses.open(isCallee(sql, previous))
      } else if (symbol === ')' || symbol === ']') {
        depth--
        parentheses.close()
      } else if (operatorSymbols.has(symbol)) operators++
    }
    if (depth > limits.depth) {
      return tooLarge(message('Parentheses are nested too deeply. Move inner queries into a WITH clause.'), token.start)
    }
    readings += 2 ** parentheses.calls
    if (limits.callReadings !== null && readings > limits.callReadings) {
      return tooLarge(
        message('Functions are nested too deeply. Compute the inner values in a WITH query.'),
        token.start,
      )
    }
    if (operators > limits.operators) {
      return tooLarge(
        message('The query has too many conditions and operators. Use IN with a list, or a join, instead.'),
        token.start,
      )
    }
    previous = token
  }
  return null
}

/** A function may have a quoted name: `[dbo].[net](price)`. */
function isCallee(sql: string, token: Token | null): boolean {
  if (token?.kind === 'quoted') return true
  return token?.kind === 'word' && !callless.test(sql.slice(token.start, token.end))
}

/** Which of the open parentheses belong to calls. */
class Parentheses {
  calls = 0
  #open: boolean[] = []

  open(isCall: boolean): void {
    this.#open.push(isCall)
    if (isCall) this.calls++
  }

  close(): void {
    if (this.#open.pop()) this.calls--
  }
}

function tooLarge(text: Message, position: number | null): DenialReason {
  return { code: 'too_large', message: text, position }
}
