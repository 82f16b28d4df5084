import type { SqlDialect } from '@parlance/contract'

/** How a dialect writes its tokens, under the session modes that the drivers pin. */
export interface LexicalRules {
  doubleQuote: 'identifier' | 'string'
  backtick: boolean
  bracket: boolean
  backslashEscapes: boolean
  nestedComments: boolean
  hashComments: boolean
  slashComments: boolean
  /** `$tag$ … $tag$`: any tag, only `$$`, or none. */
  dollarQuotes: 'tagged' | 'plain' | null
  /** Letters that may stand before a string's quote. */
  stringPrefixes: string[]
  tripleQuotes: boolean
  /** `--` opens a comment only before white space. */
  dashNeedsSpace: boolean
}

const standard: LexicalRules = {
  doubleQuote: 'identifier',
  backtick: false,
  bracket: false,
  backslashEscapes: false,
  nestedComments: false,
  hashComments: false,
  slashComments: false,
  dollarQuotes: null,
  stringPrefixes: [],
  tripleQuotes: false,
  dashNeedsSpace: false,
}

export const lexicalRules: Record<SqlDialect, LexicalRules> = {
  postgresql: { ...standard, nestedComments: true, dollarQuotes: 'tagged', stringPrefixes: ['e', 'b', 'x', 'n', 'u&'] },
  sqlite: { ...standard, backtick: true, bracket: true, stringPrefixes: ['x'] },
  mysql: {
    ...standard,
    doubleQuote: 'string',
    backtick: true,
    backslashEscapes: true,
    hashComments: true,
    dashNeedsSpace: true,
    stringPrefixes: ['n', 'x', 'b'],
  },
  tsql: { ...standard, bracket: true, nestedComments: true, stringPrefixes: ['n'] },
  oracle: { ...standard, stringPrefixes: ['n', 'q', 'nq'] },
  snowflake: { ...standard, backslashEscapes: true, slashComments: true, dollarQuotes: 'plain', stringPrefixes: ['x'] },
  bigquery: {
    ...standard,
    doubleQuote: 'string',
    backtick: true,
    backslashEscapes: true,
    hashComments: true,
    tripleQuotes: true,
    stringPrefixes: ['r', 'b', 'rb', 'br'],
  },
  dremio: standard,
  hana: { ...standard, stringPrefixes: ['n', 'x'] },
}
