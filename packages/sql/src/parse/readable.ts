import type { SqlDialect } from '@parlance/contract'
import { closing, wordAt } from '../lexer/hints.ts'
import { tokenize } from '../lexer/tokenize.ts'
import type { Token } from '../lexer/tokenize.ts'

/** The same text as each parser gets it: never longer or shorter, names at their places, so that offsets hold. */
export interface Readable {
  sqlparser: string
  polyglot: string
}

interface Draft {
  sql: string
  tokens: Token[]
  text: string
}

/**
 * Writes what the parsers do not know in words that they do, without touching any name. What the database gets is the
 * query's own text.
 */
export function readableText(dialect: SqlDialect, sql: string): Readable {
  if (!mayNeed(dialect, sql)) return { sqlparser: sql, polyglot: sql }
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return { sqlparser: sql, polyglot: sql }
  const draft: Draft = { sql, tokens, text: sql }
  if (textIsHidden.has(dialect)) hideText(draft)
  for (let at = 0; at < tokens.length; at++) rewriteWord(draft, dialect, at)
  const both = draft.text
  for (let at = 0; at < tokens.length; at++) rewriteForSqlparser(draft, dialect, at)
  const sqlparser = draft.text
  draft.text = both
  for (let at = 0; at < tokens.length; at++) rewriteForPolyglot(draft, dialect, at)
  return { sqlparser, polyglot: draft.text }
}

function mayNeed(dialect: SqlDialect, sql: string): boolean {
  if (dialect !== 'tsql' && /\bnot\b/i.test(sql) && /like/i.test(sql)) return true
  if (dialect === 'sqlite') {
    const isCalculated = /\bin\b/i.test(sql) && /\)\s{0,99}[-+*/%]/.test(sql)
    return isCalculated || /glob|materialized|exclude|<<|>>|isnull|notnull/i.test(sql)
  }
  if (dialect === 'mysql') return /rollup|_(?:month|hour|minute|second|microsecond)\b|\bmod\b|!/i.test(sql)
  if (dialect === 'tsql') return /rollup|cube|grouping|option|try_parse|hash|loop|merge/i.test(sql)
  return true
}

/**
 * Dialects whose text literals reach the parsers without what is in them, between plain quotes: escapes, raw text, `$$`
 * and q-quotes are read by the lexer alone, so that no parser can end a text at another place than it.
 */
export const textIsHidden: ReadonlySet<SqlDialect> = new Set<SqlDialect>([
  'oracle',
  'snowflake',
  'bigquery',
  'dremio',
  'hana',
])

function hideText(draft: Draft): void {
  for (const { kind, start, end } of draft.tokens) {
    if (kind !== 'string') continue
    const written = draft.sql.slice(start, end)
    const prefix = /^[A-Za-z]*/.exec(written)![0]
    const isHex = /^[xb]$/i.test(prefix)
    const lead = /^n?q$/i.test(prefix) ? ' '.repeat(prefix.length) : prefix
    const filler = isHex ? '0' : 'x'
    // A character of two UTF-16 units stays, because one parser counts units and the other characters.
    const inner = written.slice(prefix.length + 1, -1).replace(/[^\r\n]/gu, (one) => (one.length > 1 ? one : filler))
    put(draft, start, end, `${lead}'${inner}'`)
  }
}

/** Puts words in the place of others, filled up with spaces. */
function put(draft: Draft, start: number, end: number, written: string): void {
  draft.text = draft.text.slice(0, start) + written.padEnd(end - start) + draft.text.slice(end)
}

function putToken(draft: Draft, at: number, written: string): void {
  const token = draft.tokens[at]
  if (token) put(draft, token.start, token.end, written)
}

function putAll(draft: Draft, from: number, to: number, written: string): void {
  const [first, last] = [draft.tokens[from], draft.tokens[to]]
  if (first && last) put(draft, first.start, last.end, written)
}

const word = (draft: Draft, at: number) => wordAt(draft.sql, draft.tokens[at])

