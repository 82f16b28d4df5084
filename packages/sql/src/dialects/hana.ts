import { dialectFacts } from '@parlance/contract/dialects'
import type { Token } from '../tokens/token.ts'
import { closing, wordAt } from '../tokens/words.ts'
import { putToken, word } from '../tokens/draft.ts'
import type { Draft } from '../tokens/draft.ts'
import { dateParts } from './date-parts.ts'
import type { Dialect } from './dialect.ts'
import { names } from './functions/common.ts'
import { hanaFunctions, hanaTableFunctions } from './functions/hana.ts'
import { standardLexicalRules } from './lexical-rules.ts'
import { standard } from './standard.ts'
import { asciiOthers, commonTextFunctions } from './text-functions.ts'

const periodColumns = ['GENERATED_PERIOD_START', 'GENERATED_PERIOD_END', 'ELEMENT_NUMBER', 'FRACTION_OF_MIN_MAX_RANGE']

/** SAP HANA. */
export const hana = {
  ...standard,
  ...dialectFacts.hana,
  lexicalRules: { ...standardLexicalRules, stringPrefixes: ['n', 'x'] },
  withoutHints,
  parsers: { sqlparser: 'generic', polyglot: 'generic' },
  readable: { ...standard.readable, both: plainWords, misreadFunctions: names('contains next_day') },
  scoping: standard.scoping,
  functions: {
    ...standard.functions,
    scalar: hanaFunctions,
    table: hanaTableFunctions,
    tableColumns: new Map([
      ['series_generate_date', periodColumns],
      ['series_generate_integer', periodColumns],
      ['series_generate_timestamp', periodColumns],
    ]),
    ofMasks: ['bintohex', 'hash_sha256', 'strtobin'],
  },
  words: {
    ...standard.words,
    columns: new Set([
      ...dateParts,
      ...names('current_date current_timestamp current_time current_utcdate current_utctimestamp'),
    ]),
    tables: new Map([['dummy', 'DUMMY']]),
  },
  values: { ...standard.values, textComparedWithNumber: 'fails' },
  masks: {
    ...standard.masks,
    text: {
      ...commonTextFunctions,
      text: (value) => `TO_NVARCHAR(${value})`,
      letters: (text) => `REPLACE_REGEXPR('${asciiOthers('\\x')}' IN ${text} WITH '' OCCURRENCE ALL)`,
      part: (text, from, count) => `SUBSTRING(${text}, ${from}, ${count})`,
      fromAt: (text) => `SUBSTRING(${text}, LOCATE(${text}, '@'))`,
    },
    hash: (text) => ['LOWER(SUBSTRING(BINTOHEX(HASH_SHA256(STRTOBIN(CONCAT(', `, ${text}), 'UTF-8'))), 1, 16))`],
  },
  rewriting: {
    ...standard.rewriting,
    placeholder: () => '?',
    fence: { before: '', after: '', where: '' },
  },
  formatter: 'sql',
} satisfies Dialect

/** `WITH HINT (…)`. */
function withoutHints(sql: string, tokens: Token[]): Token[] {
  const word = (at: number) => wordAt(sql, tokens[at])
  const kept: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const isHint = word(at) === 'with' && word(at + 1) === 'hint' && word(at + 2) === '('
    const close = isHint ? closing(sql, tokens, at + 2) : null
    if (close === null) kept.push(tokens[at]!)
    else at = close
  }
  return kept
}

function plainWords(draft: Draft, at: number): void {
  const here = word(draft, at)
  if (here === 'like_regexpr') putToken(draft, at, 'LIKE')
  if (regexprFunctions.has(here) && word(draft, at + 1) === '(') regexprAsCall(draft, at + 1)
}

const regexprFunctions = new Set([
  'replace_regexpr',
  'substring_regexpr',
  'substr_regexpr',
  'locate_regexpr',
  'occurrences_regexpr',
])

/** Reads HANA's `REPLACE_REGEXPR('a' FLAG 'i' IN name WITH 'b' OCCURRENCE ALL)` as a plain call with commas. */
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
