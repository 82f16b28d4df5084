import { dialectFacts } from '@parlance/contract/dialects'
import { dateParts } from './date-parts.ts'
import type { Dialect } from './dialect.ts'
import { names } from './functions/common.ts'
import { snowflakeFunctions, snowflakeTableFunctions } from './functions/snowflake.ts'
import { standardLexicalRules } from './lexical-rules.ts'
import { backslashText } from '../writing/common.ts'
import { standard } from './standard.ts'
import { commonTextFunctions } from './text-functions.ts'

/** Snowflake. Its paths begin with a colon; a dot after a column is a sequence's NEXTVAL. */
export const snowflake = {
  ...standard,
  ...dialectFacts.snowflake,
  lexicalRules: {
    ...standardLexicalRules,
    backslashEscapes: true,
    slashComments: true,
    dollarQuotes: 'plain',
    stringPrefixes: ['x'],
  },
  parsers: { sqlparser: 'snowflake', polyglot: 'snowflake' },
  grammar: {
    ...standard.grammar,
    takesRowArguments: true,
    pivot: { ...standard.grammar.pivot, keepsQuotes: true },
  },
  scoping: { ...standard.scoping, itemsSeeAliases: true, valuesColumn: (index) => `COLUMN${index + 1}` },
  functions: {
    ...standard.functions,
    scalar: snowflakeFunctions,
    table: snowflakeTableFunctions,
    tableColumns: new Map([
      ['flatten', ['SEQ', 'KEY', 'PATH', 'INDEX', 'VALUE', 'THIS']],
      ['split_to_table', ['SEQ', 'INDEX', 'VALUE']],
      ['strtok_split_to_table', ['SEQ', 'INDEX', 'VALUE']],
      ['generator', []],
    ]),
    ofMasks: ['sha2'],
  },
  words: {
    ...standard.words,
    columns: new Set([
      ...dateParts,
      ...names('current_date current_timestamp level epoch_microsecond epoch_nanosecond all'),
    ]),
    tables: new Map([['dual', 'DUMMY']]),
  },
  values: { ...standard.values, quoteText: backslashText, textComparedWithNumber: 'fails' },
  masks: {
    ...standard.masks,
    text: {
      ...commonTextFunctions,
      text: (value) => `TO_VARCHAR(${value})`,
      fromAt: (text) => `SUBSTR(${text}, CHARINDEX('@', ${text}))`,
    },
    hash: (text) => ['SUBSTR(SHA2(CONCAT(', `, ${text}), 256), 1, 16)`],
  },
  rewriting: {
    ...standard.rewriting,
    placeholder: () => '?',
    fence: { before: '', after: ' LIMIT NULL', where: '' },
  },
  formatter: 'snowflake',
} satisfies Dialect
