import { dialectFacts } from '@parlance/contract/dialects'
import { closing } from '../tokens/words.ts'
import { endsOperand, putAll, putToken, word } from '../tokens/draft.ts'
import type { Draft } from '../tokens/draft.ts'
import type { Dialect } from './dialect.ts'
import { names } from './functions/common.ts'
import { sqliteFunctions, sqliteTableFunctions } from './functions/sqlite.ts'
import { standardLexicalRules } from './lexical-rules.ts'
import { withoutLoneParentheses } from './lone-tables.ts'
import { mayNegateLike, none, standard } from './standard.ts'
import { commonTextFunctions } from './text-functions.ts'

const jsonColumns = ['key', 'value', 'type', 'atom', 'id', 'parent', 'fullkey', 'path', 'json', 'root']

/** SQLite. */
export const sqlite = {
  ...standard,
  ...dialectFacts.sqlite,
  lexicalRules: {
    ...standardLexicalRules,
    backtick: 'doubled',
    bracket: 'plain',
    stringPrefixes: ['x'],
    colonOpensPath: false,
  },
  withoutHints: withoutLoneParentheses,
  parsers: { sqlparser: 'sqlite', polyglot: 'sqlite' },
  readable: {
    ...standard.readable,
    mayNeed: (sql) => {
      const isCalculated = /\bin\b/i.test(sql) && /\)\s{0,99}[-+*/%]/.test(sql)
      return mayNegateLike(sql) || isCalculated || /glob|materialized|exclude|<<|>>|isnull|notnull/i.test(sql)
    },
    hidesText: false,
    sqlparser: forSqlparser,
    polyglot: compareAfterIn,
  },
  scoping: {
    ...standard.scoping,
    mainSchema: 'main',
    quotesMayBeText: true,
    remindsOfQuotes: true,
    starKeepsOrder: true,
    withReadsAhead: true,
    withReadsItself: true,
  },
  functions: {
    ...standard.functions,
    scalar: sqliteFunctions,
    table: sqliteTableFunctions,
    tableColumns: new Map([
      ['json_each', jsonColumns],
      ['json_tree', jsonColumns],
      ['generate_series', ['value', 'start', 'stop', 'step']],
    ]),
    ofMasks: ['parlance_hash'],
  },
  words: { ...standard.words, columns: none, rowIdentifiers: names('rowid oid _rowid_') },
  values: {
    ...standard.values,
    haveOwnTypes: true,
    booleansAreNumbers: true,
    textComparedWithNumber: 'converts',
    truncatesDivision: true,
  },
  masks: {
    ...standard.masks,
    text: {
      ...commonTextFunctions,
      text: (value) => `CAST(${value} AS TEXT)`,
      letters: (text) => letters(text, 'parlance_kept'),
      tail,
      last: (text, count) => `substr(${text}, length(${text}) - ${count} + 1)`,
      smaller: (left, right) => `min(${left}, ${right})`,
      half: (count) => `${count} / 2`,
      fromAt: (text) => `substr(${text}, instr(${text}, '@'))`,
    },
    hash: (_, value) => ['parlance_hash(', `, ${value})`],
    isNumber: (value) => `typeof(${value}) IN ('integer', 'real')`,
  },
  rewriting: {
    ...standard.rewriting,
    placeholder: () => '?',
    fence: { before: '', after: ' LIMIT -1', where: '' },
    limitsParentheses: false,
  },
  formatter: 'sqlite',
} satisfies Dialect

/**
 * GLOB has the precedence and length of LIKE. `<<` and `>>` are read as `+`, which has the same precedence. How a WITH
 * query is materialized and which rows a frame excludes don't affect what is read.
 */
function forSqlparser(draft: Draft, at: number): void {
  const here = word(draft, at)
  const isName = word(draft, at - 1) === '.' || /^[(.]$/.test(word(draft, at + 1))
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

/** SQLite can calculate with `x IN (…)` as a number; polyglot allows only a comparison after it. */
function compareAfterIn(draft: Draft, at: number): void {
  if (word(draft, at) !== 'in' || word(draft, at + 1) !== '(') return
  const close = closing(draft.sql, draft.tokens, at + 1)
  if (close !== null && /^[-+*/%]$/.test(word(draft, close + 1))) putToken(draft, close + 1, '=')
}

/**
 * SQLite has no function that strips characters, so this reads the text character by character into `parlance_kept`. No
 * column has these names.
 */
function letters(text: string, result: string): string {
  const next = `substr(${text}, parlance_at + 1, 1)`
  const isLetter = `instr('0123456789abcdefghijklmnopqrstuvwxyz', lower(${next})) > 0 OR unicode(${next}) > 127`
  const step = `SELECT parlance_at + 1, parlance_kept || iif(${isLetter}, ${next}, '') FROM parlance_letters WHERE parlance_at < length(${text})`
  const walk = `WITH RECURSIVE parlance_letters(parlance_at, parlance_kept) AS (SELECT 0, '' UNION ALL ${step})`
  return `(${walk} SELECT ${result} FROM parlance_letters WHERE parlance_at = length(${text}))`
}

function tail(text: string, shown: number): string {
  const visible = `substr(parlance_kept, length(parlance_kept) - min(${shown}, length(parlance_kept) / 2) + 1)`
  return letters(text, `substr('${'X'.repeat(shown)}' || ${visible}, -${shown})`)
}
