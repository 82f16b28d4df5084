/** How a dialect tokenizes SQL, under the session modes that the drivers pin. */
export interface LexicalRules {
  doubleQuote: 'identifier' | 'string'
  /** Whether backticks quote names, and whether a backtick inside a name is doubled. */
  backtick: 'doubled' | 'plain' | null
  /** Whether brackets quote names, and whether a closing bracket inside a name is doubled. */
  bracket: 'doubled' | 'plain' | null
  backslashEscapes: boolean
  nestedComments: boolean
  hashComments: boolean
  slashComments: boolean
  /** `$tag$ … $tag$`: any tag, only `$$`, or none. */
  dollarQuotes: 'tagged' | 'plain' | null
  /** Letters that may come before a string's quote. */
  stringPrefixes: string[]
  tripleQuotes: boolean
  /** `--` starts a comment only before white space. */
  dashNeedsSpace: boolean
  /** Names may contain `#` after the first letter. */
  hashInNames: boolean
  /** A colon right after a value starts a path or a slice; elsewhere it starts a parameter. */
  colonOpensPath: boolean
}

/** The rules of standard SQL. */
export const standardLexicalRules: LexicalRules = {
  doubleQuote: 'identifier',
  backtick: null,
  bracket: null,
  backslashEscapes: false,
  nestedComments: false,
  hashComments: false,
  slashComments: false,
  dollarQuotes: null,
  stringPrefixes: [],
  tripleQuotes: false,
  dashNeedsSpace: false,
  hashInNames: false,
  colonOpensPath: true,
}
