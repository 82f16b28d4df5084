import { dialectFacts } from '@parlance/contract/dialects'
import type { Dialect } from './dialect.ts'
import { names } from './functions/common.ts'
import { postgresqlCastTypes, postgresqlFunctions, postgresqlTableFunctions } from './functions/postgresql.ts'
import { standardLexicalRules } from './lexical-rules.ts'
import { none, standard } from './standard.ts'
import { asciiOthers, commonTextFunctions } from './text-functions.ts'

const placeholder = (position: number) => `$${position}`

/** PostgreSQL, read by its own grammar. */
export const postgresql = {
  ...standard,
  ...dialectFacts.postgresql,
  lexicalRules: {
    ...standardLexicalRules,
    nestedComments: true,
    dollarQuotes: 'tagged',
    stringPrefixes: ['e', 'b', 'x', 'n', 'u&'],
  },
  // The others are parts of operators.
  refusedSymbols: '\\{}$',
  limits: { depth: 200, operators: 1500, rewritten: 1024 * 1024, callReadings: null },
  parsers: null,
  parserPlaceholder: placeholder,
  readable: { ...standard.readable, hidesText: false },
  grammar: { ...standard.grammar, readsTableQuery: true },
  scoping: {
    ...standard.scoping,
    systemTablePrefix: 'pg_',
    tableNameIsRow: true,
    parenthesesReachRows: true,
    remindsOfQuotes: true,
    groupsKnowKeys: true,
    withSkipsItself: true,
  },
  functions: {
    ...standard.functions,
    scalar: postgresqlFunctions,
    table: postgresqlTableFunctions,
    schemas: names('pg_catalog'),
    ofMasks: ['convert_to'],
    castTypes: postgresqlCastTypes,
  },
  words: { ...standard.words, columns: none },
  values: { ...standard.values, textComparedWithNumber: 'refused', truncatesDivision: true },
  masks: {
    ...standard.masks,
    text: {
      ...commonTextFunctions,
      text: (value) => `CAST(${value} AS text)`,
      letters: (text) => `regexp_replace(${text}, '${asciiOthers('\\u00')}', '', 'g')`,
      half: (count) => `${count} / 2`,
    },
    hash: (text) => ['substr(encode(sha256(convert_to(CAST(', ` AS text) || ${text}, 'UTF8')), 'hex'), 1, 16)`],
  },
  rewriting: {
    ...standard.rewriting,
    placeholder,
    fence: { before: '', after: ' OFFSET 0', where: '' },
    limitAfterOffset: 'limit',
  },
  formatter: 'postgresql',
} satisfies Dialect
