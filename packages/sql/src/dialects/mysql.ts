import { dialectFacts } from '@parlance/contract/dialects'
import type { Token } from '../tokens/token.ts'
import { closing, wordAt } from '../tokens/words.ts'
import { endsOperand, putAll, putToken, word } from '../tokens/draft.ts'
import type { Draft } from '../tokens/draft.ts'
import { dateParts } from './date-parts.ts'
import type { Dialect } from './dialect.ts'
import { mysqlFunctions } from './functions/mysql.ts'
import { standardLexicalRules } from './lexical-rules.ts'
import { withoutLoneParentheses } from './lone-tables.ts'
import { backslashText } from '../writing/common.ts'
import { mayNegateLike, standard } from './standard.ts'
import { asciiOthers, call, commonTextFunctions } from './text-functions.ts'

/** MySQL, MariaDB, and MongoDB's BI connector. */
export const mysql = {
  ...standard,
  ...dialectFacts.mysql,
  lexicalRules: {
    ...standardLexicalRules,
    doubleQuote: 'string',
    backtick: 'doubled',
    backslashEscapes: true,
    hashComments: true,
    dashNeedsSpace: true,
    stringPrefixes: ['n', 'x', 'b'],
  },
  withoutHints: (sql, tokens) => withoutLoneParentheses(sql, withoutHints(sql, tokens)),
  parsers: { sqlparser: 'mysql', polyglot: 'mysql' },
  readable: {
    ...standard.readable,
    mayNeed: (sql) => mayNegateLike(sql) || /rollup|_(?:month|hour|minute|second|microsecond)\b|\bmod\b|!/i.test(sql),
    hidesText: false,
    both: plainUnits,
    sqlparser: forSqlparser,
  },
  grammar: { ...standard.grammar, hasJsonTable: true, hasTypeArguments: true, hasTextLikeNames: true },
  scoping: { ...standard.scoping, valuesColumn: (index) => `column_${index}`, withMixesUp: true },
  functions: { ...standard.functions, scalar: mysqlFunctions, ofMasks: ['sha2'], paddingArgument: null },
  words: { ...standard.words, columns: dateParts, tables: new Map([['dual', 'dummy']]) },
  values: {
    ...standard.values,
    quoteText: backslashText,
    barsAreOr: true,
    booleansAreNumbers: true,
    textComparedWithNumber: 'converts',
  },
  masks: {
    ...standard.masks,
    text: {
      ...commonTextFunctions,
      text: (value) => `CAST(${value} AS CHAR)`,
      letters: (text) => `REGEXP_REPLACE(${text}, '${asciiOthers('\\\\x')}', '')`,
      length: (text) => `CHAR_LENGTH(${text})`,
      part: (text, from, count) => `SUBSTRING(${text}, ${from}, ${count})`,
      concat: call('CONCAT'),
      fromAt: (text) => `SUBSTRING(${text}, LOCATE('@', ${text}))`,
    },
    hash: (text) => ['SUBSTRING(SHA2(CONCAT(', `, ${text}), 256), 1, 16)`],
    keepsCollation: true,
  },
  rewriting: {
    ...standard.rewriting,
    placeholder: () => '?',
    fence: { before: '', after: ' LIMIT 18446744073709551615', where: '' },
  },
  formatter: 'mysql',
} satisfies Dialect

const selectModifiers =
  /^(?:high_priority|straight_join|sql_(?:small_result|big_result|buffer_result|no_cache|cache|calc_found_rows))$/

/** MySQL's optimizer hints: the words after SELECT and the index hints of a table. */
function withoutHints(sql: string, tokens: Token[]): Token[] {
  if (!/high_priority|straight_join|sql_|\b(?:use|force|ignore)\b/i.test(sql)) return tokens
  const word = (at: number) => wordAt(sql, tokens[at])
  const kept: Token[] = []
  let isAfterSelect = false
  for (let at = 0; at < tokens.length; at++) {
    if (isAfterSelect && selectModifiers.test(word(at))) continue
    isAfterSelect = word(at) === 'select' || (isAfterSelect && /^(?:all|distinct|distinctrow)$/.test(word(at)))
    const end = indexHintEnd(sql, tokens, at)
    if (end === null) kept.push(tokens[at]!)
    else at = end
  }
  return kept
}

/** The index where `USE INDEX FOR JOIN (a, b)` ends; null if none begins here. */
function indexHintEnd(sql: string, tokens: Token[], at: number): number | null {
  const word = (offset: number) => wordAt(sql, tokens[at + offset])
  if (!/^(?:use|force|ignore)$/.test(word(0)) || !/^(?:index|key)$/.test(word(1))) return null
  let next = 2
  if (word(2) === 'for' && word(3) === 'join') next = 4
  else if (word(2) === 'for' && word(4) === 'by') next = 5
  if (word(next) !== '(') return null
  const close = closing(sql, tokens, at + next)
  const list = close === null ? [] : tokens.slice(at + next + 1, close)
  const isPlain = list.every((token) => token.kind === 'word' || token.kind === 'quoted' || wordAt(sql, token) === ',')
  return close !== null && isPlain ? close : null
}

const longUnits =
  /^(?:year_month|day_(?:hour|minute|second|microsecond)|(?:hour|minute|second)_(?:minute|second|microsecond))$/

/**
 * Reads compound units, which are reserved words after an interval or in EXTRACT, as one word, and `!` as `~`, which
 * has the same precedence.
 */
function plainUnits(draft: Draft, at: number): void {
  const here = word(draft, at)
  const isAside = word(draft, at - 1) === '.' || word(draft, at + 1) === '.'
  if (longUnits.test(here) && !isAside) putToken(draft, at, 'YEAR')
  const token = draft.tokens[at]
  const isUnequal = word(draft, at + 1) === '=' && token?.end === draft.tokens[at + 1]?.start
  if (here === '!' && !isUnequal) putToken(draft, at, '~')
}

/** Reads the operator MOD as `%`; WITH ROLLUP contains no names. */
function forSqlparser(draft: Draft, at: number): void {
  const here = word(draft, at)
  const isOperator = here === 'mod' && endsOperand(draft, at - 1) && draft.tokens[at]?.kind === 'word'
  if (isOperator && draft.tokens[at + 1]?.kind === 'number') putToken(draft, at, '%')
  if (here === 'rollup' && word(draft, at - 1) === 'with') putAll(draft, at - 1, at, '')
}