/** What neither parser knows. */
function rewriteWord(draft: Draft, dialect: SqlDialect, at: number): void {
  const here = word(draft, at)
  if (here === '') return
  if (dialect === 'tsql') {
    const last = draft.tokens.length - 1
    if (here === 'option' && at + 4 === last && isRecursionHint(draft, at + 1)) putAll(draft, at, last, '')
    const isGrouping = here === 'with' && /^(?:rollup|cube)$/.test(word(draft, at + 1))
    if (isGrouping && word(draft, at - 1) !== '.' && word(draft, at + 2) !== '.') putAll(draft, at, at + 1, '')
    if (here === 'try_parse' && word(draft, at + 1) === '(') putToken(draft, at, 'TRY_CAST')
    const isJoinHint = /^(?:inner|left|right|full|outer)$/.test(word(draft, at - 1)) && word(draft, at + 1) === 'join'
    if (isJoinHint && /^(?:hash|loop|merge)$/.test(here)) putToken(draft, at, '')
  }
  if (dialect === 'mysql') mysqlWord(draft, at)
  if (dialect === 'oracle' && here === 'keep' && word(draft, at + 1) === '(') keepAsGroup(draft, at)
  if (dialect === 'oracle' && here === 'translate') translatedText(draft, at)
  if (dialect === 'hana') {
    if (here === 'like_regexpr') putToken(draft, at, 'LIKE')
    if (regexprFunctions.has(here) && word(draft, at + 1) === '(') regexprAsCall(draft, at + 1)
  }
}

const longUnits =
  /^(?:year_month|day_(?:hour|minute|second|microsecond)|(?:hour|minute|second)_(?:minute|second|microsecond))$/

/** Units of two parts, reserved words that stand behind an interval or in EXTRACT, as one; `!`, which binds like `~`. */
function mysqlWord(draft: Draft, at: number): void {
  const here = word(draft, at)
  const isAside = word(draft, at - 1) === '.' || word(draft, at + 1) === '.'
  if (longUnits.test(here) && !isAside) putToken(draft, at, 'YEAR')
  const token = draft.tokens[at]
  const isUnequal = word(draft, at + 1) === '=' && token?.end === draft.tokens[at + 1]?.start
  if (here === '!' && !isUnequal) putToken(draft, at, '~')
}

function isRecursionHint(draft: Draft, open: number): boolean {
  const isNumber = draft.tokens[open + 2]?.kind === 'number'
  return (
    word(draft, open) === '(' && word(draft, open + 1) === 'maxrecursion' && isNumber && word(draft, open + 3) === ')'
  )
}

/** Oracle's `KEEP (DENSE_RANK LAST ORDER BY …)` holds the same expressions as `WITHIN GROUP (ORDER BY …)`. */
function keepAsGroup(draft: Draft, at: number): void {
  const known = word(draft, at + 2) === 'dense_rank' && /^(?:first|last)$/.test(word(draft, at + 3))
  if (known) putAll(draft, at, at + 3, 'WITHIN GROUP (')
}

/** Oracle's `TRANSLATE('x' USING NCHAR_CS)` is a text in another character set. */
function translatedText(draft: Draft, at: number): void {
  const isText = word(draft, at + 1) === '(' && draft.tokens[at + 2]?.kind === 'string'
  const isPlain =
    word(draft, at + 3) === 'using' && /^n?char_cs$/.test(word(draft, at + 4)) && word(draft, at + 5) === ')'
  if (isText && isPlain) putAll(draft, at, at + 5, "''")
}

const regexprFunctions = new Set([
  'replace_regexpr',
  'substring_regexpr',
  'substr_regexpr',
  'locate_regexpr',
  'occurrences_regexpr',
])

/** HANA's `REPLACE_REGEXPR('a' FLAG 'i' IN name WITH 'b' OCCURRENCE ALL)` as a plain call with commas. */
function regexprAsCall(draft: Draft, open: number): void {
  const close = closing(draft.sql, draft.tokens, open)
  if (close === null) return
  let depth = 0
  for (let at = open; at < close; at++) {
    const here = word(draft, at)
    if (here === '(') depth++
    else if (here === ')') depth--
    if (depth !== 1) continue
    if (/^(?:flag|in|with|from|occurrence|group)$/.test(here)) putToken(draft, at, ',')
    else if (here === 'all') putToken(draft, at, '1')
    else if (here === 'start' || here === 'after') putToken(draft, at, '')
  }
}

/**
 * sqlparser-rs does not know SQLite's GLOB, which binds like LIKE and is as long, nor MySQL's WITH ROLLUP, which names
 * nothing.
 */
