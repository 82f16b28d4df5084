import type { SqlDialect } from '@parlance/contract'
import type { ReadableWords } from '../dialects/dialect.ts'
import { dialectOf } from '../dialects/index.ts'
import { tokenize } from '../lexer/tokenize.ts'
import { put, putToken, word } from '../tokens/draft.ts'
import type { Draft, Rewrite } from '../tokens/draft.ts'

/** The same text for each parser, with unchanged length and names in place, so offsets stay valid. */
export interface Readable {
  sqlparser: string
  polyglot: string
}

/**
 * Replaces words that the parsers don't know with words that they do, without touching any name. The database gets the
 * query's own text.
 */
export function readableText(dialect: SqlDialect, sql: string): Readable {
  const { readable } = dialectOf(dialect)
  const tokens = readable.mayNeed(sql) ? tokenize(sql, dialect) : null
  if (!Array.isArray(tokens)) return { sqlparser: sql, polyglot: sql }
  const draft: Draft = { sql, tokens, text: sql }
  if (readable.hidesText) hideText(draft)
  rewriteAll(draft, readable.both)
  const both = draft.text
  rewriteAll(draft, readable.sqlparser)
  const sqlparser = draft.text
  draft.text = both
  rewriteAll(draft, (each, at) => rewriteForPolyglot(each, at, readable))
  return { sqlparser, polyglot: draft.text }
}

function rewriteAll(draft: Draft, rewrite: Rewrite | null): void {
  if (rewrite) for (let at = 0; at < draft.tokens.length; at++) rewrite(draft, at)
}

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

function rewriteForPolyglot(draft: Draft, at: number, { polyglot, misreadFunctions }: ReadableWords): void {
  const here = word(draft, at)
  if (here === 'not' && isNegation(draft, at)) putToken(draft, at, '')
  polyglot?.(draft, at)
  if (misreadFunctions.has(here) && word(draft, at + 1) === '(') putToken(draft, at, 'f'.repeat(here.length))
}

const beforeValue = new Set(
  'where and or on having when then else not qualify by select distinct case between'.split(' '),
)

/**
 * NOT before a value, as in `NOT name LIKE 'a%'`, which polyglot returns only as text. The negated part names the same
 * things.
 */
function isNegation(draft: Draft, at: number): boolean {
  if (draft.tokens[at]?.kind !== 'word' || word(draft, at + 1) === 'exists') return false
  const before = word(draft, at - 1)
  if (draft.tokens[at - 1]?.kind === 'symbol') return before === '(' || before === ',' || before === '='
  return beforeValue.has(before)
}
