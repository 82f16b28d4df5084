import type { SqlDialect } from '@parlance/contract'
import { format } from 'sql-formatter'
import type { FormatOptionsWithLanguage } from 'sql-formatter'
import { dialectOf } from './dialects/index.ts'
import { tokenize } from './lexer/tokenize.ts'

/** `:name` in users' SQL, and placeholders in SQL that runs. */
const paramTypes: FormatOptionsWithLanguage['paramTypes'] = {
  positional: true,
  numbered: ['$', ':'],
  named: [':', '@'],
}

/** Words that can't be unquoted names in any dialect; only these are written in upper case. */
const clauseWords = new Set(
  (
    'select distinct from where group by having order limit offset join inner left right full outer cross on and or not ' +
    'in is null like between exists as case when then else end union all intersect except with asc desc cast over partition'
  ).split(' '),
)

/**
 * Limits for laying out SQL: tokens, and characters of a token and of the space before it. More would block the
 * process, and no one reads it.
 */
const mostTokens = 3_000
const longestToken = 4_000
/** Nesting and BETWEENs: the time for each grows with everything before it. */
const deepest = 50
const mostBetweens = 100
const opening = new Set(['(', '[', 'case'])
const closing = new Set([')', ']', 'end'])

/**
 * Lays SQL out for reading, token for token the same. Returns the original if it can't be laid out quickly. The result
 * never runs.
 */
export function formatSql(sql: string, dialect: SqlDialect): string {
  if (!isReadable(sql, dialect)) return sql.trim()
  try {
    const laidOut = upperCaseClauses(format(sql, { language: dialectOf(dialect).formatter, paramTypes }), dialect)
    return hasSameTokens(sql, laidOut, dialect) ? laidOut : sql.trim()
  } catch {
    return sql.trim()
  }
}

function isReadable(sql: string, dialect: SqlDialect): boolean {
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens) || tokens.length > mostTokens) return false
  let depth = 0
  let betweens = 0
  let before = 0
  for (const { start, end } of tokens) {
    if (end - start > longestToken || start - before > longestToken) return false
    before = end
    const text = sql.slice(start, end).toLowerCase()
    if (opening.has(text)) depth++
    else if (closing.has(text)) depth--
    else if (text === 'between') betweens++
    if (depth > deepest || betweens > mostBetweens) return false
  }
  return true
}

function upperCaseClauses(sql: string, dialect: SqlDialect): string {
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return sql
  let text = ''
  let at = 0
  for (const { kind, start, end } of tokens) {
    const word = sql.slice(start, end)
    if (kind !== 'word' || sql[start - 1] === '.' || !clauseWords.has(word.toLowerCase())) continue
    text += sql.slice(at, start) + word.toUpperCase()
    at = end
  }
  return text + sql.slice(at)
}

/** Whether two texts differ only in the space between tokens and the case of clause words. */
export function hasSameTokens(left: string, right: string, dialect: SqlDialect): boolean {
  const tokens = tokenTexts(left, dialect)
  const others = tokenTexts(right, dialect)
  return tokens !== null && tokens.length === others?.length && tokens.every((token, index) => token === others[index])
}

function tokenTexts(sql: string, dialect: SqlDialect): string[] | null {
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return null
  return tokens.map(({ kind, start, end }) => {
    const text = sql.slice(start, end)
    return kind === 'word' && clauseWords.has(text.toLowerCase()) ? text.toLowerCase() : text.trimEnd()
  })
}