function rewriteForSqlparser(draft: Draft, dialect: SqlDialect, at: number): void {
  const here = word(draft, at)
  const isName = word(draft, at - 1) === '.' || /^[(.]$/.test(word(draft, at + 1))
  if (dialect === 'sqlite') sqliteForSqlparser(draft, at, isName)
  if (dialect === 'mysql') mysqlForSqlparser(draft, at)
  if (dialect === 'mysql' && here === 'rollup' && word(draft, at - 1) === 'with') putAll(draft, at - 1, at, '')
  if (dialect === 'tsql' && here === 'grouping' && word(draft, at + 1) === 'sets') {
    putAll(draft, at, at + 1, '')
    const close = closing(draft.sql, draft.tokens, at + 2)
    for (let inner = at + 3; close !== null && inner < close; inner++) {
      const [open, end] = [draft.tokens[inner], draft.tokens[inner + 1]]
      const isEmpty = word(draft, inner) === '(' && word(draft, inner + 1) === ')'
      if (isEmpty && open && end) put(draft, open.start, end.end, '1')
    }
  }
}

/**
 * `<<` and `>>` are read as the `+` that they bind like; how a WITH query is kept and which rows a frame leaves out say
 * nothing about what is read.
 */
function sqliteForSqlparser(draft: Draft, at: number, isName: boolean): void {
  const here = word(draft, at)
  if (here === 'exclude' && /^(?:row|preceding|following)$/.test(word(draft, at - 1))) {
    const two = `${word(draft, at + 1)} ${word(draft, at + 2)}`
    if (two === 'no others' || two === 'current row') putAll(draft, at, at + 2, '')
    else if (two === 'ties )' || two === 'group )') putAll(draft, at, at + 1, '')
  }
  if (here === 'glob' && !isName) putToken(draft, at, 'LIKE')
  if ((here === 'isnull' || here === 'notnull') && !isName && endsOperand(draft, at - 1)) putToken(draft, at, '=NULL')
  const [first, second] = [draft.tokens[at], draft.tokens[at + 1]]
  const isShift = (here === '<' || here === '>') && word(draft, at + 1) === here && first?.end === second?.start
  if (isShift && word(draft, at - 1) !== here) putAll(draft, at, at + 1, '+')
  if (here !== 'materialized' || word(draft, at + 1) !== '(') return
  if (word(draft, at - 1) === 'as') putToken(draft, at, '')
  else if (word(draft, at - 1) === 'not' && word(draft, at - 2) === 'as') putAll(draft, at - 1, at, '')
}

/** Whether a value may end with this token. */
function endsOperand(draft: Draft, at: number): boolean {
  const token = draft.tokens[at]
  return token !== undefined && (token.kind !== 'symbol' || word(draft, at) === ')')
}

/** The operator MOD is read as its sign. */
function mysqlForSqlparser(draft: Draft, at: number): void {
  const here = word(draft, at)
  const isOperator = here === 'mod' && endsOperand(draft, at - 1) && draft.tokens[at]?.kind === 'word'
  if (isOperator && draft.tokens[at + 1]?.kind === 'number') putToken(draft, at, '%')
}

/** Functions that polyglot takes for another engine's, with other arguments: it reads them under a name that it does not know. */
const misread: Partial<Record<SqlDialect, ReadonlySet<string>>> = {
  oracle: new Set(['contains']),
  hana: new Set(['contains', 'next_day']),
}

function rewriteForPolyglot(draft: Draft, dialect: SqlDialect, at: number): void {
  const here = word(draft, at)
  if (here === 'not' && isNegation(draft, at)) putToken(draft, at, '')
  if (here === 'in' && dialect === 'sqlite') compareAfterIn(draft, at)
  if (here === 'fetch' && dialect === 'oracle' && word(draft, at - 1) === ')') withoutLastFetch(draft, at)
  if (misread[dialect]?.has(here) && word(draft, at + 1) === '(') putToken(draft, at, 'f'.repeat(here.length))
}

const beforeValue = new Set(
  'where and or on having when then else not qualify by select distinct case between'.split(' '),
)

/** NOT before a value, as in `NOT name LIKE 'a%'`, of which polyglot keeps the text only. What it negates names the same. */
function isNegation(draft: Draft, at: number): boolean {
  if (draft.tokens[at]?.kind !== 'word' || word(draft, at + 1) === 'exists') return false
  const before = word(draft, at - 1)
  if (draft.tokens[at - 1]?.kind === 'symbol') return before === '(' || before === ',' || before === '='
  return beforeValue.has(before)
}

/** `FETCH FIRST 5 ROWS ONLY` at the end, which polyglot does not read behind a parenthesis; the number names nothing. */
function withoutLastFetch(draft: Draft, at: number): void {
  const isPlain = draft.tokens[at + 2]?.kind === 'number' && word(draft, at + 4) === 'only'
  if (isPlain && at + 4 === draft.tokens.length - 1) putAll(draft, at, at + 4, '')
}

/** SQLite calculates with `x IN (…)` as with a number; to polyglot nothing but a comparison may follow it. */
function compareAfterIn(draft: Draft, at: number): void {
  if (word(draft, at + 1) !== '(') return
  const close = closing(draft.sql, draft.tokens, at + 1)
  if (close !== null && /^[-+*/%]$/.test(word(draft, close + 1))) putToken(draft, close + 1, '=')
}
