import { dialectFacts } from '@parlance/contract/dialects'
import type { Token } from '../tokens/token.ts'
import { closing, wordAt } from '../tokens/words.ts'
import { put, putAll, putToken, word } from '../tokens/draft.ts'
import type { Draft } from '../tokens/draft.ts'
import { dateParts } from './date-parts.ts'
import type { Dialect } from './dialect.ts'
import { tsqlFunctions, tsqlTableFunctions } from './functions/tsql.ts'
import { standardLexicalRules } from './lexical-rules.ts'
import { nationalText, plainText } from '../writing/common.ts'
import { standard } from './standard.ts'
import { call, commonTextFunctions } from './text-functions.ts'

const punctuation = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/** SQL Server's T-SQL. */
export const tsql = {
  ...standard,
  ...dialectFacts.tsql,
  lexicalRules: { ...standardLexicalRules, bracket: 'doubled', nestedComments: true, stringPrefixes: ['n'] },
  // This many reads take about 0.2 seconds.
  limits: { ...standard.limits, callReadings: 200_000 },
  withoutHints,
  parsers: { sqlparser: 'mssql', polyglot: 'tsql' },
  readable: {
    ...standard.readable,
    mayNeed: (sql) => /rollup|cube|grouping|option|try_parse|hash|loop|merge/i.test(sql),
    hidesText: false,
    both: plainWords,
    sqlparser: groupingSetsAsTuples,
  },
  grammar: {
    ...standard.grammar,
    needsNoSemicolon: true,
    hasDoubleColonCast: false,
    groupsByCalls: true,
    pivot: { ...standard.grammar.pivot, takesSubquery: true },
  },
  scoping: { ...standard.scoping, withReadsItself: true },
  functions: {
    ...standard.functions,
    scalar: tsqlFunctions,
    table: tsqlTableFunctions,
    tableColumns: new Map([
      ['string_split', ['value', 'ordinal']],
      ['generate_series', ['value']],
      ['openjson', ['key', 'value', 'type']],
      ['regexp_split_to_table', ['value', 'ordinal']],
    ]),
    ofMasks: ['hashbytes'],
    paddingArgument: 1,
  },
  words: { ...standard.words, columns: dateParts },
  values: {
    ...standard.values,
    quoteText: nationalText,
    textComparedWithNumber: 'fails',
    truncatesDivision: true,
    truncatesAverage: true,
  },
  masks: {
    ...standard.masks,
    text: {
      ...commonTextFunctions,
      text: (value) => `CAST(${value} AS NVARCHAR(4000))`,
      letters: (text) =>
        `REPLACE(TRANSLATE(${text}, ${plainText(punctuation)}, REPLICATE(' ', ${punctuation.length})), ' ', '')`,
      length: (text) => `LEN(${text})`,
      part: (text, from, count) => `SUBSTRING(${text}, ${from}, ${count})`,
      concat: call('CONCAT'),
      smaller: (left, right) => `IIF(${left} < ${right}, ${left}, ${right})`,
      half: (count) => `${count} / 2`,
      fromAt: (text) => `SUBSTRING(${text}, CHARINDEX('@', ${text}), 4000)`,
    },
    hash: (text) => [
      "LOWER(SUBSTRING(CONVERT(VARCHAR(64), HASHBYTES('SHA2_256', CAST(CONCAT(",
      `, ${text}) COLLATE Latin1_General_100_BIN2_UTF8 AS VARCHAR(8000))), 2), 1, 16))`,
    ],
  },
  rewriting: {
    ...standard.rewriting,
    placeholder: (position) => `@p${position}`,
    fence: { before: 'TOP (9223372036854775807) ', after: '', where: '' },
    limitAfterOffset: 'fetch',
    endsWithOption: true,
  },
  formatter: 'transactsql',
} satisfies Dialect

/** Table hints that choose how rows are found, or that read past writers' locks; no answer needs them. */
const droppedTableHints = new Set(['nolock', 'readuncommitted', 'rowlock', 'forcescan', 'forceseek', 'noexpand'])

