import { dialectFacts } from '@parlance/contract/dialects'
import { putAll, word } from '../tokens/draft.ts'
import type { Draft } from '../tokens/draft.ts'
import type { Dialect } from './dialect.ts'
import { names } from './functions/common.ts'
import { oracleFunctions } from './functions/oracle.ts'
import { standardLexicalRules } from './lexical-rules.ts'
import { standard } from './standard.ts'
import { commonTextFunctions } from './text-functions.ts'

/** Oracle Database. */
export const oracle = {
  ...standard,
  ...dialectFacts.oracle,
  lexicalRules: { ...standardLexicalRules, stringPrefixes: ['n', 'q', 'nq'], hashInNames: true },
  parsers: { sqlparser: 'oracle', polyglot: 'oracle' },
  readable: {
    ...standard.readable,
    both: plainWords,
    polyglot: withoutLastFetch,
    misreadFunctions: names('contains'),
  },
  grammar: { ...standard.grammar, hasDatabaseLinks: true, pivot: { ...standard.grammar.pivot, keepsQuotes: true } },
  scoping: { ...standard.scoping, withReadsItself: true },
  functions: { ...standard.functions, scalar: oracleFunctions, ofMasks: ['rawtohex', 'standard_hash'] },
  words: {
    ...standard.words,
    columns: names(
      `rownum level sysdate systimestamp current_date current_timestamp localtimestamp connect_by_isleaf
       connect_by_iscycle`,
    ),
    rowIdentifiers: names('rowid'),
    tables: new Map([['dual', 'DUMMY']]),
  },
  values: {
    ...standard.values,
    emptyTextIsNull: true,
    textComparedWithNumber: 'fails',
    dateParameter: ['TO_DATE(', ", 'YYYY-MM-DD')"],
    timestampParameter: ['TO_TIMESTAMP(', ", 'YYYY-MM-DD HH24:MI:SS')"],
  },
  masks: {
    ...standard.masks,
    text: {
      ...commonTextFunctions,
      text: (value) => `TO_CHAR(${value})`,
      last: (text, count) => `SUBSTR(${text}, LENGTH(${text}) - ${count} + 1)`,
      fromAt: (text) => `SUBSTR(${text}, INSTR(${text}, '@'))`,
    },
    hash: (text) => ['LOWER(SUBSTR(RAWTOHEX(STANDARD_HASH(', ` || ${text}, 'SHA256')), 1, 16))`],
  },
  rewriting: {
    ...standard.rewriting,
    placeholder: (position) => `:${position}`,
    tableAlias: ' ',
    fence: { before: '', after: '', where: ' AND ROWNUM > 0' },
    limitAfterOffset: 'fetch',
    fetchNeedsUniqueNames: true,
  },
  formatter: 'plsql',
} satisfies Dialect

function plainWords(draft: Draft, at: number): void {
  const here = word(draft, at)
  if (here === 'keep' && word(draft, at + 1) === '(') keepAsGroup(draft, at)
  if (here === 'translate') translatedText(draft, at)
}

/** Oracle's `KEEP (DENSE_RANK LAST ORDER BY …)` has the same expressions as `WITHIN GROUP (ORDER BY …)`. */
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

/** A final `FETCH FIRST 5 ROWS ONLY`, which polyglot can't read after a parenthesis; the number isn't a name. */
function withoutLastFetch(draft: Draft, at: number): void {
  if (word(draft, at) !== 'fetch' || word(draft, at - 1) !== ')') return
  const isPlain = draft.tokens[at + 2]?.kind === 'number' && word(draft, at + 4) === 'only'
  if (isPlain && at + 4 === draft.tokens.length - 1) putAll(draft, at, at + 4, '')
}
