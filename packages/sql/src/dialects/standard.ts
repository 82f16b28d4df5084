import type { Token } from '../tokens/token.ts'
import { plainText } from '../writing/common.ts'
import type { Dialect } from './dialect.ts'

/** A set without members. */
export const none: ReadonlySet<string> = new Set()

/** Whether a text may have NOT before a LIKE, which polyglot misreads. */
export const mayNegateLike = (sql: string): boolean => /\bnot\b/i.test(sql) && /like/i.test(sql)

/** Defaults that most dialects share; where they differ, the strictest reading. Each dialect overrides the rest. */
export const standard = {
  refusedSymbols: '@#$\\{}?',
  withoutHints: (_: string, tokens: Token[]) => tokens,
  limits: { depth: 28, operators: 500, rewritten: 192 * 1024, callReadings: null },
  parserPlaceholder: () => '?',
  readable: {
    mayNeed: () => true,
    hidesText: true,
    both: null,
    sqlparser: null,
    polyglot: null,
    misreadFunctions: none,
  },
  grammar: {
    readsTableQuery: false,
    needsNoSemicolon: false,
    hasDoubleColonCast: true,
    hasDatabaseLinks: false,
    hasJsonTable: false,
    takesRowArguments: false,
    groupsByCalls: false,
    hasTypeArguments: false,
    hasTextLikeNames: false,
    pivot: { takesSubquery: false, namesAggregateFirst: false, keepsQuotes: false, numberPrefix: '' },
  },
  scoping: {
    mainSchema: null,
    quotesSchemaParts: false,
    systemTablePrefix: null,
    itemsSeeAliases: false,
    dotsReachFields: false,
    tableNameIsRow: false,
    parenthesesReachRows: false,
    quotesMayBeText: false,
    remindsOfQuotes: false,
    starKeepsOrder: false,
    groupsKnowKeys: false,
    valuesColumn: (index) => `column${index + 1}`,
    withReadsAhead: false,
    withReadsItself: false,
    withSkipsItself: false,
    withMixesUp: false,
  },
  functions: {
    table: none,
    tableColumns: new Map(),
    schemas: none,
    paddingArgument: 0,
    castTypes: null,
  },
  words: { rowIdentifiers: none, tables: new Map(), areSessionWords: true },
  values: {
    quoteText: plainText,
    barsAreOr: false,
    haveOwnTypes: false,
    booleansAreNumbers: false,
    emptyTextIsNull: false,
    truncatesDivision: false,
    truncatesAverage: false,
    dateParameter: ['', ''],
    timestampParameter: ['', ''],
  },
  masks: { keepsCollation: false, isNumber: null },
  rewriting: {
    tableAlias: ' AS ',
    limitAfterOffset: null,
    fetchNeedsUniqueNames: false,
    limitsParentheses: true,
    endsWithOption: false,
  },
} satisfies { [Part in keyof Dialect]?: Partial<Dialect[Part]> }