/**
 * `WITH (NOLOCK)`, `(NOLOCK)`, and `OPTION (…)`. MAXRECURSION stays, because without it a query stops at 100 steps.
 * Hints that lock or skip rows also stay and are refused later.
 */
function withoutHints(sql: string, tokens: Token[]): Token[] {
  const word = (at: number) => wordAt(sql, tokens[at])
  const kept: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (word(at) === 'with' && word(at + 1) === '(') {
      const close = closing(sql, tokens, at + 1)
      if (close !== null && areDropped(sql, tokens.slice(at + 2, close))) {
        at = close
        continue
      }
    }
    if (word(at) === '(' && /^(?:nolock|readuncommitted)$/.test(word(at + 1)) && word(at + 2) === ')') {
      at += 2
      continue
    }
    if (word(at) === 'option' && word(at + 1) === '(') {
      const close = closing(sql, tokens, at + 1)
      if (close === tokens.length - 1) {
        kept.push(...recursionHint(sql, tokens, at, close))
        break
      }
    }
    kept.push(tokens[at]!)
  }
  return kept
}

/** Whether these are only known hints, each a single word, `INDEX (…)` with a list, or `INDEX = …`. */
function areDropped(sql: string, hints: Token[]): boolean {
  if (hints.length === 0) return false
  for (let at = 0; at < hints.length; at++) {
    const name = wordAt(sql, hints[at])
    if (name === ',') continue
    if (droppedTableHints.has(name)) {
      if (name === 'forceseek' && wordAt(sql, hints[at + 1]) === '(') return false
      continue
    }
    if (name !== 'index') return false
    if (wordAt(sql, hints[at + 1]) === '=') at += 2
    else if (wordAt(sql, hints[at + 1]) === '(') {
      const close = closing(sql, hints, at + 1)
      if (close === null) return false
      at = close
    } else return false
  }
  return true
}

/** `OPTION (MAXRECURSION n)` from a longer list of hints. */
function recursionHint(sql: string, tokens: Token[], option: number, close: number): Token[] {
  for (let at = option + 2; at < close; at++) {
    const count = tokens[at + 1]
    if (wordAt(sql, tokens[at]) === 'maxrecursion' && count?.kind === 'number') {
      return [tokens[option]!, tokens[option + 1]!, tokens[at]!, count, tokens[close]!]
    }
  }
  return []
}

/** T-SQL words that contain no names, or that have the same precedence as others. */
function plainWords(draft: Draft, at: number): void {
  const here = word(draft, at)
  const last = draft.tokens.length - 1
  if (here === 'option' && at + 4 === last && isRecursionHint(draft, at + 1)) putAll(draft, at, last, '')
  const isGrouping = here === 'with' && /^(?:rollup|cube)$/.test(word(draft, at + 1))
  if (isGrouping && word(draft, at - 1) !== '.' && word(draft, at + 2) !== '.') putAll(draft, at, at + 1, '')
  if (here === 'try_parse' && word(draft, at + 1) === '(') putToken(draft, at, 'TRY_CAST')
  const isJoinHint = /^(?:inner|left|right|full|outer)$/.test(word(draft, at - 1)) && word(draft, at + 1) === 'join'
  if (isJoinHint && /^(?:hash|loop|merge)$/.test(here)) putToken(draft, at, '')
}

function isRecursionHint(draft: Draft, open: number): boolean {
  const isNumber = draft.tokens[open + 2]?.kind === 'number'
  return (
    word(draft, open) === '(' && word(draft, open + 1) === 'maxrecursion' && isNumber && word(draft, open + 3) === ')'
  )
}

function groupingSetsAsTuples(draft: Draft, at: number): void {
  if (word(draft, at) !== 'grouping' || word(draft, at + 1) !== 'sets') return
  putAll(draft, at, at + 1, '')
  const close = closing(draft.sql, draft.tokens, at + 2)
  for (let inner = at + 3; close !== null && inner < close; inner++) {
    const [open, end] = [draft.tokens[inner], draft.tokens[inner + 1]]
    const isEmpty = word(draft, inner) === '(' && word(draft, inner + 1) === ')'
    if (isEmpty && open && end) put(draft, open.start, end.end, '1')
  }
}
