import { message, type Message, type SqlDialect } from '@parlance/contract'
import type { DenialCode, DenialReason } from '../contract.ts'
import { dialectOf } from '../dialects/index.ts'
import { shapeProblem, sizeProblem } from '../limits.ts'
import { tokenize } from './tokenize.ts'
import type { Token } from '../tokens/token.ts'

/** A `:name` as it appeared in the SQL. */
export interface PlaceholderSpan {
  name: string
  start: number
  end: number
}

export interface PreparedSql {
  /** As long as the original SQL: comments and the closing semicolon become spaces, parameters become placeholders. */
  text: string
  /** Tokens of `text` without comments. */
  tokens: Token[]
  placeholders: PlaceholderSpan[]
}

export type Prepared = { prepared: PreparedSql } | { problem: DenialReason }

/**
 * Prepares SQL for the parsers: one statement, no comments, hints, or session variables, and a placeholder for every
 * `:name`. Offsets in the text match the original SQL.
 */
export function prepareSql(sql: string, dialect: SqlDialect): Prepared {
  const size = sizeProblem(sql)
  if (size) return { problem: size }
  const characters = characterProblem(sql)
  if (characters) return { problem: characters }
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return denied('unparseable', tokens.message, tokens.position)
  const code = tokens.filter((token) => token.kind !== 'comment')
  const { withoutHints, grammar } = dialectOf(dialect)
  const kept = withoutHints(sql, withoutTrailingSemicolons(sql, code))
  if (kept.length === 0)
    return denied('empty', message('The SQL is empty. Write a query that starts with SELECT or WITH.'), null)
  const problem = shapeProblem(sql, kept, dialect) ?? symbolProblem(sql, kept, dialect)
  if (problem) return { problem }
  const stacked = kept.find((token) => sql[token.start] === ';' && token.kind === 'symbol')
  if (stacked)
    return denied(
      'not_one_statement',
      message('Only one statement is allowed. Remove the semicolon and everything after it.'),
      stacked.start,
    )
  const kind = firstWordProblem(sql, kept) ?? (grammar.readsTableQuery ? null : tableProblem(sql, kept))
  if (kind) return { problem: kind }
  return blank(sql, kept, dialect)
}

function characterProblem(sql: string): DenialReason | null {
  const at = sql.search(/(?![\t\n\r])\p{Cc}/u)
  if (at !== -1)
    return { code: 'unparseable', message: message('The query contains a control character. Remove it.'), position: at }
  if (!sql.isWellFormed())
    return {
      code: 'unparseable',
      message: message('The query contains invalid Unicode. Remove the invalid characters.'),
      position: null,
    }
  return null
}

/** Session variables, stages, links, and driver placeholders, which no honest query over tables needs. */
function symbolProblem(sql: string, tokens: Token[], dialect: SqlDialect): DenialReason | null {
  const { refusedSymbols } = dialectOf(dialect)
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue
    const symbol = sql[token.start]!
    if (!refusedSymbols.includes(symbol)) continue
    const text =
      symbol === '?' || symbol === '$'
        ? message('Parameters need names, such as :country.')
        : message(
            'The character {symbol} is not allowed here. Queries cannot use variables, stages, database links, or temporary tables. Use a :parameter or a WITH query instead.',
            { symbol },
          )
    return { code: 'forbidden_construct', message: text, position: token.start }
  }
  return null
}

function firstWordProblem(sql: string, tokens: Token[]): DenialReason | null {
  const first = tokens.find((token) => sql[token.start] !== '(')
  const word = first ? sql.slice(first.start, first.end).toLowerCase() : ''
  if (word === 'select' || word === 'with' || word === 'values' || word === 'table') return null
  const text = message('Only queries are allowed. Start with SELECT or WITH.')
  return { code: 'not_select', message: text, position: first?.start ?? null }
}

/** `TABLE users` is a separate query that one parser doesn't see. */
function tableProblem(sql: string, tokens: Token[]): DenialReason | null {
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    if (token.kind !== 'word' || token.end - token.start !== 5) continue
    if (sql.slice(token.start, token.end).toLowerCase() !== 'table') continue
    const before = tokens[index - 1]
    const after = tokens[index + 1]
    if ((before && sql[before.start] === '.') || (after && sql[after.start] === '(')) continue
    return {
      code: 'forbidden_construct',
      message: message('TABLE is not supported as a query. Write SELECT * FROM instead.'),
      position: token.start,
    }
  }
  return null
}

function withoutTrailingSemicolons(sql: string, tokens: Token[]): Token[] {
  let end = tokens.length
  while (end > 0 && tokens[end - 1]!.kind === 'symbol' && sql[tokens[end - 1]!.start] === ';') end--
  return tokens.slice(0, end)
}

function blank(sql: string, tokens: Token[], dialect: SqlDialect): Prepared {
  const placeholders: PlaceholderSpan[] = []
  let text = ''
  let copied = 0
  let at = 0
  for (const token of tokens) {
    if (!isBlank(sql, at, token.start)) {
      text += sql.slice(copied, at) + spaces(sql.slice(at, token.start))
      copied = token.start
    }
    if (token.kind === 'parameter') {
      const written = sql.slice(token.start, token.end)
      placeholders.push({ name: written.slice(1), start: token.start, end: token.end })
      const mark = dialectOf(dialect).parserPlaceholder(placeholders.length)
      if (mark.length > written.length) {
        return denied(
          'forbidden_construct',
          message('The query has too many parameters with short names. Use longer names.'),
          token.start,
        )
      }
      text += sql.slice(copied, token.start) + mark.padEnd(written.length)
      copied = token.end
    }
    at = token.end
  }
  text += sql.slice(copied, at) + spaces(sql.slice(at))
  return { prepared: { text, tokens, placeholders } }
}

/** Whether this is only spaces and line breaks, which `spaces` would leave unchanged. */
function isBlank(sql: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = sql.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13) return false
  }
  return true
}

/** Leaves line breaks unchanged, so that a parser's line and column still point to the same place. */
function spaces(gap: string): string {
  return gap.replace(/[^\r\n]/g, ' ')
}

function denied(code: DenialCode, text: Message, position: number | null): Prepared {
  return { problem: { code, message: text, position } }
}
