import type { SqlDialect } from '@parlance/contract'
import type { DenialReason } from './contract.ts'
import type { Token } from './lexer/tokenize.ts'

/** Bytes of SQL that are looked at; more is refused before any parser sees it. */
export const maxSqlBytes = 32 * 1024

/** Characters of the rewritten query, which carries a guard for each protected table. */
const maxRewritten = { postgresql: 1024 * 1024, others: 192 * 1024 }

/** Columns that any one SELECT of the query may deliver. */
export const maxOutputs = 10_000

/** Below the depth at which a parser's own guard, or its stack, gives up (design measurements). */
const maxDepth: Record<SqlDialect, number> = {
  postgresql: 200,
  sqlite: 28,
  mysql: 28,
  tsql: 28,
  oracle: 28,
  snowflake: 28,
  bigquery: 28,
  dremio: 28,
  hana: 28,
}
/**
 * In T-SQL, sqlparser-rs reads each argument of a call twice, in case it names the argument (`f(name: value)`). A token
 * inside n calls is read 2^n times. This many readings take about 0.2 seconds.
 */
const maxTsqlReadings = 200_000
/** T-SQL's words before a parenthesis that does not belong to a call. */
const callless = /^(?:and|or|not|in|where|on|having|when|then|else|select|from|join|as|over|by|exists|values)$/i
const maxOperators = 500
const maxPostgresOperators = 1500
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
/** A colon stands for a cast or a path. */
const operatorSymbols = new Set('+-*/%|&^~<>=!#:'.split(''))

/** Says why SQL is too large or too deep to be read, null when it is not. */
export function sizeProblem(sql: string): DenialReason | null {
  if (sql.length * 3 <= maxSqlBytes) return null
  const bytes = sql.length > maxSqlBytes ? sql.length : new TextEncoder().encode(sql).length
  if (bytes <= maxSqlBytes) return null
  return tooLarge(
    `The query is longer than ${maxSqlBytes / 1024} KB. Ask for less at once, or write long lists of values as a condition.`,
    null,
  )
}

/** Says why a rewritten query is too large to be read again, null when it is not. */
export function rewrittenProblem(text: string, dialect: SqlDialect): DenialReason | null {
  if (text.length <= (dialect === 'postgresql' ? maxRewritten.postgresql : maxRewritten.others)) return null
  return tooLarge('The query reads protected tables too often. Read each of them once, in a WITH query.', null)
}

/** Counts nesting and operators before a parser can be driven out of its stack. */
export function shapeProblem(sql: string, tokens: Token[], dialect: SqlDialect): DenialReason | null {
  let depth = 0
  let operators = 0
  let readings = 0
  const parentheses = new Parentheses()
  const operatorCap = dialect === 'postgresql' ? maxPostgresOperators : maxOperators
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
    if (depth > maxDepth[dialect]) {
      return tooLarge('Parentheses are nested too deeply. Move inner queries into WITH clauses.', token.start)
    }
    readings += 2 ** parentheses.calls
    if (dialect === 'tsql' && readings > maxTsqlReadings) {
      return tooLarge('Functions are nested too deeply. Compute inner values in a WITH query.', token.start)
    }
    if (operators > operatorCap) {
      return tooLarge('The query has too many conditions and operators. Use IN with a list, or a join.', token.start)
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

/** Which of the open parentheses are those of calls. */
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

function tooLarge(message: string, position: number | null): DenialReason {
  return { code: 'too_large', message, position }
}
