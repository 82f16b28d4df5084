import { dialectFacts } from '@parlance/contract/dialects'
import { dateParts } from './date-parts.ts'
import type { Dialect } from './dialect.ts'
import { names } from './functions/common.ts'
import { dremioFunctions } from './functions/dremio.ts'
import { standardLexicalRules } from './lexical-rules.ts'
import { standard } from './standard.ts'
import { call, commonTextFunctions } from './text-functions.ts'

/** Dremio, which can't bind values. */
export const dremio = {
  ...standard,
  ...dialectFacts.dremio,
  lexicalRules: standardLexicalRules,
  parsers: { sqlparser: 'generic', polyglot: 'dremio' },
  scoping: { ...standard.scoping, quotesSchemaParts: true, dotsReachFields: true },
  functions: { ...standard.functions, scalar: dremioFunctions, ofMasks: ['sha256'] },
  words: {
    ...standard.words,
    columns: new Set([...dateParts, ...names('current_date current_timestamp')]),
  },
  values: { ...standard.values, textComparedWithNumber: 'fails', truncatesDivision: true },
  masks: {
    ...standard.masks,
    text: {
      ...commonTextFunctions,
      letters: (text) => `REGEXP_REPLACE(${text}, '[^A-Za-z0-9]', '')`,
      concat: call('CONCAT'),
      half: (count) => `CAST(FLOOR(${count} / 2) AS INTEGER)`,
      fromAt: (text) => `SUBSTR(${text}, LOCATE('@', ${text}))`,
    },
    hash: (text) => ['SUBSTR(LOWER(SHA256(CONCAT(', `, ${text}))), 1, 16)`],
  },
  rewriting: {
    ...standard.rewriting,
    placeholder: null,
    fence: { before: '', after: '', where: '' },
    limitAfterOffset: 'fetch',
  },
  formatter: 'sql',
} satisfies Dialect
