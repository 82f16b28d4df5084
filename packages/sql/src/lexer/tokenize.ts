import type { SqlDialect } from '@parlance/contract'
import { message, type Message } from '@parlance/contract/messages'
import { dialectOf } from '../dialects/index.ts'
import type { LexicalRules } from '../dialects/lexical-rules.ts'
import type { Token } from '../tokens/token.ts'

export interface LexicalError {
  message: Message
  position: number
}

interface Cursor {
  sql: string
  rules: LexicalRules
  at: number
}

const spaces = /\s+/y
const words = /[\p{L}_][\p{L}\p{M}\p{N}_$]*/uy
const wordsWithHash = /[\p{L}_][\p{L}\p{M}\p{N}_$#]*/uy
const numbers = /0[xX][0-9a-fA-F]+|(?:[0-9][0-9_]*)?\.?[0-9]*(?:[eE][+-]?[0-9]+)?/y
const asciiWords = /[A-Za-z_][A-Za-z0-9_$]*/y
const space = ' '.charCodeAt(0)
const hash = '#'.charCodeAt(0)
const digit = /[0-9]/

/** The end of a sticky pattern's match at a position; the position itself if it doesn't match. */
function endOf(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(sql) ? pattern.lastIndex : at
}

/**
 * Splits SQL into tokens; white space is left out, comments are tokens.
 * A `:name` is a parameter unless the colon belongs to `::` or directly follows a value (Snowflake's paths, slices).
 */
export function tokenize(sql: string, dialect: SqlDialect): Token[] | LexicalError {
  const cursor: Cursor = { sql, rules: dialectOf(dialect).lexicalRules, at: 0 }
  const tokens: Token[] = []
  let previousEnd = -1
  while (cursor.at < sql.length) {
    cursor.at = endOfSpace(sql, cursor.at)
    const start = cursor.at
    if (start === sql.length) break
    const kind = readToken(cursor, start === previousEnd)
    if (typeof kind === 'object') return kind
    tokens.push({ kind, start, end: cursor.at })
    previousEnd = cursor.at
  }
  return tokens
}

function endOfSpace(sql: string, from: number): number {
  let at = from
  while (sql.charCodeAt(at) === space) at++
  const code = sql.charCodeAt(at)
  return code > space && code < 128 ? at : endOf(spaces, sql, at)
}

function readToken(cursor: Cursor, adjacent: boolean): Token['kind'] | LexicalError {
  const { sql, rules, at } = cursor
  const wordEnd = endOfWord(cursor)
  if (wordEnd > at) return readWord(cursor, wordEnd)
  const character = sql[at]!
  if (character === '-' || character === '/' || character === '#') {
    const comment = readComment(cursor)
    if (comment) return comment
  }
  if (character === "'") return readString(cursor, "'", rules.backslashEscapes)
  if (character === '"') {
    return rules.doubleQuote === 'string'
      ? readString(cursor, '"', rules.backslashEscapes)
      : readDelimited(cursor, '"', '"')
  }
  if (character === '`' && rules.backtick) {
    return rules.backtick === 'plain' ? readPlainBackticks(cursor) : readDelimited(cursor, '`', '`')
  }
  if (character === '[' && rules.bracket) return readDelimited(cursor, ']', rules.bracket === 'doubled' ? ']' : null)
  if (character === '$' && rules.dollarQuotes) return readDollar(cursor)
  if (digit.test(character) || (character === '.' && digit.test(sql[at + 1] ?? ''))) return readNumber(cursor)
  if (character === ':') return readColon(cursor, adjacent)
  cursor.at++
  if (character === '`')
    return {
      message: message('This database does not quote names with backticks. Use double quotes or brackets.'),
      position: at,
    }
  return 'symbol'
}

/** Plain words don't need the Unicode tables; characters that may continue a word are matched with them. */
function endOfWord({ sql, rules, at }: Cursor): number {
  const code = sql.charCodeAt(at)
  const end = code < 128 ? endOf(asciiWords, sql, at) : at
  if (code < 128 && end === at) return at
  const next = end < sql.length ? sql.charCodeAt(end) : 0
  if (next < 128 && !(rules.hashInNames && next === hash)) return end
  return endOf(rules.hashInNames ? wordsWithHash : words, sql, at)
}

function readComment(cursor: Cursor): 'comment' | LexicalError | null {
  const { sql, rules, at } = cursor
  const two = sql.slice(at, at + 2)
  if (two === '/*') return readBlockComment(cursor)
  if (two === '--') {
    if (rules.dashNeedsSpace && !/[\s]/.test(sql[at + 2] ?? '\n')) {
      return {
        message: message(
          '-- needs a space after it to start a comment. To subtract a negative number, put a space between the two minus signs.',
        ),
        position: at,
      }
    }
    return skipLine(cursor)
  }
  if (rules.hashComments && sql[at] === '#') return skipLine(cursor)
  if (rules.slashComments && two === '//') return skipLine(cursor)
  return null
}

function skipLine(cursor: Cursor): 'comment' {
  const rest = cursor.sql.slice(cursor.at).search(/[\r\n]/)
  cursor.at = rest === -1 ? cursor.sql.length : cursor.at + rest
  return 'comment'
}

function readBlockComment(cursor: Cursor): 'comment' | LexicalError {
  const start = cursor.at
  let depth = 0
  while (cursor.at < cursor.sql.length) {
    const two = cursor.sql.slice(cursor.at, cursor.at + 2)
    if (two === '/*' && (depth === 0 || cursor.rules.nestedComments)) {
      depth++
      cursor.at += 2
    } else if (two === '*/') {
      depth--
      cursor.at += 2
      if (depth === 0) return 'comment'
    } else cursor.at++
  }
  return { message: message('A comment is not closed. Add */ at its end.'), position: start }
}

function readString(cursor: Cursor, quote: string, backslash: boolean): 'string' | LexicalError {
  const start = cursor.at
  const { sql } = cursor
  if (cursor.rules.tripleQuotes && sql.startsWith(quote.repeat(3), start)) return readTripled(cursor, quote, backslash)
  for (let at = start + 1; at < sql.length; at++) {
    if (backslash && sql[at] === '\\') at++
    else if (sql[at] === quote) {
      if (sql[at + 1] === quote) at++
      else {
        cursor.at = at + 1
        return 'string'
      }
    }
  }
  return { message: message('A string is not closed. Add the closing quote.'), position: start }
}

function readTripled(cursor: Cursor, quote: string, backslash: boolean): 'string' | LexicalError {
  const start = cursor.at
  for (let at = start + 3; at < cursor.sql.length; at++) {
    if (backslash && cursor.sql[at] === '\\') at++
    else if (cursor.sql.startsWith(quote.repeat(3), at)) {
      cursor.at = at + 3
      return 'string'
    }
  }
  return { message: message('A string is not closed. Add the closing quote.'), position: start }
}

function readDelimited(cursor: Cursor, close: string, doubled: string | null): 'quoted' | LexicalError {
  const start = cursor.at
  for (let at = start + 1; at < cursor.sql.length; at++) {
    if (cursor.sql[at] !== close) continue
    if (doubled && cursor.sql[at + 1] === doubled) at++
    else {
      cursor.at = at + 1
      return 'quoted'
    }
  }
  return { message: message('A quoted name is not closed. Add the closing quote.'), position: start }
}

/** BigQuery escapes quoted names like text and doesn't double the backtick; no real name contains either. */
function readPlainBackticks(cursor: Cursor): 'quoted' | LexicalError {
  const start = cursor.at
  const kind = readDelimited(cursor, '`', null)
  const { sql, at } = cursor
  if (typeof kind === 'object') return kind
  if (!sql.slice(start, at).includes('\\') && sql[at] !== '`') return kind
  return {
    message: message('A quoted name contains a backslash or a backtick. Use a name without them.'),
    position: start,
  }
}

function readDollar(cursor: Cursor): Token['kind'] | LexicalError {
  const start = cursor.at
  const pattern = cursor.rules.dollarQuotes === 'tagged' ? /^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u : /^\$\$/
  const tag = pattern.exec(cursor.sql.slice(start, start + 130))?.[0]
  if (!tag) {
    cursor.at++
    return 'symbol'
  }
  const close = cursor.sql.indexOf(tag, start + tag.length)
  if (close === -1) return { message: message('A string is not closed. Add the closing quote.'), position: start }
  cursor.at = close + tag.length
  return 'string'
}

function readNumber(cursor: Cursor): 'number' {
  cursor.at = Math.max(cursor.at + 1, endOf(numbers, cursor.sql, cursor.at))
  return 'number'
}

function readWord(cursor: Cursor, end: number): Token['kind'] | LexicalError {
  const { sql, at } = cursor
  const next = sql[end]
  if (end - at <= 2 && (next === "'" || next === '"' || next === '&')) {
    const prefixed = readPrefixed(cursor, sql.slice(at, end).toLowerCase(), end)
    if (prefixed) return prefixed
  }
  cursor.at = end
  return 'word'
}

/** `N'…'`, `E'…'`, `r"…"`, `q'[…]'`, `U&'…'`: the letters and the literal form one token. */
function readPrefixed(cursor: Cursor, word: string, end: number): Token['kind'] | LexicalError | null {
  const { sql, rules } = cursor
  const isUnicode = word === 'u' && sql[end] === '&' && rules.stringPrefixes.includes('u&')
  if (isUnicode && (sql[end + 1] === "'" || sql[end + 1] === '"')) {
    cursor.at = end + 1
    return sql[end + 1] === '"' ? readDelimited(cursor, '"', '"') : readString(cursor, "'", false)
  }
  const quote = sql[end]
  const opensString = quote === "'" || (quote === '"' && rules.doubleQuote === 'string')
  if (!opensString || !rules.stringPrefixes.includes(word)) return null
  cursor.at = end
  if (word === 'q' || word === 'nq') return readOracleQuote(cursor)
  return readString(cursor, quote!, rules.backslashEscapes || word === 'e')
}

function readOracleQuote(cursor: Cursor): 'string' | LexicalError {
  const open = cursor.sql[cursor.at + 1] ?? ''
  const pairs: Record<string, string> = { '[': ']', '(': ')', '{': '}', '<': '>' }
  const close = cursor.sql.indexOf((pairs[open] ?? open) + "'", cursor.at + 2)
  if (close === -1) return { message: message('A string is not closed. Add the closing quote.'), position: cursor.at }
  cursor.at = close + 2
  return 'string'
}

function readColon(cursor: Cursor, adjacent: boolean): Token['kind'] {
  const { sql, at } = cursor
  if (sql[at + 1] === ':') {
    cursor.at += 2
    return 'symbol'
  }
  const name = /^:[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?/.exec(sql.slice(at, at + 130))?.[0]
  const path = adjacent && /[\w"'\])]/.test(sql[at - 1] ?? '') && cursor.rules.colonOpensPath
  if (!name || path) {
    cursor.at++
    return 'symbol'
  }
  cursor.at += name.startsWith(':user.') ? name.length : name.split('.')[0]!.length
  return 'parameter'
}
