import { dialectFacts } from '@parlance/contract/dialects'
import { dateParts } from './date-parts.ts'
import type { Dialect } from './dialect.ts'
import { bigqueryFunctions, bigqueryTableFunctions } from './functions/bigquery.ts'
import { names } from './functions/common.ts'
import { standardLexicalRules } from './lexical-rules.ts'
import { escapedText } from '../writing/common.ts'
import { standard } from './standard.ts'
import { call, commonTextFunctions } from './text-functions.ts'

/** BigQuery's GoogleSQL. */
export const bigquery = {
  ...standard,
  ...dialectFacts.bigquery,
  lexicalRules: {
    ...standardLexicalRules,
    doubleQuote: 'string',
    backtick: 'plain',
    backslashEscapes: true,
    hashComments: true,
    tripleQuotes: true,
    stringPrefixes: ['r', 'b', 'rb', 'br'],
  },
  parsers: { sqlparser: 'bigquery', polyglot: 'bigquery' },
  grammar: {
    ...standard.grammar,
    pivot: { ...standard.grammar.pivot, namesAggregateFirst: true, numberPrefix: '_' },
  },
  scoping: {
    ...standard.scoping,
    quotesSchemaParts: true,
    itemsSeeAliases: true,
    dotsReachFields: true,
    tableNameIsRow: true,
  },
  functions: {
    ...standard.functions,
    scalar: bigqueryFunctions,
    table: bigqueryTableFunctions,
    schemas: names('safe'),
    ofMasks: ['to_hex', 'sha256'],
  },
  words: {
    ...standard.words,
    columns: new Set([
      ...dateParts,
      ...names('sunday monday tuesday wednesday thursday friday saturday current_date current_timestamp'),
    ]),
    rowIdentifiers: names('_partitiontime _partitiondate'),
    areSessionWords: false,
  },
  values: {
    ...standard.values,
    quoteText: escapedText,
    textComparedWithNumber: 'refused',
    dateParameter: ['CAST(', ' AS DATE)'],
    timestampParameter: ['CAST(', ' AS TIMESTAMP)'],
  },
  masks: {
    ...standard.masks,
    text: {
      ...commonTextFunctions,
      text: (value) => `CAST(${value} AS STRING)`,
      letters: (text) => `REGEXP_REPLACE(${text}, '[^\\\\pL\\\\pN]', '')`,
      concat: call('CONCAT'),
      half: (count) => `DIV(${count}, 2)`,
      fromAt: (text) => `SUBSTR(${text}, STRPOS(${text}, '@'))`,
    },
    hash: (text) => ['SUBSTR(TO_HEX(SHA256(CONCAT(', `, ${text}))), 1, 16)`],
  },
  rewriting: {
    ...standard.rewriting,
    placeholder: () => '?',
    fence: { before: '', after: ' LIMIT 9223372036854775807', where: '' },
  },
  formatter: 'bigquery',
} satisfies Dialect
